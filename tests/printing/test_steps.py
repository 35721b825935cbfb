"""The steps of printing: plain functions whose arguments and results can travel."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from printworthy.data.article import Article
from printworthy.data.blocks import Paragraph, Text
from printworthy.data.looks import Snapshot
from printworthy.errors import NoArticleError, UsageError, WriteError
from printworthy.options import Options
from printworthy.printing import steps
from printworthy.printing.messages import PackedArticle, Printed, PrintOrder, VisitedPage
from printworthy.reading.extract import extract
from printworthy.writers.protocol import WriteOptions
from tests.printing.pages import CLUTTER, TITLE, body, found, page, paragraphs

URL = "https://paper.example/lamps"
PAGE = page(body(1), tools='<a href="/lamps/print">Print this article</a>').encode()
PICTURED = page(body(1).replace("</p>", '</p><img src="/lamp.png" width=640 height=480 alt="A lamp">', 1)).encode()
EMPTY = b"<title>Nothing</title><body><nav><a href=/a>One</a> <a href=/b>Two</a></nav>"
OPTIONS = Options()
STORY = Article(title="A story", text="Words", blocks=(Paragraph((Text("Words"),)),), confidence=1.0)


def test_visit() -> None:
    visit = steps.visit_page(PAGE, URL, OPTIONS)
    assert visit.url == URL
    assert visit.article.title == TITLE
    assert visit.links.printed is not None
    assert visit.links.printed.url == f"{URL}/print"


def test_extract() -> None:
    article = steps.extract_page(PAGE, URL, OPTIONS)
    assert found(article.text) == paragraphs(1)
    assert article.text == extract(PAGE, URL).text
    assert not any(line in article.text for line in CLUTTER)


@pytest.mark.parametrize("render", ["never", "auto", "always"])
def test_no_browser_is_started_here(render: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("printworthy.render.browser.Browser.__init__", lambda _self: pytest.fail("a browser"))
    options = replace(OPTIONS, render=render)  # type: ignore[arg-type]
    assert steps.extract_page(PAGE, URL, options).title == TITLE


def test_a_snapshot_stands_for_the_page() -> None:
    shown = Snapshot(page(body(2)).encode(), f"{URL}/shown")
    article = steps.extract_page(PAGE, URL, OPTIONS, shown)
    assert (found(article.text), article.url) == (paragraphs(2), f"{URL}/shown")
    assert found(steps.visit_page(PAGE, URL, OPTIONS, shown).article.text) == paragraphs(2)


def test_a_wall_is_noted() -> None:
    walled = page(f"{body(1)}<p class=offer>Subscribe to read the rest of this story</p>").encode()
    notes = [steps.extract_page(html, URL, OPTIONS).trace.notes for html in (walled, PAGE)]
    assert "perhaps not the whole article" in " ".join(notes[0])
    assert notes[1] == []


@pytest.mark.parametrize(
    ("html", "format", "written"),
    [(PAGE, "html", True), (PAGE, "markdown", True), (PICTURED, "markdown", True), (PICTURED, "html", False)],
)
def test_a_document_waits_for_the_pictures_that_it_carries(html: bytes, format: str, written: bool) -> None:
    printed = steps.print_page(html, URL, OPTIONS, PrintOrder(format))
    assert bool(printed.content) is written
    assert (printed.article is None) is written
    if written:
        assert printed.title == TITLE
        assert TITLE in printed.content.decode()


def test_the_first_half_only() -> None:
    printed = steps.begin_print(PAGE, URL, OPTIONS, PrintOrder("markdown"))
    assert printed.content == b""
    assert printed.article is not None
    assert printed.article.title == TITLE


@pytest.mark.parametrize("step", [steps.print_page, steps.begin_print])
def test_a_page_without_an_article(step: object) -> None:
    assert callable(step)
    with pytest.raises(NoArticleError):
        step(EMPTY, URL, OPTIONS, PrintOrder("text"))
    assert step(EMPTY, URL, OPTIONS, PrintOrder("text", force=True))


def test_write() -> None:
    assert steps.write_article(STORY, PrintOrder("markdown")) == Printed(b"# A story\n\nWords\n", "A story")


class Falling:
    """A writer that falls so many times."""

    name = "pdf"

    def __init__(self, times: int) -> None:
        self.times = times

    def write(self, _article: Article, _options: WriteOptions) -> bytes:
        self.times -= 1
        if self.times >= 0:
            raise WriteError("the typesetter fell: try again")
        return b"%PDF"


@pytest.mark.parametrize(
    ("format", "times", "content"),
    [("pdf", 0, b"%PDF"), ("pdf", 1, b"%PDF"), ("pdf", 2, None), ("epub", 0, b"%PDF"), ("epub", 1, None)],
)
def test_a_second_chance(format: str, times: int, content: bytes | None, monkeypatch: pytest.MonkeyPatch) -> None:
    writer = Falling(times)
    monkeypatch.setattr(steps, "_writer", lambda _name: writer)
    if content is None:
        with pytest.raises(WriteError):
            steps.write_article(STORY, PrintOrder(format))
    else:
        assert steps.write_article(STORY, PrintOrder(format)).content == content


def test_issues() -> None:
    printed = steps.write_issue("Two", "2026-05-02", (), [STORY, STORY], PrintOrder("epub"))
    assert (printed.title, printed.content[:2]) == ("Two", b"PK")
    with pytest.raises(UsageError, match="bound as pdf or epub, not as markdown: ask for one of these"):
        steps.write_issue("Two", "2026-05-02", (), [STORY], PrintOrder("markdown"))


def test_reader_page() -> None:
    content, tree = steps.reader_page(PAGE, URL)
    assert all(text.split(",")[0] in content for text in paragraphs(1)[:1])
    assert "Most read" not in content
    assert "Most read" in tree.root.text()
    assert steps.reader_page(EMPTY, URL)[0] == ""


def test_in_a_worker_articles_come_and_go_as_parcels() -> None:
    parcel = PackedArticle.of(STORY)
    article = steps.in_worker(steps.extract_page, False, PAGE, URL, OPTIONS)
    assert isinstance(article, PackedArticle)
    assert article.trace.segments == []
    assert steps.in_worker(steps.extract_page, True, PAGE, URL, OPTIONS).trace.segments
    visit = steps.in_worker(steps.visit_page, False, PAGE, URL, OPTIONS)
    assert isinstance(visit, VisitedPage)
    assert isinstance(visit.article, PackedArticle)
    begun = steps.in_worker(steps.begin_print, False, PAGE, URL, OPTIONS, PrintOrder("pdf"))
    assert isinstance(begun.article, PackedArticle)
    assert steps.in_worker(steps.write_article, False, parcel, PrintOrder("text")).content == b"A story\n\nWords\n"
    assert steps.in_worker(len, False, [parcel, parcel]) == 2
    for made in (article, visit, begun):
        assert pickle.loads(pickle.dumps(made)) == made


def test_warm(sample: Path) -> None:
    steps.warm()
    assert steps.extract_page(sample.read_bytes(), "", OPTIONS).title
