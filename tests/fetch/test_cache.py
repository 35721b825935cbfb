from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from printworthy.fetch.cache import Cache, default_folder
from printworthy.fetch.fake import Fake
from printworthy.fetch.transport import Reply, Request

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
        reply(Cache_Control="max-age=60", peer="192.168.1.2"),
        reply(Cache_Control="max-age=60", peer=""),
        reply(),
    ],
)
def test_never_kept(tmp_path: Path, kept: Reply) -> None:
    """What is private, or came from an address that a service sharing the folder may not reach."""
    ask(Cache(Fake({URL: kept}), tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_requests_with_cookies_pass_by(tmp_path: Path) -> None:
    fake = Fake({URL: reply(Cache_Control="max-age=60")})
    ask(Cache(fake, tmp_path), Cookie="login=me")
    assert list(tmp_path.iterdir()) == []


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
    assert default_folder() == tmp_path / "printworthy" / "pages"
