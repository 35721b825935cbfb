"""Problems: an error in, its answer out, as a problem document (RFC 9457) with a status and a code that stays."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from printworthy import errors
from printworthy.apps.service.errors import ServiceError
from printworthy.workers.pool import LostWorkerError, SlowPageError

PROBLEM: Final = "application/problem+json"
# The most exact class comes first.
_TABLE: Final[tuple[tuple[type[errors.PrintworthyError], int, str], ...]] = (
    (errors.UsageError, 422, "usage"),
    (errors.NoArticleError, 422, "no-article"),
    (SlowPageError, 422, "page-too-slow"),
    (LostWorkerError, 422, "worker-lost"),
    (errors.LimitError, 422, "limit"),
    (errors.InputError, 422, "input"),
    (errors.MissingExtraError, 501, "missing-extra"),
    (errors.RefusedError, 403, "address-refused"),
    (errors.FetchError, 422, "fetch-failed"),
    (errors.RenderError, 422, "render-failed"),
    (errors.WriteError, 422, "write-failed"),
)
_TITLES: Final = {
    400: "The call is malformed",
    401: "A token is needed",
    403: "Refused",
    404: "Not found",
    405: "Not a way to call this",
    406: "No such format",
    409: "Not in this state",
    413: "Too large",
    415: "Not a kind of body that is read",
    421: "Not this host",
    422: "The page or the choices cannot be used",
    429: "Too much at once",
    500: "The service failed",
    501: "Not installed here",
    503: "Not now",
}
_MOST: Final = 600


@dataclass(frozen=True, slots=True)
class Problem:
    """One answer that is no page."""

    status: int
    code: str
    detail: str
    retry: int = 0
    errors: tuple[dict[str, str], ...] = ()

    def document(self) -> dict[str, Any]:
        """The members that RFC 9457 names, and the code."""
        found: dict[str, Any] = {
            "type": f"urn:printworthy:problem:{self.code}",
            "title": _TITLES.get(self.status, "The call failed"),
            "status": self.status,
            "detail": shown(self.detail),
            "code": self.code,
        }
        return {**found, "errors": list(self.errors)} if self.errors else found

    def headers(self) -> dict[str, str]:
        """What goes along."""
        found = {"Content-Type": PROBLEM, "Cache-Control": "no-store"}
        if self.retry:
            found["Retry-After"] = str(self.retry)
        if self.status == 401:
            found["WWW-Authenticate"] = 'Bearer realm="printworthy"'
        return found

    def body(self) -> bytes:
        """The document as it is sent: no letter of it can be taken for markup, even by one who reads it as such."""
        text = json.dumps(self.document(), ensure_ascii=True)
        return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026").encode()


def problem_of(error: BaseException) -> Problem:
    """The answer to an error; of one that nobody foresaw, nothing is told."""
    if isinstance(error, ServiceError):
        return Problem(error.status, error.code, str(error), error.retry)
    for kind, status, code in _TABLE:
        if isinstance(error, kind):
            return Problem(status, code, str(error))
    return Problem(500, "internal", "the service failed at this call: try again, and give its admin the request's id")


def shown(text: str) -> str:
    """One line without control characters, of bounded length."""
    line = "".join(letter if letter.isprintable() else " " for letter in text)
    return line if len(line) <= _MOST else f"{line[: _MOST - 1]}…"
