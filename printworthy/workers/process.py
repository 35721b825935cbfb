"""A worker process as its program sees it: a call goes out, its answer comes back; it can be ended at any time."""

from __future__ import annotations

import mmap
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Timer
from typing import Any, Final, NamedTuple

from printworthy.base.confine import harmless_environment
from printworthy.base.scratch import Scratch, sweep
from printworthy.workers.wire import length, pack, unpack

# A file system in memory, where the system has one.
_MEMORY: Final = Path("/dev/shm")  # noqa: S108 - only folders of our own are made there
_ROOT: Final = str(Path(__file__).resolve().parents[2])
_THREADS: Final = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
# Seconds that a process whose pipe has ended may take to end itself.
_LAST: Final = 10.0
_SHORTEST: Final = 0.05
_CHUNK: Final = 1 << 16


class EndedError(Exception):
    """The process ended before it answered; `code` is how, as `subprocess` counts: a signal is negative."""

    def __init__(self, code: int) -> None:
        super().__init__(f"the process ended ({code})")
        self.code = code


class NoAnswerError(Exception):
    """The answer did not come in time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessSpec:
    """How a worker process is started.

    name:        what it is called where processes are listed.
    megabytes:   how much memory it may ask for.
    ready:       a function and its arguments, with which it gets ready; what it returns is put before each call's own.
    warm:        the limits begin when it is ready: `megabytes` come on top of what it holds then.
    programs:    it may start programs.
    apart:       it has a session of its own, so that what it starts ends with it, and a folder for its scratch files.
    orphan:      after so many seconds the system ends a call, in case nobody is left to do so; 0 for never.
    shared:      bytes of memory that are shared with it, for large values.
    quiet:       what it says on standard error is dropped.
    environment: what it needs besides the harmless part of our own environment.
    """

    name: str
    megabytes: int
    ready: tuple[Callable[..., object], tuple[object, ...]]
    warm: bool = False
    programs: bool = False
    apart: bool = False
    orphan: float = 0.0
    shared: int = 0
    quiet: bool = False
    environment: Mapping[str, str] = field(default_factory=dict)


class Limit(NamedTuple):
    """How long an answer may take: CPU seconds of the process, and seconds on the clock of a busy machine."""

    cpu: float
    clock: float


class Answer(NamedTuple):
    """Whether a call went well, its result or error, whether the process goes on, and the CPU seconds it has used."""

    well: bool
    value: Any
    fit: bool
    cpu: float


class Process:
    """A process that answers one call after the other, in their order.

    calls: how many it was given.
    born:  how many bytes it held when it was ready.
    """

    def __init__(self, kind: ProcessSpec) -> None:
        self.calls = self.born = 0
        self._apart = kind.apart
        self._spent = 0.0  # CPU seconds up to its last answer
        self._greeted = False
        self._buffer = bytearray()
        self._scratch = _scratch() if kind.apart else None
        descriptor, self._memory = _share(kind.shared)
        try:
            self._process = _start(kind, descriptor, self._scratch)
        except BaseException:
            self._clear()
            raise
        finally:
            if descriptor:
                os.close(descriptor)
        assert self._process.stdin is not None and self._process.stdout is not None  # noqa: PT018 - for mypy
        self.stdin, self.stdout = self._process.stdin, self._process.stdout
        self._ready = select.poll() if hasattr(select, "poll") else None
        if self._ready is not None:
            self._ready.register(self.stdout.fileno(), select.POLLIN)
        self._send(pack(kind.ready))

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it has not ended, as far as is known."""
        return self._process.poll() is None

    def greet(self, seconds: float) -> None:
        """Wait until it is ready; `EndedError` or `NoAnswerError` if it is not to be."""
        if not self._greeted:
            self._greeted = bool(self._receive(Limit(float("inf"), seconds)))
            self.born, self._spent = self.resident(), self.cpu_seconds()

    def ask(self, limit: Limit, function: Callable[..., object], *arguments: object) -> Answer:
        """The answer to a call. After `EndedError` and `NoAnswerError` it is of no use any more."""
        self.calls += 1
        self._send(pack((function, arguments), self._memory))
        self._greeted = self._greeted or bool(self._receive(limit))
        answer = self._receive(limit)
        self._spent = answer.cpu
        return answer

    def cpu_seconds(self) -> float:
        """CPU that it has used so far; the clock where nobody can tell."""
        try:
            fields = Path(f"/proc/{self.pid}/stat").read_bytes().rpartition(b")")[2].split()
        except OSError:
            return time.monotonic()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident(self) -> int:
        """How many bytes of memory it holds; 0 where nobody can tell."""
        try:
            numbers = Path(f"/proc/{self.pid}/statm").read_text("ascii").split()
        except OSError:
            return 0
        return int(numbers[1]) * os.sysconf("SC_PAGE_SIZE")

    def kill(self) -> None:
        """Send it, and its whole group if it has one, the signal that nothing survives."""
        with suppress(ProcessLookupError, PermissionError):
            if not self._apart:
                self._process.kill()
            elif self.alive:
                os.killpg(self.pid, signal.SIGKILL)

    def end(self) -> None:
        """End it now, and come back when it has ended and nothing of it is left."""
        self.kill()
        self.stdin.close()
        self.stdout.close()
        self._process.wait()
        self._clear()

    def _clear(self) -> None:
        if self._scratch is not None:
            self._scratch.close()
        if self._memory is not None:
            self._memory.close()

    def _send(self, frame: bytes) -> None:
        """One that has ended already is noticed when its answer is read."""
        left = memoryview(frame)
        with suppress(OSError):
            while left:
                left = left[os.write(self.stdin.fileno(), left) :]

    def _receive(self, limit: Limit) -> Answer:
        """The next answer."""
        deadline = time.monotonic() + limit.clock
        with nullcontext() if self._ready is not None else self._killing(limit.clock):
            while (missing := length(self._buffer) - len(self._buffer)) > 0:
                self._wait(limit.cpu, deadline)
                chunk = os.read(self.stdout.fileno(), max(missing, _CHUNK))
                if not chunk:
                    raise EndedError(self._code())
                self._buffer += chunk
        answer = Answer(*unpack(self._buffer, self._memory))
        del self._buffer[: length(self._buffer)]
        return answer

    def _wait(self, cpu: float, deadline: float) -> None:
        """Wait until there is something to read; `NoAnswerError` if it comes too late."""
        if self._ready is None:
            return
        left = min(cpu, deadline - time.monotonic())
        while not self._ready.poll(1000 * max(left, _SHORTEST)):
            left = min(cpu - (self.cpu_seconds() - self._spent), deadline - time.monotonic())
            if left <= 0:
                raise NoAnswerError

    @contextmanager
    def _killing(self, seconds: float) -> Iterator[None]:
        """Where nobody can wait for a pipe (on Windows), end the process when its time is over."""
        late = Timer(seconds, self.kill)
        late.start()
        try:
            yield
        except EndedError:
            if late.finished.is_set():
                raise NoAnswerError from None
            raise
        finally:
            late.cancel()

    def _code(self) -> int:
        """The exit code of a process that is about to end."""
        try:
            return self._process.wait(_LAST)
        except subprocess.TimeoutExpired:
            return -signal.SIGKILL


