"""Hrefs: is what a link points to a page that can be fetched, and what does its address share with this page's?

Section 2.5 of the print-friendly page paper: dynamic pages have no address to fetch, only a fragment or a script.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl, unquote, urlsplit

from printworthy.base.urls import normalise

_NO_PAGE: Final = re.compile(r"\s*(?:#|javascript|mailto|tel:|sms:|data:|about:|whatsapp|vbscript|blob|$)", re.I)
# `openPrint('x')` and the like: a call where an address should be.
_CALL: Final = re.compile(r"\s*[\w.$]+\s*\([^)]*\)\s*;?\s*$")
_NO_HTML: Final = re.compile(
    r"\.(?:pdf|docx?|epub|jpe?g|png|gif|svg|webp|mp[34]|zip|ics|xml|rss)$|[/._=-]pdf(?:$|[/._&-])", re.I
)
_TEMPLATE: Final = re.compile(r"\{\{|\}\}|\$\{|%7B%7B|\[\[", re.I)
_NUMBER: Final = re.compile(r"\d{4,}")
_ANY_NUMBER: Final = re.compile(r"\d{2,}")
_DATE: Final = re.compile(r"(?:19|20)\d\d(?:[01]\d(?:[0-3]\d)?)?")
_ENDING: Final = re.compile(r"\.(?:html?|php|aspx?|jsp|cms|shtml|cfm|do)$", re.I)
_JOINTS: Final = re.compile(r"[\W_]+")
_COMMON: Final = frozenset({"print", "printable", "html", "index", "article"})
_SHORT: Final = 8


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
    """What an address says of the article at it: numbers and the last word of its path."""

    url: str
    path: str
    slug: str
    words: frozenset[str]
    numbers: frozenset[str]
    query: frozenset[tuple[str, str]]

    @classmethod
    def of(cls, url: str) -> Identity:
        """Read an address."""
        parts = urlsplit(normalise(url))
        path = unquote(parts.path).lower()
        slug = _ENDING.sub("", path.rstrip("/").rpartition("/")[2])
        whole = f"{path}?{unquote(parts.query)}".lower()
        numbers = frozenset(number for number in _NUMBER.findall(whole) if not _DATE.fullmatch(number))
        pairs = frozenset(parse_qsl(parts.query, keep_blank_values=True, max_num_fields=200))
        words = frozenset(word for word in _JOINTS.split(slug) if len(word) >= 4 and word not in _COMMON)
        return cls(normalise(url), path, slug if len(slug) >= _SHORT else "", words, numbers, pairs)

    def same_path(self, other: Identity) -> bool:
        """Is it the same page with another query?"""
        return self.path.rstrip("/") == other.path.rstrip("/") and len(self.path) > 1

    def shared_by(self, other: Identity) -> bool:
        """Does another address name the same article?"""
        if self.numbers & other.numbers or self.same_path(other) and other.query >= self.query:
            return True
        if len(self.path) > 1 and other.path.startswith(self.path.rstrip("/") + "/"):
            return True
        return bool(self.slug) and self.slug in unquote(other.url).lower()

    def resembled_by(self, other: Identity) -> bool:
        """Do both addresses end in much the same words?"""
        return len(self.words & other.words) >= max(2, (min(len(self.words), len(other.words)) + 1) // 2)

    @property
    def has_number(self) -> bool:
        """Does the address name some one thing by a number?"""
        return bool(_ANY_NUMBER.search(_DATE.sub("", f"{self.path} {' '.join(value for _, value in self.query)}")))
