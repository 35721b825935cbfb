"""Sniff: bytes → what they are. What is clearly no HTML gives an `InputError` that says what to do.

A page that a browser saved as one file (MHTML) gives its HTML and the charset that it names. Only the page is read, not
the pictures beside it. Archives inside archives are none of a browser's, and stay shut.
"""

from __future__ import annotations

import binascii
import re
from typing import Final

from printworthy.errors import InputError

_CONVERT: Final = "convert it to HTML first"
_PICTURE: Final = "pass the page that shows it"
_UNPACK: Final = "unpack it first"
_MAGIC: Final[tuple[tuple[bytes, str, str], ...]] = (
    (b"%PDF-", "a PDF document", _CONVERT),
    (b"\x89PNG\r\n\x1a\n", "a PNG picture", _PICTURE),
    (b"\xff\xd8\xff", "a JPEG picture", _PICTURE),
    (b"GIF87a", "a GIF picture", _PICTURE),
    (b"GIF89a", "a GIF picture", _PICTURE),
    (b"PK\x03\x04", "a zip archive (or a docx, epub or odt file)", _UNPACK),
    (b"\x1f\x8b", "compressed with gzip", "decompress it first (Content-Encoding: gzip)"),
    (b"\x28\xb5\x2f\xfd", "compressed with zstd", "decompress it first (Content-Encoding: zstd)"),
    (b"BZh", "compressed with bzip2", _UNPACK),
    (b"\xfd7zXZ\x00", "compressed with xz", _UNPACK),
    (b"7z\xbc\xaf'\x1c", "a 7z archive", _UNPACK),
    (b"Rar!\x1a\x07", "a RAR archive", _UNPACK),
    (b"wOFF", "a web font", _PICTURE),
    (b"wOF2", "a web font", _PICTURE),
    (b"\x7fELF", "a program", "pass a web page"),
    (b"MZ\x90\x00", "a program", "pass a web page"),
    (b"\xd0\xcf\x11\xe0", "an old Office document", _CONVERT),
    (b"{\\rtf", "an RTF document", _CONVERT),
    (b"OggS", "a media file", _PICTURE),
    (b"ID3", "a media file", _PICTURE),
    (b"\x1aE\xdf\xa3", "a media file", _PICTURE),
)
_HEAD: Final = 4096
_FEED: Final = re.compile(rb"\s*+(?:<[?!][^<>]*+>\s*+)*+<(?:rss|feed|rdf:RDF|opml)[\s>]")
# Text holds hardly any zero byte; UTF-16 without a mark holds one in two, regularly, and is read before this.
_ZEROS: Final = 0.05
# Nor other control characters, in any encoding but UTF-16; those that are spaces or switch the charset do not count.
_CONTROLS: Final = bytes({*range(0x20), 0x7F} - {*b"\0\t\n\v\f\r\x0e\x0f\x1a\x1b"})
_CONTROLLED: Final = 0.04
_STRAY: Final = 8
_BOUNDARY: Final = re.compile(rb"boundary=\"?([^\"\r\n;]{1,200})", re.I)
_CHARSET: Final = re.compile(rb"charset=\"?([\w.:-]{1,40})", re.I)
_PAGES: Final = (b"text/html", b"application/xhtml+xml")


def format_of(data: bytes) -> tuple[str, str]:
    """What the bytes are, and what to do about it; two empty strings if they may be a page."""
    for magic, name, advice in _MAGIC:
        if data.startswith(magic):
            return name, advice
    if data[:4] == b"RIFF" and data[8:12] in (b"WEBP", b"WAVE", b"AVI "):
        return "a WebP picture or a media file", _PICTURE
    if data[4:8] == b"ftyp":
        return "a media file (MP4, HEIC or AVIF)", _PICTURE
    head = data[:_HEAD]
    if _FEED.match(head):
        return "a feed or a list of feeds", "name one of its pages, or have 'printworthy print' take all with --list"
    even, odd = head[::2].count(0), head[1::2].count(0)
    regular = min(even, odd) * 8 < max(even, odd) and max(even, odd) > 0.4 * (len(head) // 2)
    controls = len(head) - len(head.translate(None, _CONTROLS))
    if not regular and (even + odd > _ZEROS * len(head) or controls > max(_STRAY, _CONTROLLED * len(head))):
        return "binary data", "pass a web page"
    return "", ""


def is_picture(data: bytes) -> bool:
    """Whether bytes are a picture, whatever their server calls them."""
    return format_of(data)[1] == _PICTURE or b"<svg" in data[:1000]


def refuse_other_formats(data: bytes) -> None:
    """Raise `InputError` for an empty page and for other formats."""
    if not data[:_HEAD].strip() and not data.strip():
        raise InputError("the page is empty: check that it was saved or fetched completely")
    name, advice = format_of(data)
    if name:
        raise InputError(f"this is no HTML but {name}: {advice}")


def is_archive(data: bytes) -> bool:
    """Whether the bytes are a web archive: its head is that of a letter with parts that belong together."""
    head = data[:_HEAD].lower()
    return b"multipart/related" in head and b"mime-version:" in head and not head.lstrip().startswith(b"<")


def page_of(archive: bytes) -> tuple[bytes, str]:
    """The first page in the archive, and its charset, or `InputError` if there is none."""
    boundary = _BOUNDARY.search(archive, 0, _HEAD)
    for part in archive.split(b"--" + boundary[1])[1:] if boundary else ():
        end = b"\r\n\r\n" if b"\r\n\r\n" in part[:_HEAD] else b"\n\n"
        head, _, body = part.partition(end)
        said = head[:_HEAD].lower()
        if any(kind in said for kind in _PAGES):
            charset = _CHARSET.search(said)
            return _decoded(body, said), charset[1].decode("ascii") if charset else ""
    raise InputError("this web archive (MHTML) holds no page: save the page as HTML")


def _decoded(body: bytes, head: bytes) -> bytes:
    if b"quoted-printable" in head:
        return binascii.a2b_qp(body)
    if b"base64" in head:
        try:
            return binascii.a2b_base64(body)
        except binascii.Error:
            raise InputError("this web archive (MHTML) is damaged: save the page as HTML") from None
    return body
