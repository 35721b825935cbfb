"""A page whose text comes by script from its own server, through the guarded client, in a real browser."""

from __future__ import annotations

import pytest

from printworthy.fetching.client import Client, run
from printworthy.fetching.transport import Fake, Reply
from printworthy.options import Options
from printworthy.printing.browsing import own_browser
from printworthy.printing.plan import Plan
from printworthy.printing.reader import Reader
from printworthy.render.browser import Browser
from tests.render.conftest import chromium_missing

SITE = "https://lamps.example"
SHELL = b'<!doctype html><html lang=en><title>Lamps</title><body><div id=app></div><script src="/app.js"></script>'
APP = b"""fetch("/story.json").then(answer => answer.json()).then(story => setTimeout(() => {
  document.getElementById("app").innerHTML = "<article><h1>Lamps</h1>" + story.map(text => `<p>${text}</p>`).join("");
}, 500))"""
LINES = [
    f"On the {day} evening the lamplighter went along the canal, and behind him the windows of the town lit up."
    for day in "first second third fourth fifth sixth seventh".split()
]


def reply(body: bytes, kind: str) -> Reply:
    return Reply(200, (("Content-Type", kind),), body)


def test_no_browser_without_need() -> None:
    async def go() -> bool:
        async with Client(transport=Fake({})) as client, own_browser(client, Options()) as show:
            return show is None

    assert run(go)


@pytest.mark.processes
@pytest.mark.skipif(bool(chromium_missing()), reason=f"no browser: {chromium_missing()}")
@pytest.mark.parametrize("own", [True, False], ids=["a browser for this article", "a browser that is given"])
def test_scripts_are_fetched_through_the_client(own: bool) -> None:
    story = ("[" + ",".join(f'"{line}"' for line in LINES) + "]").encode()
    fake = Fake(
        {
            f"{SITE}/": reply(SHELL, "text/html"),
            f"{SITE}/app.js": reply(APP, "text/javascript"),
            f"{SITE}/story.json": reply(story, "application/json"),
        }
    )
    plan = Plan(options=Options(render="auto"), pages=1, print_link=False)

    async def read(browser: Browser | None) -> str:
        async with Client(transport=fake) as client, own_browser(client, plan.options, browser) as show:
            return (await Reader(client, plan, show=show).read(f"{SITE}/")).text

    if own:
        text = run(lambda: read(None))
    else:
        with Browser() as browser:
            text = run(lambda: read(browser))
    assert [line for line in LINES if line not in text] == []
    assert {request.url for request in fake.requests} == {f"{SITE}/", f"{SITE}/app.js", f"{SITE}/story.json"}
