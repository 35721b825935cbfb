"""Page: what all pictures of a page are compared with, each part made when it is first needed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from printworthy.base.urls import host_of, registered_domain
from printworthy.images.entities import LONGEST, Recogniser
from printworthy.images.files import file_key
from printworthy.images.place import Place
from printworthy.images.wording import is_named_furniture


class Page:
    """A page around its article: `named` are the pictures that its head names, `title` is its own title."""

    def __init__(self, place: Place, url: str, named: Sequence[str], title: str, recognise: Recogniser) -> None:
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
