"""The whole way with the real engine, over a real server: a small newspaper (`pages.py`) that behaves as they do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace

import pytest
from aiohttp import web

from printworthy.base.guard import STRICT, Policy
from printworthy.data.article import Article
from printworthy.data.blocks import Figure, Paragraph
from printworthy.data.looks import Snapshot
from printworthy.errors import FetchError, LimitError, RefusedError, UsageError
from printworthy.fetching.client import Client, run
from printworthy.fetching.limits import Limits, Visitor
from printworthy.follow.merge import plain
from printworthy.options import Options
from printworthy.printing.executors import BEST_OF, NEXT_PART, SAME_ARTICLE, STITCH, Step, ThreadExecutor
from printworthy.printing.messages import PARTIAL
from printworthy.printing.plan import Plan
from printworthy.printing.public import read
from printworthy.printing.reader import Reader
from tests.fetching.conftest import Site
from tests.printing.pages import BYLINE, CLUTTER, DATE, TITLE, body, found, junk, page, paragraphs, print_page

pytestmark = pytest.mark.processes

# A busy machine may take its time: deadlines are tested elsewhere.
PATIENT = Plan(limits=Limits(seconds=300), seconds=900)
PRINT = '<a href="/print/4821">Print</a>'
PICTURE = (
    '<figure><img src="/lamp.jpg" width="800" height="600" alt="A gas lamp"><figcaption>Lamp one.</figcaption></figure>'
)


def whole(url: str, **changes: object) -> Article:
    return read(url, plan=replace(PATIENT, **changes))  # type: ignore[arg-type]


def holds(article: Article, *parts: int) -> None:
    """The article is these parts, whole, once, in order, and nothing else, in its text and in its blocks."""
    assert found(article.text) == paragraphs(*parts)
    assert len(article.text.split("\n\n")) == len(paragraphs(*parts))
    assert [plain(block) for block in article.blocks if isinstance(block, Paragraph)] == [
        " ".join(text.casefold().split()) for text in paragraphs(*parts)
    ]
    assert junk(article.text) == []


def described(article: Article) -> None:
    assert (article.title, article.authors, article.date) == (TITLE, (BYLINE,), DATE)


def notes(article: Article) -> str:
    return "\n".join(article.trace.notes)


def test_print_page_in_the_place_of_the_page(site: Site) -> None:
    url = site.page("/lamps-4821", page(PICTURE + body(1), PRINT))
    site.page("/print/4821", print_page(body(1)))
    article = whole(url)
    holds(article, 1)
    described(article)
    assert [figure.src for figure in article.images] == [f"{site.url}/lamp.jpg"]
    assert isinstance(article.blocks[0], Figure)
    assert article.url == url
    assert "text from the print page" in notes(article)
    assert "holds 100% of the text" in notes(article)


def test_what_is_read_is_whole(site: Site) -> None:
    article = whole(site.page("/lamps-4821", page(PICTURE + body(1))))
    assert type(article) is Article
    assert {one.name for one in fields(Article)} == vars(article).keys()
    assert [one.kept for one in article.trace.pictures] == [True]


def test_print_page_left_alone(site: Site) -> None:
    url = site.page("/lamps-4821", page(body(1), PRINT))
    holds(whole(url, print_link=False), 1)
    assert [path for path, _ in site.requests] == ["/lamps-4821"]


@pytest.mark.parametrize(
    ("content", "status", "why"),
    [
        (print_page(body(3)), 200, "only 0% of the text"),
        (print_page(body(1).replace("lamp", "ferry").replace("the ", "a "), "Four weeks for one crown"), 200, "title"),
        ("<title>Print</title><body></body>", 200, "no text"),
        ("gone", 404, "answers 404"),
        ("%PDF-1.7", 200, "PDF"),
    ],
)
def test_a_print_page_that_is_not_the_article(site: Site, content: str, status: int, why: str) -> None:
    url = site.page("/lamps-4821", page(body(1), PRINT))
    site.page("/print/4821", content, status)
    article = whole(url)
    holds(article, 1)
    assert "not used" in article.trace.notes[-1]
    assert why in article.trace.notes[-1]


def three_parts(site: Site, tools: str = "") -> str:
    """Three parts that link to each other, in a charset that the server lies about, behind a cookie, with an ETag."""

    def part(number: int) -> Callable[[web.Request], object]:
        links = " ".join(f'<a href="/lamps?page={other}">{other}</a>' for other in (1, 2, 3, 4) if other != number)
        content = page(body(min(number, 3)), tools, f"Page {number} of 4: {links}").encode("cp1252")

        async def handler(request: web.Request) -> web.StreamResponse:
            if number > 1 and "visit" not in request.cookies:
                return web.Response(status=403)
            if request.headers.get("If-None-Match") == f'"{number}"':
                return web.Response(status=304, headers={"ETag": f'"{number}"'})
            headers = {"ETag": f'"{number}"'}
            if number == 1 and "visit" not in request.cookies:
                headers["Set-Cookie"] = "visit=1; Path=/"
            return web.Response(body=content, headers={"Content-Type": "text/html; charset=utf-8", **headers})

        return handler

    site.handle("/lamps", part(1))
    for number in (2, 3, 4):
        site.handle(f"/lamps?page={number}", part(number))
    return f"{site.url}/lamps"


def test_parts_once_and_in_order(site: Site) -> None:
    """Fifteen letters outside ASCII tell whether the lie about the charset was seen through; page 4 is page 3 again."""
    article = whole(three_parts(site))
    holds(article, 1, 2, 3)
    described(article)
    assert "Jørgen Aas" in article.text
    assert "Élise Kolb" in article.text
    assert "page=4 not used: 100% of it was there before" in article.trace.notes[-1]
    assert [headers.get("Cookie") for _, headers in site.requests] == [None, "visit=1", "visit=1", "visit=1"]


def test_print_page_and_parts(site: Site) -> None:
    """The print page holds the first part only: the others are gathered from the pages."""
    url = three_parts(site, '<a href="/lamps?print=1">Print this article</a>')
    site.page("/lamps?print=1", print_page(body(1)))
    article = whole(url)
    holds(article, 1, 2, 3)
    assert "text from the print page" in article.trace.notes[0]


def back_and_forth(site: Site) -> None:
    """Three parts that know the one before and the one after."""
    site.page("/lamps", page(body(1), pager='<a rel="next" href="/lamps?page=2">More</a>'))
    pager = '<a rel="prev" href="/lamps">Back</a> <a rel="next" href="/lamps?page=3">More</a>'
    site.page("/lamps?page=2", page(body(2), pager=pager))
    site.page("/lamps?page=3", page(body(3), pager='<a rel="prev" href="/lamps?page=2">Back</a>'))


@pytest.mark.parametrize("number", [2, 3])
def test_a_later_part_leads_back_to_the_first(site: Site, number: int) -> None:
    back_and_forth(site)
    article = whole(f"{site.url}/lamps?page={number}")
    holds(article, 1, 2, 3)
    assert article.url == f"{site.url}/lamps"
    assert len(site.requests) == 3, "no page is asked for twice"
    assert PARTIAL not in notes(article)


def test_a_later_part_alone_is_told(site: Site) -> None:
    back_and_forth(site)
    site.page("/lamps", status=403)
    article = whole(f"{site.url}/lamps?page=2")
    holds(article, 2, 3)
    assert f"{PARTIAL}this is part 2 of 3 ({site.url}/lamps not used: {site.url}/lamps answers 403" in notes(article)
    holds(whole(f"{site.url}/lamps?page=2", pages=1), 2)


def test_a_part_that_does_not_come_is_told(site: Site) -> None:
    back_and_forth(site)
    site.page("/lamps?page=3", status=404)
    assert f"{PARTIAL}part 3 is missing (" in notes(whole(f"{site.url}/lamps"))


def test_the_article_before_is_no_part(site: Site) -> None:
    url = site.page("/news/8", page(body(1), pager='<a rel="prev" href="/news/7">Back</a>'))
    site.page("/news/7", page(body(2), title=CLUTTER[1]))
    holds(whole(url), 1)


@pytest.mark.parametrize(("pages", "parts"), [(1, (1,)), (2, (1, 2))])
def test_as_many_parts_as_asked_for(site: Site, pages: int, parts: tuple[int, ...]) -> None:
    holds(whole(three_parts(site), pages=pages), *parts)
    assert len(site.requests) == pages


def test_all_parts_on_one_page_are_preferred(site: Site) -> None:
    links = '<a href="/lamps?page=2">Next</a> <a href="/lamps?view=all">View all</a>'
    url = site.page("/lamps", page(body(1), pager=links))
    site.page("/lamps?view=all", page(body(1, 2, 3)))
    article = whole(url)
    holds(article, 1, 2, 3)
    assert "all parts from" in notes(article)
    assert not any("page=2" in path for path, _ in site.requests)


def test_a_print_page_that_holds_all_parts(site: Site) -> None:
    url = site.page("/lamps-4821", page(body(1), PRINT, '<a href="/lamps-4821?page=2">Next</a>'))
    site.page("/lamps-4821?page=2", page(body(2), pager='<a href="/lamps-4821?page=3">3</a>'))
    site.page("/lamps-4821?page=3", page(body(3)))
    site.page("/print/4821", print_page(body(1, 2, 3)))
    holds(whole(url), 1, 2, 3)


def test_the_next_article_is_no_part(site: Site) -> None:
    url = site.page("/news/7", page(body(1), pager='<a rel="next" href="/news/8">Next</a>'))
    site.page("/news/8", page(body(2), title=CLUTTER[1]))
    holds(whole(url), 1)


def test_the_plainer_twin_of_an_empty_shell(site: Site) -> None:
    shell = '<html><head><link rel="amphtml" href="/amp/lamps"></head><body><div id="app"></div></body></html>'
    url = site.page("/lamps", shell)
    site.page("/amp/lamps", page(body(1)))
    article = whole(url)
    holds(article, 1)
    assert "text from the AMP page" in notes(article)


def test_kept_pages_are_asked_for_by_their_marks(site: Site, tmp_path) -> None:
    """The second reading fetches nothing anew: the server says that all of it still holds."""
    site.handle("/lamps-4821", marked(page(body(1), PRINT), "a"))
    site.handle("/print/4821", marked(print_page(body(1)), "b"))
    plan = {"visitor": Visitor(cache=tmp_path), "policy": Policy(ports=None, networks=("127.0.0.0/8",))}
    for _ in range(2):
        holds(whole(f"{site.url}/lamps-4821", **plan), 1)
    assert [headers.get("If-None-Match") for _, headers in site.requests] == [None, None, '"a"', '"b"']


def marked(content: str, mark: str) -> Callable[[web.Request], object]:
    async def handler(request: web.Request) -> web.StreamResponse:
        if request.headers.get("If-None-Match") == f'"{mark}"':
            return web.Response(status=304)
        return web.Response(text=content, content_type="text/html", headers={"ETag": f'"{mark}"'})

    return handler


def test_time_is_over(site: Site) -> None:
    article = whole(three_parts(site), seconds=-1.0)
    holds(article, 1)
    assert "seconds are over" in article.trace.notes[-1]


def test_what_is_done_is_told(site: Site) -> None:
    told: list[str] = []
    read(three_parts(site), plan=PATIENT, tell=told.append)
    assert [line.partition(":")[0] for line in told][:3] == ["fetching", "fetching part 2", "fetching part 3"]


def test_links_are_those_that_a_browser_shows(site: Site) -> None:
    """The page's scripts write its text and its pager; a browser (here, a stand-in for one) shows both."""
    shell = "<html><head><title>x</title></head><body><div id=app></div></body></html>"
    url = site.page("/lamps", shell)
    site.page("/lamps?page=2", page(body(2)))
    shown = page(body(1), pager='<a href="/lamps?page=2">Next</a>').encode()

    async def show(html: bytes, where: str) -> Snapshot:
        return Snapshot(shown if html == shell.encode() else html, where)

    async def go() -> Article:
        plan = replace(PATIENT, options=Options(render="auto"))
        async with Client(plan.policy.naming(url), plan.limits) as client:
            found = await Reader(client, plan, show=show).read(url)
            assert isinstance(found, Article)
            return found

    holds(run(go), 1, 2)


