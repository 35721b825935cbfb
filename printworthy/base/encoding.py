"""Encoding: a page as bytes or text, with the charset that its sender named → bytes of HTML in UTF-8, for the parser.

What is certain comes first: a byte order mark, then bytes that are valid UTF-8 (no other text is, by chance). Only then
counts what the sender or the page says, and only if the bytes agree; at last `detect` guesses from the letters.
"""

from __future__ import annotations

import codecs
import re
from functools import cache
from itertools import islice, pairwise
from typing import Final

from printworthy.base.sniff import is_archive, page_of, refuse_other_formats

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_HEAD: Final = 4096
_PIECE: Final = 16_384
_DECLARED: Final = re.compile(
    rb"<meta\b[^>]*?\bcharset\s*+=\s*+[\"']?\s*+([\w.:-]++)"
    rb"|<\?xml\b[^>]*?\bencoding\s*+=\s*+[\"']([\w.:-]++)",
    re.IGNORECASE,
)
# A page cut in the middle of a letter, or with one pasted quote, is still in the charset it says it is in.
_FEW_ERRORS: Final = 0.02
_FORGIVEN: Final = 2
# Labels of the WHATWG encoding standard, by the Python codec that reads most of what is so labelled. Nothing else is
# looked up: Python knows codecs that are no charsets.
_LABELS: Final = {
    "utf-8": "utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8",
    "utf-16-le": "utf-16 utf-16le ucs-2 unicode unicodefeff iso-10646-ucs-2 csunicode",
    "utf-16-be": "utf-16be unicodefffe",
    "cp1252": "windows-1252 cp1252 x-cp1252 latin1 latin-1 iso-8859-1 iso8859-1 iso_8859-1 iso88591 l1 ascii us-ascii "
    "ansi_x3.4-1968 cp819 ibm819 iso-ir-100 csisolatin1 iso_8859-1:1987",
    "gb18030": "gb18030 gb2312 gbk gb_2312-80 gb_2312 chinese csgb2312 csiso58gb231280 iso-ir-58 x-gbk cp936 euc-cn",
    "big5hkscs": "big5 big5-hkscs cn-big5 csbig5 x-x-big5 cp950",
    "cp932": "shift_jis shift-jis sjis ms_kanji ms932 windows-31j x-sjis csshiftjis cp932",
    "euc_jp": "euc-jp x-euc-jp cseucpkdfmtjapanese",
    "iso2022_jp": "iso-2022-jp csiso2022jp",
    "cp949": "euc-kr euckr ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 korean windows-949 cseuckr csksc56011987 "
    "iso-ir-149 cp949 uhc",
    "cp1250": "windows-1250 cp1250 x-cp1250",
    "cp1251": "windows-1251 cp1251 x-cp1251",
    "cp1253": "windows-1253 cp1253 x-cp1253",
    "cp1254": "windows-1254 cp1254 x-cp1254 iso-8859-9 iso8859-9 iso_8859-9 latin5 l5 iso88599 csisolatin5 iso-ir-148",
    "cp1255": "windows-1255 cp1255 x-cp1255",
    "cp1256": "windows-1256 cp1256 x-cp1256",
    "cp1257": "windows-1257 cp1257 x-cp1257",
    "cp1258": "windows-1258 cp1258 x-cp1258",
    "cp874": "windows-874 tis-620 iso-8859-11 iso8859-11 dos-874 iso885911",
    "koi8-r": "koi8-r koi koi8 koi8_r cskoi8r",
    "koi8-u": "koi8-u koi8-ru",
    "cp866": "ibm866 866 cp866 csibm866",
    "iso8859-2": "iso-8859-2 iso8859-2 iso_8859-2 latin2 l2 iso88592 csisolatin2 iso-ir-101",
    "iso8859-3": "iso-8859-3 latin3 l3",
    "iso8859-4": "iso-8859-4 latin4 l4",
    "iso8859-5": "iso-8859-5 cyrillic iso88595 csisolatincyrillic",
    "iso8859-6": "iso-8859-6 arabic ecma-114 asmo-708 iso88596",
    "iso8859-7": "iso-8859-7 greek greek8 ecma-118 elot_928 iso88597",
    "iso8859-8": "iso-8859-8 hebrew visual iso88598 iso-8859-8-i logical",
    "iso8859-10": "iso-8859-10 latin6 l6",
    "iso8859-13": "iso-8859-13",
    "iso8859-14": "iso-8859-14",
    "iso8859-15": "iso-8859-15 latin-9 latin9 l9 iso_8859-15",
    "iso8859-16": "iso-8859-16",
    "mac-roman": "macintosh mac x-mac-roman csmacintosh",
    "mac-cyrillic": "x-mac-cyrillic x-mac-ukrainian",
}

