"""The page in a real browser: nothing that axe finds fault with, nothing that overflows, nothing fetched."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from printworthy.data.blocks import Comment, Figure, Gallery, Paragraph, Text
from printworthy.writers.html.html_writer import HtmlWriter
from printworthy.writers.protocol import WriteOptions
from tests.writers.pdf.specimens import RESOURCES, load

if TYPE_CHECKING:
    from playwright.sync_api import Browser

sync_api = pytest.importorskip("playwright.sync_api")
axe = pytest.importorskip("axe_playwright_python.sync_playwright")
CHROMIUM = shutil.which("chromium")
pytestmark = [pytest.mark.processes, pytest.mark.skipif(not CHROMIUM, reason="Chromium is not installed")]
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_api.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """One page with everything that a page can hold, and one that runs from right to left."""
    folder = tmp_path_factory.mktemp("pages")
    names = ("clock", "tables", "formulas", "code", "pictures", "poem")
    whole = replace(
        load("clock"),
        blocks=tuple(block for name in names for block in load(name).blocks if _kept(block)),
        comments=(Comment((Paragraph((Text("Well told."),)),), "Ada", "2026-05-01"),),
    )
    options = WriteOptions(comments=True, resources=RESOURCES())
    for name, article in (("whole", whole), ("arabic", load("arabic"))):
        (folder / f"{name}.html").write_bytes(HtmlWriter().write(article, options))
    return {name: folder / f"{name}.html" for name in ("whole", "arabic")}


def _kept(block: object) -> bool:
    """Pictures that were never fetched stay addresses; this test is about a page that has all of its own."""
    figures = block.figures if isinstance(block, Gallery) else (block,)
    return all(not isinstance(one, Figure) or one.src in RESOURCES() for one in figures)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("name", ["whole", "arabic"])
def test_axe_finds_nothing(
    browser: Browser, pages: dict[str, Path], name: str, size: dict[str, int], scheme: str
) -> None:
    context = browser.new_context(viewport=size, color_scheme=scheme, bypass_csp=True)
    page = context.new_page()
    page.goto(pages[name].as_uri())
    found = axe.Axe().run(page)
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    context.close()
    assert found.violations_count == 0, found.generate_report()
    assert not wide, "the page scrolls sideways"


def test_nothing_is_fetched_and_every_picture_is_shown(browser: Browser, pages: dict[str, Path]) -> None:
    context = browser.new_context(viewport=DESK)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text))
    page.goto(pages["whole"].as_uri())
    sizes = page.evaluate(
        "[...document.images].map(image => image.decode().then(() => image.naturalWidth, () => 0))"
        ".reduce((all, one) => all.then(list => one.then(w => [...list, w])), Promise.resolve([]))"
    )
    context.close()
    assert not [url for url in asked[1:] if not url.startswith("data:")]
    assert errors == []
    assert len(sizes) >= 6
    # A picture that is cut short is shown as far as it goes.
    assert sum(size == 0 for size in sizes) <= 1
