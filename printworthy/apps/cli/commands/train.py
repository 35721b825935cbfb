"""`printworthy train`: pages that you labelled in, a model of your own out, with a report on how good it is.

The folder is one of `printworthy annotate`, or a corpus in a layout of docs/evaluate.md, such as WCXB's. By default the
new model is stacked on the built-in one, for which a few dozen pages are enough.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from printworthy.errors import MissingExtraError, UsageError


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainArguments:
    """What was asked for."""

    data: Path
    output: Path
    model: str | None
    from_scratch: bool
    resume: bool


def run(arguments: TrainArguments) -> int:
    """Train, and print the table."""
    try:
        from printworthy.train.own import report  # it needs the extra
        from printworthy.train.own import run as training  # with the report
    except ModuleNotFoundError as error:
        raise MissingExtraError("train", "training a model") from error

    data, output = arguments.data, arguments.output
    if output.is_dir():
        raise UsageError(f"{output} is a folder: name the model file, such as {output / 'model.npz'}")
    if (data / "queue").is_dir() and not (data / "pages").is_dir():
        start = f"printworthy annotate --data {data}"
        raise UsageError(f"{data} has pages that wait, but no annotations: mark some first, with '{start}'")
    plan = training.TrainingPlan(data, output, arguments.model, arguments.from_scratch, arguments.resume)
    with _Bars() as bars:
        done = training.train(plan, bars.tell)
    for note in done.notes:
        print(f"note: {note}", file=sys.stderr)
    if arguments.resume:
        print(f"{done.kept} steps were there already", file=sys.stderr)
    for line in report.table_lines(done.scores):
        print(line)
    print(_verdict(done.gain))
    print(f"model: {output}\nreport: {done.report}")
    return 0


def _verdict(gain: float) -> str:
    """In a sentence, whether it was worth it."""
    if gain <= 0:
        return f"On unseen pages your model is {-gain:.3f} worse than the one underneath: label more pages first."
    return f"On unseen pages your model is {gain:.3f} better than the one underneath."


class _Bars:
    """Progress bars on a terminal; elsewhere a line for every tenth."""

    def __init__(self) -> None:
        self._bars: Any = None
        self._tasks: dict[str, Any] = {}

    def __enter__(self) -> _Bars:
        if sys.stderr.isatty():
            try:
                from rich.console import Console
                from rich.progress import Progress
            except ImportError:
                return self
            self._bars = Progress(console=Console(stderr=True))
            self._bars.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bars is not None:
            self._bars.stop()

    def tell(self, step: str, done: int, total: int) -> None:
        """A step has come so far."""
        if self._bars is not None:
            if step not in self._tasks:
                self._tasks[step] = self._bars.add_task(step, total=total)
            self._bars.update(self._tasks[step], completed=done)
        elif done and (done == total or done * 10 // total > (done - 1) * 10 // total):
            print(f"{step} {done}/{total}", file=sys.stderr, flush=True)
