"""A process of a pool, with the line of calls that it was given; its answers are read by the event loop."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from printworthy.workers.process import Answer, Process, ProcessSpec
from printworthy.workers.wire import length, unpack

_Told: TypeAlias = "Callable[[Worker], None]"
_LOG: Final = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class Call:
    """A call that somebody waits for, as long as `done` is not; `timer` ends its time once it is worked on."""

    frame: bytes
    seconds: float
    tries: int
    done: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    timer: asyncio.TimerHandle | None = None

    def settle(self, value: Any, well: bool = True) -> bool:  # noqa: ANN401 - a result is anything
        """Hand a result or an error to whoever waits; does anybody?"""
        if self.done.done():
            return False
        (self.done.set_result if well else self.done.set_exception)(value)
        return True


class Worker(asyncio.Protocol):
    """Tells when it is `ready` for calls, what it `heard`, in the order of its line, and when it is `gone` by itself.

    line:     the calls that it was given, the one that it works on first.
    first:    a call that is kept for it until it is ready.
    succeeds: the process in whose place it comes when it is ready.
    relieved: its successor is there.
    settled:  done when it is ready, or gone before.
    """

    def __init__(self, kind: ProcessSpec, ready: _Told, heard: Callable[[Worker, Answer], None], gone: _Told) -> None:
        self.process = Process(kind)
        self.line: deque[Call] = deque()
        self.first: Call | None = None
        self.succeeds: Worker | None = None
        self.relieved = self.is_ready = False
        self.settled: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._tell_ready, self._tell_heard, self._tell_gone = ready, heard, gone
        self._buffer = bytearray()
        self._over = False
        self._calls: asyncio.WriteTransport | None = None
        self._answers: asyncio.ReadTransport | None = None
        self._connecting = asyncio.ensure_future(self._connect())

    async def _connect(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            self._calls, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, self.process.stdin)
            self._answers, _ = await loop.connect_read_pipe(lambda: self, self.process.stdout)
        except OSError as error:
            self.connection_lost(error)

    def give(self, call: Call) -> None:
        """One more call for its line. Who has ended hears nothing: that is noticed where answers are read."""
        self.process.calls += 1
        self.line.append(call)
        if self._calls is not None and not self._calls.is_closing():
            self._calls.write(call.frame)

    def data_received(self, data: bytes) -> None:
        """More of its answers."""
        self._buffer += data
        try:
            while not self._over and (size := length(self._buffer)) <= len(self._buffer):
                answer = Answer(*unpack(self._buffer))
                del self._buffer[:size]
                self._take(answer)
        except Exception:  # noqa: BLE001 - whatever it is, nobody else would notice that nobody understands
            _LOG.exception("an answer of a worker could not be read")
            self.connection_lost(None)

    def _take(self, answer: Answer) -> None:
        if self.is_ready:
            self._tell_heard(self, answer)
            return
        self.is_ready = True
        self.settled.set_result(None)
        self._tell_ready(self)

    def connection_lost(self, _error: Exception | None) -> None:
        """It has ended."""
        if not self._over:
            self._tell_gone(self)

    def end(self) -> asyncio.Task[None]:
        """End it now, and hear nothing more of it; the task is done when nothing of it is left."""
        self._over = True
        self.process.kill()
        if not self.settled.done():
            self.settled.set_result(None)
        return asyncio.ensure_future(self._end())

    async def _end(self) -> None:
        await asyncio.gather(self._connecting, return_exceptions=True)
        if self._calls is not None and not self._calls.is_closing():
            self._calls.abort()
        if self._answers is not None and not self._answers.is_closing():
            self._answers.close()
        await asyncio.sleep(0)  # until they have closed their files
        await asyncio.to_thread(self.process.end)
