"""From a page to its article: `extract`, and `read_page` for those who need more of the page than its article.

Where a page holds hardly any text, the data that it carries for its scripts are read, too. With `Options(render=…)` a
browser shows the page first: it has no network either, unless the caller's `renderer` brings one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, Unpack

from printworthy.base.encoding import to_utf8
from printworthy.data.article import Article, Metadata, PageType
from printworthy.errors import InputError, MissingExtraError, RenderError, UsageError
from printworthy.follow.printlink import find_link
from printworthy.options import Changes, Options, with_changes
from printworthy.parse.lexbor import parse_page
from printworthy.reading.doubt import DOUBTFUL, NOT_RENDERED, better
from printworthy.reading.reading import Reading

if TYPE_CHECKING:
    from printworthy.data.blocks import Block, Comment, Figure
    from printworthy.data.looks import Renderer

# A page with less text than this may be a shell, if it carries data.
_SHELL: Final = 1_500
_DATA: Final = re.compile(rb"application/(?:ld\+)?json|__[A-Z_]{4,30}__\s*=|__next_f\.push")
# An address or the name of a file, handed in by mistake.
_NAME: Final = re.compile(r"https?://[^\s<>]+|[^\s<>]+\.x?html?", re.I)
_LONGEST_NAME: Final = 2_000
_SAMPLE: Final = b"<html><title>A page</title><body><h1>A page</h1>" + b"<p>Words of an article, and more.</p>" * 9
_SAMPLE_URL: Final = "http://example.org/"


def extract(
    html: str | bytes,
    url: str | None = None,
    options: Options | None = None,
    renderer: Renderer | None = None,
    **changes: Unpack[Changes],
) -> Article:
    """The article of a page: `str` or `bytes` in, an `Article` out. Nothing is fetched.

    `url` is the page's address, against which its links and pictures are made absolute. Options may be given as an
    `Options` or one by one. `renderer` shows pages when the options say so; without one, a browser is started for this
    page alone.

        >>> article = extract("<title>Of clocks</title><h1>Of clocks</h1><p>They tick.", images="none")
        >>> article.title
        'Of clocks'
    """
    return PageArticle.of(read_page(html, url, with_changes(options, changes), renderer))


def read_page(
    html: str | bytes, url: str | None = None, options: Options | None = None, renderer: Renderer | None = None
) -> Reading:
    """A page with all that the engine finds there: the better reading, if there are several."""
    page = to_utf8(_checked(html))
    url, options = _checked_url(url), options or Options()
    if options.render == "never":
        return _static(page, url, options)
    with _browser(renderer) as render:
        read = _rendered if options.render == "always" else _better
        return read(page, url, options, render)


def warm(options: Options | None = None) -> None:
    """Do once what is slow the first time: load the code and the models."""
    article = extract(_SAMPLE, _SAMPLE_URL, replace(options or Options(), render="never"))
    made = (article.confidence, article.title, article.blocks)
    del made


class PageArticle(Article):
    """An article over the reading of its page: what costs more than the text is made when it is first asked for.

    It holds the page as long as it lives; `detached()` gives one that does not.
    """

    _reading: Reading

    @classmethod
    def of(cls, reading: Reading) -> PageArticle:
        """The article of a reading, whose text is made at once."""
        article = object.__new__(cls)
        vars(article).update(_reading=reading, text=reading.text, trace=reading.trace)
        return article

    @cached_property
    def title(self) -> str:
        return self.metadata.title.value

    @cached_property
    def authors(self) -> tuple[str, ...]:
        return self.metadata.authors.value

    @cached_property
    def date(self) -> str:
        return self.metadata.published.value[:10]

    @cached_property
    def language(self) -> str:
        return self.metadata.language.value

    @cached_property
    def site(self) -> str:
        return self.metadata.site.value

    @cached_property
    def url(self) -> str:
        return self._reading.url or self.metadata.canonical.value

    @cached_property
    def description(self) -> str:
        return self.metadata.description.value

    @cached_property
    def direction(self) -> Literal["ltr", "rtl"]:
        return self.metadata.direction

    @cached_property
    def page_type(self) -> PageType:
        return self._reading.verdict[1]

    @cached_property
    def confidence(self) -> float:
        return self._reading.verdict[0]

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        return self._reading.document.blocks

    @cached_property
    def comments(self) -> tuple[Comment, ...]:
        return self._reading.document.comments

    @cached_property
    def lead_image(self) -> Figure | None:
        return self._reading.lead_image

    @cached_property
    def metadata(self) -> Metadata:
        return self._reading.metadata

    def changed(self, **others: Any) -> Article:  # noqa: ANN401 - by the field
        """A copy with other values in some fields; what was not made yet is still made on demand."""
        unknown = others.keys() - {one.name for one in fields(Article)}
        if unknown:
            raise TypeError(f"an article has no {min(unknown)!r}")
        article = object.__new__(PageArticle)
        vars(article).update({**vars(self), **others})
        return article

    def __reduce__(self) -> tuple[type[Article], tuple[Any, ...]]:
        return Article, tuple(getattr(self, one.name) for one in fields(Article))


def _checked(html: object) -> str | bytes:
    if not isinstance(html, str | bytes):
        kind = type(html).__name__
        raise UsageError(f"a page is str or bytes, not {kind}: read it first, as in Path('page.html').read_bytes()")
    if isinstance(html, str) and len(html) < _LONGEST_NAME and _NAME.fullmatch(html):
        raise UsageError(f"{html!r} is the name of a page, not a page: read it first, as in Path(…).read_bytes()")
    return html


def _checked_url(url: object) -> str:
    if url is not None and not isinstance(url, str):
        raise UsageError(f"url is {url!r}: give the page's address as str, or None")
    return url or ""


def _static(page: bytes, url: str, options: Options) -> Reading:
    """The page as it stands; if there is hardly any text, the data for its scripts, if that is better."""
    plain = _read(Reading(page, url, options))
    if len(plain.text) > _SHELL or _DATA.search(page) is None or plain.confidence >= DOUBTFUL:
        return plain
    from printworthy.parse.embedded import embedded_page  # hardly any page is a shell

    made = embedded_page(plain.tree)
    found = _read(Reading(made, url, options)) if made else plain
    if len(found.text) <= 2 * len(plain.text) or found.confidence <= plain.confidence:
        return plain
    found.origin = plain
    found.trace.notes.append("the text was read from data that the page carries for its scripts")
    return found


def _read(reading: Reading) -> Reading:
    """The reading with its text, so that what is wrong with the options is said at once."""
    reading.text  # noqa: B018 - made, and kept
    return reading


def _rendered(page: bytes, url: str, options: Options, render: Renderer) -> Reading:
    """The page as a browser shows it."""
    snapshot = render(page, url)
    reading = _read(Reading(snapshot.html, snapshot.url, options, snapshot))
    reading.trace.timings |= {f"render: {step}": seconds for step, seconds in snapshot.timings.items()}
    return reading


def _better(page: bytes, url: str, options: Options, render: Renderer) -> Reading:
    """The page as it stands; if that is doubtful, what a browser shows of it, if that is better."""
    plain = _static(page, url, options)
    if plain.confidence >= DOUBTFUL:
        return plain
    try:
        shown = _rendered(page, url, options, render)
    except (RenderError, MissingExtraError) as error:
        plain.trace.notes.append(f"{NOT_RENDERED}{error}")
        return plain
    return better(plain, shown)


@contextmanager
def _browser(renderer: Renderer | None) -> Iterator[Renderer]:
    """The caller's renderer, or a browser of our own for as long as it takes."""
    if renderer is not None:
        yield renderer
        return
    from printworthy.render.browser import Browser  # hardly any page is rendered

    with Browser() as browser:
        yield browser.render


def find_print_link(html: str | bytes, url: str) -> str | None:
    """The absolute address of the print-friendly twin of the page at `url`, or None.

    Precision first: None unless the link's words and its address both say so. Nothing is fetched.

        >>> page = '<title>Clocks</title><a href="/clocks/print">Print this article</a>'
        >>> find_print_link(page, "https://example.org/clocks")
        'https://example.org/clocks/print'
    """
    try:
        tree = parse_page(to_utf8(html))
    except InputError:
        return None
    found = find_link(tree, url)
    return found.url if found else None
