"""The door of a cluster: `ServiceSettings` and a cluster in; it serves until it is told to end.

The door is the process that callers reach. It lets them in, counts them, and keeps jobs and opened pages; other work
is done by replicas. There may be several doors behind a reverse proxy.
"""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final

import ray
from fastapi import FastAPI
from ray import serve
from ray.serve.exceptions import RayServeException
from starlette.middleware import Middleware

from printworthy.apps.service.app import create_app
from printworthy.apps.service.cluster.relay import Relay
from printworthy.apps.service.cluster.replicas import ONGOING, Front, Screen, WorkReplica, crew_of
from printworthy.apps.service.cluster.routing import EXTRACTION, HTTP, RENDERING, TYPESETTING, DeploymentClient
from printworthy.apps.service.server import address_of, listen, make_server
from printworthy.apps.service.settings import Access, Jobs, ServiceSettings
from printworthy.errors import InputError

APP: Final = "printworthy"
_CALLS: Final = 16
_SECONDS: Final = 10.0


@dataclass(frozen=True, slots=True)
class Scale:
    """How many replicas a station has: `least` always, `most` under load."""

    least: int = 1
    most: int = 1


@dataclass(frozen=True, slots=True)
class Station:
    """What a replica costs and takes: processors, calls at a time, and the calls at which another one is wanted."""

    kind: type
    cpus: float
    ongoing: int
    target: float
    idle: bool = True


STATIONS: Final = {
    HTTP: Station(Front, 0.25, _CALLS, _CALLS / 2),
    EXTRACTION: Station(WorkReplica, 0.5, ONGOING, 1.0),
    RENDERING: Station(Screen, 0.5, ONGOING, 1.0, idle=False),  # a browser is dear: none without a page for it
    TYPESETTING: Station(WorkReplica, 0.5, ONGOING, 1.0),
}


def deploy(settings: ServiceSettings, scale: Scale) -> dict[str, Any]:
    """The handles of the stations; replicas that run with the same settings are joined, others replaced in turn."""
    if not _stands(settings):
        serve.start(proxy_location="Disabled")
        replicas = [_deployment(name, settings, scale).bind(settings) for name in (EXTRACTION, RENDERING, TYPESETTING)]
        front = _deployment(HTTP, settings, scale).bind(settings, *replicas)
        serve.run(front, name=APP, route_prefix=None)
    return {name: serve.get_deployment_handle(name, APP) for name in STATIONS}


def _stands(settings: ServiceSettings) -> bool:
    """Whether the app is deployed already, with these settings."""
    try:
        handle = serve.get_app_handle(APP)
        return bool(handle.is_for.remote(settings).result(timeout_s=_SECONDS))
    except (RayServeException, TimeoutError):
        return False


def _deployment(name: str, settings: ServiceSettings, scale: Scale) -> Any:  # noqa: ANN401 - what Ray's decorator gives
    station = STATIONS[name]
    least = scale.least if station.idle else 0
    scaling = {
        "min_replicas": least,
        "max_replicas": max(scale.most, least, 1),
        "target_ongoing_requests": station.target,
        "upscale_delay_s": 5.0,
        "downscale_delay_s": 120.0,
    }
    return serve.deployment(
        name=name,
        ray_actor_options={"num_cpus": station.cpus},
        max_ongoing_requests=station.ongoing,
        max_queued_requests=max(settings.work.queue, 1),
        graceful_shutdown_timeout_s=settings.drain,
        autoscaling_config=scaling,
        logging_config={"enable_access_log": False, "log_level": "ERROR"},
        health_check_period_s=2.0,  # a replica that is lost is noticed by its silence
        health_check_timeout_s=10.0,
    )(station.kind)


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