# Letters that make up most of a text outside ASCII, in the languages of a codec, and the share that they usually have.
_LATIN: Final = 0.93
_FREQUENT: Final = (
    ("cp1252", "éèàùâêîôûçëïäöüßñóíáúãõåøæœ¿¡ÉÀÄÖÜØÅÆÇ’‘“”–—…«»°·€®©™§º \xa0", _LATIN),
    ("cp1250", "ąćęłńóśźżáčďéěíňřšťúůýžőűöüăâîşţäđŚŻŹŁČŘŠŽ„”“–—…»« \xa0", _LATIN),
    # Hungarian apart, because most of its letters are in Western Europe's alphabets too.
    ("cp1250", "áéíóöőúüűÁÉÍÓÖŐÚÜŰ„”“–—…»« \xa0", 0.9),
    ("cp1254", "ığşçöüİĞŞÇÖÜ’‘“”–—…«» \xa0", 0.92),
    ("cp1257", "āčēģīķļņšūžąęėįųäöüõĀČĒĪŠŪŽĖ„”“–—…»« \xa0", 0.92),
    ("cp1251", "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэіїєОВПСНКИАМ«»—–’“” \xa0", 0.97),
    ("koi8-r", "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэОВПСНКИАМ\xa0", 0.96),
    ("cp866", "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэОВПСНКИАМ\xa0", 0.96),
    ("cp1253", "αοιετσνηυρπκμλςωδγχθφβξζψάίόέήύώΑΟΤΕΚΠΜΣΗ«»–’“” \xa0", 0.97),
    ("cp1255", "יוהלארתבשמנםדעקחפכטגסצןזךףץ־–’“”״׳ \xa0", 0.97),
    ("cp1256", "اليمنوترعبدسهةفكقحجأشصطىخضإذزءثغئظؤآپچگ،؛؟ًٌَُِّْ«»–“” \xa0", 0.97),
    ("cp874", "านรอกเงมยลวดทสตะปบคหแจพชขใไโผธฟซถศณษภญ่้ิีัุู็์ำึื ", 0.95),
    ("cp1258", "áàãâăéèêíìóòõôơúùưýđÁÀĐ\u0300\u0301\u0303\u0309\u0323–“” \xa0", 0.95),
    (
        "gb18030",
        "的一是不了在有人我他这中大国上为和个到说们地出也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没日于起还"
        "发成事只作当想看文无开手用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种"
        "声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由"
        "却代军产入先山五太水万市眼体别处总才场师书比住员九笑性通目华报立马命张活难神数件安表原车白应路期叫死常提感金何更反合放做"
        "系计或司利受光王果亲界及今京务制解各任至清物台象记边共风战干接它许八特觉望直服毛林题建南度统色字请交爱让认算论百吃义科怎元"
        "社术结六功指思非流每青管夫连远资队跟带花快条院变联言权往展该领传近留红治决周保达办运武半候七必城父强步完革深区即求品士转量"
        "，。、“”：；（）《》？！—…·　０１２３４５６７８９",
        0.45,
    ),
    (
        "big5hkscs",
        "的一是不了在有人我他這中大國上為和個到說們地出也時年得就那要下以生會自著去之過家學對可她里後小麼心多天而能好都然沒日於起還"
        "發成事只作當想看文無開手用主行方又如前所本見經頭面公同三已老從動兩長知民樣現分將外但身些與高意進把法此實回二理美點月明其種"
        "聲全工己話兒者向情部正名定女問力機給等幾很業最間新什打便位因重被走電四第門相次東政海口使教西再平真聽世氣信北少關並內加化由"
        "卻代軍產入先山五太水萬市眼體別處總才場師書比住員九笑性通目華報立馬命張活難神數件安表原車白應路期叫死常提感金何更反合放做"
        "系計或司利受光王果親界及今京務制解各任至清物台象記邊共風戰乾接它許八特覺望直服毛林題建南度統色字請交愛讓認算論百吃義科怎元"
        "社術結六功指思非流每青管夫連遠資隊跟帶花快條院變聯言權往展該領傳近留紅治決週保達辦運武半候七必城父強步完革深區即求品士轉量"
        "，。、「」：；（）《》？！—…‧　０１２３４５６７８９",
        0.45,
    ),
    (
        "cp949",
        "이다의는에을를가은로하고지한사도기인어서자리나들정대해일시과그아있으부것수라전만니제보장고원게여주상구면성관오국연진신유"
        "모적공화동안했내경문조되와습스계학우위생비방세회통실없할된간개산무때소바던행치더트었였며음미단등중년물요발체재러야까말분업",
        0.55,
    ),
)
_KANA: Final = frozenset(chr(code) for code in range(0x3041, 0x30FD)) | frozenset("。、「」ー・（）　")
_JAPANESE: Final = _KANA | frozenset(
    "日一国人年大十二本中長出三時行見月分後前生五間上東四今金九入学高円子外八六下来気小七山話女北午百書先名川千水半男西電校語"
    "土木聞食車何南万毎白天母火右読友左休父雨会社事新場者地業合方部員発的立自動代作用目同実定政性度回対体化内理関全市"
)
_EXPECTED_JAPANESE: Final = 0.75
# Words of these are not mixed with letters of ASCII.
_OTHER_SCRIPTS: Final = frozenset({"cp1251", "koi8-r", "cp866", "cp1253", "cp1255", "cp1256", "cp874"})
_MIXED: Final = re.compile(rb"[A-Za-z](?=[\x80-\xff])|[\x80-\xff](?=[A-Za-z])")
_OUTSIDE: Final = re.compile(r"[^\x00-\x7f]+")
_WRONG: Final = re.compile(r"[\ufffd\x80-\x9f]")
# Enough to be sure of any charset, and read in a millisecond or two.
_SAMPLE: Final = 4_000


