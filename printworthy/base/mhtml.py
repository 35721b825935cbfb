"""Web archives: a page that a browser saved as one file (MHTML) → its HTML, as bytes, and the charset that it names.

Only the page is read, not the pictures beside it. Archives inside archives are none of a browser's, and stay shut.
"""

from __future__ import annotations

import binascii
import re
from typing import Final

from printworthy.errors import InputError

_HEAD: Final = 4096
_BOUNDARY: Final = re.compile(rb"boundary=\"?([^\"\r\n;]{1,200})", re.I)
_CHARSET: Final = re.compile(rb"charset=\"?([\w.:-]{1,40})", re.I)
_PAGES: Final = (b"text/html", b"application/xhtml+xml")


def is_archive(data: bytes) -> bool:
    """Whether the bytes are such a file: its head is that of a letter with parts that belong together."""
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
