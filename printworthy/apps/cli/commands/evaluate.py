"""`printworthy evaluate`: a corpus of pages with their truth → quality and speed, beside other extractors."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from printworthy.data.looks import Renderer
from printworthy.errors import WriteError
from printworthy.options import Options
from printworthy.render.browser import Browser

if TYPE_CHECKING:
    from printworthy.evaluate.corpora import Sample
    from printworthy.evaluate.peers import Peer

_WIDTH: Final = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluateArguments:
    """What was asked for."""

    data: Path
    against: str
    layout: str | None
    pages: Path | None
    measure: str | None
    limit: int | None
    worst: int | None
    json: Path | None
    floors: Path | None
    options: Options


def run(arguments: EvaluateArguments) -> int:
    """Measure and print."""
    from printworthy.evaluate import corpora, metrics, peers, report, runner  # the workshop

    layout = corpora.LAYOUTS[arguments.layout] if arguments.layout else corpora.detect(arguments.data)
    lowest = report.read_floors(arguments.floors, layout.name) if arguments.floors else {}
    measure = metrics.MEASURES[arguments.measure or layout.measure]
    samples = corpora.with_truth(corpora.read_samples(arguments.data, layout, arguments.pages), measure)
    others, missing = peers.load_peers(peers.find_peers(arguments.against))
    _name_missing(missing)
    options = arguments.options
    with _warm_browser(options) as renderer:
        tools = [peers.ours(options, renderer), *others]
        pages = runner.evaluate(_some(samples, arguments.limit), tools, report.measures_for(measure), _bar)
    result = report.Report(str(arguments.data), layout.name, measure, tools, pages)
    print(report.render(result))
    if arguments.worst:
        print(report.render_worst(result, arguments.worst))
    if arguments.json:
        try:
            report.write_json(result, arguments.json)
        except OSError as error:
            told = f"{arguments.json} cannot be written ({error.strerror}): choose another --json file"
            raise WriteError(told) from error
    return _hold(report.fallen(result, lowest))


@contextmanager
def _warm_browser(options: Options) -> Iterator[Renderer | None]:
    """One warm browser for all pages, if the options ask for it; it starts with the first page."""
    if options.render == "never":
        yield None
        return
    with Browser() as browser:
        yield browser.render


def _hold(fallen: list[str]) -> int:
    """1 if anything is below its floor."""
    for line in fallen:
        print(line, file=sys.stderr)
    return 1 if fallen else 0


def _some(samples: list[Sample], limit: int | None) -> list[Sample]:
    """A sample that is the same in every run: corpora are often sorted by kind, so the first pages are not one."""
    if limit is None or limit >= len(samples):
        return samples
    return Random(0).sample(samples, limit)  # noqa: S311 - not for secrets


def _name_missing(missing: list[Peer]) -> None:
    for peer in missing:
        print(f"{peer.name} is not installed and left out: pip install {peer.package}", file=sys.stderr)


def _bar(done: int, total: int) -> None:
    """A bar on a terminal, nothing elsewhere."""
    if not sys.stderr.isatty():
        return
    filled = _WIDTH * done // total
    end = "\n" if done == total else ""
    print(f"\r{'█' * filled}{'░' * (_WIDTH - filled)} {done}/{total}", end=end, file=sys.stderr, flush=True)
