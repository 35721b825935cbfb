"""Counters for Prometheus: what was asked for, how long it took, and how the workers are."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from printworthy.apps.service.browsers import Browsers
from printworthy.apps.service.cache import ResultCache
from printworthy.apps.service.workers import Workers

_BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)


class Metrics:
    """The service's counters, in a registry of its own."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._calls = Counter("printworthy_requests", "Calls.", ["route", "method", "status"], registry=self._registry)
        self._seconds = Histogram(
            "printworthy_request_seconds", "How long calls took.", ["route"], buckets=_BUCKETS, registry=self._registry
        )
        self._flight = Gauge("printworthy_requests_in_flight", "Calls that go on.", registry=self._registry)

    def watch(self, workers: Workers, browsers: Browsers, kept: ResultCache) -> None:
        """Show also how the workers are, as of the moment when somebody looks."""
        tally = workers.tally
        for name, told, value in (
            ("printworthy_workers", "Worker processes.", lambda: len(workers.pids)),
            ("printworthy_workers_running", "Calls that workers are at.", lambda: workers.running),
            ("printworthy_workers_waiting", "Calls that wait for a worker.", lambda: workers.waiting),
            ("printworthy_workers_done", "Calls that workers finished.", lambda: tally.done),
            ("printworthy_workers_started", "Workers that were started.", lambda: tally.started),
            ("printworthy_workers_lost", "Workers that ended under a call or by themselves.", lambda: tally.lost),
            ("printworthy_workers_slow", "Calls that were ended for their time.", lambda: tally.slow),
            ("printworthy_workers_refused", "Calls that found the queue full.", lambda: tally.refused),
            ("printworthy_browsers_waiting", "Pages that wait for a browser.", lambda: browsers.waiting),
            ("printworthy_kept_hits", "Documents that were given again.", lambda: kept.hits),
            ("printworthy_kept_misses", "Documents that were made.", lambda: kept.misses),
        ):
            self.gauge(name, told).set_function(value)

    def gauge(self, name: str, told: str) -> Gauge:
        """One more value."""
        return Gauge(name, told, registry=self._registry)

    def in_flight(self) -> AbstractContextManager[object]:
        """Count a call while it goes on."""
        return self._flight.track_inprogress()

    def count(self, route: str, method: str, status: int, seconds: float) -> None:
        """One call that came to its end."""
        known = method if method in {"GET", "HEAD", "POST", "DELETE", "OPTIONS"} else "other"
        self._calls.labels(route, known, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self._registry)
