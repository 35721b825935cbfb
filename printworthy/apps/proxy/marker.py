"""The marker: a small note on a filtered page that says so, with one click to the original.

It needs no script. Its style is one element whose hash a page's policy can allow.
"""

from __future__ import annotations

import base64
import hashlib
from html import escape
from typing import Final
from urllib.parse import urlsplit, urlunsplit

from printworthy.filters.walk.plan import MARK

# The proxy takes this out of a request before the site sees it.
ASKED: Final = "printworthy"
ORIGINAL: Final = "original"
_STYLE: Final = (
    f"aside[{MARK}=marker]{{position:fixed;right:8px;bottom:8px;z-index:2147483647;margin:0;padding:4px 10px;"
    "border:1px solid #555;border-radius:4px;background:#fff;color:#111;font:14px/1.4 sans-serif;opacity:.92}"
    f"aside[{MARK}=marker] a{{color:#00438a;text-decoration:underline}}"
    f"@media print{{aside[{MARK}=marker]{{display:none}}}}"
)
STYLE_HASH: Final = "'sha256-" + base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode() + "'"


def marker(url: str, home: str) -> str:
    """The note for the page at an address; `home` is where the settings are."""
    original = escape(original_address(url))
    return (
        f'<aside {MARK}="marker" role="note" aria-label="Printworthy"><style>{_STYLE}</style>'
        f'Filtered · <a href="{original}">Show original</a> · <a href="{escape(home)}">Settings</a></aside>'
    )


def original_address(url: str) -> str:
    """The address at which the proxy gives the page as it came."""
    parts = urlsplit(url)
    query = f"{parts.query}&{ASKED}={ORIGINAL}" if parts.query else f"{ASKED}={ORIGINAL}"
    return urlunsplit((parts.scheme, parts.netloc, parts.path or "/", query, ""))


def taken_out(path: str) -> tuple[str, bool]:
    """A request's path without the wish for the original, and whether it was there."""
    before, mark, query = path.partition("?")
    if f"{ASKED}=" not in query:
        return path, False
    asked = f"{ASKED}={ORIGINAL}"
    kept = [part for part in query.split("&") if part != asked]
    found = len(kept) < len(query.split("&"))
    return (before + (mark + "&".join(kept) if kept else ""), True) if found else (path, False)


_FALLBACKS: Final = ("style-src-elem", "style-src", "default-src")


def allow_style(policy: str, style_hash: str) -> str:
    """A content security policy, or several, that also allows the marker's style; nothing else is loosened.

    Beside `'unsafe-inline'` a hash would switch that off and break the page: there none is added.
    """
    return ",".join(_allowed(one, style_hash) for one in policy.split(","))


def _allowed(policy: str, style_hash: str) -> str:
    directives = [part.split() for part in policy.split(";") if part.strip()]
    by_name = {part[0].lower(): part for part in reversed(directives)}
    name = next((name for name in _FALLBACKS if name in by_name), "")
    sources = by_name.get(name, ["", "'unsafe-inline'"])[1:]
    strict = any(source.lower().startswith(("'nonce-", "'sha256-", "'sha384-", "'sha512-")) for source in sources)
    if not strict and any(source.lower() == "'unsafe-inline'" for source in sources):
        return policy
    kept = [source for source in sources if source.lower() != "'none'"]
    allowed = "style-src-elem " + " ".join([*kept, style_hash])
    rest = [" ".join(part) for part in directives if part[0].lower() != "style-src-elem"]
    return "; ".join([*rest, allowed])
