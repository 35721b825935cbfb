"""Stations: a worker's function and its arguments in; where on the cluster it is done, and as what, out.

    extraction    reads pages                                  rendering    shows pages in a browser
    typesetting   writes documents                             http         takes calls apart and fetches
    here          on this machine: what works on its files

A page that becomes a PDF is read at one station and set at another; on one machine it is one step.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from printworthy.apps.service.jobs.bind import bind_document, bind_zip
from printworthy.apps.service.orders import Given, Order, Printed
from printworthy.apps.service.sheets.show import document, show
from printworthy.apps.service.work import check_worth, extract_page, print_page, write_article, write_issue
from printworthy.options import Options

HTTP: Final = "http"
EXTRACTION: Final = "extraction"
RENDERING: Final = "rendering"
TYPESETTING: Final = "typesetting"
HERE: Final = "here"

_PLACES: Final[dict[Callable[..., Any], str]] = {
    write_article: TYPESETTING,
    write_issue: TYPESETTING,
    show: TYPESETTING,
    document: TYPESETTING,
    bind_document: HERE,
    bind_zip: HERE,
}


class Errand(NamedTuple):
    """What is to be done, and where."""

    station: str
    function: Callable[..., Any]


def errand(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Errand:
    """The station of a function; what is in no table reads pages."""
    if function is print_page and arguments[2].format == "pdf":
        return Errand(EXTRACTION, read_page)
    return Errand(_PLACES.get(function, EXTRACTION), function)


def read_page(page: Given, options: Options, order: Order) -> Printed:
    """The first half of `print_page`: the article, which is then set elsewhere."""
    article = extract_page(page, options)
    check_worth(article, order.force)
    return Printed(article=article)
