"""The summary of a run: the ledger goes in; counts come out, as values, as JSON, and as a table for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from printworthy.apps.batch.ledger import Ledger
from printworthy.apps.batch.stats import Stats, together
from printworthy.apps.batch.tasks import Task
from printworthy.apps.batch.watch import ProgressPoint

# The clock stands still while nobody runs: between a kill and the next start.
_GAP: Final = 10.0
_MOST: Final = 8


@dataclass(frozen=True, slots=True)
class Summary:
    """What a run did."""

    inputs: int
    parts: int
    output_bytes: int
    input_bytes: int
    seconds: float
    duplicates: dict[str, int]
    stats: Stats

    def to_json(self) -> dict[str, Any]:
        """Plain values that `from_json` reads back."""
        values = {name: getattr(self, name) for name in self.__slots__ if name != "stats"}
        return values | {"stats": self.stats.to_json()}

    @staticmethod
    def from_json(values: dict[str, Any]) -> Summary:
        """The summary that `to_json` gave."""
        return Summary(**{**values, "stats": Stats.from_json(values["stats"])})

    def lines(self) -> list[tuple[str, str]]:
        """What it says, line by line."""
        stats, errors = self.stats, sum(self.stats.errors.values())
        speed = stats.pages / self.seconds if self.seconds else 0.0
        flow = self.input_bytes / self.seconds if self.seconds else 0.0
        cpu = stats.extract_seconds + stats.worker_seconds
        parts = "1 part" if self.parts == 1 else f"{self.parts:,} parts"
        said = [
            ("inputs", f"{self.inputs:,} ({_size(self.input_bytes)})"),
            ("records read", f"{stats.records:,}"),
            ("pages read", f"{stats.pages:,} ({_size(stats.html_bytes)} of HTML)"),
            ("rows written", f"{stats.rows:,} in {parts} ({_size(self.output_bytes)})"),
            ("errors", _counted(errors, stats.errors)),
            ("left out by filters", _counted(sum(stats.left_out.values()), stats.left_out)),
            ("no pages", _counted(sum(stats.passed.values()), stats.passed)),
            ("duplicates", f"{self.duplicates.get('exact', 0):,} exact, {self.duplicates.get('near', 0):,} near"),
            ("time", f"{self.seconds:,.1f} s, {speed:,.1f} pages/s, {_size(flow)}/s"),
            ("CPU", f"{cpu:,.1f} s, {1000 * cpu / max(1, stats.pages):,.1f} ms a page"),
        ]  # fmt: skip
        return [(name, text) for name, text in said if text != "0"]

    def table(self) -> str:
        """The lines as a table for the terminal."""
        rows = self.lines()
        width = max(len(name) for name, _ in rows)
        return "\n".join(f"{name:<{width}}  {text}" for name, text in rows)


def summarise(
    ledger: Ledger, tasks: Sequence[Task], moments: Sequence[ProgressPoint], duplicates: dict[str, int]
) -> Summary:
    """The summary of all tasks, which must be done."""
    cards = [card for task in tasks for card in ledger.done(task).cards]
    files = [path for task in tasks for path, _ in ledger.published(task)]
    return Summary(
        inputs=len({task.source for task in tasks}),
        parts=len(files),
        output_bytes=sum(path.stat().st_size for path in files),
        input_bytes=sum(task.size for task in tasks),
        seconds=sum(min(later.time - sooner.time, _GAP) for sooner, later in pairwise(moments)),
        duplicates=duplicates,
        stats=together(card.counts() for card in cards),
    )


def _size(count: float) -> str:
    """So many bytes, with the digits that tell."""
    if count < 1e6:
        return f"{count / 1e3:,.0f} KB"
    return f"{count / 1e6:,.1f} MB" if count < 1e7 else f"{count / 1e6:,.0f} MB"


def _counted(total: int, kinds: Counter[str]) -> str:
    """A number, and what it is made of, the largest first."""
    if not total:
        return "0"
    named = [f"{name} {count:,}" for name, count in kinds.most_common(_MOST)]
    more = f", {len(kinds) - _MOST} more kinds" if len(kinds) > _MOST else ""
    return f"{total:,} ({', '.join(named)}{more})"
