"""Sealed fields: what is heavy about an article as one piece of bytes, for processes that only hand it on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Sealed:
    """A promise that can travel: fields pickled by one process of ours, to be opened by another one that reads them.

    Between the two they are bytes: many small objects, once made, would leave memory in pieces that is never given
    back. `pictures` stands on the outside: the addresses of the pictures inside, as far as anybody may want them.
    """

    content: bytes = field(repr=False)
    pictures: tuple[str, ...] = ()

    @classmethod
    def of(cls, fields: dict[str, Any], pictures: tuple[str, ...] = ()) -> Sealed:
        """Seal fields by their names."""
        import pickle  # whoever seals nothing need not load it

        return cls(pickle.dumps(fields, pickle.HIGHEST_PROTOCOL), pictures)

    def __call__(self) -> dict[str, Any]:
        """Open them."""
        import pickle

        found: dict[str, Any] = pickle.loads(self.content)  # noqa: S301 - from a process of our own
        return found
