"""What the framework refuses by itself (no such path, a body that does not follow its schema), as problems."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from printworthy.apps.service.answers import problem_response
from printworthy.apps.service.problems import Problem, shown

if TYPE_CHECKING:
    from fastapi import FastAPI
    from starlette.requests import Request
    from starlette.responses import Response

_MOST: Final = 20
_CODES: Final = {
    404: ("not-found", "there is nothing at this path: /openapi.json lists what there is"),
    405: ("method", "this path is not called in that way: /openapi.json says how"),
}


def add_refusals(app: FastAPI) -> None:
    """Answer these with problem documents, too."""
    from fastapi.exceptions import RequestValidationError
    from starlette.exceptions import HTTPException

    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        code, detail = _CODES.get(error.status_code, ("malformed", "the call cannot be read: check its body"))
        response = problem_response(request, Problem(error.status_code, code, detail))
        response.headers.update(error.headers or {})
        return response

    async def invalid(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        places = tuple(_place(one) for one in error.errors()[:_MOST])
        detail = "the call does not follow its schema, see errors: /openapi.json says what it should look like"
        return problem_response(request, Problem(422, "invalid", detail, errors=places))

    app.add_exception_handler(HTTPException, refused)
    app.add_exception_handler(RequestValidationError, invalid)


def _place(error: dict[str, Any]) -> dict[str, str]:
    """Where and what; what was sent there is not repeated."""
    return {"place": shown(".".join(map(str, error["loc"])))[:200], "message": shown(str(error["msg"]))[:200]}
