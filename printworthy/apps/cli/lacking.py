"""What a document lacks: pictures that were not to be had, and parts of the article, as lines on stderr."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from printworthy.apps.cli.sources import is_web
from printworthy.data.article import Article
from printworthy.data.resources import Resource
from printworthy.errors import PrintworthyError


def tell_pictures(missing: Sequence[PrintworthyError], *, verbose: bool = False) -> None:
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


def tell_part(number: int, total: int, url: str) -> None:
    """A saved page that is one of several parts."""
    where = f"print {url}" if url else "print its address"
    print(f"this is part {number} of {total}: {where} to have them all", file=sys.stderr)


def note_wall(article: Article, source: str) -> None:
    """An article of which the page shows the beginning, and sells the rest: told here, and noted in its trace."""
    from printworthy.follow.wall import tell_wall

    told = tell_wall(article.trace.texts, article.trace.kept)
    if told:
        article.trace.notes.append(told)
        advice = "pass a browser's cookies (--cookies FILE)" if is_web(source) else "save the page while logged in"
        print(f"{told}: {advice}", file=sys.stderr)
