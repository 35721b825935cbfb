from __future__ import annotations

import asyncio

import pytest

from printworthy.base.guard import STRICT
from printworthy.errors import RefusedError
from printworthy.fetching.client import Client
from printworthy.fetching.limits import Visitor
from printworthy.fetching.robots import read_rules
from printworthy.fetching.transport import Fake, Reply

TEXT = """
# Crawlers of this paper, please:
User-agent: Otherbot
User-agent: Printworthy   # the two of you
Disallow: /private/
Allow: /private/open
Disallow: /*?print=
Disallow: /*.pdf$
Disallow: /caf%C3%A9/
Disallow:

User-agent: *
Disallow: /
"""


@pytest.mark.parametrize(
    ("text", "path", "allowed"),
    [
        (TEXT, "/", True),
        (TEXT, "/private/x", False),
        (TEXT, "/private/open/x", True),
        (TEXT, "/a/b?print=1", False),
        (TEXT, "/a.pdf", False),
        (TEXT, "/a.pdf?x=1", True),
        (TEXT, "/café/menu", False),
        ("User-agent: *\nDisallow: /a*b*c$", "/axxbyyc", False),
        ("User-agent: *\nDisallow: /a*b*c$", "/axxbyycd", True),
        ("User-agent: *\nDisallow: /x\nAllow: /x", "/x", True),
        ("User-agent: *\nDisallow: /\nAllow: /a", "/a/b", True),
        ("Disallow: /", "/a", True),
        ("User-agent: Printworthybot\nDisallow: /", "/a", True),
        ("<html>no robots here</html>", "/a", True),
        ("User-agent: *\nDisallow: /" + "*a" * 900 + "$", "/" + "a" * 1500 + "b", True),
    ],
)
def test_rules(text: str, path: str, allowed: bool) -> None:
    assert read_rules(text).allow(f"https://a.example{path}") is allowed


PAGES = {
    "https://a.example/robots.txt": Reply(200, (), TEXT.encode()),
    "https://a.example/open": Reply(200, (), b"y"),
    "https://b.example/robots.txt": Reply(500),
    "https://c.example/robots.txt": Reply(404),
    "https://c.example/x": Reply(200, (), b"z"),
    "https://d.example/robots.txt": Reply(301, (("Location", "https://a.example/robots.txt"),)),
    "https://d.example/x": Reply(200, (), b"d"),
}


def get(url: str, fake: Fake, robots: bool = True) -> bytes:
    return asyncio.run(Client(STRICT, transport=fake, visitor=Visitor(robots=robots)).get(url)).content


@pytest.mark.parametrize("url", ["https://a.example/open", "https://c.example/x", "https://d.example/x"])
def test_open(url: str) -> None:
    assert get(url, Fake(PAGES)) == PAGES[url].body


@pytest.mark.parametrize("url", ["https://a.example/private/x", "https://b.example/x", "https://d.example/private/x"])
def test_closed(url: str) -> None:
    fake = Fake(PAGES)
    with pytest.raises(RefusedError, match=r"is closed to crawlers by https://.*robots\.txt: leave it"):
        get(url, fake)
    assert url not in [request.url for request in fake.requests]


def test_one_look_a_site_and_none_unasked() -> None:
    fake = Fake(PAGES)
    client = Client(STRICT, transport=fake, visitor=Visitor(robots=True))
    for _ in range(2):
        asyncio.run(client.get("https://a.example/open"))
    assert sum(request.url.endswith("robots.txt") for request in fake.requests) == 1
    unasked = Fake(PAGES)
    get("https://c.example/x", unasked, robots=False)
    assert [request.url for request in unasked.requests] == ["https://c.example/x"]
