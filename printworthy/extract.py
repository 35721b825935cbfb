"""The order of the flow, from a page to its article: parse, segment, select; then illustrate, describe and build.

Pure: no network and no state. The same page with the same options gives the same article, whatever came before. The
text is made at once; what costs more is promised, and made when somebody asks for it. With `Options(render=…)` a
browser shows the page first: it has no network either, unless the caller's `renderer` brings one.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from time import process_time
from typing import TYPE_CHECKING, Any

from printworthy.base.encoding import to_utf8
from printworthy.build.text import join_text
from printworthy.data.article import Article
from printworthy.data.columns import Columns
from printworthy.data.selection import Selection
from printworthy.data.trace import Trace
from printworthy.data.tree import Tree
from printworthy.errors import MissingExtraError, RenderError, UsageError
from printworthy.methods.registry import find_method
from printworthy.options import Options
from printworthy.parse.lexbor import parse
from printworthy.parse.tame import tame
from printworthy.segment.walk import segment

if TYPE_CHECKING:
    from printworthy.data.looks import Renderer, Snapshot
    from printworthy.data.metadata import Metadata
    from printworthy.images.figures import Illustration


def extract(
    html: str | bytes, url: str = "", options: Options | None = None, renderer: Renderer | None = None
) -> Article:
    """The article of a page. `url` is the page's address, against which its links and pictures are made absolute.

    `renderer` shows pages when the options say so; without one, a browser is started for this page alone.
    """
    _check(html)
    options = options or Options()
    page = to_utf8(html)
    if options.render == "never":
        return _static(page, url, options)
    with _browser(renderer) as render:
        show = _rendered if options.render == "always" else _better
        return show(page, url, options, render)


def _check(html: object) -> None:
    if not isinstance(html, str | bytes):
        kind = type(html).__name__
        raise UsageError(f"a page is str or bytes, not {kind}: read it first, as in Path('page.html').read_bytes()")
    if isinstance(html, str) and len(html) < _LONGEST_NAME and _NAME.fullmatch(html):
        raise UsageError(f"{html!r} is the name of a page, not a page: read it first, as in Path(…).read_bytes()")


def _extract(page: bytes, url: str, options: Options, snapshot: Snapshot | None = None) -> Article:
    """The article of a page in UTF-8, or of what a browser made of it."""
    trace = Trace()
    with _timed(trace, "parse"):
        tree = parse(tame(page))
        tree = _joined(tree, snapshot) if snapshot else tree
    with _timed(trace, "segment"):
        columns = segment(tree)
    with _timed(trace, "select"):
        selection = find_method(options.method)(tree, columns, options)
        text = join_text(columns, selection.kept)
    trace.texts, trace.kept = columns.text, selection.kept
    trace.probabilities, trace.why = selection.probabilities, selection.why
    trace.notes.extend(selection.notes)
    return Article.promised({"text": text, "trace": trace}, _later(tree, columns, selection, url, options, trace))


def _joined(tree: Tree, snapshot: Snapshot) -> Tree:
    from printworthy.render.join import join

    return join(tree, snapshot)


def _static(page: bytes, url: str, options: Options) -> Article:
    """The article as the page stands; if there is hardly any, that of the data for its scripts, if it is better."""
    plain = _extract(page, url, options)
    if len(plain.text) > _SHELL or _DATA.search(page) is None or plain.confidence >= DOUBTFUL:
        return plain
    from printworthy.parse.embedded import embedded_page

    made = embedded_page(parse(tame(page)))
    found = _extract(made, url, options) if made else plain
    if len(found.text) <= 2 * len(plain.text) or found.confidence <= plain.confidence:
        return plain
    found.trace.notes.append("the text was read from data that the page carries for its scripts")
    return found


def _rendered(page: bytes, url: str, options: Options, render: Renderer) -> Article:
    """The article of the page as a browser shows it."""
    snapshot = render(page, url)
    article = _extract(snapshot.html, snapshot.url, options, snapshot)
    article.trace.timings |= {f"render: {step}": seconds for step, seconds in snapshot.timings.items()}
    return article


def _better(page: bytes, url: str, options: Options, render: Renderer) -> Article:
    """The article as the page stands; if that is doubtful, what a browser shows of it, if that is better."""
    plain = _static(page, url, options)
    if plain.confidence >= DOUBTFUL:
        return plain
    try:
        shown = _rendered(page, url, options, render)
    except (RenderError, MissingExtraError) as error:
        plain.trace.notes.append(f"{NOT_RENDERED}{error}")
        return plain
    gain = f"confidence {plain.confidence:.2f} without a browser, {shown.confidence:.2f} with"
    if shown.confidence <= plain.confidence:
        plain.trace.notes.append(f"rendered, but not used: {gain}")
        return plain
    shown.trace.notes.append(f"rendered: {gain}")
    return shown


@contextmanager
def _browser(renderer: Renderer | None) -> Iterator[Renderer]:
    """The caller's renderer, or a browser of our own for as long as it takes."""
    if renderer is not None:
        yield renderer
        return
    from printworthy.render.browser import Browser

    with Browser() as browser:
        yield browser.render


