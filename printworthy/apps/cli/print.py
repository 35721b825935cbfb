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
from printworthy.apps.cli.outputs import check_outputs, holds_pictures, named, put, without_paper
from printworthy.apps.cli.progress import Progress
from printworthy.apps.cli.sheets import add_sheet, day, sheet_of, today, unused
from printworthy.apps.cli.sources import is_web

if TYPE_CHECKING:
    from printworthy.apps.cli.lists import Reading
    from printworthy.data.article import Article
    from printworthy.data.issue import Issue
    from printworthy.writers.protocol import WriteOptions


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the verb and its arguments."""
    parser = subparsers.add_parser("print", help="write a page's article to files", description=__doc__)
    add_source(parser, several=True)
    parser.add_argument(
        "-o", "--output", metavar="OUT", action="append", default=[],
        help="the file to write, or its folder; may be repeated (default: a PDF named after the title)",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="tell what was written as JSON on standard output")
    add_choices(parser)
    add_sheet(parser)
    group = parser.add_argument_group("for an issue of several articles")
    group.add_argument("--title", help="its title (default: the feed's, or the day)")
    group.add_argument("--list", action="store_true", help="every SOURCE is a list, whatever its name")
    group.add_argument("--newest", metavar="N", type=_count, default=10, help="most entries of a list (default: 10)")
    group.add_argument("--since", metavar="DAY", type=day, default=None, help="only entries of a list since 2026-04-18")


def run(args: argparse.Namespace) -> int:
    """Extract once, write every file, and say which. The engine is imported here, so that help comes without it."""
    from printworthy.apps.cli.lists import Reading

    sheet_of(args)
    reading = Reading(args)
    issue = len(args.sources) > 1 or reading.is_list(args.sources[0])
    check_outputs(args.output, issue=issue)
    for told in (without_paper(args.output), unused(args, named(args.output, "", issue=issue), issue=issue)):
        if told:
            print(told, file=sys.stderr)
    if not issue:
        return _print_one(args)
    for source in args.sources:
        reading.add(source)
    return _print_issue(args, reading)


def _print_one(args: argparse.Namespace) -> int:
    from printworthy.writers.save import save

    article, options = _load(args, args.sources[0])
    paths = []
    for path in named(args.output, article.title):
        with Progress() as tell:
            tell(f"{'typesetting' if path.lower().endswith('.pdf') else 'writing'} {path}")
            paths.append(put(path, args.output, article.title, lambda name: save(article, name, None, options)))
        print(f"wrote {paths[-1]}: {article.title or 'untitled'}", file=sys.stderr)
    if args.json:
        notes = article.trace.notes
        _tell(paths, title=article.title, url=article.url, confidence=article.confidence, notes=notes)
    return 0


def _print_issue(args: argparse.Namespace, reading: Reading) -> int:
    """All articles in one; a source that fails is named on the last page, and on stderr."""
    from printworthy.errors import LeftOutError
    from printworthy.writers.save import save_issue

    issue, options = _gather(args, reading)
    count = len(issue.articles)
    paths = []
    for path in named(args.output, issue.title, issue=True):
        with Progress() as tell:
            tell(f"{'typesetting' if path.lower().endswith('.pdf') else 'writing'} {path}")
            paths.append(put(path, args.output, issue.title, lambda name: save_issue(issue, name, options)))
        print(f"wrote {paths[-1]}: {issue.title}, {count} article{'s' * (count != 1)}", file=sys.stderr)
    if args.json:
        left_out = [{"source": one.source, "reason": one.reason} for one in issue.failures]
        notes = [f"{one.url or one.title}: {note}" for one in issue.articles for note in one.trace.notes]
        _tell(paths, title=issue.title, articles=count, left_out=left_out, notes=notes)
    if issue.failures:
        number = len(issue.failures)
        raise LeftOutError(f"{number} of {count + number} sources left out: the reasons are above and on the last page")
    return 0


def _tell(paths: list[str], **facts: object) -> None:
    """What was written, for a program that reads it."""
    print(json.dumps({"files": paths, **facts}, ensure_ascii=False))


def _gather(args: argparse.Namespace, reading: Reading) -> tuple[Issue, WriteOptions]:
    """The articles of all sources; those that fail are told, and if all do, that is an error."""
    from printworthy.apps.cli.left_out import LeftOut, nothing_left
    from printworthy.data.issue import Issue
    from printworthy.errors import PrintworthyError
    from printworthy.writers.protocol import WriteOptions

    articles: list[Article] = []
    left_out = list(reading.left_out)
    together = WriteOptions(comments=args.comments, sheet=sheet_of(args))
    for source in reading.pages:
        try:
            article, options = _load(args, source)
        except PrintworthyError as error:
            left_out.append(LeftOut(source, error))
            continue
        articles.append(article)
        together = replace(together, resources={**together.resources, **options.resources})
    if not articles and len(left_out) == 1:
        raise left_out[0].error
    failures = tuple(one.failure for one in left_out)
    for failure in failures:
        print(f"left out {failure.source}: {failure.reason}", file=sys.stderr)
    if not articles:
        raise nothing_left(left_out)
    return Issue(args.title or _issue_title(args, reading), tuple(articles), today(), failures), together


def _issue_title(args: argparse.Namespace, reading: Reading) -> str:
    """The title of a list that stands for the whole issue; the day for anything else."""
    return len(args.sources) == 1 and reading.title or today()


def _load(args: argparse.Namespace, source: str) -> tuple[Article, WriteOptions]:
    """The article of one source, with the pictures that are to be had, and how to write it."""
    from printworthy.apps.cli.lacking import tell_pictures, tell_pictures_elsewhere
    from printworthy.apps.cli.load import load_article
    from printworthy.apps.cli.web_pictures import web_pictures

    article, options = load_article(argparse.Namespace(**{**vars(args), "source": source}))
    options = replace(options, sheet=sheet_of(args))
    if args.images == "none" or not holds_pictures(args.output):
        return article, options
    if not is_web(source):
        if holds_pictures(args.output, bound=True):
            tell_pictures_elsewhere(article, options.resources, source)
        return article, options
    pictures = web_pictures(article, args, source)
    tell_pictures(pictures.missing, verbose=args.verbose)
    return article, replace(options, resources=pictures.found)


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 500:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of articles: give 1 to 500")
    return int(text)
