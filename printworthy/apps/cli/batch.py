"""`printworthy batch`: archives, folders, tables and lists of pages in; a table of their articles out.

What was killed goes on when the same command is given again.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from printworthy.apps.cli.progress import Progress

if TYPE_CHECKING:
    from printworthy.apps.batch.settings import Settings

# The names in `batch.settings` and `batch.sources`, here so that help comes without them.
FORMATS: Final = ("parquet", "jsonl.zst")
KINDS: Final = ("warc", "jsonl", "parquet", "urls", "list")
_LOG_EVERY: Final = 30.0


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the verb and its arguments."""
    parser = subparsers.add_parser("batch", help="extract from archives of many pages", description=__doc__)
    parser.add_argument(
        "inputs", metavar="INPUT", nargs="+",
        help="WARC or WET archives, folders of .html, JSONL or Parquet, lists of archives or of addresses",
    )  # fmt: skip
    parser.add_argument("-o", "--output", metavar="OUT", type=Path, required=True, help="the folder to write")
    parser.add_argument("--format", choices=FORMATS, default="parquet", help="of the output (default: %(default)s)")
    parser.add_argument("--columns", metavar="NAMES", default="", help="only these, with commas between (default: all)")
    parser.add_argument("--kind", choices=KINDS, default="", help="what the inputs are (default: as found)")
    _add_filters(parser.add_argument_group("which articles to write (errors always are)"))
    _add_limits(parser.add_argument_group("how"))
    _add_tables(parser.add_argument_group("for tables"))
    _add_visits(parser.add_argument_group("for lists of addresses"))


def run(args: argparse.Namespace) -> int:
    """Work it all through, and print the summary."""
    from printworthy.apps.batch.engine import Place
    from printworthy.apps.batch.run import run_batch

    place = Place(args.workers, args.cluster)
    finished = (args.output / "summary.json").exists()
    with Progress() as line:
        summary = run_batch(args.inputs, args.output, settings_of(args), place, _Teller(line), args.kind)
    if finished:
        told = "its figures follow; to begin anew, name another folder"
        print(f"{args.output} holds this run already, and nothing was left to do: {told}", file=sys.stderr)
    print(summary.table())
    print(f"report: {args.output / 'report.html'}")
    return 0


def settings_of(args: argparse.Namespace) -> Settings:
    """The settings that the arguments ask for."""
    from printworthy.apps.batch.settings import Caps, Filters, Settings, Visits

    return Settings(
        format=args.format,
        columns=_names(args.columns),
        filters=Filters(
            languages=_names(",".join(args.languages)),
            page_types=_names(",".join(args.page_types)),
            min_confidence=args.min_confidence,
            min_chars=args.min_chars,
            max_chars=args.max_chars,
        ),
        caps=Caps(seconds=args.page_seconds, memory_mb=args.page_memory, html_mb=args.page_size),
        visits=Visits(delay=args.delay, robots=args.robots, private=args.private, user_agent=args.user_agent),
        near=args.near,
        cut_mb=args.task_size,
        part_mb=args.part_size,
        html_column=args.html_column,
        url_column=args.url_column,
        method=args.method,
        model=args.model,
    )


def _add_filters(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--languages", metavar="TAGS", action="append", default=[], help="only these, like en,pt-BR")
    group.add_argument("--page-types", metavar="NAMES", action="append", default=[], help="only these: article,forum")
    group.add_argument("--min-confidence", metavar="X", type=float, default=0.0, help="from 0 to 1")
    group.add_argument("--min-chars", metavar="N", type=int, default=0, help="shortest text")
    group.add_argument("--max-chars", metavar="N", type=int, default=0, help="longest text")
    group.add_argument(
        "--near", metavar="X", type=float, default=0.8,
        help="mark near duplicates from this likeness on; 0: exact ones only (default: %(default)s)",
    )  # fmt: skip


def _add_limits(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--workers", metavar="N", type=int, default=0, help="processes (default: one a core)")
    group.add_argument("--cluster", metavar="ADDRESS", default="", help="work on this Ray cluster instead of here")
    group.add_argument("--page-seconds", metavar="S", type=float, default=20.0, help="CPU for a page (default: 20)")
    group.add_argument("--page-memory", metavar="MB", type=int, default=300, help="memory for a page (default: 300)")
    group.add_argument("--page-size", metavar="MB", type=int, default=16, help="largest page (default: 16)")
    group.add_argument("--task-size", metavar="MB", type=float, default=32.0, help="input of a task (default: 32)")
    group.add_argument("--part-size", metavar="MB", type=float, default=256.0, help="HTML in a part (default: 256)")
    group.add_argument("--method", default="learned", help="how to find the article (default: %(default)s)")
    group.add_argument("--model", metavar="FILE", default="", help="a model of your own instead of the built-in one")


def _add_tables(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--html-column", metavar="NAME", default="html", help="(default: %(default)s)")
    group.add_argument("--url-column", metavar="NAME", default="url", help="(default: %(default)s)")


def _add_visits(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--delay", metavar="S", type=float, default=1.0, help="between requests to a host (default: 1)")
    group.add_argument("--no-robots", dest="robots", action="store_false", help="do not heed robots.txt")
    group.add_argument("--private", action="store_true", help="also addresses on the own machine or network")
    group.add_argument("--user-agent", metavar="TEXT", default="", help="what to be called by")


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


class _Teller:
    """Tells of progress on the terminal; in a log, a line every half minute."""

    def __init__(self, line: Progress) -> None:
        self._line, self._next = line, time.monotonic() + _LOG_EVERY
        self._terminal = sys.stderr is not None and sys.stderr.isatty()

    def __call__(self, text: str) -> None:
        self._line(text)
        if not self._terminal and time.monotonic() >= self._next:
            self._next = time.monotonic() + _LOG_EVERY
            print(text, file=sys.stderr, flush=True)
