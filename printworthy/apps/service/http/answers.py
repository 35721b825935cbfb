"""Answers: a finished document in, an HTTP response out, with its type, its name, its validator and its headers.

Unless a route says otherwise, nothing may be framed, sniffed, run or loaded. What the framework refuses by itself (no
such path, a body that does not follow its schema) is answered as a problem, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass
from difflib import get_close_matches
from typing import Any, Final, get_args, get_type_hints

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from printworthy.apps.service.cache import etag
from printworthy.apps.service.http.formats import MEDIA_TYPES, file_name
from printworthy.apps.service.http.problems import PROBLEM, Problem, shown

# For data and documents: whoever opens one in a browser sees it, and it can do nothing.
LOCKED: Final = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
# For the article as a page of its own: its style and the pictures inside it.
DOCUMENT: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; base-uri 'none'; "
    "form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox"
)
# For the page that explains: it allows its one script by its hash itself, and has no origin to act for.
EXPLANATION: Final = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; "
    "frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-scripts allow-popups"
)
# For the service's own page: everything comes from the service.
PAGE: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "font-src 'self'; frame-src 'self' blob:; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
_DEFAULTS: Final = {
    b"content-security-policy": LOCKED.encode(),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    b"cache-control": b"no-store",
}
# A browser may show these in place; the others are for the disk.
_SHOWN: Final = frozenset({"pdf", "html", "json", "text"})
_AGAIN: Final = "private, no-cache"


def document_response(request: Request, content: bytes, format: str, title: str) -> Response:
    """The document; for a GET whose caller has it already, 304."""
    tag = etag(content)
    shown = "inline" if format in _SHOWN else "attachment"
    headers = {
        "ETag": tag,
        "Cache-Control": _AGAIN,
        "Content-Disposition": f"{shown}; {file_name(title, format)}",
        "Vary": "Accept, Authorization",
    }
    if format == "html":
        headers["Content-Security-Policy"] = DOCUMENT
    if request.method in ("GET", "HEAD") and has_it(request.headers.get("if-none-match", ""), tag):
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=MEDIA_TYPES[format], headers=headers)


def has_it(field: str, tag: str) -> bool:
    """Whether an `If-None-Match` field names the validator (RFC 9110: compared weakly)."""
    named = {one.strip().removeprefix("W/") for one in field.split(",")}
    return "*" in named or tag in named


def problem_response(request: Request, problem: Problem) -> Response:
    """A problem, from inside the app."""
    request.scope["state"]["code"] = problem.code
    return Response(problem.body(), problem.status, headers=problem.headers(), media_type=PROBLEM)


def documented(formats: tuple[str, ...], told: str, *statuses: int) -> dict[int | str, dict[str, Any]]:
    """What the OpenAPI document says of a call that gives one of these formats."""
    content = {MEDIA_TYPES[name].partition(";")[0]: {"schema": _SCHEMAS.get(name, _BYTES)} for name in formats}
    headers = {"ETag": {"description": "The document's validator.", "schema": {"type": "string"}}}
    return {200: {"description": told, "content": content, "headers": headers}, **problems(*statuses)}


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The problems that a call may be answered with, besides those that any call may be."""
    return {status: {"$ref": f"#/components/responses/Problem{status}"} for status in (*_ALWAYS, *statuses)}


_ALWAYS: Final = (401, 403, 421, 422, 429, 500, 501, 503)
_BYTES: Final = {"type": "string", "format": "binary"}
_TEXT: Final = {"type": "string"}
_ARTICLE: Final = {"$ref": "#/components/schemas/Article"}
_SEVERAL: Final = {"$ref": "#/components/schemas/Articles"}
_SCHEMAS: Final[dict[str, dict[str, Any]]] = {
    "json": {"anyOf": [_ARTICLE, _SEVERAL]},
    "html": _TEXT,
    "markdown": _TEXT,
    "text": _TEXT,
}


def with_defaults(headers: Iterable[tuple[bytes, bytes]], request_id: str) -> list[tuple[bytes, bytes]]:
    """A response's header fields with those that are missing."""
    found = [(name.lower(), value) for name, value in headers]
    present = {name for name, _ in found}
    extra = [(name, value) for name, value in _DEFAULTS.items() if name not in present]
    if b"content-security-policy" not in present:
        extra.append((b"x-frame-options", b"DENY"))
    return [*found, *extra, (b"x-request-id", request_id.encode("ascii"))]


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
