"""Page: what all pictures of a page are compared with, each part made when it is first needed."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from typing import Final

from printworthy.base.tags import CODE
from printworthy.base.urls import host_of, registered_domain
from printworthy.data.columns import Columns
from printworthy.images.entities import LONGEST, Recogniser
from printworthy.images.files import file_key
from printworthy.images.furniture_words import is_named_furniture

_H1: Final = CODE["h1"]
# The article's body is the innermost element that holds this share of the kept text.
_MOST: Final = 0.7


class PageContext:
    """A page around its article: `named` are the pictures that its head names, `title` is its own title."""

    def __init__(self, place: KeptRange, url: str, named: Sequence[str], title: str, recognise: Recogniser) -> None:
        self.place = place
        self.url = url
        self.named = frozenset(map(file_key, named))
        self.title = title
        self.recognise = recognise
        self._furniture: dict[str, bool] = {}

    @cached_property
    def site(self) -> str:
        """The registered domain of the page, "" if its address is not known."""
        return registered_domain(host_of(self.url)) if self.url else ""

    @cached_property
    def text(self) -> str:
        """The title and the beginning of the kept text."""
        place, parts, size = self.place, [self.title], len(self.title)
        for at in range(place.first, place.last + 1):
            if place.kept[at + 1] > place.kept[at]:
                parts.append(place.columns.text[at])
                size += len(parts[-1])
                if size > LONGEST:
                    break
        return "\n".join(parts)

    @cached_property
    def names(self) -> Counter[str]:
        """What the article names."""
        return self.recognise(self.text)

    @cached_property
    def lower(self) -> str:
        """The title and the beginning of the kept text in lower case."""
        return self.text.lower()

    def is_furniture(self, key: str) -> bool:
        """Do class names or an id name a part that is not the article? Many elements of a page are named alike."""
        known = self._furniture.get(key)
        if known is None:
            known = self._furniture[key] = is_named_furniture(key)
        return known


class KeptRange:
    """The kept range of a page: `kept` counts kept segments, `chars` and `kept_chars` characters, before each one."""

    __slots__ = ("body", "chars", "columns", "first", "kept", "kept_chars", "last", "titles", "total")

    def __init__(self, columns: Columns, kept: Sequence[bool]) -> None:
        self.columns = columns
        sizes = [len(text) for text in columns.text]
        self.kept = [0, *accumulate(kept)]
        self.chars = [0, *accumulate(sizes)]
        self.kept_chars = [0, *accumulate([size if wanted else 0 for size, wanted in zip(sizes, kept, strict=True)])]
        self.total = self.kept_chars[-1]
        self.first = bisect_left(self.kept, 1) - 1
        self.last = bisect_left(self.kept, self.kept[-1]) - 1
        self.titles = [columns.first[element] for element, code in enumerate(columns.tag) if code == _H1]
        self.body = self._body() if self.total else 0

    @property
    def empty(self) -> bool:
        """Was nothing kept?"""
        return self.total == 0

    def inside(self, element: int) -> int:
        """How many kept characters stand inside an element."""
        return self.kept_chars[self.columns.last[element]] - self.kept_chars[self.columns.first[element]]

    def share(self, element: int) -> float:
        """The kept share of an element's text; 0 without text."""
        first, last = self.columns.first[element], self.columns.last[element]
        every = self.chars[last] - self.chars[first]
        return (self.kept_chars[last] - self.kept_chars[first]) / every if every else 0.0

    def gap(self, start: int, end: int) -> tuple[int, int]:
        """The segments between what stands at `start:end` and the nearest kept one before and after it; -1 if none."""
        before = -1
        if self.kept[start]:
            before = start - bisect_left(self.kept, self.kept[start])
        after = -1
        if self.kept[-1] > self.kept[end]:
            after = bisect_left(self.kept, self.kept[end] + 1) - 1 - end
        return before, after

    def _body(self) -> int:
        """The innermost element that holds most of the kept text."""
        columns = self.columns
        middle = bisect_left(self.kept_chars, self.total / 2) - 1
        element = columns.owner[max(0, middle)]
        while element > 0 and self.inside(element) < _MOST * self.total:
            element = columns.parent[element]
        return element
