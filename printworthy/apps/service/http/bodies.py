"""What callers send: the bodies of the calls, checked by the framework, and what they mean to the library."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Annotated, Any, ClassVar, Final, Literal, TypeAlias

from printworthy.apps.service.reading import Journey
from printworthy.errors import UsageError
from printworthy.options import Entities, Images, Options, Render, Unseen
from printworthy.writers.protocol import WriteOptions
from printworthy.writers.sheet import LinkStyle, Sheet, Standard


class SchemaBounds:
    """Keywords of the validator's own schema, such as `max_length` for text and `ge` and `le` for numbers."""

    def __init__(self, **keywords: object) -> None:
        self._keywords = keywords

    def __get_pydantic_core_schema__(
        self, source: object, handler: Callable[[object], dict[str, Any]]
    ) -> dict[str, Any]:
        """The field's schema with the bounds."""
        return {**handler(source), **self._keywords}


class SchemaNotes:
    """Keywords of the JSON schema that are shown only: a description, an example."""

    def __init__(self, text: str, **keywords: object) -> None:
        self._keywords = {"description": text, **keywords}

    def __get_pydantic_json_schema__(
        self, schema: object, handler: Callable[[object], dict[str, Any]]
    ) -> dict[str, Any]:
        """The field's JSON schema with the keywords."""
        return {**handler(schema), **self._keywords}


# No further fields than those that are known: a typing error is told, not ignored.
STRICT: Final[dict[str, object]] = {"extra": "forbid"}

Method: TypeAlias = Literal["learned", "visual", "subtree", "filters", "nodes"]
# Styles of one's own are files, and a caller may name none.
StyleName: TypeAlias = Literal["classic", "newspaper", "large", "compact"]
TextFormat: TypeAlias = Literal["json", "html", "markdown", "text"]
AnyFormat: TypeAlias = Literal["pdf", "epub", "html", "markdown", "text", "json"]
Profile: TypeAlias = Literal["off", "light", "reader", "text-only", "speech"]

