"""From arguments to an article: what `extract` and `print` do alike, with what they tell on stderr."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from printworthy.apps.cli.arguments import options_of, plan_of
from printworthy.apps.cli.lacking import note_wall, tell_part
from printworthy.apps.cli.pictures import local_pictures
from printworthy.apps.cli.progress import Progress
from printworthy.apps.cli.sources import Source, is_web, read_source
from printworthy.data.article import WORTH_PRINTING, Article
from printworthy.data.resources import Resource
from printworthy.errors import NoArticleError, UsageError
from printworthy.reading.extract import NOT_RENDERED, extract
from printworthy.writers.protocol import WriteOptions


def load_article(args: argparse.Namespace) -> tuple[Article, WriteOptions]:
    """The article of the page that the arguments name, and how to write it."""
    article, resources = _from_web(args) if is_web(args.source) else _from_file(args)
    if args.verbose:
        _report(article)
    else:
        _tell_unseen(article)
    if article.confidence < WORTH_PRINTING and not args.force:
        raise NoArticleError(_no_article(article, args))
    note_wall(article, args.source)
    return article, WriteOptions(comments=args.comments, resources=resources)


def _from_file(args: argparse.Namespace) -> tuple[Article, dict[str, Resource]]:
    """The article of a saved page, with the pictures beside it."""
    options = options_of(args)
    source = read_source(args.source, args.url)
    with Progress() as tell:
        tell(f"reading {args.source}")
        article = extract(source.html, source.url, options)
    _tell_part(article, source, args.source)
    return article, local_pictures(article, source.url, source.folder)


def _tell_part(article: Article, source: Source, name: str) -> None:
    """Say so if a saved page holds one of several parts: nothing more is fetched for it."""
    from printworthy.whole.links import IN_PARTS, find_part

    if article.page_type not in IN_PARTS:
        return
    # A page that names no address of its own is taken to be called like its file, with or without the suffix.
    made_up = [f"https://page.invalid/{quote(one)}" for one in (Path(name).stem, Path(name).name)]
    number, total, _ = find_part(source.html, *([source.url] if source.url else made_up))
    if total > 1:
        tell_part(number, total, source.url)


def _from_web(args: argparse.Namespace) -> tuple[Article, dict[str, Resource]]:
    """The whole article at an address: its print page and its parts too."""
    from printworthy.whole.read import PARTIAL, read

    if args.url:
        raise UsageError("--url says where a saved page came from: leave it out for a page that is fetched")
    with Progress() as tell:
        article = read(args.source, plan_of(args), tell)
    for note in article.trace.notes:
        if note.startswith(PARTIAL) and not args.verbose:
            print(note, file=sys.stderr)
    return article, {}


def _tell_unseen(article: Article) -> None:
    """Say so if a browser was to look at the page and could not."""
    for note in article.trace.notes:
        if note.startswith(NOT_RENDERED):
            print(note, file=sys.stderr)


def _no_article(article: Article, args: argparse.Namespace) -> str:
    """Why nothing is printed, and what to do about it."""
    kind = f", page type '{article.page_type}'" if article.page_type != "none" else ""
    untried = "; ".join(_untried(args))
    return (
        f"this page seems to hold no article (confidence {article.confidence:.2f}{kind}): "
        f"open the article itself{f' ({untried})' if untried else ''}, or use --force to take what was found"
    )


def _untried(args: argparse.Namespace) -> Iterator[str]:
    """What may help, and was not asked for yet."""
    if not is_web(args.source):
        yield "behind a login: save it while logged in"
    elif args.cookies is None:
        yield "behind a login: --cookies FILE"
    if args.render == "never":
        yield "made by scripts: --render auto"


def _report(article: Article) -> None:
    """What was found and the CPU time of each step, in milliseconds."""
    words = len(article.text.split())
    print(f"{article.title or '(no title)'}", file=sys.stderr)
    print(
        f"confidence {article.confidence:.2f}, {article.page_type}, {article.language or 'unknown language'}, "
        f"{words} words, {len(article.blocks)} blocks, {len(article.images)} pictures",
        file=sys.stderr,
    )
    timings = article.trace.timings
    for step, seconds in timings.items():
        print(f"{step:>12} {1000 * seconds:8.2f} ms", file=sys.stderr)
    print(f"{'together':>12} {1000 * sum(timings.values()):8.2f} ms", file=sys.stderr)
    for note in article.trace.notes:
        print(f"note: {note}", file=sys.stderr)
