"""`printworthy print`: one page becomes a document, several or a list of them an issue."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from printworthy.apps.cli.arguments import PageArguments, SheetArguments, today
from printworthy.apps.cli.load import load_article, load_pictures, tell_pictures_elsewhere
from printworthy.apps.cli.outputs import check_outputs, holds_pictures, named, put, unused, without_paper
from printworthy.apps.cli.reading_lists import LeftOut, SourceList, looks_like_list, nothing_left
from printworthy.apps.cli.terminal import Progress
from printworthy.base.urls import is_web
from printworthy.data.article import Article, Issue, Resource
from printworthy.errors import LeftOutError, PrintworthyError
from printworthy.printing.plan import Plan
from printworthy.writers.protocol import WriteOptions
from printworthy.writers.registry import write, writer_for_path
from printworthy.writers.save import check_target, save_bytes, save_issue


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintArguments:
    """What was asked for; `typed` are the options that stood on the command line."""

    sources: tuple[str, ...]
    output: tuple[str, ...]
    json: bool
    page: PageArguments
    sheet: SheetArguments
    title: str | None
    list: bool
    newest: int
    since: str | None
    typed: tuple[str, ...]


def run(arguments: PrintArguments) -> int:
    """Extract once, write every file, and say which."""
    options, output = arguments.page.options, arguments.output
    sheet = arguments.sheet.sheet(images=options.images != "none")
    issue = len(arguments.sources) > 1 or arguments.list or looks_like_list(arguments.sources[0])
    check_outputs(output, issue=issue)
    wasted = unused(arguments.typed, sheet.style, named(output, "", issue=issue), issue=issue)
    for told in (without_paper(output), wasted):
        if told:
            print(told, file=sys.stderr)
    plan, writing = arguments.page.plan(), WriteOptions(comments=options.comments, sheet=sheet)
    if not issue:
        return _print_one(arguments, plan, writing)
    listed = SourceList(plan, newest=arguments.newest, since=arguments.since or "", lists=arguments.list)
    for source in arguments.sources:
        listed.add(source)
    return _print_issue(arguments, plan, writing, listed)


def _print_one(arguments: PrintArguments, plan: Plan, options: WriteOptions) -> int:
    article, pictures = _load(arguments.sources[0], arguments, plan)
    options = replace(options, resources=pictures)
    paths = []
    for path in named(arguments.output, article.title):
        with Progress() as tell:
            tell(f"{'typesetting' if path.lower().endswith('.pdf') else 'writing'} {path}")
            paths.append(put(path, arguments.output, article.title, partial(_save, article, options)))
        print(f"wrote {paths[-1]}: {article.title or 'untitled'}", file=sys.stderr)
    if arguments.json:
        notes = article.trace.notes
        _tell(paths, title=article.title, url=article.url, confidence=article.confidence, notes=notes)
    return 0


def _save(article: Article, options: WriteOptions, path: str) -> None:
    target = check_target(path)
    save_bytes(write(article, writer_for_path(path), options), target)


def _print_issue(arguments: PrintArguments, plan: Plan, options: WriteOptions, listed: SourceList) -> int:
    """All articles in one; a source that fails is named on the last page, and on stderr."""
    issue, pictures = _gather(arguments, plan, listed)
    options = replace(options, resources=pictures)
    count = len(issue.articles)
    paths = []
    for path in named(arguments.output, issue.title, issue=True):
        with Progress() as tell:
            tell(f"{'typesetting' if path.lower().endswith('.pdf') else 'writing'} {path}")
            paths.append(put(path, arguments.output, issue.title, lambda name: save_issue(issue, name, options)))
        print(f"wrote {paths[-1]}: {issue.title}, {count} article{'s' * (count != 1)}", file=sys.stderr)
    if arguments.json:
        left_out = [{"source": one.source, "reason": one.reason} for one in issue.failures]
        notes = [f"{one.url or one.title}: {note}" for one in issue.articles for note in one.trace.notes]
        _tell(paths, title=issue.title, articles=count, left_out=left_out, notes=notes)
    if issue.failures:
        number = len(issue.failures)
        raise LeftOutError(f"{number} of {count + number} sources left out: the reasons are above and on the last page")
    return 0


def _tell(paths: Sequence[str], **facts: object) -> None:
    """What was written, for a program that reads it."""
    print(json.dumps({"files": paths, **facts}, ensure_ascii=False))


def _gather(arguments: PrintArguments, plan: Plan, listed: SourceList) -> tuple[Issue, dict[str, Resource]]:
    """The articles of all sources; those that fail are told, and if all do, that is an error."""
    articles: list[Article] = []
    pictures: dict[str, Resource] = {}
    left_out = list(listed.left_out)
    for source in listed.pages:
        try:
            article, found = _load(source, arguments, plan)
        except PrintworthyError as error:
            left_out.append(LeftOut(source, error))
            continue
        articles.append(article)
        pictures |= found
    if not articles and len(left_out) == 1:
        raise left_out[0].error
    failures = tuple(one.failure for one in left_out)
    for failure in failures:
        print(f"left out {failure.source}: {failure.reason}", file=sys.stderr)
    if not articles:
        raise nothing_left(left_out)
    # A list's title stands for the whole issue only if there is nothing else in it.
    title = arguments.title or len(arguments.sources) == 1 and listed.title or today()
    return Issue(title, tuple(articles), today(), failures), pictures


def _load(source: str, arguments: PrintArguments, plan: Plan) -> tuple[Article, Mapping[str, Resource]]:
    """The article of one source, with the pictures that are to be had."""
    page, output = arguments.page, arguments.output
    article, beside = load_article(source, page.url, plan, force=page.force, verbose=page.verbose)
    if plan.options.images == "none" or not holds_pictures(output):
        return article, beside
    if not is_web(source):
        if holds_pictures(output, bound=True):
            tell_pictures_elsewhere(article, beside, source)
        return article, beside
    return article, load_pictures(article, source, plan, verbose=page.verbose)
