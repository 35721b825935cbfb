"""The ledger of a run: the folder `.batch` in the output, from which a run that was killed goes on.

    settings.json, plan.jsonl   what is to be done; written once, before anything else
    staged/                     parts under work, and those that are sealed (they have a card)
    done/NNNNNN.json            the cards of a task that is done; made once, by whoever is first
    progress/NNNNNN             how far a task is, for the line on the terminal
    signatures/                 by which duplicates are found
    samples.jsonl               the speed over time
    lock                        held by the one run that may write here

Workers write to staged/, done/ and progress/ only. The run itself moves the parts of a task that is done out into the
output, so that what a forgotten worker writes is never seen.
"""

from __future__ import annotations

import fcntl
import json
import os
import secrets
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from printworthy.apps.batch.output.parts import Card, read_card, write_whole
from printworthy.apps.batch.settings import BatchSettings
from printworthy.apps.batch.tasks import Task
from printworthy.errors import InputError, UsageError, WriteError


@dataclass(frozen=True, slots=True)
class FinishedTask:
    """A task that is done: its parts in their order."""

    number: int
    cards: tuple[Card, ...]

    @property
    def began(self) -> int:
        """Where the reader found the share's first record; -1 if nowhere."""
        return self.cards[0].began if self.cards else -1

    @property
    def ended(self) -> int:
        """Where the first record after the share stands; -1 if not known."""
        return self.cards[-1].ended if self.cards else -1


class Ledger:
    """The folder; workers and the run each have their own."""

    def __init__(self, output: Path) -> None:
        self.output = output
        self.folder = output / ".batch"
        self.staged, self.done_folder = self.folder / "staged", self.folder / "done"
        self.progress, self.signatures = self.folder / "progress", self.folder / "signatures"

    # What is to be done

    @property
    def planned(self) -> bool:
        """Is there a plan already?"""
        return (self.folder / "plan.jsonl").exists()

    def plan(self, inputs: Sequence[str], settings: BatchSettings, tasks: Iterator[Task]) -> None:
        """Write down what is to be done, once and for all."""
        for folder in (self.staged, self.done_folder, self.progress, self.signatures):
            folder.mkdir(parents=True, exist_ok=True)
        write_whole(self.folder / "settings.json", json.dumps({"inputs": list(inputs), "settings": settings.to_json()}))
        write_whole(self.folder / "plan.jsonl", "".join(f"{task.to_json()}\n" for task in tasks))

    def tasks(self) -> list[Task]:
        """All tasks of the plan, with what was put right since."""
        lines = (self.folder / "plan.jsonl").read_text("utf-8").split("\n")
        found = [Task.from_json(line) for line in lines if line]
        return [self._mended(task) for task in found]

    def check_same(self, inputs: Sequence[str], settings: BatchSettings) -> None:
        """Refuse to go on with other inputs or settings than the run began with."""
        known: dict[str, Any] = json.loads((self.folder / "settings.json").read_text("utf-8"))
        other = BatchSettings.from_json(known["settings"]).differences(settings)
        if known["inputs"] != list(inputs):
            other.append("inputs")
        if other:
            raise UsageError(
                f"{self.output} holds a run with other {', '.join(other)}: give the same again to go on with it, "
                f"or another folder"
            )

    def check_unchanged(self) -> None:
        """Refuse to go on with files that have changed: their records would no longer be where they were."""
        ends: dict[str, int] = {}
        for task in self.tasks():
            if task.kind in ("warc", "jsonl"):
                ends[task.source] = max(ends.get(task.source, 0), task.end)
        for source, size in ends.items():
            if not Path(source).exists() or Path(source).stat().st_size != size:
                raise InputError(f"{source} has changed since the run began: begin anew in another folder")

    def mend(self, task: Task, start: int) -> None:
        """A task's first record is elsewhere than it was found: forget what it did, and let it begin there."""
        write_whole(self.folder / f"mended-{task.name}", str(start))
        for card in self.done(task).cards:
            self._published(task, card).unlink(missing_ok=True)
            (self.signatures / f"{self._published(task, card).name}.signatures").unlink(missing_ok=True)
        for path in self.staged.glob(f"{task.name}-*"):
            path.unlink(missing_ok=True)
        (self.done_folder / f"{task.name}.json").unlink()

    def _mended(self, task: Task) -> Task:
        with suppress(FileNotFoundError):
            start = int((self.folder / f"mended-{task.name}").read_text("ascii"))
            return replace(task, start=start, exact=True)
        return task

    # What workers do

    def sealed(self, task: Task) -> list[Card]:
        """The parts that earlier tries have left, each beginning where the last one ended."""
        cards = [read_card(path) for path in sorted(self.staged.glob(f"{task.name}-*.card"))]
        chain: list[Card] = []
        while card := next((one for one in cards if one.start == (chain[-1].until if chain else 0)), None):
            chain.append(card)
            if card.last or card.until == card.start:
                break
        return chain

    def commit(self, task: Task, cards: Sequence[Card]) -> bool:
        """Say that a task is done; False if somebody else was first, whose parts then count."""
        mine = self.done_folder / f".{task.name}.{secrets.token_hex(4)}.new"
        mine.write_text(json.dumps([asdict(card) for card in cards]), "utf-8")
        try:
            os.link(mine, self.done_folder / f"{task.name}.json")
        except FileExistsError:
            return False
        finally:
            mine.unlink()
        return True

    # What the run itself does

    def is_done(self, task: Task) -> bool:
        """Has somebody said so?"""
        return (self.done_folder / f"{task.name}.json").exists()

    def all_done(self) -> set[int]:
        """The numbers of the tasks that are done; one look at the folder, however many there are."""
        names = (entry.name for entry in os.scandir(self.done_folder))
        return {int(name.removesuffix(".json")) for name in names if not name.startswith(".")}

    def done(self, task: Task) -> FinishedTask:
        """The parts of a task that is done."""
        cards = json.loads((self.done_folder / f"{task.name}.json").read_text("utf-8"))
        return FinishedTask(task.number, tuple(Card(**card) for card in cards))

    def publish(self, task: Task) -> None:
        """Move a task's parts out into the output. Doing it twice does no harm."""
        for card in self.done(task).cards:
            goal = self._published(task, card)
            if card.rows:
                _move(self.staged / f"{card.file}.signatures", self.signatures / f"{goal.name}.signatures")
                _move(self.staged / card.file, goal)

    def published(self, task: Task) -> list[tuple[Path, Card]]:
        """The files of a task in the output."""
        return [(self._published(task, card), card) for card in self.done(task).cards if card.rows]

    def tidy(self) -> None:
        """Remove what is needed no longer once everything is done."""
        for folder in (self.staged, self.progress, self.signatures):
            shutil.rmtree(folder, ignore_errors=True)
        for path in self.output.glob(".part-*.new"):
            path.unlink(missing_ok=True)

    def _published(self, task: Task, card: Card) -> Path:
        number, _, rest = card.file.removeprefix(f"{task.name}-").partition("-")
        return self.output / f"part-{task.name}-{number}.{rest.partition('.')[2]}"

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Be the only run that writes here."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            file = (self.folder / "lock").open("w")
        except OSError as error:
            raise WriteError(f"{self.output} cannot be written ({error.strerror}): name another folder") from None
        with file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise WriteError(f"another run writes to {self.output}: wait for it, or name another folder") from None
            yield


def _move(path: Path, goal: Path) -> None:
    with suppress(FileNotFoundError):  # it has been moved before
        path.replace(goal)