def to_utf8(html: str | bytes, charset: str = "") -> bytes:
    """The page in UTF-8, or `InputError` if it is empty or not HTML at all. `charset` is what the HTTP header said."""
    if isinstance(html, str):
        html = _encode(html)
    if is_archive(html):
        html, charset = page_of(html)
    mark, codec = next(((mark, codec) for mark, codec in _MARKS if html.startswith(mark)), (b"", ""))
    if codec and codec != "utf-8":
        html, mark = _recode(html[len(mark) :], codec), b""
    html = html[len(mark) :] if mark else html
    refuse_other_formats(html)
    if b"\x00" in html or (b"\x1b" in html and b"\x1b$" in html) or not _is_utf8(html):
        html = _transcode(html, charset)
        refuse_other_formats(html)
    return _mended(html) if any(mark in html for mark in _TWICE) else html


def _mended(html: bytes) -> bytes:
    """The page with letters that were put into UTF-8 twice ("cafÃ©") put right, if there are several."""
    text = html.decode("utf-8", "replace")
    if sum(1 for _ in islice(_DOUBLE.finditer(text), _FEWEST_DOUBLE)) < _FEWEST_DOUBLE:
        return html
    return _DOUBLE.sub(_once, text).encode("utf-8", "replace")


def _once(found: re.Match[str]) -> str:
    """What some letters say if their bytes are read as UTF-8; themselves if they say nothing."""
    try:
        return b"".join(_byte(letter) for letter in found[0]).decode()
    except UnicodeError:
        return found[0]


def _byte(letter: str) -> bytes:
    return letter.encode("latin-1") if ord(letter) < 0x100 else letter.encode("cp1252")


def declared(html: bytes) -> str:
    """The codec that the page names for itself in its first lines; empty if it names none."""
    found = _DECLARED.search(html[:_HEAD])
    # Who could read the declaration did not read UTF-16: the standard takes it for UTF-8.
    codec = codec_of((found[1] or found[2]).decode("ascii", "replace")) if found else ""
    return "utf-8" if codec.startswith("utf-16") else codec


def _encode(text: str) -> bytes:
    """Text in UTF-8; halves of surrogate pairs are joined, or replaced when the other half is missing."""
    text = text.removeprefix("\ufeff")
    try:
        return text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()


def _transcode(html: bytes, charset: str) -> bytes:
    """Bytes without a byte order mark, in UTF-8."""
    named = codec_of(charset) or declared(html)
    if b"\x1b$" in html and named == "iso2022_jp":
        return _recode(html, named)
    if wide := _without_mark(html):
        return _recode(html, wide)
    if _is_utf8(html):
        return html
    for codec in dict.fromkeys((named, declared(html), "utf-8")):
        if codec and _fits(html, codec):
            return _recode(html, codec)
    return _recode(html, detect(html))


