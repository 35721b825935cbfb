"""Sandbox: a process in which pages are extracted, so that one that hangs or eats memory dies alone, and is replaced.

Pages go in; what becomes of them comes out. `Sandbox` is the worker's side, `SandboxedExtractor` what runs inside.
"""

from __future__ import annotations

import signal
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any, Final, TypeAlias, cast

from printworthy.apps.batch.readers.items import ItemPosition, Raw
from printworthy.apps.batch.settings import MB, BatchSettings
from printworthy.errors import LimitError, PrintworthyError
from printworthy.workers.process import EndedError, Limit, NoAnswerError, ProcessSpec, Single

Maker: TypeAlias = Callable[[Raw, BatchSettings], dict[str, Any] | str]
# A row; the filter that left it out; or the kind and message of an error.
Outcome: TypeAlias = dict[str, Any] | str | tuple[str, str]
_WARM: Final = "<title>Warm</title><article><h1>Warm</h1><p>All that is needed is loaded by now, once and for all.</p>"
_START: Final = 120.0
# One that is killed from outside while it starts costs nothing either.
_STARTS: Final = 3
_LOOK: Final = 200
# A page may come as text, whose size is counted in characters, and a character has up to four bytes.
_BYTES: Final = 4


class Sandbox:
    """One process at a time, started when it is first needed."""

    def __init__(self, settings: BatchSettings) -> None:
        caps, clock = settings.caps, patience(settings)
        self._caps = caps
        self._limit = Limit(caps.seconds, clock)
        kind = ProcessSpec(
            name="cell", megabytes=caps.memory_mb, ready=(SandboxedExtractor, (settings,)), warm=True, orphan=2 * clock,
            shared=_BYTES * caps.html_mb * MB,
        )  # fmt: skip
        self._process = Single(kind)

    def extract(self, page: Raw) -> Outcome:
        """What becomes of a page. A process that was killed from outside costs nothing: the page is tried once more."""
        code = 0
        for _ in range(2):
            try:
                return self._try(page)
            except EndedError as error:
                code = error.code
        name = signal.Signals(-code).name if code < 0 else f"exit {code}"
        return "crash", f"its process died twice ({name}): please report this page"

    def close(self) -> None:
        """End the process."""
        self._process.close()

    @property
    def pid(self) -> int:
        """The id of the process that is running; 0 if none is."""
        return self._process.process.pid if self._process.process else 0

    def _try(self, page: Raw) -> Outcome:
        """The outcome; or `EndedError` of a process that died for reasons of its own."""
        self._make_ready()
        given = page.place.position, page.url, page.html, page.charset, page.status
        try:
            outcome = cast("Outcome", self._process.ask(self._limit, SandboxedExtractor.extract, *given))
        except NoAnswerError:
            return "timeout", f"it takes more than {self._caps.seconds:g} seconds: raise --page-seconds"
        if self._is_spent(outcome):
            self.close()
        return outcome

    def _make_ready(self) -> None:
        """Have a living process."""
        for _ in range(_STARTS):
            with suppress(EndedError, NoAnswerError):
                self._process.start().greet(_START)
                return
            self.close()
        raise PrintworthyError("a process to extract in cannot be started: look at the lines above")

    def _is_spent(self, outcome: Outcome) -> bool:
        """Has the process run out of memory, or kept much of it?"""
        if isinstance(outcome, tuple) and outcome[0] == "memory":
            return True
        process = self._process.process
        if process is None or process.calls % _LOOK:
            return False
        return process.resident() > process.born + self._caps.memory_mb * MB // 2


def patience(settings: BatchSettings) -> float:
    """Seconds on the clock after which a page is given up, however little CPU a busy machine gave it."""
    return 4 * settings.caps.seconds + 10


class SandboxedExtractor:
    """Makes rows of pages, by its settings."""

    def __init__(self, settings: BatchSettings) -> None:
        self._settings = settings
        self._maker = find_maker(settings.maker)
        make(self._maker, Raw(ItemPosition(0), "", _WARM), settings)

    def extract(self, position: int, url: str, html: bytes | str, charset: str, status: int) -> Outcome:
        """What becomes of a page. It comes as plain values: to pickle a dataclass takes longer than to send it."""
        return make(self._maker, Raw(ItemPosition(position), url, html, charset, status), self._settings)


def make(maker: Maker, page: Raw, settings: BatchSettings) -> Outcome:
    """What becomes of a page; an error never leaves here."""
    try:
        return maker(page, settings)
    except LimitError as error:
        return "limit", str(error)
    except PrintworthyError as error:
        return "no page", str(error)
    except MemoryError:
        return "memory", f"it needs more than {settings.caps.memory_mb} MB: raise --page-memory"
    except Exception as error:  # noqa: BLE001 - one bad page never stops a run
        return "failed", f"{type(error).__name__}: {error}: please report this page"


def find_maker(name: str) -> Maker:
    """The function that a name like module:function means."""
    module, _, function = name.partition(":")
    maker: Maker = getattr(import_module(module), function)
    return maker
