from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from printworthy.apps.proxy.updates import Updater
from printworthy.fetching.transport import Fake, Reply

URL = "https://lists.example/list.txt"
LIST = b"[Adblock Plus 2.0]\n! Expires: 1 days\n" + b"".join(b"||ads%d.example^\n" % n for n in range(20))


def update(folder: Path, *replies: Reply) -> tuple[dict[str, str], Fake, Updater]:
    fake = Fake({URL: list(replies)})
    updater = Updater(folder, transport=fake)
    return asyncio.run(updater.update([URL])), fake, updater


def test_a_list_is_fetched_once_and_then_asked_for_by_its_etag(tmp_path: Path, monkeypatch) -> None:
    wrong, _, updater = update(tmp_path, Reply(200, (("ETag", '"1"'),), LIST))
    assert wrong == {}
    assert Path(updater.files([URL])[0]).read_bytes() == LIST
    _, fake, _ = update(tmp_path, Reply(500))
    assert fake.requests == []
    later = time.time() + 86401
    monkeypatch.setattr(time, "time", lambda: later)
    wrong, fake, _ = update(tmp_path, Reply(304))
    assert wrong == {}
    assert fake.requests[0].headers["If-None-Match"] == '"1"'
    assert Path(updater.files([URL])[0]).read_bytes() == LIST


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        (Reply(404), "answers 404"),
        (Reply(200, (), b"<html><body>Sorry</body></html>"), "is no block list"),
        (Reply(200, (), b"! empty\n"), "is no block list"),
        (Reply(200, (), LIST[:150]), "has shrunk"),
        (Reply(302, (("Location", "http://127.0.0.1/x"),)), "is refused"),
    ],
)
def test_the_last_good_list_stays(tmp_path: Path, monkeypatch, reply: Reply, message: str) -> None:
    update(tmp_path, Reply(200, (), LIST))
    later = time.time() + 10 * 86400
    monkeypatch.setattr(time, "time", lambda: later)
    wrong, _, updater = update(tmp_path, reply)
    assert message in wrong[URL]
    assert Path(updater.files([URL])[0]).read_bytes() == LIST
    assert not list(tmp_path.glob("*.part"))
