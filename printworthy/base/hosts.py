"""Hosts: the host of an address in any spelling → the one spelling that resolvers see, and the IP address it may be."""

from __future__ import annotations

import re
import unicodedata
from ipaddress import IPv4Address, IPv6Address
from typing import Final
from urllib.parse import unquote

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
