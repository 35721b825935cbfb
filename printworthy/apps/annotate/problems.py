"""Errors as the annotation server tells them: `application/problem+json` (RFC 9457)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from printworthy.errors import InputError, LimitError, MissingExtraError, PrintworthyError, WriteError

TYPE: Final = "application/problem+json"
_TITLES: Final = {
    400: "This is no JSON", 401: "The token is missing or wrong", 403: "This origin may not ask",
    404: "There is no such thing here", 405: "This cannot be done here", 409: "Changed meanwhile",
    413: "Too large", 422: "The content makes no sense", 500: "This is a fault of ours",
    503: "A part is not installed", 507: "The disk refused it",
}  # fmt: skip


def problem(status: int, code: str, detail: str, more: Mapping[str, object] | None = None) -> bytes:
    """The body of an answer that reports an error."""
    told: dict[str, object] = {"type": f"urn:printworthy:{code}", "title": _TITLES.get(status, "Refused")}
    return json.dumps(told | {"status": status, "detail": detail, "code": code} | dict(more or {})).encode()


def status_of(error: PrintworthyError) -> tuple[int, str]:
    """The status and the code of an error of the package."""
    for kind, answer in _KINDS.items():
        if isinstance(error, kind):
            return answer
    return (404, "no-page") if type(error).__name__ == "NoPageError" else (422, "refused")


_KINDS: Final[dict[type[PrintworthyError], tuple[int, str]]] = {
    LimitError: (413, "too-large"), InputError: (422, "bad-input"), MissingExtraError: (503, "missing-extra"),
    WriteError: (507, "not-written"),
}  # fmt: skip