def _is_utf8(html: bytes) -> bool:
    """Is it valid? Read in pieces: a page as one text of wide letters would not stay in the cache."""
    view, at = memoryview(html), 0
    try:
        while at < len(html):
            end = at + _PIECE
            at += codecs.utf_8_decode(view[at:end], "strict", end >= len(html))[1]
    except UnicodeDecodeError:
        return False
    return True


def _without_mark(html: bytes) -> str:
    """UTF-16 without a byte order mark, known by the zero bytes of its ASCII letters."""
    head = html[:_HEAD]
    even, odd = head[::2].count(0), head[1::2].count(0)
    most = len(head) // 2 * 0.4
    if odd > most and even < odd / 8:
        return "utf-16-le"
    return "utf-16-be" if even > most and odd < even / 8 else ""


def _fits(html: bytes, codec: str) -> bool:
    """Are there hardly any bytes that the codec cannot read?"""
    high = len(html) - len(html.translate(None, _HIGH))
    text = html.decode(codec, "replace")
    wrong = text.count("\ufffd")
    if codec == "cp1252" and len(_LONG_RUNS.findall(html)) * 3 > high:
        # Every byte is some letter there, and the default of many servers; but such letters stand alone in words.
        return False
    return wrong <= max(_FORGIVEN, _FEW_ERRORS * high) and wrong * 3 < high


def _recode(html: bytes, codec: str) -> bytes:
    return html.decode(codec, "replace").encode("utf-8", "replace")


# How the most frequent letters and quotation marks begin if they were put into UTF-8 twice.
_TWICE: Final = (b"\xc3\x83\xc2", b"\xc3\xa2\xe2\x82\xac", b"\xc3\x83\xe2", b"\xc3\x83\xc5")
_FEWEST_DOUBLE: Final = 3
# The letters of Windows-1252 that stand for the bytes 80 to 9F.
_SPECIAL: Final = bytes(byte for byte in range(0x80, 0xA0) if byte not in b"\x81\x8d\x8f\x90\x9d").decode("cp1252")
_DOUBLE: Final = re.compile(rf"[\u00c2-\u00f4][\u0080-\u00bf{re.escape(_SPECIAL)}]{{1,3}}")
_HIGH: Final = bytes(range(0x80, 0x100))
_LONG_RUNS: Final = re.compile(rb"(?<=[\x80-\xff])[\x80-\xff](?=[\x80-\xff])")


def codec_of(label: str) -> str:
    """The codec for a label of the encoding standard; empty if there is none."""
    return _codecs().get(label.strip().strip("\"'").lower(), "")


def detect(html: bytes) -> str:
    """The codec whose letters look most like a language."""
    sample = _sample(html)
    scores = [(_share(sample, codec, letters) / usual, codec) for codec, letters, usual in _languages()]
    score, best = max(scores, key=lambda scored: scored[0])
    return best if score > 0 else "cp1252"


def _sample(html: bytes) -> bytes:
    """Some of the lines that hold bytes outside ASCII: a line never ends within a letter."""
    chosen: list[bytes] = []
    size = 0
    for line in html.splitlines():
        if not line.isascii():
            chosen.append(line[:_SAMPLE])
            size += len(chosen[-1])
        if size > _SAMPLE:
            break
    return b"\n".join(chosen)


def _share(sample: bytes, codec: str, letters: frozenset[str]) -> float:
    """The share of the characters outside ASCII that are frequent ones; what cannot be read counts against it."""
    text = sample.decode(codec, "replace")
    spans = [found.span() for found in _OUTSIDE.finditer(text)]
    outside = "".join([text[start:end] for start, end in spans])
    wrong = len(_WRONG.findall(outside))
    capitals = 0 if outside.islower() else sum(_capitals(text[max(0, start - 1) : end]) for start, end in spans)
    right = sum(map(letters.__contains__, outside))
    mixed = len(_MIXED.findall(sample)) if codec in _OTHER_SCRIPTS else 0
    return (right - 4 * wrong - 2 * capitals - mixed) / max(1, len(outside))


def _capitals(stretch: str) -> int:
    """How many capitals stand right behind a small letter."""
    return sum(two.isupper() and one.islower() for one, two in pairwise(stretch))


@cache
def _codecs() -> dict[str, str]:
    return {label: codec for codec, labels in _LABELS.items() for label in labels.split()}


@cache
def _languages() -> tuple[tuple[str, frozenset[str], float], ...]:
    rows = [(codec, frozenset(letters), usual) for codec, letters, usual in _FREQUENT]
    rows += [(codec, _JAPANESE, _EXPECTED_JAPANESE) for codec in ("cp932", "euc_jp")]
    return tuple(rows)
