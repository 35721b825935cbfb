"""Statuses: the code of a reply that is no page → the error that says what it means and what to try."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from printworthy.base.urls import told
from printworthy.errors import FetchError

_TRY: Final = {
    401: "it needs a login: log in with a browser and pass its cookies (--cookies FILE)",
    402: "it is for paying readers: log in with a browser and pass its cookies (--cookies FILE)",
    403: "the site refuses: pass a browser's cookies (--cookies FILE) or another user agent, or save the page",
    404: "check the address",
    407: "the network's proxy wants a login",
    410: "the page is gone: try a web archive",
    429: "the site is asked too often: try again later",
    451: "it may not be shown here, for legal reasons",
}


def status_error(url: str, status: int) -> FetchError:
    """What to raise for a reply that is neither a page nor a redirect."""
    try:
        phrase = f" {HTTPStatus(status).phrase}"
    except ValueError:
        phrase = ""
    server = "the server has a fault: try again later" if status >= 500 else "open it in a browser"
    return FetchError(f"{told(url)} answers {status}{phrase}: {_TRY.get(status, server)}")
