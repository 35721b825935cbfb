"""What workers do, as plain functions: a page in, its article or its finished document out. Values here can travel.

The engine is imported inside the functions: the service's own process only names them, and starts quickly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final

from printworthy.apps.service.orders import EMBEDDING, MOST_PICTURES, Given, Order, Printed
from printworthy.data.article import WORTH_PRINTING, Article
from printworthy.data.issue import Issue
from printworthy.data.looks import Snapshot
from printworthy.data.page import Page
from printworthy.data.sealed import Sealed
from printworthy.data.trace import Trace
from printworthy.errors import NoArticleError, UsageError, WriteError
from printworthy.options import Options
from printworthy.writers.protocol import IssueWriter, Writer

if TYPE_CHECKING:
    from printworthy.whole.hands import Visit
    from printworthy.writers.pdf.writer import PdfWriter

# What a large page has thousands of.
_SEALED: Final = ("blocks", "comments")
_SAMPLE: Final = b"<html><title>A page</title><body><h1>A page</h1>" + b"<p>Words of an article, and more.</p>" * 9


def warm() -> None:
    """Do once what is slow the first time: open the rooms, load the models."""
    from printworthy.extract import extract
    from printworthy.writers.registry import write, writer_for_name

    article = extract(_SAMPLE, "http://example.org/")
    made = (article.confidence, article.title, article.blocks)
    write(article, writer_for_name("json"))
    del made


def extract_page(page: Given, options: Options, trace: bool = False) -> Article:
    """The article of a page at hand."""
    return travelling(_extracted(page, options), trace)


def is_doubtful(page: Given, options: Options) -> bool:
    """Whether a browser should look at the page, by `Options(render="auto")`."""
    from printworthy.extract import DOUBTFUL, extract

    return extract(page.html, page.url, replace(options, render="never")).confidence < DOUBTFUL


def visit_page(
    page: Page, options: Options, snapshot: Snapshot | None = None, unseen: str = "", trace: bool = False
) -> Visit:
    """A page that was fetched: its article and where it leads."""
    from printworthy.whole.hands import Visit
    from printworthy.whole.links import find_links

    html = page.html
    article = _extracted(Given(html, page.url, snapshot, unseen), options)
    links = find_links(snapshot.html if snapshot else html, page.url)
    return Visit(replace(page, content=b""), links, travelling(article, trace))


def work_on(function: Callable[..., Any], *given: object) -> Any:  # noqa: ANN401 - the function's
    """What a function makes of articles: a verdict, or an article, which travels with the trace that it has."""
    made = function(*given)
    return travelling(made, trace=True) if isinstance(made, Article) else made


def print_page(page: Given, options: Options, order: Order) -> Printed:
    """A page at hand as a document, or what is still needed for it."""
    article = _extracted(page, options)
    check_worth(article, order.force)
    if order.format in EMBEDDING and pictures_of(article):
        return Printed(article=travelling(article, order.options.trace))
    return write_article(article, order)


def write_article(article: Article, order: Order) -> Printed:
    """An article as a document. A typesetter that fell, perhaps long before, is given a second chance."""
    from printworthy.writers.registry import write

    writer = _writer(order.format)
    try:
        content = write(article, writer, order.options)
    except WriteError:
        if order.format != "pdf":
            raise
        content = write(article, writer, order.options)
    return Printed(content, article.title)


def write_issue(issue: Issue, order: Order) -> Printed:
    """Several articles as one document."""
    from printworthy.writers.pdf.press import Bounds
    from printworthy.writers.pdf.writer import PdfWriter

    # The kept typesetter may take as long as a page may; an issue takes longer, and gets one of its own.
    bounds = Bounds(seconds=15.0 + 2 * len(issue.articles), megabytes=2048)
    writer = PdfWriter(bounds) if order.format == "pdf" else _writer(order.format)
    if not isinstance(writer, IssueWriter):
        raise UsageError(f"several articles are bound as pdf or epub, not as {order.format}: ask for one of these")
    return Printed(writer.write_issue(issue, order.options), issue.title)


def filter_page(content: bytes, url: str, settings: Mapping[str, object], charset: str = "") -> dict[str, object]:
    """A page without its clutter, and what was done to it."""
    from printworthy.apps.filtering import filter_in_full

    found = filter_in_full(content, url, dict(settings), charset)
    return {
        "content": found.content,
        "form": found.form,
        "removed": dict(sorted(found.removed.items())),
        "links": found.links,
        "portal": found.portal,
    }


def explain(page: Given, options: Options) -> bytes:
    """Why each part of a page was kept or dropped, as one page."""
    from printworthy.apps.explain.gather import gather
    from printworthy.apps.explain.page import explain_page

    return explain_page(gather(page.html, page.url, options), {})


def travelling(article: Article, trace: bool = False) -> Article:
    """An article that can be pickled, its blocks sealed: with all verdicts of its trace if asked for, else without."""
    sealed = Sealed.of({name: getattr(article, name) for name in _SEALED}, pictures_of(article)[:MOST_PICTURES])
    now = {one.name: getattr(article, one.name) for one in fields(article) if one.name not in _SEALED}
    return Article.promised({**now, "trace": _travelling(article.trace, trace)}, {_SEALED: sealed})


def _travelling(old: Trace, verdicts: bool) -> Trace:
    kept = Trace(timings=old.timings, notes=old.notes)
    if verdicts:
        kept.pictures = tuple(old.pictures)
        reasons = [(verdict.step, verdict.reason) for verdict in old.segments]
        kept.texts, kept.kept = list(old.texts), list(old.kept)
        kept.probabilities, kept.why = [float(one) for one in old.probabilities], partial(list, reasons)
    return kept


def check_worth(article: Article, force: bool) -> None:
    """Refuse a page that seems to hold no article."""
    if article.confidence < WORTH_PRINTING and not force:
        raise NoArticleError(
            f"this page seems to hold no article (confidence {article.confidence:.2f}): give the address of the "
            "article itself, or say force to take what was found"
        )


def pictures_of(article: Article) -> tuple[str, ...]:
    """The addresses of the article's pictures on the web, in their order; those of a sealed one stand outside."""
    sealed = article.promise("blocks")
    if isinstance(sealed, Sealed):
        return sealed.pictures
    sources = dict.fromkeys(figure.src for figure in article.images)
    return tuple(src for src in sources if src.lower().startswith(("http://", "https://")))


def _extracted(page: Given, options: Options) -> Article:
    """The article, with a note if the page sells its rest."""
    from printworthy.follow.wall import tell_wall

    article = _found(page, options)
    told = tell_wall(article.trace.texts, article.trace.kept)
    if told:
        article.trace.notes.append(told)
    return article


def _found(page: Given, options: Options) -> Article:
    """The article; where a browser was asked, its snapshot stands for it."""
    from printworthy.extract import NOT_RENDERED, extract

    snapshot = page.snapshot
    if snapshot is None:
        article = extract(page.html, page.url, replace(options, render="never"))
        if page.unseen:
            article.trace.notes.append(f"{NOT_RENDERED}{page.unseen}")
        return article
    return extract(page.html, page.url, options, lambda _html, _url: snapshot)


def _writer(name: str) -> Writer:
    from printworthy.writers.registry import writer_for_name

    return typesetter() if name == "pdf" else writer_for_name(name)


@cache
def typesetter() -> PdfWriter:
    """One typesetter a worker, kept warm; it ends with its worker."""
    from printworthy.writers.pdf.press import Bounds
    from printworthy.writers.pdf.writer import PdfWriter

    return PdfWriter(Bounds(seconds=15.0, megabytes=1024)).__enter__()
