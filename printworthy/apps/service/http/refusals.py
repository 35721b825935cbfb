"""What the framework refuses by itself (no such path, a body that does not follow its schema), as problems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from difflib import get_close_matches
from typing import Any, Final, get_args, get_type_hints

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from printworthy.apps.service.http.answers import problem_response
from printworthy.apps.service.http.problems import Problem, shown

_MOST: Final = 20
_JSON: Final = "send Content-Type: application/json"
_CODES: Final = {
    404: ("not-found", "there is nothing at this path: /openapi.json lists what there is"),
    405: ("method", "this path is not called in that way: /openapi.json says how"),
}


def add_refusals(app: FastAPI) -> None:
    """Answer these with problem documents, too."""
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code, detail = _CODES.get(error.status_code, ("malformed", "the call cannot be read: check its body"))
    response = problem_response(request, Problem(error.status_code, code, detail))
    response.headers.update(error.headers or {})
    return response


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return problem_response(request, _problem(request, error.errors()[:_MOST]))


def _problem(request: Request, found: Sequence[dict[str, Any]]) -> Problem:
    """What is wrong with a call: its body is no JSON, is not said to be, or does not follow its schema."""
    if any(one["type"] == "json_invalid" for one in found):
        detail = "the body is no JSON, see errors: check its quotes, commas and brackets"
        return Problem(400, "malformed", detail, errors=tuple(_place(one, one["msg"]) for one in found))
    if any(tuple(one["loc"]) == ("body",) for one in found) and not _says_json(request):
        detail = f"the body is not said to be JSON: {_JSON}"
        return Problem(422, "invalid", detail, errors=({"place": "body", "message": _JSON},))
    detail = "the call does not follow its schema, see errors: /openapi.json says what it should look like"
    return Problem(422, "invalid", detail, errors=tuple(_place(one, _message(request, one)) for one in found))


def _says_json(request: Request) -> bool:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    return kind == "application/json" or kind.endswith("+json")


def _message(request: Request, error: dict[str, Any]) -> str:
    """What is wrong at one place; of a name that is not known, the nearest that is."""
    if error["type"] != "unexpected_keyword_argument":
        return str(error["msg"])
    known = _known(request, error["loc"][1:-1])
    near = get_close_matches(str(error["loc"][-1])[:100], known, 1, 0.5)
    return f"there is no such field: do you mean {near[0]}?" if near else f"there is no such field: {', '.join(known)}"


def _known(request: Request, path: Sequence[str | int]) -> list[str]:
    """The fields at a place of the body that a route takes."""
    here = request.scope["route"].dependant.body_params[0].field_info.annotation
    for name in path:
        hint = here if isinstance(name, int) else get_type_hints(here)[name]
        here = next(one for one in (hint, *get_args(hint)) if is_dataclass(one))
    return [one.name for one in fields(here)]


def _place(error: dict[str, Any], message: str) -> dict[str, str]:
    """Where and what; what was sent there is not repeated."""
    return {"place": shown(".".join(map(str, error["loc"])))[:200], "message": shown(message)[:200]}
