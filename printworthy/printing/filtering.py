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
from printworthy.filters.chain import run_chain
from printworthy.filters.filtered_output import append, declare_utf8, serialise, speak
from printworthy.filters.settings import Settings, find_profile
from printworthy.filters.settings_file import load, settings_from
from printworthy.parse.lexbor import find, parse, parse_page

Choice: TypeAlias = Settings | str | os.PathLike[str] | Mapping[str, Any] | None
DEFAULT: Final = "light"
# Tables of a settings file that are about the proxy.
OTHERS: Final = frozenset({"proxy", "sites"})


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
    if chosen.output.form != "article":
        return _filtered(parse_page(content), url, chosen, finish)
    from printworthy.printing.steps import reader_page  # the engine, which the other forms do not need

    article, tree = reader_page(content, url)
    if article:
        return Filtered(_finished(article, finish), "article")
    return _filtered(tree, url, replace(chosen, output=replace(chosen.output, form="page")), finish)


def filter_facts(content: bytes, url: str, settings: Mapping[str, object], charset: str = "") -> dict[str, object]:
    """A page without its clutter, and what was done to it, as plain values."""
    found = filter_in_full(content, url, dict(settings), charset)
    return {
        "content": found.content,
        "form": found.form,
        "removed": dict(sorted(found.removed.items())),
        "links": found.links,
        "portal": found.portal,
    }


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


def _filtered(tree: Tree, url: str, settings: Settings, finish: Callable[[Tree], None] | None) -> Filtered:
    report = run_chain(tree, settings, url, find)
    if settings.output.form == "text":
        return Filtered(speak(tree, settings.output), "text", report.removed, 0, report.portal)
    append(tree, report.link_list)
    if finish is not None:
        finish(tree)
    return Filtered(_written(tree), "page", report.removed, report.links, report.portal)


def _finished(html: str, finish: Callable[[Tree], None] | None) -> str:
    """A page of our own writing, with the last touch."""
    if finish is None:
        return html
    tree = parse(html.encode())
    finish(tree)
    return _written(tree)


def _written(tree: Tree) -> str:
    """The page as text, to be stored and sent in UTF-8; a page that needs to say so does."""
    html = serialise(tree)
    return serialise(tree) if not html.isascii() and declare_utf8(tree) else html
