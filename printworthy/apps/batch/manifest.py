"""The manifest in the output: which inputs are done, and which parts there are. It is true at every moment."""

from __future__ import annotations

import json
from collections.abc import Sequence
from time import monotonic
from typing import Any, Final

from printworthy.apps.batch.ledger import Ledger
from printworthy.apps.batch.parts import write_whole
from printworthy.apps.batch.tasks import Task

VERSION: Final = 1
_EVERY: Final = 5.0


class Manifest:
    """Told of every task that is done; written at most every few seconds, and at the end."""

    def __init__(self, ledger: Ledger, tasks: Sequence[Task]) -> None:
        self._ledger = ledger
        self._inputs: dict[str, dict[str, Any]] = {}
        self._parts: list[dict[str, Any]] = []
        self._next = 0.0
        for task in tasks:
            fresh = {"source": task.source, "kind": task.kind, "tasks": 0, "done": 0}
            self._inputs.setdefault(task.source, fresh)["tasks"] += 1

    def note(self, task: Task) -> None:
        """A task is done and its parts are in the output."""
        self._inputs[task.source]["done"] += 1
        for path, card in self._ledger.published(task):
            self._parts.append({"file": path.name, "source": task.source, "rows": card.rows})

    def write(self, now: bool = False) -> None:
        """Write it if it is time, or now."""
        if not now and monotonic() < self._next:
            return
        self._next = monotonic() + _EVERY
        inputs = [{**entry, "finished": entry["tasks"] == entry["done"]} for entry in self._inputs.values()]
        parts = sorted(self._parts, key=lambda part: str(part["file"]))
        values = {"version": VERSION, "inputs": inputs, "parts": parts}
        write_whole(self._ledger.output / "manifest.json", json.dumps(values, ensure_ascii=False, indent=1) + "\n")
