"""Addresses in a page: made absolute, and let through only if a reader can follow them."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urljoin, urlsplit

_WEB: Final = re.compile(r"https?://(?:[^\s/?#\\\[\]]|\[[0-9a-f:.]+\])", re.I)
_MAIL: Final = re.compile(r"(?:mailto|tel):\S", re.I)
_SCHEME: Final = re.compile(r"[a-zA-Z][a-zA-Z0-9+.\-]*:")
_HOST: Final = re.compile(r"[^/?#]*+")
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")


class Resolver:
    """Makes addresses absolute against a page's address and its `<base href>`.

    `urljoin` costs more than the rest of a link together, so that the plain cases go by hand.
    """

    __slots__ = ("_base", "_folder", "_known", "_origin", "_scheme", "page")

    def __init__(self, url: str, base_href: str = "") -> None:
        self.page = url.partition("#")[0] if _WEB.match(url) else ""
        base = _joined(self.page, base_href.strip()) if base_href else self.page
        self._base = base if _WEB.match(base) else self.page
        scheme, _, rest = self._base.partition("://")
        host = _HOST.match(rest)[0]  # type: ignore[index]  # it matches anything
        self._scheme = scheme
        self._origin = f"{scheme}://{host}" if host else ""
        path = rest[len(host) :].partition("?")[0].partition("#")[0]
        self._folder = f"{self._origin}{path[: path.rfind('/') + 1] or '/'}" if host else ""
        self._known: dict[str, str] = {}

    def absolute(self, href: str | None) -> str:
        """The absolute http(s), mailto or tel address that `href` means on this page, or ""."""
        if not href:
            return ""
        known = self._known.get(href)
        if known is None:
            known = self._known[href] = self._resolve(href)
        return known

    def picture(self, src: str | None) -> str:
        """As `absolute`, for what has to be fetched: http(s) only; as it stands on a page whose address is unknown."""
        found = self.absolute(src)
        if found[:4].lower() == "http":
            return found
        return "" if found or self._origin else _relative(src)

    def fragment(self, href: str | None) -> str:
        """The fragment of a link that stays on this page, or ""."""
        if not href or "#" not in href:
            return ""
        before, _, fragment = href.strip().partition("#")
        return fragment if not before or (self.page and self.absolute(before) == self.page) else ""

    def _resolve(self, href: str) -> str:
        if " " in href or not href.isprintable():
            href = _CONTROL.sub("", href).strip().replace(" ", "%20")
        elif ":" not in href and href[0] not in "#?.\\" and href[:2] != "//" and "./" not in href and self._origin:
            # A plain path, as most are.
            return (self._origin if href[0] == "/" else self._folder) + href
        if _WEB.match(href) or _MAIL.match(href):
            return href
        if not href or _SCHEME.match(href):
            return ""
        if href[0] == "#":
            return self.page + href if self.page and len(href) > 1 else ""
        if not self._origin:
            return f"https:{href}" if _WEB.match(f"https:{href}") else ""
        if href.startswith("//"):
            found = f"{self._scheme}:{href}"
            return found if _WEB.match(found) else ""
        if "./" in href or href[0] in "?.\\":
            return _joined(self._base, href)
        return (self._origin if href[0] == "/" else self._folder) + href


def _relative(src: str | None) -> str:
    """The path of a file beside the page, or ""."""
    path = _CONTROL.sub("", src or "").strip()
    return "" if _SCHEME.match(path) or path.startswith(("//", "\\", "#", "?")) else path


def _joined(base: str, href: str) -> str:
    """`urljoin`, with "" for what cannot be an address."""
    try:
        found = urljoin(base, href)
        urlsplit(found)
    except ValueError:
        return ""
    return found if _WEB.match(found) else ""
