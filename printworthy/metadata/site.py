"""The site: `Sources` → its names, as the page gives them and as its address has them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from printworthy.data.article import Field, TextField
from printworthy.metadata.sources import Sources
from printworthy.metadata.wording import key


@dataclass(frozen=True, slots=True)
class Site:
    """The site's names as keys, and the labels of its host ("dailyplanet", "dailyplanetnews")."""

    name: TextField
    keys: frozenset[str]
    labels: tuple[str, ...]

    def is_named(self, text: str) -> bool:
        """Whether a text is the name of this site and nothing more."""
        return self.is_named_by(key(text))

    def is_named_by(self, own: str) -> bool:
        """Whether a text with this key is the name of this site and nothing more."""
        if not own:
            return False
        bare = own.removeprefix("the")
        return own in self.keys or bare in self.keys or self._is_labelled(own, bare.removesuffix("com"))

    def _is_labelled(self, own: str, bare: str) -> bool:
        for label in self.labels:
            if label in (own, bare):
                return True
            if len(label) >= _TELLING <= len(bare) and (label.startswith(bare) or bare.startswith(label)):
                return True
        return False


def read_site(sources: Sources) -> Site:
    """The names of the site: declared ones first, then the part of the title that is the domain's name."""
    named = [(value, "meta") for name in _NAMES for value in sources.meta.get(name, ())]
    for thing in sources.things:
        if "WebSite" in thing.types:
            named += [(text, "json-ld") for text in thing.texts("name")]
        if not thing.role:
            named += [(text, "json-ld publisher") for text in thing.texts("publisher")]
        if thing.role == "publisher" or (not thing.role and "Organization" in thing.types):
            named += [(text, "json-ld publisher") for text in thing.texts("name")]
    labels = _labels(sources.host)
    names = Site(Field(""), frozenset(key(text) for text, _ in named if len(text) < 80) - {""}, labels)
    value, source = next(((text, source) for text, source in named if len(text) < 80), ("", ""))
    parts = [] if value else [part for part, _ in split_title(sources.title)]
    if parts:
        value = next((part for part in (*parts[:0:-1], *parts[:1]) if len(parts) > 1 and names.is_named(part)), "")
        source = "title" if value else ""
    if not value and len(parts) > 1 and len(parts[-1]) < 80 and parts[0] in sources.columns.text:
        value, source = parts[-1], "title's end"
    if not value and sources.host and not _NUMBER.fullmatch(sources.host):
        value, source = sources.host.removeprefix("www."), "address"
    return Site(Field(value, source, _SURE.get(source, 0.0)), names.keys, labels)


@lru_cache(maxsize=16)
def split_title(title: str) -> tuple[tuple[str, str], ...]:
    """The parts of a title between separators, each with the separator that follows it."""
    parts, start = [], 0
    for match in _SEPARATOR.finditer(title) if _SEPARATING.search(title) else ():
        parts.append((title[start : match.start()].strip(), match[0]))
        start = match.end()
    return (*parts, (title[start:].strip(), ""))


def _labels(host: str) -> tuple[str, ...]:
    """The labels of a host that may be words of the site's name: no `www`, no suffix."""
    labels = [label.replace("-", "") for label in host.split(".")[:-1]]
    return tuple(label for label in labels if len(label) > 2 and label not in _COMMON_LABELS)


_NAMES: Final = (
    "og:site_name",
    "application-name",
    "apple-mobile-web-app-title",
    "al:ios:app_name",
    "dc.publisher",
    "publisher",
)
_TELLING: Final = 4  # letters: a shorter beginning is no name
# The host of a page without a name: its number, in either form.
_NUMBER: Final = re.compile(r"[\d.]+|[\da-f]*:[\da-f:.]*")
_SURE: Final = {
    "meta": 0.95, "json-ld": 0.9, "json-ld publisher": 0.85, "title": 0.8, "title's end": 0.6, "address": 0.5,
}  # fmt: skip
_COMMON_LABELS: Final = frozenset(
    "www com net org gov edu blog news shop store docs support help forum wiki dev app".split()
)
_SEPARATOR: Final = re.compile(
    r"\s+(?:[|–—·•»«~›>/\\‹→]|--?|::?|\|\|)\s+|\s*[|｜»]\s*|_(?=[^\x00-\x7f])|"
    r"(?<=[^\x00-\x7f])[-–—_]+(?=[^\x00-\x7f])"
)
# One of these signs stands in every separator.
_SEPARATING: Final = re.compile(r"[|–—·•»«~›>/\\‹→:｜_-]")