def _later(
    tree: Tree, columns: Columns, selection: Selection, url: str, options: Options, trace: Trace
) -> dict[tuple[str, ...], Callable[[], dict[str, Any]]]:
    """The steps that only some callers need, by the fields that they make; their rooms are opened only then, too."""

    def verdict() -> dict[str, Any]:
        with _timed(trace, "verdict"):
            return dict(zip(_VERDICT, selection.verdict(), strict=True))

    @cache
    def described() -> Metadata:
        from printworthy.metadata.describe import describe

        with _timed(trace, "describe"):
            return describe(tree, columns, selection.kept, url, options.today or _today(), selection.signs())

    def metadata() -> dict[str, Any]:
        known = described()
        return {
            "title": known.title.value,
            "authors": known.authors.value,
            "date": known.published.value[:10],
            "language": known.language.value,
            "site": known.site.value,
            "url": url or known.canonical.value,
            "description": known.description.value,
            "direction": known.direction,
            "metadata": known,
        }

    def document() -> dict[str, Any]:
        from printworthy.build.base import BuildBase
        from printworthy.build.document import build
        from printworthy.metadata.repeated import without_repeated

        kept = without_repeated(columns.text, selection.kept, described())
        with _timed(trace, "illustrate"):
            found = _figures(tree, columns, selection, url, options)
            figures, trace.pictures = found.figures, found.verdicts
        with _timed(trace, "build"):
            made = build(tree, columns, kept, BuildBase(url, figures, options.links, options.comments))
        return {"blocks": made.blocks, "comments": made.comments}

    return {_VERDICT: verdict, _METADATA: metadata, ("blocks", "comments"): document}


def _figures(tree: Tree, columns: Columns, selection: Selection, url: str, options: Options) -> Illustration:
    from printworthy.images.figures import Illustration, Manner, find_figures
    from printworthy.images.judge import judge, judge_all
    from printworthy.images.ner import recogniser

    if options.images == "none":
        return Illustration()
    manner = Manner(judge if options.images == "relevant" else judge_all, recogniser(options.entities, tree))
    return find_figures(tree, columns, selection.kept, url, manner)


def _today() -> datetime.date:
    """Today, in the zone that is ahead of all others: an article of this day is nowhere in the future."""
    return datetime.datetime.now(datetime.timezone(datetime.timedelta(hours=14))).date()


@contextmanager
def _timed(trace: Trace, step: str) -> Iterator[None]:
    """Note the CPU seconds of a step."""
    start = process_time()
    yield
    trace.timings[step] = process_time() - start


# An address or the name of a file, handed in by mistake.
_NAME = re.compile(r"https?://[^\s<>]+|[^\s<>]+\.x?html?", re.I)
_LONGEST_NAME = 2_000
# A page with less text than this may be a shell, if it carries data.
_SHELL = 1_500
_DATA = re.compile(rb"application/(?:ld\+)?json|__[A-Z_]{4,30}__\s*=")
# Below this confidence, `render="auto"` asks a browser: see docs/rendering.md.
DOUBTFUL = 0.5
NOT_RENDERED = "not rendered: "  # how a note begins that says why no browser looked
_VERDICT = ("confidence", "page_type")
_METADATA = ("title", "authors", "date", "language", "site", "url", "description", "direction", "metadata")
