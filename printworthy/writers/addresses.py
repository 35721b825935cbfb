"""Which addresses may leave in a document: an address goes in; the same, or nothing, comes out."""

from __future__ import annotations

import re
from typing import Final

# Browsers drop these from an address before they read its scheme: "java\nscript:" is "javascript:".
_IGNORED: Final = re.compile(r"[\x00-\x20\x7f-\x9f]+")
_LINK: Final = re.compile(r"(?:https?://|mailto:|tel:)[^\s]", re.IGNORECASE)
_PICTURE: Final = re.compile(
    r"https?://[^\s]|data:image/(?:png|jpeg|gif|webp|avif|svg\+xml);base64,[a-z0-9+/=%]*\Z", re.IGNORECASE
)
# A file beside the page: no scheme, no host, and nothing that some system takes for another folder's separator.
_BESIDE: Final = re.compile(r"\A[^/\\?#:\s][^\\:\s]*\Z")
_UP: Final = re.compile(r"(?:\.|%2e){2}\Z", re.IGNORECASE)


def safe_link(href: str) -> str:
    """The address if a reader may be sent there (http, https, mailto, tel), else an empty string."""
    return _kept(href, _LINK)


def safe_picture(src: str) -> str:
    """The address if a picture may be loaded from there (http, https, or a picture as data), else an empty string."""
    return _kept(src, _PICTURE)


def picture_beside(src: str) -> str:
    """The name of a picture that was saved with its page ("img/tower.jpg"), else an empty string."""
    found = _kept(src, _BESIDE)
    path = re.split(r"[?#]", found, maxsplit=1)[0]
    return "" if any(_UP.match(part) for part in path.split("/")) else found


def _kept(address: str, allowed: re.Pattern[str]) -> str:
    """The address without the characters that browsers ignore (spaces inside are encoded), if it is allowed."""
    if _IGNORED.search(address):
        address = _IGNORED.sub(_encoded, address.strip())
    return address if allowed.match(address) else ""


def _encoded(found: re.Match[str]) -> str:
    """Spaces as %20; everything else that is invisible goes."""
    return "%20" * found[0].count(" ")
