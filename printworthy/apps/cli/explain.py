"""`printworthy explain`: a page in, one page out that shows what was kept and dropped, by which step, and why."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from printworthy.apps.cli.arguments import add_choices, add_source, options_of
from printworthy.apps.cli.streams import write_stdout
from printworthy.errors import WriteError

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

    source = _source(args)
    explanation = gather(source.html, source.url, options_of(args))
    content = explain_page(explanation, _pictures(explanation, source))
    if args.output == "-":
        write_stdout(content)
        return 0
    try:
        Path(args.output).write_bytes(content)
    except OSError as error:
        raise WriteError(f"{args.output} cannot be written ({error.strerror}): choose another -o") from error
    if args.verbose:
        sys.stderr.write(f"wrote {args.output}: {len(explanation.readings)} methods, {len(content):,} bytes\n")
    return 0


def _source(args: argparse.Namespace) -> Source:
    """The one page that SOURCE names; a page of the web is fetched as it is, without its print page and its parts."""
    from printworthy.apps.cli.sources import Source, is_web, read_source

    if not is_web(args.source):
        return read_source(args.source, args.url)
    from printworthy.apps.cli.arguments import plan_of
    from printworthy.fetch.client import fetch

    plan = plan_of(args)
    page = fetch(args.source, policy=plan.policy, limits=plan.limits, visitor=plan.visitor)
    return Source(page.html, page.url, None)


def _pictures(explanation: Explanation, source: Source) -> Mapping[str, Resource]:
    """The pictures of the article that lie beside a saved page."""
    from printworthy.apps.cli.pictures import local_pictures

    found: dict[str, Resource] = {}
    for reading in explanation.readings:
        if not reading.error:
            found |= local_pictures(reading.article, source.url, source.folder)
    return found
