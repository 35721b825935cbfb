"""Real services on loopback, each in a thread of its own, and the site that they fetch from."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import httpx
import pytest

from printworthy.apps.service.app import create_app
from printworthy.apps.service.server import address_of, listen, make_server
from printworthy.apps.service.settings import Access, Jobs, ServiceSettings, WorkLimits
from printworthy.base.guard import Policy
from tests.fetching.conftest import Site
from tests.printing.pages import body, page

# What tests fetch from is at 127.0.0.1; everything else, all of loopback too, is refused as ever.
LOOPBACK = Policy(networks=("127.0.0.1/32",), ports=None)
STORY = page(body(0, 1))
UNCOUNTED = Access(rate=0)


class Running:
    """A service that runs until it is closed; `client` calls it."""

    def __init__(self, settings: ServiceSettings) -> None:
        self.app = create_app(settings)
        self._socket = listen(settings)
        self.url = address_of(settings, self._socket).rstrip("/")
        ready = threading.Event()
        self._server = make_server(self.app, settings, ready.set)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._socket]}, daemon=True)
        self._thread.start()
        assert ready.wait(120)
        self.client = httpx.Client(base_url=self.url, timeout=60)

    def close(self) -> None:
        self.client.close()
        self._server.should_exit = True
        self._thread.join(60)
        assert not self._thread.is_alive()
        self._socket.close()


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service that may fetch from loopback, and takes jobs."""
    folder = tmp_path_factory.mktemp("service")
    jobs = Jobs(folder=folder / "jobs")
    running = Running(
        ServiceSettings(
            port=0, policy=LOOPBACK, access=UNCOUNTED, work=WorkLimits(workers=2), jobs=jobs, token=folder / "token"
        )
    )
    yield running
    running.close()


@pytest.fixture(scope="session")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service as it is by default, with jobs."""
    folder = tmp_path_factory.mktemp("strict")
    running = Running(ServiceSettings(port=0, access=UNCOUNTED, work=WorkLimits(workers=1), jobs=Jobs(folder=folder)))
    yield running
    running.close()


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    made = Site()
    yield made
    made.close()


def follow_job(client: httpx.Client, place: str, headers: dict[str, str] | None = None) -> list[str]:
    """The lines of a job's events, read until the stream ends."""
    with client.stream("GET", f"{place}/events", headers=headers) as stream:
        return [line for line in stream.iter_lines() if line.startswith("data: ")]
