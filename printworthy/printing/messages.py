"""What travels between a door and those who work for it: orders, articles on their way, and finished documents."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from printworthy.base.urls import is_web
from printworthy.data.article import WORTH_PRINTING, Article
from printworthy.data.trace import Trace
from printworthy.errors import NoArticleError
from printworthy.writers.protocol import DEFAULTS, WriteOptions

if TYPE_CHECKING:
    from printworthy.follow.parts import Links

# Formats that carry the pictures themselves; the others name their addresses.
EMBEDDING: Final = frozenset({"pdf", "epub", "html"})
PARTIAL: Final = "not the whole article: "  # how a note begins that says that a part is missing
# What the pictures of one document may cost, through whichever door it is asked for.
MOST_PICTURES: Final = 300
MOST_PICTURE_BYTES: Final = 96 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class PrintOrder:
    """What is to come out: a format's name, how to write, and whether a page without an article is taken, too."""

    format: str
    options: WriteOptions = DEFAULTS
    force: bool = False


@dataclass(frozen=True, slots=True)
class PackedArticle:
    """An article on its way between processes: what a door reads of it stands open, its blocks are closed.

    A large page has thousands of blocks. Many small objects, once made, would leave memory in pieces that is never
    given back, so a process that only hands the article on never makes them. `pictures` are their addresses.
    """

    article: Article
    pictures: tuple[str, ...]
    closed: bytes = field(repr=False)

    @classmethod
    def of(cls, article: Article, verdicts: bool = False) -> PackedArticle:
        """Close an article: with all verdicts of its trace if asked for, else without."""
        closed = pickle.dumps((article.blocks, article.comments), pickle.HIGHEST_PROTOCOL)
        trace = _travelling(article.trace, verdicts)  # whole, now that the blocks are made
        bare = article.changed(blocks=(), comments=(), trace=trace).detached()
        return cls(bare, pictures_of(article)[:MOST_PICTURES], closed)

    def open(self) -> Article:
        """The article, whole."""
        blocks, comments = pickle.loads(self.closed)  # noqa: S301 - from a process of our own
        return replace(self.article, blocks=blocks, comments=comments)

    @property
    def title(self) -> str:
        """The article's title."""
        return self.article.title

    @property
    def text(self) -> str:
        """The article's text."""
        return self.article.text

    @property
    def url(self) -> str:
        """The article's address."""
        return self.article.url

    @property
    def page_type(self) -> str:
        """What kind of page it is of."""
        return self.article.page_type

    @property
    def confidence(self) -> float:
        """How sure the extraction is."""
        return self.article.confidence

    @property
    def trace(self) -> Trace:
        """Its notes, and as much of its trace as travels."""
        return self.article.trace

    def changed(self, **others: Any) -> PackedArticle:  # noqa: ANN401 - by the field
        """The same with other values in what stands open."""
        return replace(self, article=self.article.changed(**others))


# What a door has of an article: the article itself, or as much of it as it needs.
Held: TypeAlias = Article | PackedArticle


@dataclass(frozen=True, slots=True)
class VisitedPage:
    """A page that was looked at: its address, where it leads, and its article."""

    url: str
    links: Links
    article: Held


@dataclass(frozen=True, slots=True)
class Printed:
    """A finished document; or an article whose pictures are to be fetched first."""

    content: bytes = field(default=b"", repr=False)
    title: str = ""
    article: Held | None = field(default=None, repr=False)


def pictures_of(article: Held) -> tuple[str, ...]:
    """The addresses of the article's pictures on the web, in their order."""
    if isinstance(article, PackedArticle):
        return article.pictures
    sources = dict.fromkeys(figure.src for figure in article.images)
    return tuple(src for src in sources if is_web(src))


def check_worth(article: Held, force: bool, advice: str = "") -> None:
    """Refuse a page that seems to hold no article; `advice` says what to do about it at this door."""
    if article.confidence >= WORTH_PRINTING or force:
        return
    kind = f", page type '{article.page_type}'" if article.page_type != "none" else ""
    told = advice or "give the address of the article itself, or say force to take what was found"
    raise NoArticleError(f"this page seems to hold no article (confidence {article.confidence:.2f}{kind}): {told}")


def opened(given: Sequence[Any]) -> list[Any]:
    """What was handed over, with articles and lists of them opened."""
    return [
        one.open() if isinstance(one, PackedArticle) else opened(one) if isinstance(one, list) else one for one in given
    ]


def _travelling(old: Trace, verdicts: bool) -> Trace:
    kept = Trace(timings=old.timings, notes=old.notes)
    if verdicts:
        kept.pictures = tuple(old.pictures)
        reasons = [(verdict.step, verdict.reason) for verdict in old.segments]
        kept.texts, kept.kept = list(old.texts), list(old.kept)
        kept.probabilities, kept.why = [float(one) for one in old.probabilities], partial(list, reasons)
    return kept
