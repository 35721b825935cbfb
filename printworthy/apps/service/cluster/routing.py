"""Stations: a worker's function and its arguments in; where on the cluster it is done, and as what, out.

    extraction    reads pages                                  rendering    shows pages in a browser
    typesetting   writes documents                             http         takes calls apart and fetches
    here          on this machine: what works on its files

A page that becomes a PDF is read at one station and set at another; on one machine it is one step.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from printworthy.apps.service.jobs.work import BIND_DOCUMENT, BIND_ZIP
from printworthy.apps.service.sheets.steps import DOCUMENT, SHOW
from printworthy.printing.executors import BEGIN, IN_WORKER, PRINT, WRITE, WRITE_ISSUE

HTTP: Final = "http"
EXTRACTION: Final = "extraction"
RENDERING: Final = "rendering"
TYPESETTING: Final = "typesetting"
HERE: Final = "here"

_PLACES: Final[dict[Callable[..., Any], str]] = {
    **dict.fromkeys((WRITE, WRITE_ISSUE, SHOW, DOCUMENT), TYPESETTING),
    **dict.fromkeys((BIND_DOCUMENT, BIND_ZIP), HERE),
}


class Errand(NamedTuple):
    """What is to be done, where, and with what."""

    station: str
    function: Callable[..., Any]
    arguments: tuple[Any, ...]


def errand(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Errand:
    """The station of a function; what is in no table reads pages."""
    if function != IN_WORKER:
        return Errand(_PLACES.get(function, EXTRACTION), function, arguments)
    step, verdicts, *given = arguments
    if step == PRINT and given[3].format == "pdf":
        return Errand(EXTRACTION, function, (BEGIN, verdicts, *given))
    return Errand(_PLACES.get(step, EXTRACTION), function, arguments)
