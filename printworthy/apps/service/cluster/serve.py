"""The door of a cluster: `ServiceSettings` and a cluster in; it serves until it is told to end.

The door is the process that callers reach. It lets them in, counts them, and keeps jobs and opened pages; other work
is done by replicas. There may be several doors behind a reverse proxy.
"""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final

import ray
from fastapi import FastAPI
from starlette.middleware import Middleware

from printworthy.apps.service.app import create_app
from printworthy.apps.service.cluster.deploy import Scale, deploy
from printworthy.apps.service.cluster.relay import Relay
from printworthy.apps.service.cluster.replicas import crew_of
from printworthy.apps.service.cluster.routing import HTTP, DeploymentClient
from printworthy.apps.service.server import address_of, listen, make_server
from printworthy.apps.service.settings import Access, Jobs, ServiceSettings
from printworthy.errors import InputError

OWN: Final = "own"
_LOOPBACK: Final = "127.0.0.1"


def serve_cluster(
    settings: ServiceSettings, address: str, span: tuple[int, int], ready: Callable[[str], None] = lambda _: None
) -> None:
    """Serve until SIGTERM or SIGINT, on the cluster at an address, or on one that is started here and ends with us."""
    with listen(settings) as listening, _joined(address):
        handles = deploy(_travelling(settings), _scale(span))
        app = door(settings, handles)
        make_server(app, settings, lambda: ready(address_of(settings, listening))).run(sockets=[listening])


def door(settings: ServiceSettings, handles: dict[str, Any]) -> FastAPI:
    """The app, with its work and most of its calls on the cluster."""
    crew = crew_of(settings, handles)
    app = create_app(settings, crew)
    line = DeploymentClient("an HTTP replica", handles[HTTP], crew.workers.tally)
    count = app.state.rates.count_pages if settings.access.quota else None
    app.user_middleware.append(Middleware(Relay, line=line, count=count))  # the innermost: behind the gate
    return app


def _travelling(settings: ServiceSettings) -> ServiceSettings:
    """What replicas are told; who may call is the door's own business, and tokens stay there."""
    return replace(settings, host=_LOOPBACK, port=0, access=Access(rate=0), jobs=Jobs(), token=None)


def _scale(span: tuple[int, int]) -> Scale:
    """What was asked for; else two of each on several machines, so that one may be lost, and up to one a processor."""
    machines = len([node for node in ray.nodes() if node["Alive"]])  # type: ignore[no-untyped-call]
    processors = int(ray.cluster_resources().get("CPU", 1))  # type: ignore[no-untyped-call]
    return Scale(span[0] or min(2, machines), span[1] or max(2, processors))


@contextmanager
def _joined(address: str) -> Iterator[None]:
    """Be connected to Ray; what was started here ends with us."""
    place: dict[str, Any] = {"address": address}
    if address == OWN:
        place = {"address": "local", "include_dashboard": False, "_node_ip_address": _LOOPBACK}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Ray's own, about its own future
            ray.init(**place, log_to_driver=False, logging_level=logging.ERROR, namespace="printworthy")
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise InputError(f"no cluster answers at {address} ({error}): check the address") from None
    logging.getLogger("ray.serve").setLevel(logging.ERROR)
    try:
        yield
    finally:
        ray.shutdown()
