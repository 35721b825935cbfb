"""Twenty annotators post at once while the server is killed and started again: nothing accepted is lost or doubled."""

from __future__ import annotations

import http.client
import json
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.apps.annotate.conftest import PAGE, Server, mark, submission

pytestmark = pytest.mark.processes

ANNOTATORS = 20
EACH = 10
KILLS = 4


class Crowd:
    """What was accepted so far, and whether a server is there."""

    def __init__(self, folder: Path) -> None:
        self.server = Server(folder)
        self.accepted: Counter[str] = Counter()
        self.changed = threading.Condition()
        self.up = threading.Event()
        self.up.set()

    def post(self, number: int) -> None:
        """One annotator: every submission again and again until it is answered, and some once more after that."""
        for turn in range(EACH):
            sent = submission(
                annotator=f"annotator {number}",
                url=f"https://town.example/{turn % 3}",
                html=PAGE + f"<!-- {turn % 3} -->",
                annotations=[mark("title", "/html[1]/body[1]/article[1]/h1[1]", f"The bridge {number} {turn}")],
            )
            for _ in range(1 + turn % 2):
                while not self._answered(sent):
                    self.up.wait(60)

    def _answered(self, sent: dict[str, object]) -> bool:
        try:
            answer = self.server.call("POST", "/v1/annotations", sent)
        except (OSError, http.client.HTTPException):
            return False
        assert answer.status in (200, 201), answer
        with self.changed:
            self.accepted[str(sent["id"])] += 1
            self.changed.notify_all()
        return True

    def kill_after(self, count: int) -> None:
        """Kill the server when that many were accepted, and start it again on the same port."""
        with self.changed:
            assert self.changed.wait_for(lambda: self.accepted.total() >= count, timeout=120)
        self.up.clear()
        self.server.kill()
        self.server = Server(self.server.folder, self.server.port)
        self.up.set()


def test_nothing_accepted_is_lost_and_nothing_doubled(tmp_path: Path) -> None:
    crowd = Crowd(tmp_path / "data")
    try:
        with ThreadPoolExecutor(ANNOTATORS) as pool:
            posts = [pool.submit(crowd.post, number) for number in range(ANNOTATORS)]
            for kill in range(KILLS):
                crowd.kill_after((kill + 1) * ANNOTATORS * EACH // (KILLS + 1))
            for post in posts:
                post.result(120)
    finally:
        crowd.server.kill()
    check(tmp_path / "data", crowd.accepted)


def check(folder: Path, accepted: Counter[str]) -> None:
    assert len(accepted) == ANNOTATORS * EACH
    newest = [json.loads(path.read_text("utf-8")) for path in folder.glob("pages/*/*.json")]
    earlier = [json.loads(path.read_text("utf-8")) for path in folder.glob("pages/*/earlier/*.json")]
    assert len(newest) == ANNOTATORS * 3
    # A kill between both writes leaves the newest one among the earlier ones, too: the same file, not another one.
    kept = {(one["annotator"], one["url"], one["revision"]): one["id"] for one in (*earlier, *newest)}
    assert Counter(kept.values()) == Counter(dict.fromkeys(accepted, 1))
    assert {one["revision"] for one in newest} <= {3, 4}
