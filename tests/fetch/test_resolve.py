from __future__ import annotations

import socket
import threading

import pytest

from printworthy.base.guard import STRICT
from printworthy.errors import FetchError, LateFetchError
from printworthy.fetch.client import fetch
from printworthy.fetch.limits import Limits
from printworthy.fetch.resolve import guarded, look_up


def test_a_look_up_that_never_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """The deadline counts from the look-up on, and nobody waits for its thread: not even the end of the loop."""
    over = threading.Event()
    threads: list[threading.Thread] = []

    def stuck(*_: object, **__: object) -> list[object]:
        threads.append(threading.current_thread())
        assert over.wait(60)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", stuck)
    try:
        with pytest.raises(LateFetchError, match=r"slow\.example/ did not come within 0\.2 seconds"):
            fetch("http://slow.example/", limits=Limits(seconds=0.2))
        assert not over.is_set()
        assert [thread.is_alive() for thread in threads] == [True]
    finally:
        over.set()
        for thread in threads:
            thread.join(10)


@pytest.mark.parametrize("error", [socket.gaierror(-2, "Name or service not known"), UnicodeError("label too long")])
def test_a_name_that_is_not_found(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fail(*_: object, **__: object) -> list[object]:
        raise error

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    with pytest.raises(FetchError, match=r"^http://no\.example/ names a host that was not found: check the address"):
        fetch("http://no.example/", limits=Limits(retries=0))


def test_no_class_is_made_for_each_article() -> None:
    """A class holds itself alive, and would stay until Python looks for such."""
    first, second = (guarded(look_up(), STRICT, set()) for _ in range(2))
    assert first is not second
    assert type(first) is type(second)
