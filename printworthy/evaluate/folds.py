"""Folds: pages of all sets → a fold number for each, such that no site and no copy of a page stands in two folds.

Pages are tied together by registered domain, by identical bytes, and by the title under which a site shows them. Each
group of tied pages goes to one fold, chosen by a hash of the group's smallest key: adding pages moves no other site.
"""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING
from zlib import crc32

from printworthy.errors import MissingExtraError

if TYPE_CHECKING:
    from tldextract import TLDExtract


@dataclass(frozen=True, slots=True)
class PageKey:
    """What the grouping reads of a page. `id` is unique over all sets; `url` may be empty."""

    id: str
    url: str
    content: bytes


def group_folds(pages: Sequence[PageKey], folds: int = 5) -> list[int]:
    """The fold of each page, 0 to `folds` - 1; pages of one group share their fold."""
    return [crc32(group.encode()) % folds for group in groups(pages)]


def groups(pages: Sequence[PageKey]) -> list[str]:
    """The smallest key of each page's group: pages that share any key, directly or through others, are one group."""
    keys = [sorted(set(page_keys(page))) for page in pages]
    union = _Union()
    for own in keys:
        for key in own:
            union.join(own[0], key)
    return [union.smallest(own[0]) for own in keys]


def page_keys(page: PageKey) -> Iterator[str]:
    """The keys that tie a page to others. Keys of domains sort first, so that a group is named by a domain."""
    head = _Head.of(page.content)
    domains = {registered_domain(url) for url in (page.url, head.address) if url} or {_domain_in_name(page.id)}
    yield from (f"domain:{domain}" for domain in domains if domain)
    yield f"hash:{hashlib.sha1(page.content, usedforsecurity=False).hexdigest()}"
    if head.title and head.site:
        yield f"title:{head.site}\n{head.title}"
    if len(head.title) >= _TELLING:
        yield f"title:{head.title}"


def registered_domain(url: str) -> str:
    """The domain that somebody registered (`news.bbc.co.uk` → `bbc.co.uk`), or the host if it is under no suffix."""
    found = _suffixes()(_ARCHIVED.sub("", url))
    return (found.top_domain_under_public_suffix or found.ipv4 or found.fqdn or found.domain).lower()


def _domain_in_name(name: str) -> str:
    """The registered domain at the start of a file name like `blog.example.org.html` or `example.at-news.html`."""
    labels = name.rpartition("/")[2].lower().split(".")
    for end in range(1, len(labels)):
        found = _suffixes()(".".join([*labels[:end], labels[end].partition("-")[0]]))
        if found.suffix and found.domain:
            return found.top_domain_under_public_suffix
    return ""


@cache
def _suffixes() -> TLDExtract:
    """The public suffix list that comes inside the package: nothing is fetched and nothing cached on disk."""
    try:
        from tldextract import TLDExtract
    except ImportError:
        raise MissingExtraError("train", "grouping by registered domain") from None
    return TLDExtract(cache_dir=None, suffix_list_urls=())


@dataclass(frozen=True, slots=True)
class _Head:
    """What a page says of itself: its address, its title, and its site's name."""

    address: str
    title: str
    site: str

    @classmethod
    def of(cls, content: bytes) -> _Head:
        """Read tags without parsing: a wrong guess only puts two pages into one fold."""
        tags = [_attributes(tag) for tag in _TAG.findall(content)]
        canonical = [tag.get("href", "") for tag in tags if tag.get("rel", "").lower() == "canonical"]
        meta = {(tag.get("property") or tag.get("name", "")).lower(): tag.get("content", "") for tag in reversed(tags)}
        title = _TITLE.search(content)
        return cls(
            address=next((url for url in (*canonical, meta.get("og:url", "")) if _is_absolute(url)), ""),
            title=_plain(meta.get("og:title") or (title[1].decode("utf-8", "replace") if title else "")),
            site=_plain(meta.get("og:site_name", "")),
        )


def _attributes(tag: bytes) -> dict[str, str]:
    """The attributes of one tag, by lower-case name."""
    found = _ATTRIBUTE.findall(tag.decode("utf-8", "replace"))
    return {name.lower(): html.unescape(quoted or single or bare).strip() for name, quoted, single, bare in found}


def _is_absolute(url: str) -> bool:
    return url.startswith(("http://", "https://"))


def _plain(text: str) -> str:
    """Text for comparison: lower case, single spaces."""
    return " ".join(html.unescape(text).lower().split())


class _Union:
    """Sets of keys that are joined; each set is known by its smallest key."""

    def __init__(self) -> None:
        self._parent: dict[str, str] = {}

    def smallest(self, key: str) -> str:
        """The smallest key of the set that holds `key`."""
        path = [key]
        while (parent := self._parent.setdefault(path[-1], path[-1])) != path[-1]:
            path.append(parent)
        for passed in path:
            self._parent[passed] = path[-1]
        return path[-1]

    def join(self, one: str, other: str) -> None:
        """Make the sets of two keys one set."""
        low, high = sorted((self.smallest(one), self.smallest(other)))
        self._parent[high] = low


# A title of this many characters is hardly that of two different pages.
_TELLING = 40
# An archive's copy is a page of the site that it was taken from.
_ARCHIVED = re.compile(r"^https?://web\.archive\.org/web/[^/]+/(?=https?:)", re.IGNORECASE)
_TAG = re.compile(rb"<(?:link|meta)\b([^>]{1,2000})>", re.IGNORECASE)
_TITLE = re.compile(rb"<title[^>]{0,500}>([^<]{1,1000})", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
