"""Encoding: a page as bytes or text, with the charset that its sender named → bytes of HTML in UTF-8, for the parser.

What is certain comes first: a byte order mark, then bytes that are valid UTF-8 (no other text is, by chance). Only then
counts what the sender or the page says, and only if the bytes agree; at last `detect` guesses from the letters.
"""

from __future__ import annotations

import codecs
import re
from typing import Final

from printworthy.base.charsets import codec_of, detect
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
    return html


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


_HIGH: Final = bytes(range(0x80, 0x100))
_LONG_RUNS: Final = re.compile(rb"(?<=[\x80-\xff])[\x80-\xff](?=[\x80-\xff])")
