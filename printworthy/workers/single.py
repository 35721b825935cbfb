"""One worker process at a time, for programs that wait for each answer: started when needed, replaced when it ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from printworthy.workers.process import Kind, Limit, Process


class Single:
    """Close it at the end; it can be used again."""

    def __init__(self, kind: Kind) -> None:
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
        """What the function returns, or its error; `EndedError` or `LateError`, and the next call has a new process."""
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
