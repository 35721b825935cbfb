"""Invisible characters: a text, or the source of a page → the same without characters that nobody sees or needs.

Unicode tags, soft hyphens, zero-width characters, bidi controls and runs of variation selectors carry text past the
reader's eye, split words, and make equal names differ. They are taken out of the source before it is parsed, raw and
as character references, so that every later step sees one text. What a script needs stays: joiners in Persian, in
Indic scripts and in emoji, break chances in scripts without spaces, bidi controls beside right-to-left letters. In
code, only tags, bidi controls and selectors are taken out: the others may be what the code is about.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache
from html import unescape
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

_JOINERS: Final = frozenset("\u200c\u200d")
_BREAK: Final = "\u200b"
_BIDI: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_FLAG: Final = re.compile("[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,8}\U000e007f")
_BLACK_FLAG: Final = "\U0001f3f4"
_MOST_BIDI: Final = 2

_RUN: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e01ef]+"
)
# Scripts whose letters change their shape, or stack, beside a joiner.
_JOINING: Final = re.compile(
    "[\u0600-\u0dff\u0f00-\u109f\u1700-\u18af\u1a20-\u1aaf\u1b00-\u1c4f\u1cd0-\u1cff\ua800-\uaaff\uabc0-\uabff"
    "\ufb50-\ufdff\ufe70-\ufefc\U00010a00-\U00010aff\U00010d00-\U00011fff\U0001e900-\U0001e95f]"
)
# Scripts without spaces, whose writers mark where a line may break, which is where words end.
_SPACELESS: Final = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u1950-\u1aaf\ua980-\ua9ff\uaa60-\uaadf]")
_RIGHT_TO_LEFT: Final = re.compile(
    "[\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_EMOJI: Final = re.compile("[\u00a9\u00ae\u203c-\u3299\ufe0f\U0001f000-\U0001faff]")
_IDEOGRAPH: Final = re.compile("[\u3400-\u9fff\uf900-\ufaff\U00020000-\U000323af]")
# One selector may follow a character that has variants: symbols, emoji, keycaps, ideographs and several scripts.
_VARIED: Final = re.compile(
    "[#*0-9\u00a9\u00ae\u1000-\u109f\u1820-\u18aa\u2000-\u33ff\ua840-\ua877\U00010ac0-\U0001faff]"
)
_MONGOLIAN: Final = re.compile("[\u1820-\u18aa]")
_JAMO: Final = re.compile("[\u1100-\u11ff]")
_MARKED: Final = re.compile("[\u0300-\u036f\u0591-\u05c7]")


def visible(text: str) -> str:
    """A text without invisible characters that nothing in it needs."""
    if text.isascii() or _RUN.search(text) is None:
        return text
    near_rtl = _RIGHT_TO_LEFT.search(text) is not None
    return _RUN.sub(lambda found: _needed(found[0], *_around(text, *found.span()), near_rtl), text)


def _around(text: str, start: int, end: int) -> tuple[str, str]:
    return text[start - 1 : start] if start else "", text[end : end + 1]


def _needed(run: str, before: str, after: str, near_rtl: bool) -> str:
    """What of a run of invisible characters stays between two visible ones."""
    if before == _BLACK_FLAG and _FLAG.fullmatch(run):
        return run
    kept = ""
    for sign in run:
        last = kept[-1:] or before
        if sign in _BIDI:
            stays = near_rtl and len(kept) < _MOST_BIDI and sign != last
        elif sign in _JOINERS:
            stays = _joins(sign, last, after)
        elif sign == _BREAK:
            stays = bool(not kept and _SPACELESS.match(before) and _SPACELESS.match(after))
        else:
            stays = not kept and _varies(sign, before, after)
        kept += sign if stays else ""
    return kept


def _joins(joiner: str, before: str, after: str) -> bool:
    """Does a joiner shape the letters, or make one emoji of two?"""
    if before in _JOINERS:
        return False
    if _JOINING.match(before) or _JOINING.match(after):
        return True
    return joiner == "\u200d" and bool(_EMOJI.match(before) and _EMOJI.match(after))


def _varies(sign: str, before: str, after: str) -> bool:
    """Does a character choose the form of the one before it?"""
    if "\ufe00" <= sign <= "\ufe0f":
        return bool(_VARIED.match(before) or _IDEOGRAPH.match(before))
    if "\u180b" <= sign <= "\u180f":
        return _MONGOLIAN.match(before) is not None
    if sign in "\u115f\u1160":
        return bool(_JAMO.match(before) or _JAMO.match(after))
    if sign == "\u034f":
        return _MARKED.match(before) is not None
    return sign >= "\U000e0100" and _IDEOGRAPH.match(before) is not None


# The same in the source of a page.
Bytes: TypeAlias = NDArray[np.uint8]
_ENTITY: Final = (
    rb"&(?:shy;?|(?:zwn?j|lrm|rlm|ZeroWidthSpace|Negative(?:VeryThin|Thin|Medium|Thick)Space|NoBreak|ApplyFunction|af"
    rb"|InvisibleTimes|it|InvisibleComma|ic);|#(?:0*(?:173|847|1564|444[78]|615[5-9]|820[3-7]|823[4-8]|828[89]|829\d"
    rb"|830[0-3]|12644|6502[4-9]|6503\d|65279|65440|65529|6553[01]|11911[5-9]|11912[0-2]|917[5-9]\d\d)(?!\d)"
    rb"|[xX]0*(?i:ad|34f|61c|115f|1160|180[b-f]|200[b-f]|202[a-e]|206[0-9a-f]|3164|fe0[0-9a-f]|feff|ffa0|fff[9ab]"
    rb"|1d17[3-9a]|e0[01][0-9a-f]{2})(?![0-9A-Fa-f]));?)"
)
_RAW: Final = (
    rb"\xc2\xad|\xcd\x8f|\xd8\x9c|\xe1\x85[\x9f\xa0]|\xe1\xa0[\x8b-\x8f]|\xe2\x80[\x8b-\x8f\xaa-\xae]"
    rb"|\xe2\x81[\xa0-\xaf]|\xe3\x85\xa4|\xef\xb8[\x80-\x8f]|\xef\xbb\xbf|\xef\xbe\xa0|\xef\xbf[\xb9-\xbb]"
    rb"|\xf0\x9d\x85[\xb3-\xba]|\xf3\xa0[\x80-\x87][\x80-\xbf]"
)
_SOURCE_RUN: Final = re.compile(rb"(?:" + _RAW + rb"|" + _ENTITY + rb")++")
# A joiner between two letters of the Arabic script or of one from India: most of those that stay.
_PLAIN_JOINER: Final = re.compile(
    rb"(?<=[\xd8-\xdb][\x80-\xbf])\xe2\x80[\x8c\x8d](?=[\xd8-\xdb])"
    rb"|(?<=\xe0[\xa4-\xb7][\x80-\xbf])\xe2\x80[\x8c\x8d](?=\xe0[\xa4-\xb7])"
)
_NEAR_RTL: Final = re.compile(
    rb"(?!\xd8\x9c)[\xd7-\xdf]|\xd6[\x90-\xbf]|\xe0[\xa0-\xa3]|\xef(?:\xac[\x9d-\xbf]|[\xad-\xb7])"
    rb"|&#(?!1564|[xX]0{0,4}61[cC])(?:1[4-7]\d\d|[xX]0{0,4}[56][0-9a-fA-F]{2});"
)
_NEAR: Final = 96
_CODE: Final = re.compile(rb"<(/?)(?i:pre|code)(?=[ \t\n\f\r/>])")
_NOT_IN_CODE: Final = re.compile("[^\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\U000e0000-\U000e01ef]+")
# A reference before the run that what follows the run could complete.
_HALF: Final = re.compile(rb"&(?:#[0-9A-Za-z]*+|([A-Za-z0-9]*+))\Z")
_OTHER_HALF: Final = re.compile(rb"#?[A-Za-z0-9]{0,32};")
_REFERENCE: Final = re.compile(rb"&#?[A-Za-z0-9]{1,10};\Z")
_NEXT_REFERENCE: Final = re.compile(rb"&#?[A-Za-z0-9]{1,10};")
_NAMED: Final = re.compile(rb"([A-Za-z][\w:-]{0,40})\s{0,9}=\s{0,9}\Z")
_ADDRESS: Final = re.compile(
    rb"(?i)(?:xlink:)?href|\w*src(?:set)?|action|poster|cite|data-(?:[\w-]*-)?(?:src(?:set)?|url|href)"
)
_WORDS: Final = re.compile(
    rb"(?i)alt|title|content|aria-\w+|summary|label|value|placeholder|datetime|caption|abbr"
    rb"|data-[\w-]*(?:caption|title|credit|alt|desc|text|headline|author|date|label|name)[\w-]*"
)
_WEB: Final = re.compile(rb"(?i)(?:https?:)?//")
_REACH: Final = 4_096
_MOST: Final = 200_000
_REFERENCES: Final = (b"sh", b"zw", b"lr", b"rl", b"Ze", b"Ne", b"No", b"Ap", b"af", b"In", b"it", b"ic")
_NUMBERS: Final = b"014689xX"


def visible_page(html: bytes) -> bytes:
    """The source of a page in UTF-8 without invisible characters that nothing in it needs; most pages as they came."""
    places = _places(html)
    if not len(places):
        return html
    if len(places) > _MOST:
        return _SOURCE_RUN.sub(b" ", html)
    return _Source(html).cleaned(places.tolist())


def _places(html: bytes) -> NDArray[np.intp]:
    """Where an invisible character may begin, by its first three bytes."""
    page = np.frombuffer(html, np.uint8)
    begun = page == ord("&")
    if not html.isascii():
        begun |= page >= _FIRST_LEAD
    places: NDArray[np.intp] = begun.nonzero()[0]
    first, second = _pairs()
    for step, pairs in enumerate((first, second)):
        pair = page.take(places + step, mode="clip").astype(np.uint16) << 8
        pair |= page.take(places + step + 1, mode="clip")
        places = places[pairs.take(pair)]
        if not len(places):
            break
    return places


_FIRST_LEAD: Final = 0xC2


@cache
def _pairs() -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """The pairs of a first and a second byte, and of a second and a third, that invisible characters have."""
    first, second = np.zeros(1 << 16, bool), np.zeros(1 << 16, bool)
    signs = [chr(code) for code in (*range(0xAD, 0x20000), *range(0xE0000, 0xE01F0)) if _RUN.match(chr(code))]
    starts = [sign.encode() for sign in signs]
    starts += [b"&" + name for name in _REFERENCES] + [b"&#" + bytes([digit]) for digit in _NUMBERS]
    for start in starts:
        first[start[0] << 8 | start[1]] = True
        if len(start) > 2:
            second[start[1] << 8 | start[2]] = True
        else:
            second[start[1] << 8 : (start[1] + 1) << 8] = True
    return first, second


class _Source:
    """A page whose invisible characters are being taken out."""

    __slots__ = ("_code", "html")

    def __init__(self, html: bytes) -> None:
        self.html = html
        self._code: tuple[list[int], list[bool]] | None = None

    def cleaned(self, places: list[int]) -> bytes:
        """The page without them, where they may stand in these places."""
        parts: list[bytes] = []
        html, done = self.html, 0
        for start in places:
            if start < done or _PLAIN_JOINER.match(html, start):
                continue
            found = _SOURCE_RUN.match(html, start)
            if found is not None:
                parts += (html[done:start], self._instead(found))
                done = found.end()
        parts.append(html[done:])
        return b"".join(parts)

    def _instead(self, found: re.Match[bytes]) -> bytes:
        """What stands in the page instead of a run."""
        start, end = found.span()
        attribute = self._attribute(start)
        if attribute is None:
            return self._in_text(found)
        if _WORDS.fullmatch(attribute[0]) and not _WEB.match(self.html, attribute[1]):
            return self._in_text(found)
        if (_ADDRESS.fullmatch(attribute[0]) or _WORDS.fullmatch(attribute[0])) and found[0][-1:] not in b"y":
            # The same address, as browsers send it.
            return b"".join(b"%%%02X" % byte for byte in _decoded(found[0]).encode())
        return self.html[start:end]

    def _in_text(self, found: re.Match[bytes]) -> bytes:
        html, (start, end) = self.html, found.span()
        run = _decoded(found[0])
        if self._in_code(start):
            return "".join(_NOT_IN_CODE.findall(run)).encode()
        kept = _needed(run, _before(html, start), _after(html, end), self._near_rtl(start, end)).encode()
        return kept or (b" " if _risky(html, start, end) else b"")

    def _near_rtl(self, start: int, end: int) -> bool:
        before = _NEAR_RTL.search(self.html, max(0, start - _NEAR), start)
        return bool(before or _NEAR_RTL.search(self.html, end, end + _NEAR))

    def _attribute(self, at: int) -> tuple[bytes, int] | None:
        """The attribute whose value holds a place, and where that begins; None in text; no name elsewhere in a tag."""
        html = self.html
        opened = html.rfind(b"<", max(0, at - _REACH), at)
        if opened < 0 or html.find(b">", opened, at) >= 0 or not _is_tag(html[opened + 1 : opened + 2]):
            return None
        for quote in (b'"', b"'"):
            begun = html.rfind(quote, opened, at)
            if begun > 0 and (named := _NAMED.search(html, max(opened, begun - 60), begun)):
                return named[1], begun + 1
        return b"", at

    def _in_code(self, at: int) -> bool:
        """Is the nearest tag of code before a place one that opens?"""
        if self._code is None:
            tags = (_CODE.match(self.html, place) for place in _code_places(self.html))
            marks = [(found.start(), not found[1]) for found in tags if found]
            self._code = [place for place, _ in marks], [opens for _, opens in marks]
        places, opening = self._code
        before = bisect_right(places, at)
        return before > 0 and opening[before - 1]


def _code_places(html: bytes) -> list[int]:
    """Where a tag of code may begin or end, by its first letters: the pattern alone reads every byte."""
    page = np.frombuffer(html, np.uint8)
    places = (page == ord("<")).nonzero()[0]
    after = places + 1 + (page.take(places + 1, mode="clip") == ord("/"))
    first, second = page.take(after, mode="clip") | 32, page.take(after + 1, mode="clip") | 32
    found = ((first == ord("p")) & (second == ord("r"))) | ((first == ord("c")) & (second == ord("o")))
    chosen: list[int] = places[found].tolist()
    return chosen


def _is_tag(first: bytes) -> bool:
    return first.isalpha() or first in (b"/", b"!", b"?")


def _decoded(run: bytes) -> str:
    text = run.decode("utf-8", "replace")
    return unescape(text) if "&" in text else text


def _before(html: bytes, at: int) -> str:
    """The character before a place, raw or as a reference."""
    if html[at - 1 : at] == b";" and (found := _REFERENCE.search(html, max(0, at - 12), at)):
        return unescape(found[0].decode())[-1:]
    return html[max(0, at - 4) : at].decode("utf-8", "ignore")[-1:]


def _after(html: bytes, at: int) -> str:
    """The character at a place, raw or as a reference."""
    if html[at : at + 1] == b"&" and (found := _NEXT_REFERENCE.match(html, at)):
        return unescape(found[0].decode())[:1]
    return html[at : at + 4].decode("utf-8", "ignore")[:1]


def _risky(html: bytes, start: int, end: int) -> bool:
    """Would what stands before and after a run become markup without it?"""
    before, after = html[start - 1 : start] if start else b"", html[end : end + 1]
    if before == b"<" or (before in (b"-", b"!") and after in (b"-", b"!", b">")):
        return True
    half = _HALF.search(html, max(0, start - 40), start)
    return half is not None and (half[1] is None or _OTHER_HALF.match(html, end) is not None)
