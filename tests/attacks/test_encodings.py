"""Charsets that hide things: text is text, whatever its bytes claim, and no mark-up appears that was not there."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printworthy.base.encoding import to_utf8
from printworthy.errors import InputError
from printworthy.reading.extract import extract
from printworthy.writers.registry import names, write, writer_for_name

PROSE = "The tower clock has kept the town's time since two brothers built it, and nobody has counted its stairs."
PAGE = f"<title>A clock</title><article><h1>A clock</h1><p>{PROSE}</p><p>{PROSE} {{}}</p><p>{PROSE}</p></article>"
UTF7 = "+ADw-script+AD4-alert(1)+ADw-/script+AD4-"
# Bytes that other readers take for "<script>": overlong forms, halves of letters before a quote or a bracket.
HIDDEN: dict[str, bytes] = {
    "UTF-7, undeclared": PAGE.format(UTF7).encode(),
    "UTF-7, declared": ("<meta charset=utf-7>" + PAGE.format(UTF7)).encode(),
    "UTF-7, with its mark": b"+/v8-" + PAGE.format(UTF7).encode(),
    "overlong bracket": PAGE.encode().replace(b"{}", b"\xc0\xbcscript\xc0\xbealert(1)\xc0\xbc/script\xc0\xbe"),
    "overlong, three bytes": PAGE.encode().replace(b"{}", b"\xe0\x80\xbcscript\xe0\x80\xbe"),
    "surrogates in UTF-8": PAGE.encode().replace(b"{}", b"\xed\xa0\x80\xed\xb0\x80 \xed\xa0\xbc"),
    "beyond Unicode": PAGE.encode().replace(b"{}", b"\xf4\x90\x80\x80 \xf8\x88\x80\x80\x80 \xff"),
    "half a letter before a quote": b"<meta charset=shift_jis>"
    + PAGE.encode().replace(b"{}", b'<a title="\x81"onx=1 ">y</a>'),
    "half a letter before a tag": b"<meta charset=gb2312>" + PAGE.encode().replace(b"{}", b"\xd6\xd0\xb9<b>y</b>"),
    "escapes of ISO-2022-JP": b"<meta charset=iso-2022-jp>"
    + PAGE.encode().replace(b"{}", b"\x1b(J<\x1b$B!I\x1b(Bscript>"),
    "escapes without a charset": PAGE.encode().replace(b"{}", b"\x1b$B<script>\x1b(B"),
    "HZ": b"<meta charset=hz-gb-2312>" + PAGE.format("~{<:Ky2;~}").encode(),
    "EBCDIC, declared": b"<meta charset=cp037>" + PAGE.encode(),
    "a codec that is no charset": b"<meta charset=zlib>" + PAGE.encode(),
    "another of these": b"<meta charset=unicode_escape>" + PAGE.format(r"\x3cscript\x3e").encode(),
    "a charset without an end": b"<meta charset=" + b"x" * 9000 + b">" + PAGE.encode(),
    "UTF-16 declared, UTF-8 sent": b"<meta charset=utf-16>" + PAGE.encode(),
    "UTF-16 cut in a letter": PAGE.format("\U0001f600").encode("utf-16")[:-3],
    "UTF-16 without a mark": PAGE.format("x").encode("utf-16-le"),
    "lone surrogates in UTF-16": codecs.BOM_UTF16_LE
    + PAGE.format("x\ud800y\udc00").encode("utf-16-le", "surrogatepass"),
    "UTF-32": PAGE.format("x").encode("utf-32"),
    "UTF-32 beyond Unicode": codecs.BOM_UTF32_LE + PAGE.format("x").encode("utf-32-le") + b"\xff\xff\xff\x7f",
    "two marks": codecs.BOM_UTF8 * 2 + PAGE.encode(),
    "a mark inside": PAGE.encode().replace(b"{}", codecs.BOM_UTF16_LE + b"x"),
    "zero bytes": PAGE.encode().replace(b"{}", b"<scr\0ipt>alert(1)</scr\0ipt>"),
    "two charsets in one page": PAGE.encode().replace(b"{}", "café — naïve".encode("cp1252") + "пример".encode()),
}


@pytest.mark.parametrize("name", HIDDEN)
def test_hidden_markup_stays_text(name: str) -> None:
    page = HIDDEN[name]
    article = extract(page)
    assert article.text.count(PROSE[:40]) >= 1
    for kind in names():
        if kind == "pdf":
            continue
        content = write(article, writer_for_name(kind))
        if kind != "epub":
            content.decode("utf-8")
            assert b"<script>" not in content.replace(b'<script type="application', b"") or kind in ("text", "markdown")


# Signs that turn text around, hide it, or make one word look like another.
TRICKS = {
    "right to left": "\u202egpj.exe\u202c",
    "isolates left open": "\u2066\u2067\u2068" * 50,
    "embedded without an end": "\u202a" * 500,
    "invisible": "a\u200b\u200c\u200d\u2060\ufeff\u00adb",
    "tags": "\U000e0041\U000e0042\U000e007f",
    "private": "\ue000\U000f0000\U0010ffff",
    "no characters": "\ufffe\uffff\ufdd0",
    "separators": "a\u2028b\u2029c\x85d\x0be\x0cf",
    "controls": "\x01\x02\x1b[31m\x07\x08\x7f\x9b31m",
    "towers": "Z\u0300\u0301\u0302\u0303\u0304" * 200,
    "variations": "\u2764\ufe0f\u2764\ufe0e\u200d\U0001f525",
    "lone surrogates": "\ud800 \udfff \udbff\ud800",
}


@pytest.mark.processes
@pytest.mark.parametrize("name", TRICKS)
def test_tricky_signs_come_through_every_writer(name: str) -> None:
    article = extract(f"<title>{TRICKS[name]} t</title>" + PAGE.format(TRICKS[name]))
    assert PROSE in article.text
    for kind in names():
        content = write(article, writer_for_name(kind))
        assert content
        if kind in ("text", "markdown", "html"):
            shown = content.decode("utf-8")
            assert not set(shown) & set("\x00\x01\x02\x07\x08\x1b\x7f\x9b\ufffe\uffff"), "a terminal would obey"


@settings(max_examples=150)
@given(
    st.binary(max_size=400),
    st.sampled_from(["", "utf-7", "shift_jis", "gb18030", "big5", "iso-2022-jp", "euc-kr", "zlib"]),
)
def test_any_bytes_in_any_charset_become_utf8(content: bytes, charset: str) -> None:
    try:
        to_utf8(content, charset).decode("utf-8")
    except InputError:
        return
