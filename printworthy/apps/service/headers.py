"""Headers that every answer has, unless a route says otherwise: nothing may be framed, sniffed, run or loaded."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

# For data and documents: whoever opens one in a browser sees it, and it can do nothing.
LOCKED: Final = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
# For the article as a page of its own: its style and the pictures inside it.
DOCUMENT: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; base-uri 'none'; "
    "form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox"
)
# For the page that explains: it allows its one script by its hash itself, and has no origin to act for.
EXPLANATION: Final = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; "
    "frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-scripts allow-popups"
)
# For the service's own page: everything comes from the service.
PAGE: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "font-src 'self'; frame-src 'self' blob:; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
_DEFAULTS: Final = {
    b"content-security-policy": LOCKED.encode(),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    b"cache-control": b"no-store",
}


def with_defaults(headers: Iterable[tuple[bytes, bytes]], request_id: str) -> list[tuple[bytes, bytes]]:
    """A response's header fields with those that are missing."""
    found = [(name.lower(), value) for name, value in headers]
    present = {name for name, _ in found}
    extra = [(name, value) for name, value in _DEFAULTS.items() if name not in present]
    if b"content-security-policy" not in present:
        extra.append((b"x-frame-options", b"DENY"))
    return [*found, *extra, (b"x-request-id", request_id.encode("ascii"))]
