"""`printworthy explain`: a page in, one page out that shows what was kept and dropped, by which step, and why."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

from printworthy.apps.cli.arguments import add_choices, add_source, options_of
from printworthy.apps.cli.outputs import check_suffix, own_name
from printworthy.apps.cli.progress import Progress
from printworthy.apps.cli.streams import write_stdout

if TYPE_CHECKING:
    from printworthy.apps.cli.sources import Source
    from printworthy.apps.explain.gather import Explanation
    from printworthy.data.resources import Resource


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the verb and its arguments."""
    parser = subparsers.add_parser(
        "explain", help="show why each part of a page was kept or dropped", description=__doc__
    )
    add_source(parser)
    parser.add_argument("-o", "--output", metavar="OUT", default="-", help="a file instead of standard output")
    add_choices(parser)


def run(args: argparse.Namespace) -> int:
    """Read, gather, write. The engine is imported here, so that help comes without it."""
    from printworthy.apps.explain.gather import gather
    from printworthy.apps.explain.page import explain_page
    from printworthy.writers.save import check_target, save_bytes

    check_suffix(args.output, (".html", ".htm"))
    path = _path(args.output)
    target = check_target(path) if path else None
    source = _source(args)
    with Progress() as tell:
        tell(f"reading {args.source}")
        explanation = gather(source.html, source.url, options_of(args))
        content = explain_page(explanation, _pictures(explanation, source))
    if target is None:
        write_stdout(content)
        return 0
    save_bytes(content, target)
    if args.verbose or path != args.output:
        sys.stderr.write(f"wrote {path}: {len(explanation.accounts)} methods, {len(content):,} bytes\n")
    return 0


def _path(output: str) -> str:
    """The file to write, or "" for standard output; nobody reads a page of HTML on a terminal."""
    if output != "-":
        return output
    terminal = sys.stdout is not None and sys.stdout.isatty()
    return own_name("explain", ".html") if terminal else ""


def _source(args: argparse.Namespace) -> Source:
    """The one page that SOURCE names; a page of the web is fetched as it is, without its print page and its parts."""
    from printworthy.apps.cli.sources import Source, is_web, read_source

    if not is_web(args.source):
        return read_source(args.source, args.url)
    from printworthy.apps.cli.arguments import plan_of
    from printworthy.fetch.client import fetch

    plan = plan_of(args)
    with Progress() as tell:
        tell(f"fetching: {args.source}")
        page = fetch(args.source, policy=plan.policy, limits=plan.limits, visitor=plan.visitor)
    return Source(page.html, page.url, None)


def _pictures(explanation: Explanation, source: Source) -> Mapping[str, Resource]:
    """The pictures of the article that lie beside a saved page."""
    from printworthy.apps.cli.pictures import local_pictures

    found: dict[str, Resource] = {}
    for reading in explanation.accounts:
        if not reading.error:
            found |= local_pictures(reading.article, source.url, source.folder)
    return found
