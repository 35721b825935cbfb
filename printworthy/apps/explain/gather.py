"""Gather what there is to explain: a page → its segments, and what every method made of them."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from printworthy.apps.explain.strongest import Look, two_looks
from printworthy.base.encoding import to_utf8
from printworthy.data.article import Article
from printworthy.data.columns import Columns
from printworthy.data.looks import Renderer
from printworthy.data.trace import Verdict
from printworthy.data.tree import Tree
from printworthy.errors import InputError, PrintworthyError
from printworthy.extract import extract
from printworthy.methods.registry import METHODS
from printworthy.model.store import load_model
from printworthy.options import Options
from printworthy.parse.lexbor import parse
from printworthy.parse.tame import tame
from printworthy.render.join import join
from printworthy.segment.walk import segment


@dataclass(frozen=True, slots=True)
class Reading:
    """What one method made of the page: its article, and a verdict for each segment; or why it made nothing."""

    method: str
    article: Article
    verdicts: Sequence[Verdict]
    error: str = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A page, its segments, and the readings of all methods; the first one was asked for."""

    url: str
    columns: Columns
    readings: tuple[Reading, ...]
    looks: tuple[Look, Look] | None

    @property
    def chosen(self) -> Reading:
        """The reading that was asked for."""
        return self.readings[0]


@dataclass(frozen=True, slots=True)
class _Page:
    """What is explained; `renderer` is there if a browser is to look at it."""

    html: str | bytes
    url: str
    renderer: Renderer | None

    def tree(self, options: Options) -> Tree:
        """The page as the methods see it; one that is rendered only in doubt is shown as it stands."""
        html = to_utf8(self.html)
        if self.renderer is None or options.render != "always":
            return parse(tame(html))
        snapshot = self.renderer(html, self.url)
        return join(parse(tame(snapshot.html)), snapshot)


def gather(html: str | bytes, url: str, options: Options) -> Explanation:
    """Extract the page with the method that was asked for, then with all others."""
    if options.render == "never":
        return _gather(_Page(html, url, None), options)
    from printworthy.render.browser import Browser

    with Browser() as browser:
        # All methods are to see the same page, and to show it once is enough.
        return _gather(_Page(html, url, cache(browser.render)), options)


def _gather(page: _Page, options: Options) -> Explanation:
    tree = page.tree(options)
    columns = segment(tree)
    if not columns.text:
        raise InputError("this page holds no text: there is nothing to explain; give the page as a browser saves it")
    asked = _read(page, columns, options)
    # A model of one's own is that of the method that was asked for.
    others = [replace(options, method=name, model=None) for name in METHODS if name != options.method]
    readings = (asked, *(_try(page, columns, other) for other in others))
    return Explanation(page.url, columns, readings, _looks(tree, columns, options))


def _looks(tree: Tree, columns: Columns, options: Options) -> tuple[Look, Look] | None:
    """The features of the learned method, which is among the readings whatever was asked for."""
    own = options.model if options.method == "learned" else None
    return two_looks(tree, columns, load_model(own)) if "learned" in METHODS else None


def _try(page: _Page, columns: Columns, options: Options) -> Reading:
    """A method that cannot be had here (an extra is missing, the browser fails) says so, and the others go on."""
    try:
        return _read(page, columns, options)
    except (PrintworthyError, ImportError) as error:
        return Reading(options.method, Article(), _none(columns), str(error))


def _read(page: _Page, columns: Columns, options: Options) -> Reading:
    # The first time loads what a step needs; the times that are told are those of the second.
    for _ in range(2):
        article = extract(page.html, page.url, options, page.renderer)
        # Asked for now, so that their times are in the trace.
        made = (article.confidence, article.title, article.blocks)
    del made
    return Reading(options.method, article, list(matched(columns.text, article.trace.segments)))


def _none(columns: Columns) -> list[Verdict]:
    return [Verdict(text, kept=False, probability=0.0, step="", reason="") for text in columns.text]


def matched(texts: Sequence[str], verdicts: Sequence[Verdict]) -> Iterator[Verdict]:
    """The verdicts by segment; a method that saw a rendered page may have seen other segments."""
    if [one.text for one in verdicts] == list(texts):
        yield from verdicts
        return
    known: defaultdict[str, deque[Verdict]] = defaultdict(deque)
    for one in verdicts:
        known[one.text].append(one)
    for text in texts:
        left = known[text]
        yield left.popleft() if left else Verdict(text, False, 0.0, "render", "not on the page as a browser shows it")