_URL: Final = "https://example.org/story.html"
_HTML: Final = "<html><title>A story</title><body><article><h1>A story</h1><p>It began …</p></article></body></html>"
Address: TypeAlias = Annotated[str, SchemaBounds(max_length=4096), SchemaNotes("The page's address.", examples=[_URL])]
# Beside a body that is the page itself, there is the query for what else is to be said.
QueryAddress: TypeAlias = Annotated[
    str, SchemaBounds(max_length=4096), SchemaNotes("The address, if the body has none.")
]
Html: TypeAlias = Annotated[str | None, SchemaNotes("The page itself, if it is not to be fetched.", examples=[_HTML])]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """How to extract: the library's options, and how far an address is followed."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    method: Annotated[Method, SchemaNotes("Which method finds the article.")] = "learned"
    render: Annotated[Render, SchemaNotes("Whether a browser shows the page first, with its scripts.")] = "never"
    images: Annotated[Images, SchemaNotes("Which pictures.")] = "relevant"
    entities: Annotated[Entities, SchemaNotes("How names in captions are known.")] = "spelling"
    hidden: Annotated[Unseen, SchemaNotes("What to do with text that the page hides from its readers.")] = "drop"
    links: Annotated[bool, SchemaNotes("Keep links; without, their text stays.")] = True
    comments: Annotated[bool, SchemaNotes("Also what readers wrote.")] = False
    today: Annotated[date | None, SchemaNotes("The day after which no date of the article may lie.")] = None
    force: Annotated[bool, SchemaNotes("Go on even if the page seems to hold no article.")] = False
    print_link: Annotated[bool, SchemaNotes("Take the text from the print page, where there is one.")] = True
    parts: Annotated[int, SchemaBounds(ge=1, le=50), SchemaNotes("The most parts of an article that are gathered.")] = (
        20
    )

    def options(self) -> Options:
        """What the library is told."""
        return Options(
            method=self.method,
            render=self.render,
            images=self.images,
            entities=self.entities,
            hidden=self.hidden,
            links=self.links,
            comments=self.comments,
            today=self.today,
        )

    def journey(self) -> Journey:
        """What the reader is told."""
        return Journey(self.print_link, self.parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetBody:
    """How a page is printed; 0, -1 and "" leave the choice to the style."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    style: Annotated[StyleName, SchemaNotes("The style.")] = "classic"
    paper: Annotated[str, SchemaBounds(max_length=20), SchemaNotes("A name, or millimetres as in 120x180.")] = "a4"
    columns: Annotated[int, SchemaBounds(ge=0, le=4), SchemaNotes("1 to 4; 0: the style's.")] = 0
    size: Annotated[float, SchemaBounds(ge=0, le=72), SchemaNotes("Of the letters, in points; 0: the style's.")] = 0.0
    margin: Annotated[float, SchemaBounds(ge=-1, le=100), SchemaNotes("In millimetres; -1: the style's.")] = -1.0
    links: Annotated[LinkStyle, SchemaNotes("Addresses as numbered notes, inline, or not at all.")] = "auto"
    grey: Annotated[bool, SchemaNotes("Pictures and code without colour.")] = False
    qr: Annotated[bool, SchemaNotes("A QR code of the source at the end.")] = False
    standard: Annotated[Standard, SchemaNotes("A strict kind of PDF.")] = ""
    fit: Annotated[bool, SchemaNotes("Tighter lines where this saves a last page of a few lines.")] = True
    printed: Annotated[date | None, SchemaNotes("The day of printing; today if none is given.")] = None

    def sheet(self, images: Images) -> Sheet:
        """What the writer is told."""
        return Sheet(
            style=self.style,
            paper=self.paper,
            columns=self.columns,
            size=self.size,
            margin=self.margin,
            links=self.links,
            images=images != "none",
            grey=self.grey,
            qr=self.qr,
            standard=self.standard,
            fit=self.fit,
            printed=(self.printed or datetime.now(UTC).date()).isoformat(),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One page: an address to be fetched, or HTML with the address that it came from."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    url: Address = ""
    html: Html = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sources:
    """One page, by `url` or by `html` and `url`; or several, by `pages`."""

    url: Address = ""
    html: Html = None
    pages: Annotated[list[Source], SchemaNotes("Several pages instead of one.")] = field(default_factory=list)

    def sources(self, most: int, url: str = "") -> list[Source]:
        """The pages that are meant, if it is clear which; `url` is the address that the query gives."""
        one = bool(self.url or url or self.html is not None)
        if one == bool(self.pages) or self.url and url:
            raise UsageError("it is not clear which page is meant: give url, or html and url, or a list of pages")
        found = [Source(url=self.url or url, html=self.html)] if one else self.pages
        if len(found) > most:
            raise UsageError(f"{len(found)} pages are too many for one call: give at most {most}, or make it a job")
        if any(not source.url and source.html is None for source in found):
            raise UsageError("a page has neither url nor html: give one of them")
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractBody(_Sources):
    """A page, or several, whose article is wanted as data."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {
        **STRICT,
        "json_schema_extra": {"examples": [{"html": _HTML, "url": _URL, "options": {"images": "none"}}]},
    }

    format: Annotated[TextFormat | None, SchemaNotes("The format; without, what Accept asks for, or JSON.")] = None
    options: Choices = field(default_factory=Choices)
    trace: Annotated[bool, SchemaNotes("In JSON: also why each segment was kept or dropped.")] = False
    width: Annotated[int, SchemaBounds(ge=0, le=1000), SchemaNotes("In text: wrap lines there; 0: never.")] = 0
    front_matter: Annotated[bool, SchemaNotes("In Markdown: YAML before the text.")] = False

    def write_options(self) -> WriteOptions:
        """What the writer is told."""
        return WriteOptions(
            comments=self.options.comments, width=self.width, front_matter=self.front_matter, trace=self.trace
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintBody(_Sources):
    """A page, or several, to be printed; several become one issue with a title page and contents."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {
        **STRICT,
        "json_schema_extra": {
            "examples": [{"html": _HTML, "url": _URL, "format": "pdf", "sheet": {"paper": "a5", "style": "classic"}}]
        },
    }

    format: Annotated[AnyFormat | None, SchemaNotes("The format; without, what Accept asks for, or PDF.")] = None
    options: Choices = field(default_factory=Choices)
    sheet: SheetBody = field(default_factory=SheetBody)
    title: Annotated[str, SchemaBounds(max_length=300), SchemaNotes("The title of an issue of several pages.")] = ""

    def write_options(self) -> WriteOptions:
        """What the writer is told."""
        return WriteOptions(comments=self.options.comments, sheet=self.sheet.sheet(self.options.images))


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterBody:
    """A page whose clutter is to be taken out."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {
        **STRICT,
        "json_schema_extra": {"examples": [{"html": _HTML, "url": _URL, "profile": "reader"}]},
    }

    url: Address = ""
    html: Html = None
    profile: Annotated[Profile, SchemaNotes("Settings for a purpose.")] = "light"
    settings: Annotated[
        dict[str, dict[str, Any]], SchemaNotes("What differs from the profile: tables as in a settings file.")
    ] = field(default_factory=dict)

    def source(self) -> Source:
        """The page that is meant."""
        if not self.url and self.html is None:
            raise UsageError("no page is named: give url, or html and url")
        return Source(url=self.url, html=self.html)


@dataclass(frozen=True, slots=True, kw_only=True)
class JobBody:
    """Many pages, to be worked on one after the other: one document, or a zip with a file for each."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {
        **STRICT,
        "json_schema_extra": {
            "examples": [{"pages": [{"url": _URL}], "format": "epub", "bundle": "document", "title": "To read"}]
        },
    }

    pages: Annotated[list[Source], SchemaBounds(min_length=1), SchemaNotes("The pages, in their order.")]
    format: Annotated[AnyFormat, SchemaNotes("The format of the document, or of each file in the zip.")] = "pdf"
    bundle: Annotated[Literal["document", "zip"], SchemaNotes("One document of all (PDF, EPUB), or a zip.")] = (
        "document"
    )
    options: Choices = field(default_factory=Choices)
    sheet: SheetBody = field(default_factory=SheetBody)
    title: Annotated[str, SchemaBounds(max_length=300), SchemaNotes("The title of the document.")] = ""

    def check(self, most: int) -> None:
        """Refuse what cannot come out well, before any work."""
        if len(self.pages) > most:
            raise UsageError(f"{len(self.pages)} pages are too many for one job: give at most {most}")
        if any(not source.url and source.html is None for source in self.pages):
            raise UsageError("a page has neither url nor html: give one of them")
        if self.bundle == "document" and self.format not in ("pdf", "epub"):
            raise UsageError(f"several articles are bound as pdf or epub, not as {self.format}: ask for a zip")
        self.write_options()

    def write_options(self) -> WriteOptions:
        """What the writer is told."""
        return WriteOptions(comments=self.options.comments, sheet=self.sheet.sheet(self.options.images))
