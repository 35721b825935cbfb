"""From a source to its article and its pictures: what verbs do alike, with what they report on stderr."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

from printworthy.apps.cli.saved_page import SavedPage, local_pictures, read_source
from printworthy.apps.cli.terminal import Progress
from printworthy.base.urls import is_web
from printworthy.data.article import Article, Resource
from printworthy.errors import PrintworthyError, UsageError
from printworthy.follow.parts import IN_PARTS, find_part
from printworthy.follow.wall import WALLED, note_wall
from printworthy.options import Options
from printworthy.printing.messages import PARTIAL, check_worth, pictures_of
from printworthy.printing.plan import Plan
from printworthy.reading.doubt import NOT_RENDERED
from printworthy.reading.extract import PageArticle, read_page
from printworthy.reading.reading import Reading


def load_article(
    source: str, url: str, plan: Plan, *, force: bool = False, verbose: bool = False
) -> tuple[Article, dict[str, Resource]]:
    """The article of a page, and the pictures beside it. `url` is the address that somebody gave a saved page."""
    web = is_web(source)
    article, pictures = _from_web(source, url, plan) if web else _from_file(source, url, plan.options)
    if verbose:
        _report(article)
    else:
        _tell_notes(article, (NOT_RENDERED, PARTIAL))
    check_worth(article, force, _advice(source, plan))
    advice = "pass a browser's cookies (--cookies FILE)" if web else "save the page while logged in"
    _tell_notes(article, (WALLED,), f": {advice}")
    return article, pictures


def load_pictures(article: Article, source: str, plan: Plan, *, verbose: bool = False) -> dict[str, Resource]:
    """The pictures of an article at the address `source`."""
    from printworthy.fetching.client import run  # 60 ms that a saved page does not need
    from printworthy.printing.pictures import fetch_pictures  # with the client

    wanted = pictures_of(article)
    if not wanted:
        return {}
    with Progress() as tell:
        tell(f"fetching pictures: {len(wanted)}")
        pictures = run(lambda: fetch_pictures(wanted, plan, source))
    _tell_missing(pictures.missing, verbose=verbose)
    return pictures.found


def _from_file(name: str, url: str, options: Options) -> tuple[Article, dict[str, Resource]]:
    """The article of a saved page, with the pictures beside it."""
    source = read_source(name, url)
    with Progress() as tell:
        tell(f"reading {name}")
        reading = read_page(source.html, source.url, options)
        article = PageArticle.of(reading)
    note_wall(article)
    _tell_part(reading, source, name)
    return article, local_pictures(article, source.url, source.folder)


def _tell_part(reading: Reading, source: SavedPage, name: str) -> None:
    """Say so if a saved page holds one of several parts: nothing more is fetched for it."""
    if reading.verdict[1] not in IN_PARTS:
        return
    # A page that names no address of its own is taken to be called like its file, with or without the suffix.
    made_up = [f"https://page.invalid/{quote(one)}" for one in (Path(name).stem, Path(name).name)]
    tree = (reading.origin or reading).tree
    number, total, _ = find_part(tree, *([source.url] if source.url else made_up))
    if total > 1:
        where = f"print {source.url}" if source.url else "print its address"
        print(f"this is part {number} of {total}: {where} to have them all", file=sys.stderr)


def _from_web(address: str, url: str, plan: Plan) -> tuple[Article, dict[str, Resource]]:
    """The whole article at an address: its print page and its parts too."""
    if url:
        raise UsageError("--url says where a saved page came from: leave it out for a page that is fetched")
    from printworthy.printing.public import read  # 60 ms that a saved page does not need

    with Progress() as tell:
        return read(address, plan=plan, tell=tell), {}


def _tell_notes(article: Article, kinds: tuple[str, ...], advice: str = "") -> None:
    """Notes that a person should see: what is missing, and that a browser was to look and could not."""
    for note in article.trace.notes:
        if note.startswith(kinds):
            print(f"{note}{advice}", file=sys.stderr)


def _tell_missing(missing: Sequence[PrintworthyError], *, verbose: bool = False) -> None:
    """How many pictures were left out, and why; the first one stands for all, unless all are wanted."""
    if not missing:
        return
    count = "1 picture" if len(missing) == 1 else f"{len(missing)} pictures"
    more = " (--verbose tells of each)" if len(missing) > 1 and not verbose else ""
    print(f"{count} left out: {missing[0]}{more}", file=sys.stderr)
    for error in missing[1:] if verbose else ():
        print(f"also left out: {error}", file=sys.stderr)


def tell_pictures_elsewhere(article: Article, found: Mapping[str, Resource], source: str) -> None:
    """Pictures that do not lie beside a saved page, which paper and books will lack."""
    sources = {figure.src for figure in article.images if not figure.src.startswith("data:")}
    count = len(sources - found.keys())
    if count:
        pictures = "1 picture" if count == 1 else f"{count} pictures"
        page = "the saved page" if source == "-" else source
        print(f"{pictures} left out: not beside {page}; print its address to have them", file=sys.stderr)


def _advice(source: str, plan: Plan) -> str:
    """What to do about a page without an article."""
    untried = "; ".join(_untried(source, plan))
    return f"open the article itself{f' ({untried})' if untried else ''}, or use --force to take what was found"


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
