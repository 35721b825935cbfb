"""From a source to its article: what `extract` and `print` do alike, with what they tell on stderr."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from printworthy.apps.cli.pictures import local_pictures
from printworthy.apps.cli.sources import Source, is_web, read_source
from printworthy.apps.cli.terminal import Progress
from printworthy.data.article import WORTH_PRINTING, Article
from printworthy.data.resources import Resource
from printworthy.errors import NoArticleError, UsageError
from printworthy.extract import NOT_RENDERED, extract
from printworthy.follow.wall import tell_wall
from printworthy.options import Options
from printworthy.whole.links import IN_PARTS, find_part
from printworthy.whole.plan import Plan
from printworthy.whole.read import PARTIAL, read


def load_article(
    source: str, url: str, plan: Plan, *, force: bool = False, verbose: bool = False
) -> tuple[Article, dict[str, Resource]]:
    """The article of a page, and the pictures beside it. `url` is the address that somebody gave a saved page."""
    web = is_web(source)
    article, pictures = _from_web(source, url, plan, verbose=verbose) if web else _from_file(source, url, plan.options)
    if verbose:
        _report(article)
    else:
        _tell_unseen(article)
    if article.confidence < WORTH_PRINTING and not force:
        raise NoArticleError(_no_article(article, source, plan))
    _note_wall(article, source)
    return article, pictures


def _from_file(name: str, url: str, options: Options) -> tuple[Article, dict[str, Resource]]:
    """The article of a saved page, with the pictures beside it."""
    source = read_source(name, url)
    with Progress() as tell:
        tell(f"reading {name}")
        article = extract(source.html, source.url, options)
    _tell_part(article, source, name)
    return article, local_pictures(article, source.url, source.folder)


def _tell_part(article: Article, source: Source, name: str) -> None:
    """Say so if a saved page holds one of several parts: nothing more is fetched for it."""
    if article.page_type not in IN_PARTS:
        return
    # A page that names no address of its own is taken to be called like its file, with or without the suffix.
    made_up = [f"https://page.invalid/{quote(one)}" for one in (Path(name).stem, Path(name).name)]
    number, total, _ = find_part(source.html, *([source.url] if source.url else made_up))
    if total > 1:
        where = f"print {source.url}" if source.url else "print its address"
        print(f"this is part {number} of {total}: {where} to have them all", file=sys.stderr)


def _from_web(address: str, url: str, plan: Plan, *, verbose: bool) -> tuple[Article, dict[str, Resource]]:
    """The whole article at an address: its print page and its parts too."""
    if url:
        raise UsageError("--url says where a saved page came from: leave it out for a page that is fetched")
    with Progress() as tell:
        article = read(address, plan, tell)
    for note in article.trace.notes:
        if note.startswith(PARTIAL) and not verbose:
            print(note, file=sys.stderr)
    return article, {}


def _tell_unseen(article: Article) -> None:
    """Say so if a browser was to look at the page and could not."""
    for note in article.trace.notes:
        if note.startswith(NOT_RENDERED):
            print(note, file=sys.stderr)


def _note_wall(article: Article, source: str) -> None:
    """An article of which the page shows the beginning, and sells the rest: told here, and noted in its trace."""
    told = tell_wall(article.trace.texts, article.trace.kept)
    if told:
        article.trace.notes.append(told)
        advice = "pass a browser's cookies (--cookies FILE)" if is_web(source) else "save the page while logged in"
        print(f"{told}: {advice}", file=sys.stderr)


def _no_article(article: Article, source: str, plan: Plan) -> str:
    """Why nothing is printed, and what to do about it."""
    kind = f", page type '{article.page_type}'" if article.page_type != "none" else ""
    untried = "; ".join(_untried(source, plan))
    return (
        f"this page seems to hold no article (confidence {article.confidence:.2f}{kind}): "
        f"open the article itself{f' ({untried})' if untried else ''}, or use --force to take what was found"
    )


def _untried(source: str, plan: Plan) -> Iterator[str]:
    """What may help, and was not asked for yet."""
    if not is_web(source):
        yield "behind a login: save it while logged in"
    elif plan.visitor.cookies is None:
        yield "behind a login: --cookies FILE"
    if plan.options.render == "never":
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
