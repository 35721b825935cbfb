"""Guard: an address goes in, and it may be reached or `RefusedError` says why not. The one place that decides.

`check_url` reads the spelling of an address before anything is asked of the network; `check_address` judges the IP
address that a connection is really made to, so that neither a redirect nor a name that changes its meaning between two
look-ups (DNS rebinding) leads anywhere else. `STRICT` is for services, `PERSONAL` for a person at a keyboard: what that
person names may be on the own machine or network, what a page names may not.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, TypeAlias
from urllib.parse import SplitResult, urlsplit

from printworthy.base.urls import canonical_host, literal_address, told
from printworthy.errors import RefusedError

Address: TypeAlias = IPv4Address | IPv6Address
_Networks: TypeAlias = tuple[tuple[IPv4Network | IPv6Network, str], ...]

LOOPBACK: Final = "this machine itself"
PRIVATE: Final = "a private network"
_LINK: Final = "the local link, where clouds keep their metadata"
_SPECIAL: Final = "reserved for a special purpose"
_EMBEDDED: Final = "an IPv6 form that hides an IPv4 address"


def _table(*rows: tuple[str, str]) -> _Networks:
    return tuple((ip_network(network), what) for network, what in rows)


# The special-purpose registries of IANA (RFC 6890 and its successors), less what is reachable by everybody.
_V4: Final = _table(
    ("127.0.0.0/8", LOOPBACK),
    ("10.0.0.0/8", PRIVATE),
    ("172.16.0.0/12", PRIVATE),
    ("192.168.0.0/16", PRIVATE),
    ("100.64.0.0/10", "a provider's own network (CGNAT)"),
    ("169.254.0.0/16", _LINK),
    ("168.63.129.16/32", "a cloud's metadata"),
    ("0.0.0.0/8", "no host at all"),
    ("192.0.0.0/24", _SPECIAL),
    ("192.0.2.0/24", _SPECIAL),
    ("192.88.99.0/24", _SPECIAL),
    ("198.18.0.0/15", _SPECIAL),
    ("198.51.100.0/24", _SPECIAL),
    ("203.0.113.0/24", _SPECIAL),
    ("224.0.0.0/4", "multicast"),
    ("240.0.0.0/4", _SPECIAL),
)
_V6: Final = _table(
    ("::1/128", LOOPBACK),
    ("::/128", "no host at all"),
    ("::/96", _EMBEDDED),
    ("64:ff9b::/96", _EMBEDDED),
    ("64:ff9b:1::/48", _EMBEDDED),
    ("2001::/32", _EMBEDDED),
    ("2002::/16", _EMBEDDED),
    ("fc00::/7", PRIVATE),
    ("fe80::/10", _LINK),
    ("fec0::/10", PRIVATE),
    ("ff00::/8", "multicast"),
    ("2001::/23", _SPECIAL),
    ("2001:db8::/32", _SPECIAL),
    ("3fff::/20", _SPECIAL),
)
_GLOBAL_V6: Final = ip_network("2000::/3")
# Interface identifiers of ISATAP (RFC 5214): the last 32 bits are an IPv4 address.
_ISATAP: Final = (0x00005EFE, 0x02005EFE)

WEB_PORTS: Final = frozenset({80, 443, 8080, 8443})
# Ports on which other protocols listen that an HTTP request can hurt (the Fetch standard, "bad port").
_BAD_PORTS: Final = frozenset(
    map(
        int,
        "0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119"
        " 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989"
        " 990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6379 6566 6665 6666 6667 6668 6669 6679 6697"
        " 10080 11211".split(),
    )
)
_OWN_NAMES: Final = tuple(".localhost .local .lan .home.arpa .internal .intranet .private .corp .home".split())
_NO_WEB: Final = (".onion", ".i2p", ".alt", ".invalid", ".test")
_INSTEAD: Final = "give a public http(s) address, or save the page and give the file"


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """What may be reached.

    ports:       the ports allowed; None allows all but those of other protocols.
    files:       may `file:` addresses be read?
    credentials: may an address carry a name and a password?
    named:       may what a person names be on the own machine or network? See `naming`.
    networks:    networks that an operator opens although they are not public ("10.1.0.0/16").
    only:        if not empty, the only hosts allowed, with all below them ("example.org").
    granted:     hosts that may be on the own machine or network; `naming` fills it.
    """

    ports: frozenset[int] | None = WEB_PORTS
    files: bool = False
    credentials: bool = False
    named: bool = False
    networks: tuple[str, ...] = ()
    only: frozenset[str] = frozenset()
    granted: frozenset[str] = frozenset()

    def naming(self, url: str) -> Policy:
        """The policy for what follows from an address that a person typed: its host is granted, if it is their own."""
        host = host_in(url) if self.named else ""
        return replace(self, granted=self.granted | {host}) if host and _is_own(host) else self


STRICT: Final = Policy()
PERSONAL: Final = Policy(ports=None, files=True, credentials=True, named=True)


def check_url(url: str, policy: Policy = STRICT) -> str:
    """The host of an address that may be asked for ("" for a file); a literal IP address is judged already here."""
    parts = _split(url)
    if parts.scheme == "file":
        return _check_file(url, parts, policy)
    if parts.scheme not in ("http", "https"):
        raise _refused(url, f"'{parts.scheme or 'no scheme'}' is not http or https")
    if not policy.credentials and "@" in parts.netloc:
        raise _refused(url, "it carries a name or a password")
    host = canonical_host(parts.hostname or "")
    if not host:
        raise _refused(url, "it names no host that exists")
    _check_host(url, host, policy)
    _check_port(url, parts, policy)
    return host


def check_address(address: str, policy: Policy = STRICT, host: str = "") -> None:
    """Refuse an IP address that is not public, unless the operator opened its network or a person named its host."""
    found = _parse(address)
    what = refusal(address) if found else "no IP address"
    if not what or found and _opened(found, policy):
        return
    if what in (LOOPBACK, PRIVATE) and host in policy.granted:
        return
    where = f"{host} leads to {address}" if host and host != address else address
    raise RefusedError(f"{where} is refused ({what}): {_INSTEAD}")


def is_open(address: str, policy: Policy = STRICT) -> bool:
    """May anybody reach an IP address under a policy: is it public, or did the operator open its network?"""
    found = _parse(address)
    return found is not None and (not refusal(address) or _opened(found, policy))


def refusal(address: str) -> str:
    """Why an IP address is not public, or "" if it is."""
    found = _parse(address)
    if found is None:
        return "no IP address"
    if isinstance(found, IPv4Address):
        return next((what for network, what in _V4 if found in network), "")
    if found.ipv4_mapped is not None:
        return refusal(str(found.ipv4_mapped)) or _EMBEDDED
    named = next((what for network, what in _V6 if found in network), "")
    if not named and (int(found) >> 32 & 0xFFFFFFFF) in _ISATAP:
        return _EMBEDDED
    return named or ("" if found in _GLOBAL_V6 else _SPECIAL)


def host_in(url: str) -> str:
    """The canonical host of an address, or "" if it has none."""
    try:
        return canonical_host(urlsplit(url.strip()).hostname or "")
    except ValueError:
        return ""


def server_of(url: str) -> tuple[str, int]:
    """The host and port of an address; those of one that is none are empty."""
    try:
        parts = urlsplit(url)
        return host_in(url), parts.port or {"http": 80}.get(parts.scheme, 443)
    except ValueError:
        return "", 0


def _split(url: str) -> SplitResult:
    """The parts of an address; what parsers read differently (backslashes, control characters) is refused."""
    if any(letter <= " " or letter in "\\\x7f" for letter in url):
        raise _refused(url, "it holds characters that no address has")
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        raise _refused(url, "it is no address") from None
    return parts


def _check_file(url: str, parts: SplitResult, policy: Policy) -> str:
    if not policy.files:
        raise _refused(url, "files are not read from here")
    if parts.netloc not in ("", "localhost"):
        raise _refused(url, "the file is on another machine")
    return ""


def _check_port(url: str, parts: SplitResult, policy: Policy) -> None:
    port = parts.port if parts.port is not None else {"http": 80, "https": 443}[parts.scheme]
    if port in _BAD_PORTS or policy.ports is not None and port not in policy.ports:
        raise _refused(url, f"port {port} is not for web pages")


def _check_host(url: str, host: str, policy: Policy) -> None:
    if policy.only and not any(host == one or host.endswith(f".{one}") for one in policy.only):
        raise _refused(url, f"{host} is not among the hosts allowed")
    if address := literal_address(host):
        check_address(address, policy, host)
    elif host in policy.granted or policy.networks and not host.endswith(_NO_WEB):
        return  # the address that it resolves to decides
    elif _is_own_name(host) or host.endswith(_NO_WEB):
        raise _refused(url, f"{host} is no public name")


def _is_own(host: str) -> bool:
    """Is this host of the kind that only the own machine or network has?"""
    address = literal_address(host)
    return refusal(address) in (LOOPBACK, PRIVATE) if address else _is_own_name(host)


def _is_own_name(host: str) -> bool:
    return "." not in host or host.endswith(_OWN_NAMES)


def _opened(address: Address, policy: Policy) -> bool:
    return any(address in ip_network(network) for network in policy.networks)


def _parse(address: str) -> Address | None:
    try:
        return ip_address(address.partition("%")[0])
    except ValueError:
        return None


def _refused(url: str, why: str) -> RefusedError:
    return RefusedError(f"{told(url)[:200]!r} is refused: {why}; {_INSTEAD}")
