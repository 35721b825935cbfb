"""`printworthy print`: pages in, files worth printing out; the suffix of each names its format.

One page becomes a document. Several, or a list of them (a text file of addresses, a feed, an OPML file), become an
issue with a title page and contents, as PDF or EPUB.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from printworthy.apps.cli.arguments import add_choices, add_source
from printworthy.apps.cli.outputs import own_name
from printworthy.apps.cli.sheets import add_sheet, day, sheet_of, today

if TYPE_CHECKING:
    from printworthy.apps.cli.lists import Reading
    from printworthy.data.article import Article
    from printworthy.data.issue import Issue
    from printworthy.writers.protocol import WriteOptions


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the verb and its arguments."""
    parser = subparsers.add_parser("print", help="write a page's article to files", description=__doc__)
    add_source(parser)
    parser.add_argument("more", metavar="SOURCE", nargs="*", help="further pages or lists: together they are an issue")
    parser.add_argument(
        "-o", "--output", metavar="OUT", action="append", default=[],
        help="the file to write; may be repeated (default: a PDF named after the title)",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="tell what was written as JSON on standard output")
    add_choices(parser)
    add_sheet(parser)
    group = parser.add_argument_group("for an issue of several articles")
    group.add_argument("--title", help="its title (default: the day)")
    group.add_argument("--list", action="store_true", help="every SOURCE is a list, whatever its name")
    group.add_argument("--newest", metavar="N", type=_count, default=10, help="most entries of a list (default: 10)")
    group.add_argument("--since", metavar="DAY", type=day, default=None, help="only entries of a list since 2026-04-18")


def run(args: argparse.Namespace) -> int:
    """Extract once, write every file, and say which. The engine is imported here, so that help comes without it."""
    from printworthy.apps.cli.lists import Reading
    from printworthy.writers.registry import writer_for_path

    for path in args.output:
        writer_for_path(path)  # a suffix that names no format is refused before any work
    sheet_of(args)
    reading = Reading(args)
    for source in (args.source, *args.more):
        reading.add(source)
    if args.more or reading.has_list:
        return _print_issue(args, reading)
    return _print_one(args)


def _print_one(args: argparse.Namespace) -> int:
    from printworthy.writers.save import save

    article, options = _load(args, args.source)
    paths = args.output or [own_name(article.title)]
    for path in paths:
        save(article, path, None, options)
        print(f"wrote {path}: {article.title or 'untitled'}", file=sys.stderr)
    if args.json:
        _tell(paths, title=article.title, url=article.url, confidence=article.confidence)
    return 0


def _print_issue(args: argparse.Namespace, reading: Reading) -> int:
    """All articles in one; a source that fails is named on the last page, and on stderr."""
    from printworthy.writers.save import check_issue, save_issue

    for path in args.output:
        check_issue(path)
    issue, options = _gather(args, reading)
    paths = args.output or [own_name(issue.title)]
    for path in paths:
        save_issue(issue, path, options)
        print(f"wrote {path}: {issue.title}, {len(issue.articles)} articles", file=sys.stderr)
    if args.json:
        left_out = [{"source": one.source, "reason": one.reason} for one in issue.failures]
        _tell(paths, title=issue.title, articles=len(issue.articles), left_out=left_out)
    return 0


def _tell(paths: list[str], **facts: object) -> None:
    """What was written, for a program that reads it."""
    print(json.dumps({"files": paths, **facts}, ensure_ascii=False))


def _gather(args: argparse.Namespace, reading: Reading) -> tuple[Issue, WriteOptions]:
    from printworthy.data.issue import Failure, Issue
    from printworthy.errors import PrintworthyError
    from printworthy.writers.protocol import WriteOptions

    articles: list[Article] = []
    failures = list(reading.failures)
    together = WriteOptions(comments=args.comments, sheet=sheet_of(args))
    for source in reading.pages:
        try:
            article, options = _load(args, source)
        except PrintworthyError as error:
            failures.append(Failure(source, str(error)))
            continue
        articles.append(article)
        together = replace(together, resources={**together.resources, **options.resources})
    for failure in failures:
        print(f"left out {failure.source}: {failure.reason}", file=sys.stderr)
    return Issue(args.title or today(), tuple(articles), today(), tuple(failures)), together


def _load(args: argparse.Namespace, source: str) -> tuple[Article, WriteOptions]:
    """The article of one source, with the pictures that are to be had, and how to write it."""
    from printworthy.apps.cli.load import load_article
    from printworthy.apps.cli.web_pictures import web_pictures

    article, options = load_article(argparse.Namespace(**{**vars(args), "source": source}))
    resources = options.resources
    if not resources and source.lower().startswith(("http://", "https://")):
        resources = web_pictures(article, args)
    return article, replace(options, resources=resources, sheet=sheet_of(args))


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 500:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of articles: give 1 to 500")
    return int(text)
