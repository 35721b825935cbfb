"""When a server is asked again, and how long to wait before."""

from __future__ import annotations

import pytest

from printworthy.fetching.patience import Patience
from printworthy.fetching.transport import Reply

NOW = 1_000_000.0  # 12 January 1970, 13:46:40


def reply(status: int, after: str = "") -> Reply:
    return Reply(status, (("Retry-After", after),) if after else (), b"")


@pytest.mark.parametrize(
    ("attempt", "answer", "pause"),
    [
        (0, None, 0.5),
        (1, None, 1.0),
        (2, None, 2.0),
        (3, None, None),
        (0, reply(503), 0.5),
        (1, reply(429), 1.0),
        (0, reply(200), None),
        (0, reply(404), None),
        (0, reply(501), None),
        (0, reply(503, "7"), 7.0),
        (0, reply(503, " 0 "), 0.0),
        (0, reply(503, "Mon, 12 Jan 1970 13:46:50 GMT"), 10.0),
        (0, reply(503, "Mon, 12 Jan 1970 13:46:30 GMT"), 0.0),
        (0, reply(503, "soon"), 0.5),
        (0, reply(503, "99"), None),
        (0, reply(503, "9" * 40), None),
    ],
)
def test_pauses(attempt: int, answer: Reply | None, pause: float | None) -> None:
    assert Patience(retries=3, deadline=NOW + 60).pause(attempt, NOW, answer) == pause


def test_nobody_waits_beyond_the_deadline() -> None:
    assert Patience(3, NOW + 0.5).pause(0, NOW, None) is None
    assert Patience(3, NOW + 0.6).pause(0, NOW, None) == 0.5
    assert Patience(0, NOW + 60).pause(0, NOW, None) is None
