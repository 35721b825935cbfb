"""Answers: a finished document in, an HTTP response out, with its type, its name, and its validator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from printworthy.apps.service.formats import MEDIA_TYPES, file_name
from printworthy.apps.service.headers import DOCUMENT
from printworthy.apps.service.kept import etag
from printworthy.apps.service.problems import PROBLEM, Problem

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

# A browser may show these in place; the others are for the disk.
_SHOWN: Final = frozenset({"pdf", "html", "json", "text"})
_AGAIN: Final = "private, no-cache"


def document_response(request: Request, content: bytes, format: str, title: str) -> Response:
    """The document; for a GET whose caller has it already, 304."""
    from starlette.responses import Response

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
    from starlette.responses import Response

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
