"""Patience of the runner: what is the service's own trouble is tried again, what is the page's is told."""

from __future__ import annotations

import asyncio

import pytest

from printworthy.apps.service.errors import BusyError
from printworthy.apps.service.jobs import runner
from printworthy.errors import InputError
from printworthy.workers.pool import LostWorkerError


@pytest.mark.parametrize(
    ("troubles", "calls"),
    [
        ([], 1),
        ([LostWorkerError("killed")] * 2, 3),
        ([BusyError("busy", retry=0)] * 5 + [LostWorkerError("killed")], 7),
    ],
)
def test_what_is_no_fault_of_the_work_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, troubles: list[Exception], calls: int
) -> None:
    monkeypatch.setattr(asyncio, "sleep", _at_once)
    work = Work(troubles)
    assert asyncio.run(runner._patiently(work)) == "made"
    assert work.calls == calls


@pytest.mark.parametrize("trouble", [LostWorkerError("killed"), InputError("no page")])
def test_what_stays_wrong_is_told(trouble: Exception) -> None:
    work = Work([trouble] * 9)
    with pytest.raises(type(trouble)):
        asyncio.run(runner._patiently(work))
    assert work.calls == (runner._TRIES if isinstance(trouble, LostWorkerError) else 1)


class Work:
    def __init__(self, troubles: list[Exception]) -> None:
        self.troubles, self.calls = list(troubles), 0

    async def __call__(self) -> str:
        self.calls += 1
        if self.troubles:
            raise self.troubles.pop(0)
        return "made"


async def _at_once(_seconds: float) -> None:
    return None
