from __future__ import annotations

import asyncio
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from aiohttp import web

from printworthy.base.guard import Policy
from printworthy.fetching.cache import Cache, _load
from printworthy.fetching.client import fetch
from printworthy.fetching.limits import Visitor, cache_folder
from printworthy.fetching.transport import Fake, Reply, Request

URL = "https://a.example/story"
PUBLIC = "93.184.216.34"


def reply(body: bytes = b"old", status: int = 200, peer: str = PUBLIC, **fields: str) -> Reply:
    return Reply(status, tuple((name.replace("_", "-"), value) for name, value in fields.items()), body, peer)


def ask(cache: Cache, url: str = URL, **headers: str) -> Reply:
    return asyncio.run(cache.send(Request(url, headers)))


def test_fresh_pages_need_no_asking(tmp_path: Path) -> None:
    fake = Fake({URL: [reply(Cache_Control="max-age=60", Content_Type="text/html"), reply(b"new")]})
    for _ in range(2):
        found = ask(Cache(fake, tmp_path))
        assert (found.body, found.headers["content-type"]) == (b"old", "text/html")
    assert len(fake.requests) == 1


def test_stale_pages_are_asked_for_by_their_marks(tmp_path: Path) -> None:
    marks = {"ETag": '"7"', "Last_Modified": "Sat, 02 May 2026 10:00:00 GMT"}
    fake = Fake({URL: [reply(**marks), reply(b"", 304), reply(b"new", **marks), reply(b"", 304)]})
    cache = Cache(fake, tmp_path)
    assert [ask(cache).body for _ in range(4)] == [b"old", b"old", b"new", b"new"]
    assert fake.requests[1].headers == {"If-None-Match": '"7"', "If-Modified-Since": marks["Last_Modified"]}


@pytest.mark.parametrize(
    "kept",
    [
        reply(Cache_Control="no-store, max-age=60"),
        reply(Cache_Control="private, max-age=60"),
        reply(Cache_Control="max-age=60", Set_Cookie="a=1"),
        reply(Cache_Control="max-age=60", Vary="*"),
        reply(status=404, Cache_Control="max-age=60"),
        reply(Cache_Control="max-age=60", peer="127.0.0.1"),
        reply(Cache_Control="max-age=60", peer="::ffff:10.0.0.1"),
        reply(Cache_Control="max-age=60", peer="192.168.1.2"),
        reply(Cache_Control="max-age=60", peer=""),
        reply(),
    ],
)
def test_never_kept(tmp_path: Path, kept: Reply) -> None:
    """What is private, or came from an address that a service sharing the folder may not reach."""
    ask(Cache(Fake({URL: kept}), tmp_path))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("url", "headers"),
    [
        (URL, {"Cookie": "login=me"}),
        (URL, {"authorization": "Basic bWU6bWU="}),
        ("https://me:secret@a.example/story", {}),
        ("https://me@a.example/story", {}),
    ],
)
def test_what_is_for_one_reader_passes_by(tmp_path: Path, url: str, headers: dict[str, str]) -> None:
    ask(Cache(Fake({url: reply(Cache_Control="max-age=60")}), tmp_path), url, **headers)
    assert list(tmp_path.iterdir()) == []


def test_an_opened_network_is_for_those_who_opened_it(tmp_path: Path) -> None:
    """A service that shares the folder but may not reach that network does not get its pages either."""
    kept = reply(b"internal", Cache_Control="max-age=60", peer="10.1.2.3")
    opened = Policy(networks=("10.1.0.0/16",))
    ask(Cache(Fake({URL: kept}), tmp_path, opened))
    assert ask(Cache(Fake({URL: reply(b"new")}), tmp_path, opened)).body == b"internal"
    assert ask(Cache(Fake({URL: reply(b"new")}), tmp_path)).body == b"new"


class Marked:
    """A page on the server with an ETag and a date, that answers as servers do."""

    def __init__(self) -> None:
        self.body, self.mark = b"<p>old</p>", '"1"'
        self.answers: list[int] = []

    async def __call__(self, request: web.Request) -> web.StreamResponse:
        known = request.headers.get("If-None-Match") == self.mark
        self.answers.append(304 if known else 200)
        headers = {"ETag": self.mark, "Last-Modified": "Sat, 02 May 2026 10:00:00 GMT", "Content-Type": "text/html"}
        return web.Response(status=self.answers[-1], body=None if known else self.body, headers=headers)


