"""Hrefs: is what a link points to a page that can be fetched, and what does its address share with this page's?

Section 2.5 of the print-friendly page paper: dynamic pages have no address to fetch, only a fragment or a script.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any, Final
from urllib.parse import parse_qsl, unquote, urlsplit

from printworthy.base.urls import host_of, normalise, registered_domain

_NO_PAGE: Final = re.compile(r"\s*(?:#|javascript|mailto|tel:|sms:|data:|about:|whatsapp|vbscript|blob|$)", re.I)
# `openPrint('x')` and the like: a call where an address should be.
_CALL: Final = re.compile(r"\s*+[\w.$]++\s*+\([^)]*+\)\s*+;?+\s*+$")
_NO_HTML: Final = re.compile(
    r"\.(?:pdf|docx?|epub|jpe?g|png|gif|svg|webp|mp[34]|zip|ics|xml|rss)$|[/._=-]pdf(?:$|[/._&-])|print[_-]?pdf", re.I
)
_TEMPLATE: Final = re.compile(r"\{\{|\}\}|\$\{|%7B%7B|\[\[", re.I)
_NUMBER: Final = re.compile(r"\d{4,}")
_ANY_NUMBER: Final = re.compile(r"\d{2,}")
_DATE: Final = re.compile(r"(?:19|20)\d\d(?:[01]\d(?:[0-3]\d)?)?")
_ENDING: Final = re.compile(r"\.(?:html?|php|aspx?|jsp|cms|shtml|cfm|do)$", re.I)
_JOINTS: Final = re.compile(r"[\W_]+")
_COMMON: Final = frozenset({"print", "printable", "html", "index", "article"})
_SHORT: Final = 8
_LONG: Final = 16
_JOINT_OR_DIGIT: Final = re.compile(r"[\W\d_]")
_ID: Final = re.compile(r"\d{3,}(?:-\d)?")
_ID_NAME: Final = re.compile(
    r"\w*(?<!c)id|[apnt]|nr|no|art|artikel|article|news|story|post|node|item|doc|key|topic", re.I
)
_ARCHIVED: Final = re.compile(r"https?://[^/?#]+/(?:\w+/)?\d{4,14}\w*/(https?://.+)", re.I)


def leads_to_page(href: str | None) -> bool:
    """May this be the address of a page? Fragments, scripts, calls, mail, templates and nothing at all are not."""
    if not href or _NO_PAGE.match(href):
        return False
    return "#" not in href and not _CALL.match(href) and not _TEMPLATE.search(href)


def is_html(url: str) -> bool:
    """Is the address not plainly that of a PDF, a picture or another file?"""
    path, _, query = url.partition("?")
    return not _NO_HTML.search(path) and not _NO_HTML.search(query)


@dataclass(frozen=True, slots=True)
class Identity:
    """What an address says of the article at it: numbers, and the last word of its path.

    `slug` is that word if it is one of a kind ("bridge-reopens", not "services"); `last` is it in any case.
    """

    url: str
    path: str
    last: str
    slug: str
    words: frozenset[str]
    numbers: frozenset[str]
    query: frozenset[tuple[str, str]]

    @classmethod
    def of(cls, url: str) -> Identity:
        """Read an address."""
        cleaned = normalise(url)
        parts = urlsplit(cleaned)
        path = unquote(parts.path).lower()
        last = _ENDING.sub("", path.rstrip("/").rpartition("/")[2])
        whole = f"{path}?{unquote(parts.query)}".lower()
        numbers = frozenset(number for number in _NUMBER.findall(whole) if not _DATE.fullmatch(number))
        pairs = frozenset(parse_qsl(parts.query, keep_blank_values=True, max_num_fields=200))
        words = frozenset(word for word in _JOINTS.split(last) if len(word) >= 4 and word not in _COMMON)
        return cls(cleaned, path, last, last if _is_rare(last) else "", words, numbers, pairs)

    def same_path(self, other: Identity) -> bool:
        """Is it the same page with another query?"""
        return self.path.rstrip("/") == other.path.rstrip("/") and len(self.path) > 1

    def shared_by(self, other: Identity) -> bool:
        """Does another address name the same article?"""
        if self.numbers & other.numbers or self.same_path(other) and other.query >= self.query:
            return True
        if self._grows_into(other) or self.last and any(value.lower() == self.last for _, value in other.query):
            return True
        return bool(self.slug) and self.slug in unquote(other.url).lower()

    def resembled_by(self, other: Identity) -> bool:
        """Do both addresses end in much the same words?"""
        return len(self.words & other.words) >= max(2, (min(len(self.words), len(other.words)) + 1) // 2)

    def is_beside(self, other: Identity) -> bool:
        """Does another address lie in this one's folder, or in one above it that is not the whole site's?"""
        folder = other.path.rstrip("/").rpartition("/")[0] + "/"
        return self.path.startswith(folder) and (folder != "/" or self.path.count("/") == 1)

    def _grows_into(self, other: Identity) -> bool:
        """Is the other's path this one's and one segment more?"""
        stem = self.path.rstrip("/") + "/"
        return len(stem) > 1 and other.path.startswith(stem) and "/" not in other.path[len(stem) :].strip("/")

    @property
    def has_number(self) -> bool:
        """Does the address name some one thing by a number?"""
        return bool(_ANY_NUMBER.search(_DATE.sub("", f"{self.path} {' '.join(value for _, value in self.query)}")))

    @property
    def has_id(self) -> bool:
        """Is a number all that a segment or a parameter called "id" holds? Campaigns and editions have numbers too."""
        segments = _ENDING.sub("", self.path).strip("/").split("/")
        if any(_ID.fullmatch(one) and not _DATE.fullmatch(one) for one in segments):
            return True
        return any(value.isdecimal() and len(value) > 1 and _ID_NAME.fullmatch(name) for name, value in self.query)


def _is_rare(last: str) -> bool:
    """May no other page's address hold this word? Single short words are those of sections ("services")."""
    return len(last) >= _SHORT and (len(last) >= _LONG or bool(_JOINT_OR_DIGIT.search(last)))


def same_owner(one: str, other: str) -> bool:
    """Do both addresses lie under one registered domain? Most do by their hosts alone, without any list.

    An archive holds pages of everybody under its own name: there the addresses inside count.
    """
    first, second = host_of(one), host_of(other)
    if first == second and (inner := _ARCHIVED.match(one)) and (twin := _ARCHIVED.match(other)):
        first, second = host_of(inner[1]), host_of(twin[1])
    if not first or not second:
        return False
    return first == second or owned_domain(first) == owned_domain(second)


@cache
def _suffixes() -> Any:  # noqa: ANN401 - an extra, behind this file
    try:
        from publicsuffixlist import PublicSuffixList
    except ImportError:
        return None
    return PublicSuffixList(accept_encoded_idn=False)  # spelling it all in ASCII takes longer than reading it


def owned_domain(host: str) -> str:
    """What an owner registered: "bbc.co.uk" for "news.bbc.co.uk", "me.github.io" for itself.

    Without the list (the extra `fetch`), a rule of thumb that knows the usual second levels.
    """
    suffixes = _suffixes()
    if suffixes is None or ":" in host or host.replace(".", "").isdigit():
        return registered_domain(host)
    name = _unicode(host)
    return suffixes.privatesuffix(name) or name


def _unicode(host: str) -> str:
    """The host as the list spells it."""
    try:
        return host.encode("ascii").decode("idna") if "xn--" in host else host
    except UnicodeError:
        return host
