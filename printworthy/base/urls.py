"""Addresses: resolve them, compare them, and find their host and their site. Nothing here raises on garbage."""

from __future__ import annotations

import posixpath
import re
import unicodedata
from ipaddress import IPv4Address, IPv6Address
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


def is_web(address: str) -> bool:
    """Is it an address of the web?"""
    return address.lower().startswith(("http://", "https://"))


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


_DOTS: Final = re.compile("[\u3002\uff0e\uff61]")
_NAME: Final = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*")
_NUMBER: Final = re.compile(r"0x[0-9a-f]*|[0-9]+")
_KEPT: Final = re.compile("[\u00df\u03c2]")
_LONGEST: Final = 253


def canonical_host(host: str) -> str:
    """A host name in ASCII and lower case, or an IP address as browsers read it; "" if it is neither."""
    if ":" in host:
        return _ipv6(host)
    name = _DOTS.sub(".", unquote(host))
    name = _ascii(unicodedata.normalize("NFKC", name).lower().removesuffix("."))
    if not _NAME.fullmatch(name) or len(name) > _LONGEST:
        return ""
    return _ipv4(name) if _NUMBER.fullmatch(name.rpartition(".")[2]) else name


def literal_address(host: str) -> str:
    """The IP address that a canonical host is, or "" if it is a name."""
    return host if ":" in host or host[-1:].isdigit() and host.replace(".", "").isdigit() else ""


def _ascii(name: str) -> str:
    if name.isascii():
        return name
    try:
        return ".".join(map(_label, name.split(".")))
    except UnicodeError:
        return ""


def _label(label: str) -> str:
    """One label in ASCII. Today's rules (UTS 46) keep two letters apart that the library's turn into others."""
    if _KEPT.search(label):
        return "xn--" + label.encode("punycode").decode("ascii")
    return label.encode("idna").decode("ascii").lower()


def _ipv6(host: str) -> str:
    try:
        return str(IPv6Address(host.partition("%")[0]))
    except ValueError:
        return ""


def _ipv4(name: str) -> str:
    """An IPv4 address of one to four numbers, decimal, octal or hexadecimal (the URL standard, section 3.5)."""
    parts = name.split(".")
    if len(parts) > 4 or not all(map(_NUMBER.fullmatch, parts)):
        return ""
    try:
        numbers = [_number(part) for part in parts]
    except ValueError:
        return ""
    *first, last = numbers
    if any(number > 255 for number in first) or last >= 256 ** (4 - len(first)):
        return ""
    return str(IPv4Address(sum(number << 8 * (3 - place) for place, number in enumerate(first)) + last))


def _number(part: str) -> int:
    if part.startswith("0x"):
        return int(part[2:] or "0", 16)
    return int(part, 8) if len(part) > 1 and part[0] == "0" else int(part)
