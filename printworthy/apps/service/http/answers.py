"""Answers: a finished document in, an HTTP response out, with its type, its name, its validator and its headers.

Unless a route says otherwise, nothing may be framed, sniffed, run or loaded.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from printworthy.apps.service.cache import etag
from printworthy.apps.service.http.formats import MEDIA_TYPES, file_name
from printworthy.apps.service.http.problems import PROBLEM, Problem

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
