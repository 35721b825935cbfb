"""Drawings of pages, kept for as long as there is room: those go first that nobody asked for the longest."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Drawn:
    """The pages of one choice, and the pictures that were not there yet when they were drawn."""

    pages: tuple[bytes, ...] = ()
    wanted: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """How many bytes this holds."""
        return sum(map(len, self.pages))


class Drawings:
    """Pages as SVG (gzip), by the name of the page and the key of the choices."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._known: OrderedDict[tuple[str, str], Drawn] = OrderedDict()

    def get(self, name: str, key: str) -> Drawn | None:
        """The drawings, or None."""
        found = self._known.get((name, key))
        if found is not None:
            self._known.move_to_end((name, key))
        return found

    def put(self, name: str, key: str, drawn: Drawn) -> None:
        """Keep the newest drawings of a choice."""
        self.forget(name, key)
        self._known[name, key] = drawn
        self._size += drawn.size
        while self._size > self._most and len(self._known) > 1:
            self.forget(*next(iter(self._known)))

    def forget(self, name: str, key: str) -> None:
        """Drop the drawings of a choice, if there are any."""
        self._size -= self._known.pop((name, key), Drawn()).size
