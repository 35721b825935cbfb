"""A cell: a process of its own in which pages are extracted, so that one that hangs or eats memory dies alone.

    python -m printworthy.apps.batch.cell SOCKET MEMORY

Over the socket come the settings, then pages, whose HTML is in the shared memory; for each goes back what became of it,
and how much CPU the cell has used so far. The kernel refuses memory beyond the cap, and a network. Whoever started the
cell watches the time; if they are gone, the kernel ends a cell that is stuck.
"""

from __future__ import annotations

import gc
import signal
import sys
from collections.abc import Callable
from importlib import import_module
from multiprocessing.connection import Connection
from time import process_time
from typing import Any, Final, TypeAlias

from printworthy.apps.batch.items import Place, Raw
from printworthy.apps.batch.mailbox import Mailbox
from printworthy.apps.batch.settings import Settings
from printworthy.base.confine import confine
from printworthy.errors import LimitError, PrintworthyError

Maker: TypeAlias = Callable[[Raw, Settings], dict[str, Any] | str]
# A row; the filter that left it out; or the kind and message of an error.
Outcome: TypeAlias = dict[str, Any] | str | tuple[str, str]
READY: Final = "ready"
_WARM: Final = "<title>Warm</title><article><h1>Warm</h1><p>All that is needed is loaded by now, once and for all.</p>"


def main() -> None:
    """Serve pages until the other side goes away."""
    connection, mailbox = Connection(int(sys.argv[1])), Mailbox(int(sys.argv[2]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal sends it to all; the worker decides
    settings = Settings.from_json(connection.recv())
    maker = find_maker(settings.maker)
    make(maker, Raw(Place(0), "", _WARM), settings)
    gc.collect()
    gc.freeze()
    confine(settings.caps.memory_mb)
    connection.send(READY)
    try:
        while True:
            position, url, charset, status, size, text = connection.recv()
            signal.setitimer(signal.ITIMER_REAL, 2 * patience(settings))
            page = Raw(Place(position), url, mailbox.get(size, text), charset, status)
            outcome = make(maker, page, settings)
            signal.setitimer(signal.ITIMER_REAL, 0)
            connection.send((outcome, process_time()))
    except EOFError:
        return


def patience(settings: Settings) -> float:
    """Seconds on the clock after which a page is given up, however little CPU a busy machine gave it."""
    return 4 * settings.caps.seconds + 10


def make(maker: Maker, page: Raw, settings: Settings) -> Outcome:
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


if __name__ == "__main__":
    main()