class Single:
    """One process at a time, for programs that wait for each answer: started when needed, replaced when it ends."""

    def __init__(self, kind: ProcessSpec) -> None:
        self._kind = kind
        self.process: Process | None = None

    def close(self) -> None:
        """End the process."""
        process, self.process = self.process, None
        if process is not None:
            process.end()

    def start(self) -> Process:
        """The process that runs, or a new one, which gets ready by itself."""
        if self.process is None or not self.process.alive:
            self.close()
            self.process = Process(self._kind)
        return self.process

    def ask(self, limit: Limit, function: Callable[..., object], *arguments: object) -> Any:  # noqa: ANN401 - its result
        """Its result or its error; `EndedError` or `NoAnswerError`, and the next call has a new process."""
        process = self.start()
        try:
            answer = process.ask(limit, function, *arguments)
        except BaseException:
            self.close()
            raise
        if not answer.fit:
            self.close()
        if answer.well:
            return answer.value
        raise answer.value


def _start(kind: ProcessSpec, memory: int, scratch: Scratch | None) -> subprocess.Popen[bytes]:
    """The process itself, with pipes for calls and answers."""
    flags = [name for name in ("programs", "warm") if getattr(kind, name)]
    command = [sys.executable, "-P", "-m", "printworthy.workers.child"]
    given = [kind.name, str(kind.megabytes), str(kind.orphan), str(memory), *flags]
    path = os.pathsep.join(dict.fromkeys(filter(None, (*sys.path, _ROOT))))
    folder = {"TMPDIR": str(scratch.path)} if scratch is not None else {}
    return subprocess.Popen(  # noqa: S603 - our own module
        [*command, *given], bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL if kind.quiet else None, pass_fds=[memory] if memory else (),
        start_new_session=kind.apart,
        env={**harmless_environment(), **_THREADS, **folder, **kind.environment, "PYTHONPATH": path},
    )  # fmt: skip


def _share(size: int) -> tuple[int, mmap.mmap | None]:
    """Memory to share, and its descriptor; 0 and None if none is asked for, or can be had."""
    if not size or not hasattr(os, "memfd_create"):
        return 0, None
    descriptor = os.memfd_create("printworthy")
    os.ftruncate(descriptor, size)  # nothing is used until something is written there
    return descriptor, mmap.mmap(descriptor, 0)


def _scratch() -> Scratch:
    """A folder for scratch files, in memory where it can be: a document on its way to the typesetter needs no disk."""
    usable = "TMPDIR" not in os.environ and _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK | os.X_OK)
    parent = _MEMORY if usable else None
    sweep(parent)
    return Scratch(parent)
