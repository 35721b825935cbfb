"""Rates and quotas, by a clock that the test moves."""

from __future__ import annotations

import pytest

from printworthy.apps.service.errors import QuotaError, TooManyError
from printworthy.apps.service.http.rates import Rates
from printworthy.apps.service.settings import Access, ServiceSettings, WorkLimits
from tests.apps.service.conftest import STORY, Running


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_then_the_rate() -> None:
    clock = Clock()
    rates = Rates(Access(rate=2, burst=3), clock)
    for _ in range(3):
        rates.count_call("one")
    with pytest.raises(TooManyError) as late:
        rates.count_call("one")
    assert late.value.retry == 1
    rates.count_call("another")
    clock.now += 0.5
    rates.count_call("one")
    with pytest.raises(TooManyError):
        rates.count_call("one")
    clock.now += 3600
    for _ in range(3):
        rates.count_call("one")
    with pytest.raises(TooManyError):
        rates.count_call("one")


def test_a_quota_is_a_days() -> None:
    clock = Clock()
    rates = Rates(Access(quota=10), clock)
    rates.count_pages("one", 9)
    with pytest.raises(QuotaError) as over:
        rates.count_pages("one", 2)
    assert over.value.retry == 86400
    rates.count_pages("one", 1)
    rates.count_pages("another", 10)
    clock.now += 86400
    rates.count_pages("one", 10)


def test_none_is_counted_if_nobody_asks() -> None:
    rates = Rates(Access(rate=0))
    for _ in range(1000):
        rates.count_call("one")
        rates.count_pages("one", 1000)


def test_callers_are_forgotten() -> None:
    rates = Rates(Access())
    for number in range(10_500):
        rates.count_call(str(number))
    assert len(rates._accounts) == 10_000


@pytest.mark.processes
def test_over_http() -> None:
    running = Running(ServiceSettings(port=0, access=Access(rate=0.01, burst=3, quota=2), work=WorkLimits(workers=1)))
    try:
        asked = [running.client.post("/v1/extract", json={"html": STORY}) for _ in range(4)]
        assert [one.status_code for one in asked] == [200, 200, 429, 429]
        assert [one.json().get("code") for one in asked[2:]] == ["quota", "rate-limit"]
        assert all(int(one.headers["retry-after"]) > 0 for one in asked[2:])
        assert running.client.get("/healthz").status_code == 200
    finally:
        running.close()
