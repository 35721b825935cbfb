from __future__ import annotations

import pytest
from aiohttp import web

from printworthy.base.guard import STRICT
from printworthy.errors import FetchError, RefusedError, UsageError
from printworthy.whole.plan import Plan
from printworthy.whole.read import read

TITLE = "The lamps of Harbour Street"


def paragraphs(part: int) -> str:
    words = ("lamp harbour keeper oil wick brass evening tide glass ladder flame harbourmaster").split()
    lines = (
        " ".join(f"{words[(part + line + place) % 12]}{part}{line}{place % 4}" for place in range(25))
        for line in range(4)
    )
    return "".join(f"<p>{line} Straßenlaterne.</p>" for line in lines)


def page(body: str, title: str = TITLE) -> str:
    return f"<html><head><title>{title}</title></head><body><h1>{title}</h1>{body}</body></html>"


def seen(article) -> list[str]:
    return [line.split()[0] for line in article.text.split("\n\n")]


def first_words(*parts: int) -> list[str]:
    return [line.split()[0].removeprefix("<p>") for part in parts for line in paragraphs(part).split("</p>") if line]


def test_print_page_in_the_place_of_the_page(site) -> None:
    clutter = '<p>Subscribe now!</p><img src="/lamp.png">'
    url = site.page("/story-4821", page(f'{clutter}{paragraphs(1)}<a href="/print/4821">Print</a>'))
    site.page("/print/4821", page(paragraphs(1)))
    article = read(url)
    assert seen(article) == first_words(1)
    assert [figure.src for figure in article.images] == ["/lamp.png"]
    assert article.url == url
    assert any("text from the print page" in note for note in article.trace.notes)
    assert "Subscribe" in read(url, Plan(print_link=False)).text


@pytest.mark.parametrize(
    ("body", "status", "why"),
    [
        (page(paragraphs(7)), 200, "only 0% of the text"),
        (page(paragraphs(1), "Subscribe to our printed edition today"), 200, "title"),
        (page(""), 200, "no text"),
        ("gone", 404, "answers 404"),
        ("%PDF-1.7", 200, "PDF"),
    ],
)
def test_a_print_page_that_is_not_the_article(site, body: str, status: int, why: str) -> None:
    url = site.page("/story-4821", page(f'{paragraphs(1)}<a href="/print/4821">Print</a>'))
    site.page("/print/4821", body, status)
    article = read(url)
    assert seen(article) == first_words(1)
    assert why in article.trace.notes[-1]
    assert "not used" in article.trace.notes[-1]


def three_parts(site) -> str:
    """Three parts that link to each other, in a charset that the server lies about, behind a cookie."""

    def part(number: int):
        links = "".join(f'<a href="/long?page={other}">{other}</a>' for other in (1, 2, 3, 4) if other != number)
        body = page(f"{paragraphs(number)}{links}").encode("cp1252")

        async def handler(request: web.Request) -> web.StreamResponse:
            if number > 1 and "visit" not in request.cookies:
                return web.Response(status=403)
            headers = {"ETag": f'"{number}"', "Set-Cookie": "visit=1; Path=/"}
            return web.Response(body=body, headers={"Content-Type": "text/html; charset=utf-8", **headers})

        return handler

    site.handle("/long", part(1))
    site.handle("/long?page=2", part(2))
    site.handle("/long?page=3", part(3))
    site.handle("/long?page=4", part(3))
    return f"{site.url}/long"


def test_parts_once_and_in_order(site) -> None:
    article = read(three_parts(site))
    assert seen(article) == first_words(1, 2, 3)
    assert len(article.blocks) == 12
    assert "Straßenlaterne" in article.text
    assert "page=4 not used: 100% of it was there before" in article.trace.notes[-1]


@pytest.mark.parametrize(("pages", "parts"), [(1, (1,)), (2, (1, 2))])
def test_as_many_parts_as_asked_for(site, pages: int, parts: tuple[int, ...]) -> None:
    assert seen(read(three_parts(site), Plan(pages=pages))) == first_words(*parts)


def test_all_parts_on_one_page_are_preferred(site) -> None:
    links = '<a href="/long?page=2">Next</a><a href="/long?view=all">View all</a>'
    url = site.page("/long", page(paragraphs(1) + links))
    site.page("/long?view=all", page(paragraphs(1) + paragraphs(2)))
    assert seen(read(url)) == first_words(1, 2)
    assert not any("page=2" in path for path, _ in site.requests)


def test_a_print_page_that_holds_all_parts(site) -> None:
    links = '<a href="/long-4821?page=2">Next</a><a href="/print/4821">Print</a>'
    url = site.page("/long-4821", page(paragraphs(1) + links))
    site.page("/long-4821?page=2", page(paragraphs(2)))
    site.page("/print/4821", page(paragraphs(1) + paragraphs(2)))
    assert seen(read(url)) == first_words(1, 2)


def test_the_next_article_is_no_part(site) -> None:
    url = site.page("/news/7", page(paragraphs(1) + '<a rel="next" href="/news/8">Next</a>'))
    site.page("/news/8", page(paragraphs(2), "A wholly different matter"))
    assert seen(read(url)) == first_words(1)


def test_time_is_over(site) -> None:
    article = read(three_parts(site), Plan(seconds=-1))
    assert seen(article) == first_words(1)
    assert "seconds are over" in article.trace.notes[-1]


def test_what_is_done_is_told(site) -> None:
    told: list[str] = []
    read(three_parts(site), tell=told.append)
    assert [line.partition(":")[0] for line in told][:3] == ["fetching", "fetching part 2", "fetching part 3"]


def test_the_first_page_must_come(site) -> None:
    with pytest.raises(FetchError, match="404"):
        read(f"{site.url}/missing")
    with pytest.raises(RefusedError):
        read(site.page("/x", page("")), Plan(policy=STRICT))
    with pytest.raises(UsageError, match="give 1 to 50"):
        Plan(pages=0)
