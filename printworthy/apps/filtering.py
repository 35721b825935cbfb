"""From a page to a filtered page: `filter_page`, which all doors share. Decode, parse, filter; then write.

    page      the page with its look, without the clutter
    text      its words alone
    article   the article in the page's place, if the page has one; else the filtered page
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, TypeAlias

from printworthy.base.encoding import to_utf8
from printworthy.data.tree import Tree
from printworthy.errors import NoArticleError
from printworthy.filters.chain import run_chain
from printworthy.filters.profiles import find_profile
from printworthy.filters.settings import Settings
from printworthy.filters.speak import speak
from printworthy.filters.store import load, settings_from
from printworthy.parse.append import append
from printworthy.parse.declare import declare_utf8
from printworthy.parse.lexbor import parse
from printworthy.parse.select import find
from printworthy.parse.serialise import serialise
from printworthy.parse.tame import tame
from printworthy.writers.protocol import WriteOptions

Choice: TypeAlias = Settings | str | os.PathLike[str] | Mapping[str, Any] | None
DEFAULT: Final = "light"
# Tables of a settings file that are about the proxy.
OTHERS: Final = frozenset({"proxy", "sites"})
# Below this confidence the page is shown rather than what may be its article.
_SURE: Final = 0.5


@dataclass(frozen=True, slots=True)
class Filtered:
    """A filtered page, and what was done to it.

    form:    "page", "text" or "article": what `content` is.
    removed: deleted elements by filter.
    links:   how many deleted links are listed at the page's end.
    portal:  the page is nothing but links, and keeps them.
    """

    content: str = field(repr=False)
    form: str = "page"
    removed: Counter[str] = field(default_factory=Counter)
    links: int = 0
    portal: bool = False


def filter_page(html: str | bytes, url: str = "", settings: Choice = None) -> str:
    """A page without its clutter, as HTML or text; `url` is the page's address, against which links are resolved.

    `settings` is a profile's name ("light", "reader", "text-only", "speech"), a `Path` to a settings file, a mapping
    with the content of one, or a `Settings`; without, it is "light".
    """
    return filter_in_full(html, url, settings).content


def filter_in_full(
    html: str | bytes,
    url: str = "",
    settings: Choice = None,
    charset: str = "",
    finish: Callable[[Tree], None] | None = None,
) -> Filtered:
    """As `filter_page`, with what was done; `charset` is what the server said of the page, `finish` a last touch."""
    chosen = choose(settings)
    content = to_utf8(html, charset)
    if chosen.output.form == "article":
        try:
            return Filtered(_finished(_article(content, url), finish), "article")
        except NoArticleError:
            chosen = replace(chosen, output=replace(chosen.output, form="page"))
    return _filtered(content, url, chosen, finish)


def choose(settings: Choice) -> Settings:
    """The settings that a caller means."""
    match settings:
        case Settings():
            return settings
        case None:
            return find_profile(DEFAULT)
        case str():
            return find_profile(settings)
        case Mapping():
            return settings_from(settings, OTHERS)
    return load(Path(settings), OTHERS)


def _filtered(content: bytes, url: str, settings: Settings, finish: Callable[[Tree], None] | None) -> Filtered:
    tree = parse(tame(content))
    report = run_chain(tree, settings, url, find)
    if settings.output.form == "text":
        return Filtered(speak(tree, settings.output), "text", report.removed, 0, report.portal)
    append(tree, report.shelf)
    if finish is not None:
        finish(tree)
    return Filtered(_written(tree), "page", report.removed, report.links, report.portal)


def _finished(html: str, finish: Callable[[Tree], None] | None) -> str:
    """A page that is already written, with the last touch."""
    if finish is None:
        return html
    tree = parse(tame(html.encode()))
    finish(tree)
    return _written(tree)


def _written(tree: Tree) -> str:
    """The page as text, to be stored and sent in UTF-8; a page that needs to say so does."""
    html = serialise(tree)
    return serialise(tree) if not html.isascii() and declare_utf8(tree) else html


def _article(content: bytes, url: str) -> str:
    """The article as a page of its own."""
    from printworthy.extract import extract  # with the writers 65 ms that filtering alone does not need
    from printworthy.writers.registry import write, writer_for_name

    article = extract(content, url)
    if article.confidence < _SURE or article.page_type == "none":
        raise NoArticleError("this page seems to hold no article: filter the page itself")
    return write(article, writer_for_name("html"), WriteOptions()).decode()
