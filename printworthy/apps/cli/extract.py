"""`printworthy extract`: a page in, its article on standard output or in a file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from printworthy.apps.cli.arguments import add_choices, add_source
from printworthy.apps.cli.streams import write_stdout

FORMATS: Final = ("text", "markdown", "html", "json")
# Whoever names such a file does not expect plain text in it.
_OTHERS: Final = (".doc", ".docx", ".odt", ".rtf", ".mobi", ".azw3", ".tex", ".xml")
_SHORT: Final = {"md": "markdown", "txt": "text", "htm": "html"}


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the verb and its arguments."""
    parser = subparsers.add_parser("extract", help="write a page's article to standard output", description=__doc__)
    add_source(parser)
    parser.add_argument(
        "--format", type=_format, choices=FORMATS, help="default: what the suffix of OUT says, or text"
    )
    parser.add_argument("--json", dest="format", action="store_const", const="json", help="the same as --format json")
    parser.add_argument("-o", "--output", metavar="OUT", default="-", help="a file instead of standard output")
    add_choices(parser)


def _format(word: str) -> str:
    return _SHORT.get(word.lower(), word.lower())


def run(args: argparse.Namespace) -> int:
    """Extract, write, done. The engine is imported here, so that help comes without it."""
    from printworthy.apps.cli.load import load_article
    from printworthy.writers.registry import suffixes, write, writer_for_name, writer_for_path
    from printworthy.writers.save import check_target, save

    suffix = Path(args.output).suffix.lower()
    if suffix in _OTHERS and not args.format:
        writer_for_path(args.output)
    known = suffix in suffixes()
    name = args.format or (None if known else "text")
    if args.output != "-":
        check_target(args.output)
    article, options = load_article(args)
    if args.output != "-":
        save(article, args.output, name, options)
        return 0
    write_stdout(write(article, writer_for_name(name or "text"), options))
    return 0
