"""Covers: printworthy.printing.browsing. When a browser is asked, and what is taken if it fails; it is a fake here."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from printworthy.data.article import Article
from printworthy.data.looks import Snapshot
from printworthy.data.page import Page
from printworthy.errors import MissingExtraError, PrintworthyError, RenderError, UsageError
from printworthy.fetching.client import Client, run
from printworthy.fetching.transport import Fake, Reply
from printworthy.follow.parts import Links
from printworthy.options import Options, Render
from printworthy.printing.browsing import look, own_browser, shower
from printworthy.printing.executors import EXTRACT, VISIT, Step
from printworthy.printing.messages import VisitedPage
from printworthy.reading.doubt import DOUBTFUL
from printworthy.render.browser import Browser

URL = "https://a.example/"
SHOWN = Snapshot(b"<p>shown", URL)


class Desk:
    """Stands for a place: what it makes of a page is as sure as it is told."""

    def __init__(self, plain: float, shown: float) -> None:
        self.plain, self.shown = plain, shown

    async def run(self, step: Callable[..., Any], *given: Any) -> Any:
        snapshot = given[3] if len(given) > 3 else None
        assert given[:2] == (b"<p>plain", URL)
        assert snapshot in (None, SHOWN)
        article = Article(title="shown" if snapshot else "plain", confidence=self.shown if snapshot else self.plain)
        return article if step == EXTRACT else VisitedPage(URL, Links(), article)


class Show:
    """Stands for a browser, and counts; it may fail."""

    def __init__(self, error: PrintworthyError | None = None) -> None:
        self.error, self.asked = error, 0

    async def __call__(self, html: bytes, url: str) -> Snapshot:
        assert (html, url) == (b"<p>plain", URL)
        self.asked += 1
        if self.error is not None:
            raise self.error
        return SHOWN


def looked(desk: Desk, render: Render, show: Show | None, step: Step = EXTRACT) -> Article:
    made = asyncio.run(look(desk, step, b"<p>plain", URL, Options(render=render), show))
    assert isinstance(made, VisitedPage) is (step == VISIT)
    article = made.article if isinstance(made, VisitedPage) else made
    assert isinstance(article, Article)
    return article


@pytest.mark.parametrize("step", [EXTRACT, VISIT])
@pytest.mark.parametrize(
    ("render", "plain", "shown", "asked", "taken"),
    [
        ("never", 0.1, 0.9, 0, "plain"),
        ("always", 0.9, 0.1, 1, "shown"),
        ("auto", 0.1, 0.9, 1, "shown"),
        ("auto", 0.1, 0.05, 1, "plain"),
        ("auto", DOUBTFUL, 0.9, 0, "plain"),
    ],
)
def test_modes(step: Step, render: Render, plain: float, shown: float, asked: int, taken: str) -> None:
    show = Show()
    assert looked(Desk(plain, shown), render, show, step).title == taken
    assert show.asked == asked


@pytest.mark.parametrize("render", ["never", "auto", "always"])
def test_without_a_browser_the_page_is_taken_as_it_stands(render: Render) -> None:
    assert looked(Desk(0.1, 0.9), render, None).title == "plain"


ERRORS = [
    RenderError("the browser crashed: try again"),
    MissingExtraError("render", "rendering"),
    UsageError("no browser: install Chromium"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_a_browser_that_fails(error: PrintworthyError) -> None:
    article = looked(Desk(0.1, 0.9), "auto", Show(error))
    assert article.title == "plain"
    assert article.trace.notes == [f"not rendered: {error}"]
    with pytest.raises(type(error)):
        looked(Desk(0.1, 0.9), "always", Show(error))


class Renders(Browser):
    """A browser that asks for one more page, and notes that it was closed."""

    made: list[Renders]

    def __init__(self) -> None:
        self.closed = 0
        self.made.append(self)

    def render(self, html: str | bytes, url: str = "", fetch: Any = None) -> Snapshot:
        assert isinstance(html, bytes)
        page: Page = asyncio.run(fetch(f"{url}more"))
        return Snapshot(html + page.content, page.url)

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def renders(monkeypatch: pytest.MonkeyPatch) -> type[Renders]:
    monkeypatch.setattr(Renders, "made", [], raising=False)
    monkeypatch.setattr("printworthy.printing.browsing.Browser", Renders)
    return Renders


@pytest.mark.parametrize(("render", "given", "closed"), [("auto", False, 1), ("always", False, 1), ("auto", True, 0)])
def test_only_an_own_browser_is_closed(renders: type[Renders], render: Render, given: bool, closed: int) -> None:
    browser = renders() if given else None

    async def go() -> None:
        async with Client(transport=Fake({})) as client, own_browser(client, Options(render=render), browser) as show:
            assert show is not None
            assert renders.made[0].closed == 0

    run(go)
    assert [one.closed for one in renders.made] == [closed]


def test_a_browser_that_nobody_asks_for_is_not_made(renders: type[Renders]) -> None:
    async def go() -> None:
        async with Client(transport=Fake({})) as client, own_browser(client, Options()) as show:
            assert show is None

    run(go)
    assert renders.made == []


def test_the_requests_of_a_page_go_through_the_client(renders: type[Renders]) -> None:
    fake = Fake({f"{URL}more": Reply(200, (("Content-Type", "text/html"),), b" more")})

    async def go() -> Snapshot:
        async with Client(transport=fake) as client:
            return await shower(client, renders())(b"<p>", URL)

    assert run(go) == Snapshot(b"<p> more", f"{URL}more")
    assert [request.url for request in fake.requests] == [f"{URL}more"]
