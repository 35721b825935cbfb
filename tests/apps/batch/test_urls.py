"""Lists of addresses: fetched in their order, with a rest between two calls to one host.

Covers: printworthy.apps.batch.readers.urls.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from printworthy.apps.batch.readers.items import Item, Passed, UnreadablePage
from printworthy.apps.batch.readers.sources import find_sources
from printworthy.apps.batch.readers.urls import Polite
from printworthy.apps.batch.settings import BatchSettings, Visits
from printworthy.apps.batch.tasks import cut_all
from printworthy.apps.batch.worker import open_reader
from printworthy.fetching.transport import Fake, Reply, Request
from tests.fetching.conftest import Site


@pytest.fixture
def site() -> Iterator[Site]:
    made = Site()
    yield made
    made.close()


def read(path: Path, visits: Visits, skip: int = 0) -> list[Item]:
    settings = BatchSettings(visits=visits)
    (task,) = cut_all(find_sources([str(path)], settings), settings)
    return list(open_reader(task, settings).items(skip))


def told(item: Item) -> str:
    return item.kind if isinstance(item, UnreadablePage | Passed) else item.html.decode()


@pytest.fixture
def addresses(site: Site, tmp_path: Path) -> Path:
    site.page("/robots.txt", "User-agent: *\nDisallow: /secret\n", Content_Type="text/plain")
    for name in ("one", "two", "secret"):
        site.page(f"/{name}", f"<p>{name}")
    site.page("/picture", b"\x89PNG", Content_Type="image/png")
    path = tmp_path / "pages.txt"
    names = ["one", "secret", "picture", "gone", "two", "one"]
    path.write_text("".join(f"{site.url}/{name}\n" for name in names))
    return path


@pytest.mark.processes
def test_fetched_in_order(addresses: Path, site: Site) -> None:
    items = read(addresses, Visits(delay=0, private=True))
    assert [told(item) for item in items] == ["<p>one", "refused", "image/png", "not fetched", "<p>two"]
    asked = [path for path, _ in site.requests]
    assert asked.count("/robots.txt") == 1
    assert "/secret" not in asked


@pytest.mark.processes
def test_skipped_are_not_asked(addresses: Path, site: Site) -> None:
    items = read(addresses, Visits(delay=0, private=True, robots=False), skip=4)
    assert [told(item) for item in items] == ["<p>two"]
    assert [path for path, _ in site.requests] == ["/two"]


@pytest.mark.processes
def test_own_network_only_if_asked(addresses: Path, site: Site) -> None:
    assert {told(item) for item in read(addresses, Visits(delay=0))} == {"refused"}
    assert site.requests == []


class Clock:
    """Time that passes only by sleeping."""

    def __init__(self) -> None:
        self.time = 100.0

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        self.time += seconds


def test_hosts_rest() -> None:
    asked: list[tuple[str, float]] = []
    clock = Clock()
    robots = Reply(200, (), b"User-agent: *\nCrawl-delay: 7\n")
    pages = {f"http://{host}.example/{number}": Reply(200) for host in "ab" for number in "12"}
    fake = Fake({"http://b.example/robots.txt": robots, **pages})

    class Noting:
        async def send(self, request: Request) -> Reply:
            asked.append((request.url, clock.time))
            return await fake.send(request)

    async def main() -> None:
        polite = Polite(Noting(), 2.0, clock)
        for url in ("a.example/1", "b.example/robots.txt", "a.example/2", "b.example/1", "b.example/2"):
            await polite.send(Request(f"http://{url}"))

    asyncio.run(main())
    times = {url.removeprefix("http://"): time - 100 for url, time in asked}
    assert times == {"a.example/1": 0, "b.example/robots.txt": 0, "a.example/2": 2, "b.example/1": 7, "b.example/2": 14}


def test_a_host_stays_in_one_task(tmp_path: Path) -> None:
    path = tmp_path / "pages.txt"
    lines = [f"https://{host}.example/{number}" for number in range(1500) for host in ("a", "b", "c")]
    path.write_text("\n".join(lines))
    tasks = list(cut_all(find_sources([str(path)], BatchSettings()), BatchSettings()))
    hosts = [{url.split("/")[2] for _, url in task.entries} for task in tasks]
    assert hosts == [{"a.example", "b.example"}, {"c.example"}]
    assert sorted(place for task in tasks for place, _ in task.entries) == list(range(4500))
    assert [url.split("/")[2] for _, url in tasks[0].entries[:3]] == ["a.example", "b.example", "a.example"]
