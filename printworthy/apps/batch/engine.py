"""Daft: tasks go in, and workers do them, in processes of this machine or on a cluster; one code path for both.

A table of tasks, one a row, goes through a class that Daft keeps in as many processes as there are workers. Rows of the
output never pass through it: workers write them where they stand, and answer with a word.
"""

from __future__ import annotations

import importlib
import logging
import os
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from printworthy.apps.batch.doors import Doors
from printworthy.apps.batch.settings import Settings
from printworthy.apps.batch.tasks import Task
from printworthy.apps.batch.work import Worker
from printworthy.errors import InputError, MissingExtraError

_ROOT: Final = str(Path(__file__).resolve().parents[3])
# Daft reports to its makers unless told not to; nobody's crawl is anybody else's business.
_QUIET: Final = {"DAFT_ANALYTICS_ENABLED": "0", "DAFT_PROGRESS_BAR": "0", "RAY_USAGE_STATS_ENABLED": "0"}
_READY: Final = 30


@dataclass(frozen=True, slots=True)
class Place:
    """Where the work is done: with how many workers (0: as many as there are cores), and on which cluster, if any."""

    workers: int = 0
    cluster: str = ""


class EngineError(Exception):
    """Daft gave up: a worker died, say. The tasks that are not done can be tried again."""


class Engine:
    """Daft, set up once for a run."""

    def __init__(self, place: Place, output: Path, settings: Settings) -> None:
        path = os.pathsep.join(filter(None, (_ROOT, os.environ.get("PYTHONPATH", ""))))
        os.environ.update(_QUIET, PYTHONPATH=path)
        self._daft: Any = importlib.import_module("daft")  # what its decorators give has no useful type
        # On a cluster a worker is given a core; here the system shares them out.
        self._cores = {"cpus": 1} if place.cluster else {}
        self.workers = _join_cluster(self._daft, place) if place.cluster else _stay_here(self._daft, place)
        # Tasks differ in length: a worker that is done takes the next one, whoever else is still busy.
        self._daft.set_execution_config(maintain_order=False, actor_udf_ready_timeout=_READY)
        self._arguments = (str(output.absolute()), settings.to_json())

    def answers(self, tasks: Sequence[Task]) -> Iterator[str]:
        """The workers' answers as they come: empty for a task that is done."""
        if not tasks:
            return
        count = min(self.workers, len(tasks))
        worker = self._daft.cls(Worker, max_concurrency=count, use_process=True, **self._cores)
        do = worker(*self._arguments).do
        table = self._daft.from_pydict({"task": [task.to_json() for task in tasks]}).into_batches(1)
        try:
            with Doors():
                for row in table.select(do(table["task"]).alias("answer")).iter_rows():
                    yield row["answer"]
        except Exception as error:
            raise EngineError(f"{type(error).__name__}: {error}") from error


def check_installed(place: Place) -> None:
    """Refuse what the libraries that are there cannot do, before a folder is begun."""
    if find_spec("daft") is None or find_spec("pyarrow") is None:
        raise MissingExtraError("batch", "working through archives")
    if place.cluster and find_spec("ray") is None:
        raise MissingExtraError("cluster", "working on a cluster")


def _stay_here(daft: Any, place: Place) -> int:  # noqa: ANN401
    daft.set_runner_native()
    return place.workers or len(os.sched_getaffinity(0))


def _join_cluster(daft: Any, place: Place) -> int:  # noqa: ANN401
    """Connect to Ray; as many workers as the cluster has cores."""
    import ray

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Ray's own, about its own future
            ray.init(
                address=place.cluster,
                ignore_reinit_error=True,
                log_to_driver=False,
                logging_level=logging.ERROR,
                runtime_env={"env_vars": {**_QUIET, "PYTHONPATH": os.environ["PYTHONPATH"]}},
            )
            daft.set_runner_ray(address=place.cluster, noop_if_initialized=True)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise InputError(f"no cluster answers at {place.cluster} ({error}): check the address") from None
    return place.workers or int(ray.cluster_resources().get("CPU", 1))  # type: ignore[no-untyped-call]
