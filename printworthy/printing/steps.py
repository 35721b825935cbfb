"""The steps of printing as plain functions: a page in, its article or its finished document out.

A door calls them where its work is done (`executors.py`): in a thread, or in worker processes. Arguments and results
can travel.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, Final

from printworthy.data.article import Article, Issue
from printworthy.data.looks import Snapshot
from printworthy.data.tree import Tree
from printworthy.errors import UsageError, WriteError
from printworthy.follow.wall import note_wall
from printworthy.options import Options
from printworthy.printing.messages import (
    EMBEDDING,
    PackedArticle,
    Printed,
    PrintOrder,
    VisitedPage,
    check_worth,
    opened,
    pictures_of,
)
from printworthy.reading.doubt import DOUBTFUL
from printworthy.reading.extract import PageArticle, read_page
from printworthy.reading.extract import warm as warm_engine
from printworthy.reading.reading import Reading
from printworthy.writers.pdf.pdf_writer import PdfWriter
from printworthy.writers.pdf.typesetter_client import TypesetterLimits
from printworthy.writers.protocol import IssueWriter, Writer
from printworthy.writers.registry import write, writer_for_name

# One document of a page may compute for so long, an issue longer by so much for each of its articles.
_PAGE: Final = TypesetterLimits(seconds=15.0, megabytes=1024)
_ISSUE_SECONDS: Final = 2.0


def visit_page(html: bytes, url: str, options: Options, snapshot: Snapshot | None = None) -> VisitedPage:
    """A page at an address: its article and where it leads."""
    reading = _read(html, url, options, snapshot)
    return VisitedPage(url, reading.links, _article(reading))


def extract_page(html: bytes, url: str, options: Options, snapshot: Snapshot | None = None) -> Article:
    """The article of a page, as it stands or as a browser showed it, with a note if the page sells its rest."""
    return _article(_read(html, url, options, snapshot))


def print_page(html: bytes, url: str, options: Options, order: PrintOrder) -> Printed:
    """A page at hand as a document, or its article if pictures are to be fetched first."""
    article = _worthy(html, url, options, order)
    if order.format in EMBEDDING and pictures_of(article):
        return Printed(article=article)
    return write_article(article, order)


def begin_print(html: bytes, url: str, options: Options, order: PrintOrder) -> Printed:
    """The first half of `print_page`: the article, which is then written elsewhere."""
    return Printed(article=_worthy(html, url, options, order))


def _worthy(html: bytes, url: str, options: Options, order: PrintOrder) -> Article:
    article = extract_page(html, url, options)
    check_worth(article, order.force)
    return article


def write_article(article: Article, order: PrintOrder) -> Printed:
    """An article as a document. A typesetter that fell, perhaps long before, is given a second chance."""
    writer = _writer(order.format)
    try:
        content = write(article, writer, order.options)
    except WriteError:
        if order.format != "pdf":
            raise
        content = write(article, writer, order.options)
    return Printed(content, article.title)


def write_issue(title: str, day: str, failures: tuple[Any, ...], articles: list[Article], order: PrintOrder) -> Printed:
    """Several articles as one document."""
    issue = Issue(title, tuple(articles), day, failures)
    # The kept typesetter may take as long as a page may; an issue takes longer, and gets one of its own.
    bounds = TypesetterLimits(seconds=_PAGE.seconds + _ISSUE_SECONDS * len(issue.articles), megabytes=2048)
    writer = PdfWriter(bounds) if order.format == "pdf" else _writer(order.format)
    if not isinstance(writer, IssueWriter):
        raise UsageError(f"several articles are bound as pdf or epub, not as {order.format}: ask for one of these")
    return Printed(writer.write_issue(issue, order.options), issue.title)


def warm() -> None:
    """Do once what is slow the first time: load the code and the models."""
    warm_engine()
    write(Article(title="A page"), writer_for_name("json"))


def reader_page(html: bytes, url: str) -> tuple[str, Tree]:
    """The article as a page of its own, "" if it is doubtful; and the page itself, parsed."""
    reading = read_page(html, url)
    doubtful = reading.confidence < DOUBTFUL or reading.verdict[1] == "none"
    content = b"" if doubtful else write(PageArticle.of(reading), writer_for_name("html"))
    return content.decode(), (reading.origin or reading).tree


def in_worker(function: Callable[..., Any], verdicts: bool, *given: Any) -> Any:  # noqa: ANN401 - the function's
    """Call a step in another process: articles come and go packed."""
    made = function(*opened(given))
    if isinstance(made, Article):
        return PackedArticle.of(made, verdicts)
    if isinstance(made, VisitedPage | Printed) and isinstance(made.article, Article):
        return replace(made, article=PackedArticle.of(made.article, verdicts))
    return made


@cache
def typesetter() -> PdfWriter:
    """One typesetter a process, kept warm; it ends with its process."""
    return PdfWriter(_PAGE).__enter__()


def _read(html: bytes, url: str, options: Options, snapshot: Snapshot | None) -> Reading:
    """The reading of a page; where a browser was asked, its snapshot stands for it."""
    if snapshot is None:
        return read_page(html, url, replace(options, render="never"))
    return read_page(html, url, replace(options, render="always"), lambda _html, _url: snapshot)


def _article(reading: Reading) -> Article:
    article = PageArticle.of(reading)
    note_wall(article)
    return article


def _writer(name: str) -> Writer:
    return typesetter() if name == "pdf" else writer_for_name(name)