@pytest.mark.parametrize(
    ("too_much", "told"),
    [
        (SAME_ARTICLE, "not used: it could not be compared: too much"),
        (NEXT_PART, "not used: it could not be compared: too much"),
        (BEST_OF, f"{PARTIAL}its pages could not be merged (too much)"),
        (STITCH, f"{PARTIAL}its pages could not be merged (too much)"),
    ],
)
def test_what_is_too_much_to_be_merged_leaves_the_first(site: Site, too_much: Step, told: str) -> None:
    only_print = too_much in {SAME_ARTICLE, BEST_OF}
    url = site.page("/lamps-4821", page(body(1), PRINT)) if only_print else three_parts(site)
    site.page("/print/4821", print_page(body(1)))

    class Small(ThreadExecutor):
        async def run(self, step: Callable[..., object], *given: object) -> object:
            if step == too_much:
                raise LimitError("too much")
            return await super().run(step, *given)

    async def go() -> Article:
        async with Client(PATIENT.policy.naming(url), PATIENT.limits) as client:
            found = await Reader(client, PATIENT, executor=Small()).read(url)
            assert isinstance(found, Article)
            return found

    article = run(go)
    holds(article, 1)
    assert told in notes(article)


def test_the_first_page_must_come(site: Site) -> None:
    with pytest.raises(FetchError, match="404"):
        read(f"{site.url}/missing")
    with pytest.raises(RefusedError):
        read(site.page("/x", page("")), plan=Plan(policy=STRICT))
    with pytest.raises(UsageError, match="give 1 to 50"):
        Plan(pages=0)
