"""`printworthy evaluate`: a corpus of pages with their truth → quality and speed, beside other extractors."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from printworthy.apps.cli.arguments import add_method
from printworthy.errors import WriteError
from printworthy.options import Options

if TYPE_CHECKING:
    from printworthy.evaluate.corpora import Sample
    from printworthy.evaluate.peers import Peer
    from printworthy.evaluate.report import Report

# The names in `evaluate.corpora` and `evaluate.metrics`, here so that help comes without them.
LAYOUTS: Final = ("wcxb", "articles", "snippets", "texts")
MEASURES: Final = ("word", "script-word", "shingle", "snippet", "segment")


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the verb and its arguments."""
    parser = subparsers.add_parser(
        "evaluate", help="measure quality and speed on pages with known articles", description=__doc__
    )
    parser.add_argument("data", metavar="DATA", type=Path, help="the folder of the corpus, or its file of snippets")
    parser.add_argument(
        "--against",
        metavar="NAMES",
        default="trafilatura,resiliparse,readability",
        help="other extractors, with commas between, or none (default: %(default)s)",
    )
    parser.add_argument("--layout", choices=LAYOUTS, help="how the corpus lies on disk (default: as found)")
    parser.add_argument("--pages", metavar="DIR", type=Path, help="where the pages lie, if not beside DATA")
    parser.add_argument("--measure", choices=MEASURES, help="what to count (default: the corpus' own measure)")
    parser.add_argument("--limit", metavar="N", type=_count, help="a random sample of N pages, always the same")
    parser.add_argument("--worst", metavar="N", type=_count, help="also list the N worst pages")
    parser.add_argument("--json", metavar="FILE", type=Path, help="also write every figure to FILE")
    parser.add_argument("--floors", metavar="FILE", type=Path, help="fail if an F1 is below its floor in this file")
    parser.add_argument("--model", metavar="FILE", help="a model of your own instead of the built-in one")
    add_method(parser)


def run(args: argparse.Namespace) -> int:
    """Measure and print. The measures are imported here, so that help comes without them."""
    from printworthy.apps.cli.browsers import warm_browser
    from printworthy.evaluate import corpora, metrics, peers, report, runner

    layout = corpora.LAYOUTS[args.layout] if args.layout else corpora.detect(args.data)
    lowest = report.read_floors(args.floors, layout.name) if args.floors else {}
    measure = metrics.MEASURES[args.measure or layout.measure]
    samples = corpora.with_truth(corpora.read_samples(args.data, layout, args.pages), measure)
    others, missing = peers.load_peers(peers.find_peers(args.against))
    _name_missing(missing)
    options = Options(method=args.method, render=args.render, model=args.model)
    with warm_browser(options) as renderer:
        tools = [peers.ours(options, renderer), *others]
        pages = runner.evaluate(_some(samples, args.limit), tools, report.measures_for(measure), _bar)
    result = report.Report(str(args.data), layout.name, measure, tools, pages)
    _tell(result, args.worst, args.json)
    return _hold(report.fallen(result, lowest))


def _tell(result: Report, worst: int | None, path: Path | None) -> None:
    from printworthy.evaluate.report import render, render_worst, write_json

    print(render(result))
    if worst:
        print(render_worst(result, worst))
    if path:
        try:
            write_json(result, path)
        except OSError as error:
            raise WriteError(f"{path} cannot be written ({error.strerror}): choose another --json file") from error


def _hold(fallen: list[str]) -> int:
    """1 if anything is below its floor."""
    for line in fallen:
        print(line, file=sys.stderr)
    return 1 if fallen else 0


def _some(samples: list[Sample], limit: int | None) -> list[Sample]:
    """A sample that is the same in every run: corpora are often sorted by kind, so the first pages are not one."""
    if limit is None or limit >= len(samples):
        return samples
    from random import Random

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


def _count(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of pages: give 1 or more")
    return int(text)


_WIDTH: Final = 40
