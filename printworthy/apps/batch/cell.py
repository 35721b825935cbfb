"""A cell: a worker process in which pages are extracted, so that one that hangs or eats memory dies alone.

This is what runs inside: settings in, a cell that is warm out; pages in, what becomes of them out.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final, TypeAlias

from printworthy.apps.batch.items import Place, Raw
from printworthy.apps.batch.settings import Settings
from printworthy.errors import LimitError, PrintworthyError

Maker: TypeAlias = Callable[[Raw, Settings], dict[str, Any] | str]
# A row; the filter that left it out; or the kind and message of an error.
Outcome: TypeAlias = dict[str, Any] | str | tuple[str, str]
_WARM: Final = "<title>Warm</title><article><h1>Warm</h1><p>All that is needed is loaded by now, once and for all.</p>"


class Cell:
    """Makes rows of pages, by its settings."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._maker = find_maker(settings.maker)
        make(self._maker, Raw(Place(0), "", _WARM), settings)

    def extract(self, position: int, url: str, html: bytes | str, charset: str, status: int) -> Outcome:
        """What becomes of a page. It comes as plain values: to pickle a dataclass takes longer than to send it."""
        return make(self._maker, Raw(Place(position), url, html, charset, status), self._settings)


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
