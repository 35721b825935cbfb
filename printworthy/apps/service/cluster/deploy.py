"""Deploy: settings and how far to scale in, the replicas' handles out. One table says what each station costs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from ray import serve
from ray.serve.exceptions import RayServeException

from printworthy.apps.service.cluster.replicas import ONGOING, Front, Screen, WorkReplica
from printworthy.apps.service.cluster.routing import EXTRACTION, HTTP, RENDERING, TYPESETTING
from printworthy.apps.service.settings import ServiceSettings

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