@pytest.mark.processes
def test_a_real_server_is_asked_by_its_marks(site, tmp_path: Path) -> None:
    page = Marked()
    url = site.handle("/story", page)
    policy = Policy(ports=None, networks=("127.0.0.0/8",))
    visitor = Visitor(cache=tmp_path / "pages")

    def get() -> bytes:
        return fetch(url, policy=policy, visitor=visitor).html

    assert [get(), get()] == [b"<p>old</p>"] * 2
    page.body, page.mark = b"<p>new</p>", '"2"'
    assert [get(), get()] == [b"<p>new</p>"] * 2
    assert page.answers == [200, 304, 200, 304]
    second = site.requests[1][1]
    assert (second["If-None-Match"], second["If-Modified-Since"]) == ('"1"', "Sat, 02 May 2026 10:00:00 GMT")
    assert [path.suffix for path in visitor.cache.iterdir()] == [".page"]


@pytest.mark.processes
def test_the_own_machine_is_not_kept(site, tmp_path: Path) -> None:
    """A person named it, and a service may share the folder."""
    url = site.page("/story", "<p>mine</p>", Cache_Control="max-age=60")
    fetch(url, visitor=Visitor(cache=tmp_path / "pages"))
    assert not (tmp_path / "pages").exists()


def test_many_write_and_read_at_once(tmp_path: Path) -> None:
    """Every reply is whole: an old one or a new one, never half of each."""

    def work(number: int) -> list[bytes]:
        body = bytes([65 + number]) * 100_000
        found = []
        for turn in range(8):
            fake = Fake({URL: reply(body, ETag=f'"{number}-{turn}"')})
            ask(Cache(fake, tmp_path))
            kept = _load(next(tmp_path.glob("*.page")))
            found.append(kept[0].body if kept else b"")
        return found

    with ThreadPoolExecutor(4) as pool:
        bodies = [body for found in pool.map(work, range(4)) for body in found]
    assert {len(body) for body in bodies} == {100_000}
    assert all(len(set(body)) == 1 for body in bodies)
    assert [path.suffix for path in tmp_path.iterdir()] == [".page"]


def test_what_an_ended_process_left_is_cleared(tmp_path: Path) -> None:
    for name, age in (("old.part", 7200), ("new.part", 0)):
        (tmp_path / name).write_bytes(b"half")
        os.utime(tmp_path / name, (time.time() - age,) * 2)
    ask(Cache(Fake({URL: reply(Cache_Control="max-age=60")}), tmp_path))
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".page", ".part"]
    assert not (tmp_path / "old.part").exists()


def test_another_asker_has_another_entry(tmp_path: Path) -> None:
    fake = Fake({URL: [reply(b"one", Cache_Control="max-age=60"), reply(b"two", Cache_Control="max-age=60")]})
    cache = Cache(fake, tmp_path)
    assert [ask(cache, **{"User-Agent": name}).body for name in ("a", "b", "a")] == [b"one", b"two", b"one"]


@pytest.mark.parametrize("damage", [b"", b"{}", b"\x00\xff", b'{"format": 99}\nx'])
def test_damaged_entries_are_fetched_anew(tmp_path: Path, damage: bytes) -> None:
    cache = Cache(Fake({URL: [reply(Cache_Control="max-age=60"), reply(b"new")]}), tmp_path)
    ask(cache)
    next(tmp_path.glob("*.page")).write_bytes(damage)
    assert ask(cache).body == b"new"


def test_a_folder_that_cannot_be_written_only_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    assert ask(Cache(Fake({URL: reply(Cache_Control="max-age=60")}), tmp_path / "file" / "x")).body == b"old"


def test_the_folder_stays_small(tmp_path: Path) -> None:
    pages = {f"{URL}/{number}": reply(bytes(1000), Cache_Control="max-age=60") for number in range(9)}
    cache = Cache(Fake(pages), tmp_path, most=4000)
    for url in pages:
        ask(cache, url)
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 4000
    assert not list(tmp_path.glob("*.part"))


def test_where(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "printworthy" / "pages"
