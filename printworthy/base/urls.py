"""Addresses: resolve them, compare them, and find the site they belong to. Nothing here raises on garbage."""

from __future__ import annotations

import posixpath
import re
from typing import Final
from urllib.parse import parse_qsl, quote, unquote, urlencode, urljoin, urlsplit, urlunsplit

# Browsers drop these from addresses (the URL standard, section 4.1).
_DROPPED: Final = re.compile(r"[\t\n\r]")
_EDGES: Final = "".join(map(chr, range(33)))
_PORTS: Final = {"http": 80, "https": 443}
_NO_PAGE: Final = ("javascript:", "data:", "vbscript:", "blob:", "about:")
# Parameters that say where the reader came from, not what the page is.
_TRACKING: Final = re.compile(
    r"utm_\w+|fbclid|gclid|dclid|msclkid|yclid|mc_[ce]id|igshid|_ga|_gl|ref_src|cmpid|ocid|spm", re.IGNORECASE
)
_LABEL: Final = re.compile(r"[\w-]+", re.UNICODE)
# Second levels under which names are given to anybody, where no list of public suffixes is at hand.
_SECOND: Final = frozenset("ac co com edu go gob gouv gov ltd mil ne net nic nom or org plc sch".split())


def absolute(base: str, href: str) -> str:
    """The absolute address that `href` means on the page at `base`; empty if it means no address at all."""
    href = _DROPPED.sub("", href).strip(_EDGES)
    if href.lower().startswith(_NO_PAGE):
        return ""
    try:
        joined = urljoin(_DROPPED.sub("", base).strip(_EDGES), href)
        parts = urlsplit(joined)
    except ValueError:
        return ""
    return _quoted(joined) if parts.scheme and (parts.netloc or parts.scheme in ("mailto", "tel")) else ""


def normalise(url: str) -> str:
    """One spelling for addresses of one page: no fragment, default port or tracking; garbage stays as it is."""
    cleaned = _DROPPED.sub("", url).strip(_EDGES)
    try:
        parts = urlsplit(cleaned)
        port = parts.port
    except ValueError:
        return cleaned
    scheme, host = parts.scheme.lower(), host_of(cleaned)
    if not host:
        return cleaned
    site = f"[{host}]" if ":" in host else host
    netloc = site if port in (None, _PORTS.get(scheme)) else f"{site}:{port}"
    return urlunsplit((scheme, netloc, _path(parts.path), _query(parts.query), ""))


def host_of(url: str) -> str:
    """The host of an address in lower case, without port or final dot; empty if there is none."""
    try:
        return (urlsplit(_DROPPED.sub("", url).strip(_EDGES)).hostname or "").rstrip(".")
    except ValueError:
        return ""


def registered_domain(host: str) -> str:
    """The part of a host that its owner registered, by rule of thumb: "bbc.co.uk" for "news.bbc.co.uk"."""
    labels = host.lower().rstrip(".").split(".")
    if len(labels) < 2 or labels[-1].isdigit() or not all(map(_LABEL.fullmatch, labels)):
        return host.lower().rstrip(".")
    two = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in _SECOND
    return ".".join(labels[-3:] if two else labels[-2:])


def _quoted(url: str) -> str:
    """The address with spaces and characters outside ASCII escaped; a lone `%` stays."""
    return url if url.isascii() and " " not in url else quote(url, safe="%/:=&?~#+!$,;'@()*[]", errors="replace")


def _path(path: str) -> str:
    """The path without dot segments and needless escapes, and with a slash at least."""
    if not path:
        return "/"
    tidy = posixpath.normpath(quote(unquote(path), safe="/:=~+!$,;'@()*&", errors="replace"))
    tidy = "/" + tidy.lstrip("/")
    return tidy + "/" if path.endswith(("/", "/.", "/..")) and tidy != "/" else tidy


def _query(query: str) -> str:
    """The query without parameters that only track readers; others keep their order, which a server may heed."""
    try:
        pairs = parse_qsl(query, keep_blank_values=True, errors="replace", max_num_fields=1000)
    except ValueError:
        return query
    return urlencode([(name, value) for name, value in pairs if not _TRACKING.fullmatch(name)])


def told(url: str) -> str:
    """An address as messages show it: without name and password, without signs that a terminal obeys, not too long."""
    scheme, mark, rest = url.partition("://")
    authority = re.split(r"[/?#\\]", rest, maxsplit=1)[0] if mark else ""
    shown = f"{scheme}{mark}{rest[authority.rfind('@') + 1 :]}" if mark else url
    return "".join(sign if sign.isprintable() else "?" for sign in shown[:_TOLD])


_TOLD: Final = 500
