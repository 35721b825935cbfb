"""A page is parsed once, through whichever door it comes; the order of tidying and parsing stands in one place."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from html import escape
from pathlib import Path

import pytest

import printworthy
from printworthy.apps.annotate.prelabel import prelabel
from printworthy.apps.batch.readers.items import ItemPosition, Raw
from printworthy.apps.batch.rows import make_row
from printworthy.apps.batch.settings import BatchSettings
from printworthy.apps.cli.main import main
from printworthy.apps.explain.page import explain_html
from printworthy.apps.proxy.filter_worker import FilterJob, work
from printworthy.apps.service.sheets.choices import ReaderChoices, Sheets
from printworthy.apps.service.sheets.drawing import draw, write_document
from printworthy.base.guard import PERSONAL
from printworthy.data.looks import Snapshot
from printworthy.fetching.client import Client
from printworthy.filters.settings import find_profile
from printworthy.options import Options
from printworthy.parse import lexbor
from printworthy.parse.tame import tame as tame_page
from printworthy.printing.browsing import look
from printworthy.printing.executors import EXTRACT, VISIT, ThreadExecutor
from printworthy.printing.filtering import filter_page
from printworthy.printing.messages import PrintOrder
from printworthy.printing.plan import Plan
from printworthy.printing.reader import Reader
from printworthy.printing.steps import extract_page, print_page, typesetter, visit_page
from printworthy.reading import extract
from printworthy.reading.extract import read_page, warm
from printworthy.train.own.scopes import Scopes
from tests.fetching.conftest import Site, site
from tests.printing.pages import body, page
from tests.printing.pages import print_page as page_for_printing

__all__ = ["Site", "site"]
URL = "https://example.org/story.html"
STORY = page(body(0, 1)).encode()
# A page of which little is found: a reader page, a browser and the service's page look at it more closely.
POOR = b"<html><title>Shop</title><body><p>Buy.</p><script type='application/json'>{}</script></body></html>"
FRAMED = f'<html><body><p>Outside of it all.</p><iframe srcdoc="{escape(page(body(2)))}"></iframe></html>'.encode()
PACKAGE = Path(__file__).parents[1] / "printworthy"


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> Counter[bytes]:
    """How often each page was parsed, but for the one of ours with which the engine warms up."""
    warm()
    counts: Counter[bytes] = Counter()
    real = tame_page

    def tame(html: bytes) -> bytes:
        counts.update([html] if html != extract._SAMPLE else [])
        return real(html)

    monkeypatch.setattr(lexbor, "tame", tame)
    return counts


def everything(html: bytes) -> None:
    article = printworthy.extract(html, URL, comments=True)
    made = (article.confidence, article.title, article.blocks, article.trace.segments)
    assert made
    for name in ("json", "markdown", "html", "text"):
        printworthy.dumps(article, name, pictures=False)


def every_reading(html: bytes) -> None:
    reading = read_page(html, URL)
    found = (reading.links, reading.document, reading.metadata, reading.by(Options(method="subtree")).document)
    assert found


DOORS: dict[str, Callable[[bytes], object]] = {
    "extract": everything,
    "reading": every_reading,
    "print link": lambda html: printworthy.find_print_link(html, URL),
    "filter": lambda html: filter_page(html, URL, "text-only"),
    "reader page": lambda html: filter_page(html, URL, "reader"),
    "proxy": lambda html: work(
        FilterJob(html, URL, find_profile("reader"), marker="<p>Filtered</p>", gateway="http://g/")
    ),
    "service, extract": lambda html: extract_page(html, URL, Options()),
    "service, visit": lambda html: visit_page(html, URL, Options()),
    "service, print": lambda html: print_page(html, URL, Options(), PrintOrder("markdown", force=True)),
    "service, doubt": lambda html: asyncio.run(
        look(ThreadExecutor(), EXTRACT, html, URL, Options(render="auto"), None)
    ),
    "service, explain": lambda html: explain_html(html, URL, Options()),
    "annotate": lambda html: prelabel(html, URL),
    "batch": lambda html: make_row(Raw(ItemPosition(0), URL, html), BatchSettings()),
}


@pytest.mark.parametrize("html", [STORY, POOR], ids=["an article", "hardly any text"])
@pytest.mark.parametrize("door", DOORS)
def test_once_through_every_door(parsed: Counter[bytes], door: str, html: bytes) -> None:
    DOORS[door](html)
    assert parsed == {html: 1}


@pytest.fixture
def _typesetter() -> Iterator[None]:
    yield
    typesetter().__exit__()
    typesetter.cache_clear()


@pytest.mark.processes
@pytest.mark.usefixtures("_typesetter")
def test_once_by_the_editor_for_each_answer(parsed: Counter[bytes]) -> None:
    draw(Sheets(STORY, URL), ReaderChoices(), "2026-04-18", first=True)
    assert parsed == {STORY: 1}
    write_document(Sheets(STORY, URL), ReaderChoices(), "2026-04-18", "markdown")
    assert parsed == {STORY: 2}


@pytest.mark.parametrize("verb", [["extract"], ["print", "-o", "OUT.md"], ["explain", "-o", "OUT.html"]])
def test_once_by_the_command(parsed: Counter[bytes], tmp_path: Path, verb: list[str]) -> None:
    saved = tmp_path / "story.html"
    saved.write_bytes(STORY)
    name, *rest = [word.replace("OUT", str(tmp_path / "out")) for word in verb]
    assert main([name, str(saved), *rest, "--url", URL]) == 0
    assert parsed[STORY] == 1


@pytest.mark.processes
def test_each_page_that_is_fetched_once(parsed: Counter[bytes], site: Site) -> None:
    """The page, its print page and its second part."""
    site.page("/print/4821", page_for_printing(body(0)))
    site.page("/lamps?page=2", page(body(1), pager='<a href="/lamps">1</a> 2'))
    url = site.page("/lamps", page(body(0), '<a href="/print/4821">Print</a>', '1 <a href="/lamps?page=2">2</a>'))
    assert printworthy.read(url).text
    assert len(parsed) == 3
    assert set(parsed.values()) == {1}


@pytest.mark.processes
def test_a_doubtful_page_and_what_a_browser_shows_of_it_once_each(parsed: Counter[bytes], site: Site) -> None:
    url = site.page("/shell", POOR)

    async def show(html: bytes, where: str) -> Snapshot:
        assert html == POOR
        return Snapshot(STORY, where)

    async def go() -> str:
        plan = replace(Plan(), options=Options(render="auto"))
        async with Client(PERSONAL.naming(url)) as client:
            return (await Reader(client, plan, show=show).read(url)).text

    assert "Jørgen Aas" in asyncio.run(go())
    assert parsed == {POOR: 1, STORY: 1}
    visited = asyncio.run(look(ThreadExecutor(), VISIT, POOR, url, Options(render="always"), show))
    assert "Jørgen Aas" in visited.article.text
    assert parsed == {POOR: 1, STORY: 2}


def test_a_page_and_its_frames_once_each(parsed: Counter[bytes]) -> None:
    prelabel(FRAMED, URL)
    assert sorted(parsed.values()) == [1, 1]
    parsed.clear()
    assert len(list(Scopes(FRAMED).inner())) == 1
    assert sorted(parsed.values()) == [1, 1]


def test_the_order_stands_once() -> None:
    sources = {path: path.read_text("utf-8") for path in PACKAGE.rglob("*.py")}
    assert sum(text.count("parse(tame(") for text in sources.values()) == 1
    untamed = {path.name for path, text in sources.items() if "import find, parse, parse_page" in text}
    assert untamed == {"filtering.py"}, "only a page of our own writing is parsed as it is"
    assert not any("lexbor import parse\n" in text for text in sources.values())
