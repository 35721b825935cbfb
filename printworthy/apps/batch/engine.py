"""Daft: tasks go in, and workers do them, in processes of this machine or on a cluster; one code path for both.

A table of tasks, one a row, goes through a class that Daft keeps in as many processes as there are workers. Rows of the
output never pass through it: workers write them where they stand, and answer with a word.
"""

from __future__ import annotations

import importlib
import logging
import os
import socket
import threading
import warnings
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from printworthy.apps.batch.settings import BatchSettings
from printworthy.apps.batch.tasks import Task
from printworthy.apps.batch.worker import BatchWorker
from printworthy.base.extras import need
from printworthy.errors import InputError

_ROOT: Final = str(Path(__file__).resolve().parents[3])
# Daft reports to its makers unless told not to; nobody's crawl is anybody else's business.
_QUIET: Final = {"DAFT_ANALYTICS_ENABLED": "0", "DAFT_PROGRESS_BAR": "0", "RAY_USAGE_STATS_ENABLED": "0"}
_READY: Final = 30


@dataclass(frozen=True, slots=True)
class Backend:
    """Where the work is done: with how many workers (0: as many as there are cores), and on which cluster, if any."""

    workers: int = 0
    cluster: str = ""


class EngineError(Exception):
    """Daft gave up: a worker died, say. The tasks that are not done can be tried again."""


class DaftEngine:
    """Daft, set up once for a run."""

    def __init__(self, place: Backend, output: Path, settings: BatchSettings) -> None:
        path = os.pathsep.join(filter(None, (_ROOT, os.environ.get("PYTHONPATH", ""))))
        os.environ.update(_QUIET, PYTHONPATH=path)
        # Daft reads its environment when it is imported; what its decorators give has no useful type.
        self._daft: Any = importlib.import_module("daft")
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
        worker = self._daft.cls(BatchWorker, max_concurrency=count, use_process=True, **self._cores)
        do = worker(*self._arguments).do
        table = self._daft.from_pydict({"task": [task.to_json() for task in tasks]}).into_batches(1)
        try:
            with Doors():
                for row in table.select(do(table["task"]).alias("answer")).iter_rows():
                    yield row["answer"]
        except Exception as error:
            raise EngineError(f"{type(error).__name__}: {error}") from error


_EVERY: Final = 1.0
_PROCESSES: Final = Path("/proc")
_LISTENS: Final = "00010000"  # the flag of a socket that accepts connections


class Doors:
    """Makes Daft stop waiting for a worker that died before it reported: `with Doors(): …`.

    Daft opens a socket, starts a process, and waits until it connects, however long that takes. A process that is
    killed while it starts, by a system short of memory say, never will. A thread looks once a second for such, and
    knocks in its place without a word; Daft then gives up, and the run tries again. Elsewhere than on Linux nothing is
    done.
    """

    def __init__(self) -> None:
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Doors:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        known: set[int] = set()
        while not self._stop.wait(_EVERY):
            dead = set(dead_children())
            if dead - known:
                knock()
            known = dead


def dead_children() -> Iterator[int]:
    """Processes that this one started, that have ended, and that nobody has asked how."""
    own = str(os.getpid())
    for path in _PROCESSES.glob("[0-9]*/stat"):
        with suppress(OSError):
            # The name of a program stands in parentheses, and may hold any sign.
            state, parent, *_ = path.read_text("utf-8", "replace").rpartition(")")[2].split()
            if state == "Z" and parent == own:
                yield int(path.parent.name)


def knock() -> None:
    """Connect to every socket with a name that this process listens on, and go away."""
    for path in open_doors():
        with suppress(OSError), socket.socket(socket.AF_UNIX) as one:
            one.connect(path)


def open_doors() -> list[str]:
    """The names of the sockets that this process listens on."""
    own = set()
    for path in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            own.add(path.readlink().name)
    lines = (line.split() for line in (_PROCESSES / "net" / "unix").read_text("utf-8", "replace").splitlines()[1:])
    # Number, references, protocol, flags, type, state, inode, name.
    return [line[7] for line in lines if len(line) == 8 and line[3] == _LISTENS and f"socket:[{line[6]}]" in own]


def check_installed(place: Backend) -> None:
    """Refuse what the libraries that are there cannot do, before a folder is begun."""
    if place.cluster:
        need("cluster", "working on a cluster", "ray")


def _stay_here(daft: Any, place: Backend) -> int:  # noqa: ANN401
    daft.set_runner_native()
    return place.workers or len(os.sched_getaffinity(0))


def _join_cluster(daft: Any, place: Backend) -> int:  # noqa: ANN401
    """Connect to Ray; as many workers as the cluster has cores."""
    import ray  # only a run on a cluster has it

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
