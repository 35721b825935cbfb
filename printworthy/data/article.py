"""The article, as a frozen value: a document of blocks, and what is known about it; several bound into an issue."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, TypeAlias, TypeVar

from printworthy.data.trace import Trace

if TYPE_CHECKING:
    from printworthy.data.blocks import Block, Comment, Figure

T = TypeVar("T")
PageType: TypeAlias = Literal[
    "article", "forum", "product", "collection", "listing", "documentation", "service", "none"
]
# Confidence is the expected F1 of the extraction; below this, what comes out is likelier junk than article.
WORTH_PRINTING: Final = 0.3
_TITLE: Final = 80  # characters of a title that `repr` shows


@dataclass(frozen=True, slots=True)
class Field(Generic[T]):
    """A value, the place of the page it was read from, and the probability that it is right."""

    value: T
    source: str = ""
    confidence: float = 0.0

    def __bool__(self) -> bool:
        return bool(self.value)


TextField = Field[str]
NamesField = Field[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Metadata:
    """The description of an article; an absent field has an empty value and no source.

    `published` and `modified` are ISO 8601: a date, or a timestamp (with its zone where the page gives one).
    `title_segment` is the segment of the page that shows the title, or -1. `reading_minutes` is 0 without text.
    """

    title: TextField = Field("")
    kicker: TextField = Field("")
    subtitle: TextField = Field("")
    published: TextField = Field("")
    modified: TextField = Field("")
    authors: NamesField = Field(())
    agencies: NamesField = Field(())
    language: TextField = Field("")
    site: TextField = Field("")
    description: TextField = Field("")
    canonical: TextField = Field("")
    section: TextField = Field("")
    tags: NamesField = Field(())
    direction: Literal["ltr", "rtl"] = "ltr"
    reading_minutes: int = 0
    title_segment: int = -1


@dataclass(frozen=True, repr=False)
class Article:
    """What `extract` and `read` return: the article of a page and what is known about it.

    title, authors, date, language, site: as the page states them, "" or () where it does not; `date` is ISO 8601.
    url, description, direction: the page's address, its own summary, and the direction of its script.
    page_type:  what kind of page it is; "none" if it holds no article.
    confidence: the expected F1 of this extraction, 0 to 1; near 0, the page has no article.
    text:       paragraphs separated by blank lines.
    blocks:     the document: `Heading`, `Paragraph`, `List`, `Table`, `Figure`, … of `printworthy.data.blocks`.
    comments:   what readers wrote, if asked for with `comments=True`.
    lead_image: the picture that the page names as its own (`og:image` and the like), or the article's first; or None.
    metadata:   every field again, with its source and how sure it is.
    trace:      why each segment of the page was kept or dropped, and how long each step took.
    """

    title: str = ""
    authors: tuple[str, ...] = ()
    date: str = ""
    language: str = ""
    site: str = ""
    url: str = ""
    description: str = ""
    direction: Literal["ltr", "rtl"] = "ltr"
    page_type: PageType = "article"
    confidence: float = 0.0
    text: str = ""
    blocks: tuple[Block, ...] = ()
    comments: tuple[Comment, ...] = ()
    lead_image: Figure | None = None
    metadata: Metadata = field(default_factory=Metadata, compare=False)
    trace: Trace = field(default_factory=Trace, compare=False)

    @property
    def images(self) -> tuple[Figure, ...]:
        """The pictures of the article in their order."""
        from printworthy.data.blocks import figures_in  # 6 ms that a text alone does not need

        return tuple(figures_in(self.blocks))

    def changed(self, **others: Any) -> Article:  # noqa: ANN401 - by the field
        """A copy with other values in some fields."""
        return replace(self, **others)

    def detached(self) -> Article:
        """The same article as a plain value that holds nothing of its page, and can travel between processes."""
        return Article(**{one.name: getattr(self, one.name) for one in fields(Article)})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Article):
            return NotImplemented
        return all(getattr(self, one.name) == getattr(other, one.name) for one in fields(Article) if one.compare)

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, one.name) for one in fields(Article) if one.compare))

    def __repr__(self) -> str:
        title = repr(self.title)
        shown = title if len(title) <= _TITLE else f"{title[:_TITLE]}…{title[0]}"
        facts = (self.date[:10], self.page_type, f"{len(self.text):,} characters", f"confidence {self.confidence:.2f}")
        return f"<Article {shown}: {', '.join(filter(None, facts))}>"


@dataclass(frozen=True, slots=True)
class Failure:
    """A source that gave no article, and why; it is named on the last page."""

    source: str
    reason: str


@dataclass(frozen=True, slots=True)
class Issue:
    """Articles in their order under one title; `date` is the day of the issue (ISO 8601)."""

    title: str
    articles: tuple[Article, ...]
    date: str = ""
    failures: tuple[Failure, ...] = ()


@dataclass(frozen=True, slots=True)
class Resource:
    """A picture's bytes, its media type ("image/png") and its size in pixels (0: unknown)."""

    content: bytes
    media_type: str
    width: int = 0
    height: int = 0
