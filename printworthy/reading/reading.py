"""The order of the engine, from a page to what can be made of it: parse, segment, select; describe, illustrate, build.

A `Reading` is one page. Each step is made once, when it is first asked for, and kept. Pure: no network and no state.
The same page with the same options gives the same reading, whatever came before.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from time import process_time
from typing import TYPE_CHECKING

from printworthy.base.invisible import visible_page
from printworthy.build.text import join_text
from printworthy.data.columns import Columns, Selection
from printworthy.data.trace import Trace
from printworthy.data.tree import Tree
from printworthy.methods.registry import find_method
from printworthy.options import Options
from printworthy.parse.formulas import may_have_formulas, with_formulas
from printworthy.parse.lexbor import parse_page
from printworthy.parse.shadow import with_shadows
from printworthy.parse.unseen import drop_unseen
from printworthy.segment.walk import segment

if TYPE_CHECKING:
    from printworthy.build.document import Document
    from printworthy.data.article import Metadata, PageType
    from printworthy.data.blocks import Figure
    from printworthy.data.looks import Snapshot
    from printworthy.follow.parts import Links
    from printworthy.images.figures import Illustration
    from printworthy.images.judge import Judge


class Reading:
    """One page in UTF-8, or what a browser made of it, and all that the engine finds there.

    origin: the reading of the page itself, if this one is of the data that the page carries for its scripts.
    """

    def __init__(
        self, page: bytes, url: str = "", options: Options | None = None, snapshot: Snapshot | None = None
    ) -> None:
        self.url, self.options = url, options or Options()
        self.trace = Trace()
        self.origin: Reading | None = None
        self._page, self._snapshot = page, snapshot

    @cached_property
    def tree(self) -> Tree:
        """The page, parsed, without what no reader sees; with its styles and boxes if a browser showed it."""
        page, self._page = self._page, b""
        with self._timed("parse"):
            tree = _joined(parse_page(visible_page(with_shadows(page))), self._snapshot)
            # Formulas first: renderers hide their sources.
            tree = with_formulas(tree) if may_have_formulas(page) else tree
        if self.options.hidden == "drop":
            with self._timed("unseen"):
                self.trace.unseen = drop_unseen(tree)
        return tree

    @cached_property
    def columns(self) -> Columns:
        """Its segments of text."""
        tree = self.tree
        with self._timed("segment"):
            return segment(tree)

    @cached_property
    def selection(self) -> Selection:
        """Which of them are the article, by the method that the options name."""
        tree, columns, trace = self.tree, self.columns, self.trace
        with self._timed("select"):
            found = find_method(self.options.method)(tree, columns, self.options)
        trace.texts, trace.kept = columns.text, found.kept
        trace.probabilities, trace.why = found.probabilities, found.why
        trace.notes.extend(found.notes)
        return found

    @cached_property
    def text(self) -> str:
        """The text of the article."""
        kept = self.selection.kept
        with self._timed("select"):
            return join_text(self.columns, kept)

    @cached_property
    def verdict(self) -> tuple[float, PageType]:
        """How sure the choice is (the expected F1), and what kind of page it is."""
        selection = self.selection
        with self._timed("verdict"):
            return selection.verdict()

    @property
    def confidence(self) -> float:
        """How sure the choice is."""
        return self.verdict[0]

    @cached_property
    def metadata(self) -> Metadata:
        """What is known about the article besides its text."""
        from printworthy.metadata.describe import describe  # 25 ms that a text alone does not need

        selection, today = self.selection, self.options.today or latest_day()
        with self._timed("describe"):
            return describe(self.tree, self.columns, selection.kept, self.url, today, selection.signs())

    @cached_property
    def kept(self) -> Sequence[bool]:
        """The segments of the document: those of the article, without lines that its header states already."""
        from printworthy.metadata.repeated import without_repeated  # with `describe`

        return without_repeated(self.columns.text, self.selection.kept, self.metadata)

    @cached_property
    def document(self) -> Document:
        """The article as blocks, and its comments if the options ask for them."""
        kept = self.kept
        with self._timed("illustrate"):
            found = self.illustrated(self.selection.kept)
        self.trace.pictures = found.verdicts
        with self._timed("build"):
            return self.built(kept, found.figures)

    @cached_property
    def lead_image(self) -> Figure | None:
        """The picture that the page names as its own, or the article's lead figure."""
        from printworthy.data.blocks import figures_in  # with `document`
        from printworthy.images.lead import lead_picture  # a text needs no pictures

        figures = figures_in(self.document.blocks)
        return lead_picture((self.origin or self).tree, self.url, figures)

    def illustrated(self, kept: Sequence[bool], judge: Judge | None = None) -> Illustration:
        """The pictures of a choice of segments, by the judge that the options name or by another one."""
        from printworthy.images.figures import Illustration, find_figures, manner_of  # a text needs no pictures

        if self.options.images == "none":
            return Illustration()
        manner = manner_of(judge or self.options.images, self.options.entities, self.tree)
        return find_figures(self.tree, self.columns, kept, self.url, manner)

    def built(self, kept: Sequence[bool], figures: Mapping[int, Figure]) -> Document:
        """The document of a choice of segments and pictures."""
        from printworthy.build.document import BuildBase, build  # 20 ms that a text alone does not need

        base = BuildBase(self.url, figures, self.options.links, self.options.comments)
        return build(self.tree, self.columns, kept, base)

    @cached_property
    def links(self) -> Links:
        """Where the page leads, of what may be followed."""
        from printworthy.follow.parts import find_links  # a page that is only extracted leads nowhere

        return find_links((self.origin or self).tree, self.url)

    def by(self, options: Options) -> Reading:
        """The same page, read with other options; it is not parsed again."""
        other = Reading(b"", self.url, options, self._snapshot)
        other.origin, other.tree, other.columns = self.origin, self.tree, self.columns
        other.trace.timings |= {step: self.trace.timings.get(step, 0.0) for step in ("parse", "unseen", "segment")}
        other.trace.unseen = self.trace.unseen
        return other

    @contextmanager
    def _timed(self, step: str) -> Iterator[None]:
        """Note the CPU seconds of a step."""
        start = process_time()
        yield
        self.trace.timings[step] = self.trace.timings.get(step, 0.0) + process_time() - start


def _joined(tree: Tree, snapshot: Snapshot | None) -> Tree:
    if snapshot is None:
        return tree
    from printworthy.render.join import join  # hardly any page is rendered

    return join(tree, snapshot)


def latest_day() -> datetime.date:
    """Today, in the zone that is ahead of all others: an article of this day is nowhere in the future."""
    return datetime.datetime.now(datetime.timezone(datetime.timedelta(hours=14))).date()
