"""What the proxy has done since it began, to be shown on its settings page."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass(slots=True)
class Counters:
    """Pages seen, filtered, let through and why; bytes of HTML in and out; deleted elements; blocked requests."""

    pages: int = 0
    filtered: int = 0
    bytes_in: int = 0
    bytes_out: int = 0
    blocked: int = 0
    removed: Counter[str] = field(default_factory=Counter)
    let_through: Counter[str] = field(default_factory=Counter)

    def page(self, before: int, after: int, removed: Counter[str]) -> None:
        """A page was filtered."""
        self.filtered += 1
        self.bytes_in += before
        self.bytes_out += after
        self.removed.update(removed)

    @property
    def ads(self) -> int:
        """Advertisements that nobody saw."""
        return self.removed["ads"] + self.blocked

    @property
    def saved(self) -> int:
        """Bytes that were not sent on."""
        return max(0, self.bytes_in - self.bytes_out)
