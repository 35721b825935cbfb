"""The order of a run: plan, extract, check that the shares meet, mark duplicates, sum up. Killed, it goes on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

from printworthy.apps.batch.duplicates import find_duplicates, mark
from printworthy.apps.batch.engine import Backend, DaftEngine, EngineError, check_installed
from printworthy.apps.batch.ledger import Ledger
from printworthy.apps.batch.output.columns import chosen
from printworthy.apps.batch.output.parts import write_whole
from printworthy.apps.batch.readers.sources import find_sources
from printworthy.apps.batch.report import write_report
from printworthy.apps.batch.settings import BatchSettings
from printworthy.apps.batch.summary import Summary, summarise
from printworthy.apps.batch.tasks import Task, cut_all
from printworthy.apps.batch.watch import Tell, Watch, read_moments
from printworthy.errors import InputError, PrintworthyError
from printworthy.methods.registry import find_method
from printworthy.model.store import load_model

# So many times may workers die without anything getting done in between.
_TRIES: Final = 5


def run_batch(
    inputs: Sequence[str], output: Path, settings: BatchSettings, place: Backend, tell: Tell, kind: str = ""
) -> Summary:
    """Do all that is not yet done; the summary of the whole run."""
    chosen(settings.columns)
    # What would fail with every page is told before the first one.
    check_installed(place)
    find_method(settings.method)
    load_model(settings.model or None)
    ledger = Ledger(output)
    # Inputs that are not there are told before anything is written.
    sources = [] if ledger.planned else find_sources(inputs, settings, kind)
    with ledger.locked():
        if ledger.planned:
            ledger.check_same(inputs, settings)
        else:
            ledger.plan(inputs, settings, cut_all(sources, settings))
        if (output / "summary.json").exists():
            ledger.tidy()
            return Summary.from_json(json.loads((output / "summary.json").read_text("utf-8")))
        ledger.check_unchanged()
        engine = DaftEngine(place, output, settings)
        tasks = _extract(ledger, engine, tell)
        marks = _mark(ledger, engine, tasks, settings)
        return _finish(ledger, tasks, marks)


def _extract(ledger: Ledger, engine: DaftEngine, tell: Tell) -> list[Task]:
    """All tasks, done; those whose beginning was found in the wrong place, done again."""
    while True:
        tasks = ledger.tasks()
        with Watch(ledger, tasks, tell) as watch:
            _do(engine, watch)
        wrong = _not_meeting(ledger, tasks)
        for task, start in wrong:
            ledger.mend(task, start)
        if not wrong:
            return tasks


def _do(engine: DaftEngine, watch: Watch) -> None:
    """Let the workers do what is left, and again if some of them died."""
    tries, reason = 0, ""
    while watch.left and tries < _TRIES:
        before = len(watch.left)
        try:
            # A worker that answers with a reason lives; to ask it again would not help.
            reason = next(filter(None, list(engine.answers(watch.left))), "")
            tries = _TRIES if reason else tries
        except EngineError as error:
            reason = str(error)
        watch.look()
        tries = 0 if len(watch.left) < before and tries < _TRIES else tries + 1
    if watch.left:
        raise InputError(f"{len(watch.left)} tasks are not done ({reason}): put it right, and run the command again")


def _not_meeting(ledger: Ledger, tasks: Sequence[Task]) -> list[tuple[Task, int]]:
    """Tasks that began elsewhere than the one before them ended, with the right place.

    A share is entered by searching for what looks like a record; an archive within the archive looks like that, too.
    """
    for before, task in pairwise(tasks):
        if task.kind != "warc" or task.source != before.source or task.exact:
            continue
        ended, began = ledger.done(before).ended, ledger.done(task).began
        expected = ended if ended < task.end else -1
        if ended >= 0 and began != expected:
            return [(task, ended)]  # its own end may change, so the next ones are looked at later
    return []


def _mark(ledger: Ledger, engine: DaftEngine, tasks: Sequence[Task], settings: BatchSettings) -> dict[str, int]:
    """Put the marks of duplicates into the parts that hold any; how many of each kind."""
    files = [path for task in tasks for path, _ in ledger.published(task)]
    signatures = [ledger.signatures / f"{path.name}.signatures" for path in files]
    found = find_duplicates(signatures, settings.near, ledger.signatures)
    marked = [(path, marks) for path, marks in zip(files, found, strict=True) if marks]
    if settings.format == "parquet":
        # Little is written, and nothing unpacked: to start workers would take longer.
        for path, marks in marked:
            mark(path, marks, settings)
    else:
        _mark_with(engine, marked)
    kinds = [text.partition(" ")[0] for marks in found for _, text in marks]
    return {kind: kinds.count(kind) for kind in ("exact", "near")}


def _mark_with(engine: DaftEngine, marked: Sequence[tuple[Path, Sequence[tuple[int, str]]]]) -> None:
    """Let the workers write parts anew, and again if some of them died."""
    work = [
        Task(number, "mark", str(path.absolute()), entries=tuple(marks)) for number, (path, marks) in enumerate(marked)
    ]
    for left in range(_TRIES, -1, -1):
        try:
            answers = [answer for answer in engine.answers(work) if answer]
        except EngineError:
            if not left:
                raise PrintworthyError("duplicates cannot be marked, the workers die: run the command again") from None
            continue
        if answers:
            raise PrintworthyError(f"duplicates cannot be marked ({answers[0]}): run the command again")
        break


def _finish(ledger: Ledger, tasks: Sequence[Task], marks: dict[str, int]) -> Summary:
    """The summary, the report and the manifest; then what is needed no longer is removed."""
    moments = read_moments(ledger)
    summary = summarise(ledger, tasks, moments, marks)
    write_report(ledger.output / "report.html", summary, moments)
    text = json.dumps(summary.to_json(), ensure_ascii=False, indent=1)
    write_whole(ledger.output / "summary.json", f"{text}\n")
    ledger.tidy()
    return summary
