"""What happened, as counts that can be added up: each part of the output has its own, a run has their sum."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

BINS: Final = 20
_SUMS: Final = ("records", "pages", "rows", "html_bytes", "chars", "extract_seconds", "worker_seconds")
_COUNTS: Final = ("errors", "left_out", "passed", "languages", "page_types", "confidence", "steps")


@dataclass(slots=True)
class Stats:
    """Counts of one part, or of many together.

    records: everything that was read; pages: the HTML among it; rows: what was written, errors too.
    extract_seconds: CPU of the extraction itself; worker_seconds: CPU of the process around it.
    """

    records: int = 0
    pages: int = 0
    rows: int = 0
    html_bytes: int = 0
    chars: int = 0
    extract_seconds: float = 0.0
    worker_seconds: float = 0.0
    errors: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)
    passed: Counter[str] = field(default_factory=Counter)
    languages: Counter[str] = field(default_factory=Counter)
    page_types: Counter[str] = field(default_factory=Counter)
    confidence: Counter[str] = field(default_factory=Counter)
    steps: Counter[str] = field(default_factory=Counter)

    def note_row(self, row: dict[str, Any]) -> None:
        """Count a row of the output."""
        self.rows += 1
        if row.get("error"):
            self.errors[row["error"]] += 1
            return
        self.chars += len(row.get("text") or "")
        if "language" in row:
            self.languages[row["language"].partition("-")[0].lower() or "unknown"] += 1
        if "page_type" in row:
            self.page_types[row["page_type"]] += 1
        if "confidence" in row:
            self.confidence[str(min(BINS - 1, int(row["confidence"] * BINS)))] += 1
        for step, milliseconds in row.get("timings", ()):
            self.extract_seconds += milliseconds / 1000
            self.steps[step] += round(milliseconds * 1000)

    def to_json(self) -> dict[str, Any]:
        """Plain values that `from_json` reads back."""
        sums = {name: getattr(self, name) for name in _SUMS}
        return sums | {name: dict(getattr(self, name)) for name in _COUNTS}

    @staticmethod
    def from_json(values: dict[str, Any]) -> Stats:
        """The counts that `to_json` gave."""
        counts: dict[str, Any] = {name: Counter(values[name]) for name in _COUNTS}
        return Stats(**{name: values[name] for name in _SUMS}, **counts)


def together(many: Iterable[Stats]) -> Stats:
    """The sum of all."""
    total = Stats()
    for one in many:
        for name in _SUMS:
            setattr(total, name, getattr(total, name) + getattr(one, name))
        for name in _COUNTS:
            getattr(total, name).update(getattr(one, name))
    return total
