"""The OpenAPI document: what the framework knows of the calls, with the answers and the ways in that they share."""

from __future__ import annotations

from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from printworthy.apps.service.http.problems import PROBLEM
from printworthy.version import VERSION

_DESCRIPTION: Final = (
    "A web page in, its article out: as data, or as a document worth printing. Errors are problem documents (RFC 9457) "
    "whose `code` stays the same over versions."
)
_PROBLEM: Final[dict[str, Any]] = {
    "type": "object",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"type": "string", "format": "uri"},
        "title": {"type": "string"},
        "status": {"type": "integer", "minimum": 400, "maximum": 599},
        "detail": {"type": "string", "description": "What is wrong, and what to do next."},
        "code": {"type": "string", "description": "What is wrong, for programs."},
        "errors": {
            "type": "array",
            "description": "Of a body that does not follow the schema: where, and what.",
            "items": {
                "type": "object",
                "required": ["place", "message"],
                "properties": {"place": {"type": "string"}, "message": {"type": "string"}},
            },
        },
    },
}
_ARTICLE: Final[dict[str, Any]] = {
    "type": "object",
    "description": "An article as data; docs/json.md has the whole schema.",
    "required": ["schema", "version", "title", "text", "blocks"],
    "properties": {
        "schema": {"type": "string"},
        "version": {"type": "integer"},
        "title": {"type": "string"},
        "authors": {"type": "array", "items": {"type": "string"}},
        "date": {"type": "string"},
        "language": {"type": "string"},
        "url": {"type": "string"},
        "confidence": {"type": "number", "minimum": 0, "maximum": 1},
        "text": {"type": "string"},
        "blocks": {"type": "array", "items": {"type": "object"}},
    },
}
_ARTICLES: Final[dict[str, Any]] = {
    "type": "object",
    "description": "The articles of several pages, in their order; of a page that gave none, the problem.",
    "required": ["results"],
    "properties": {
        "results": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["url"],
                "properties": {
                    "url": {"type": "string"},
                    "article": {"$ref": "#/components/schemas/Article"},
                    "problem": {"$ref": "#/components/schemas/Problem"},
                },
            },
        }
    },
}
_ANSWERS: Final = {
    400: ("The body is no JSON in UTF-8.", "malformed"),
    401: ("A token is needed, or the one that came is not known.", "token"),
    403: ("The guard refuses the address, or another site's page made the call.", "address-refused"),
    404: ("There is no such thing.", "not-found"),
    406: ("None of the formats is accepted.", "not-acceptable"),
    409: ("Not in this state.", "conflict"),
    413: ("The body is too large.", "too-large"),
    421: ("The service is not called by that name.", "host"),
    422: ("The body, the page or the choices cannot be used.", "no-article"),
    429: ("The queue is full, or the caller's rate or quota is used up.", "busy"),
    500: ("The service failed.", "internal"),
    501: ("Something is not installed here.", "missing-extra"),
    503: ("The call took too long, or the service is about to end.", "deadline"),
}


def describe(app: FastAPI) -> None:
    """Make the app give the whole document, made once."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            found = get_openapi(
                title="Printworthy", version=VERSION, description=_DESCRIPTION, routes=app.routes,
                license_info={"name": "Apache-2.0", "identifier": "Apache-2.0"},
            )  # fmt: skip
            app.openapi_schema = _completed(found)
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def _completed(document: dict[str, Any]) -> dict[str, Any]:
    components = document.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    schemas |= {"Problem": _PROBLEM, "Article": _ARTICLE, "Articles": _ARTICLES}
    for gone in ("HTTPValidationError", "ValidationError"):
        schemas.pop(gone, None)
    components["responses"] = {f"Problem{status}": _answer(status) for status in _ANSWERS}
    components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    document["security"] = [{}, {"token": []}]
    return document


def _answer(status: int) -> dict[str, Any]:
    told, code = _ANSWERS[status]
    example = {
        "type": f"urn:printworthy:problem:{code}", "title": "…", "status": status, "detail": told, "code": code,
    }  # fmt: skip
    answer: dict[str, Any] = {
        "description": told,
        "content": {PROBLEM: {"schema": {"$ref": "#/components/schemas/Problem"}, "example": example}},
    }
    if status in (429, 503):
        answer["headers"] = {"Retry-After": {"description": "Seconds.", "schema": {"type": "integer", "minimum": 1}}}
    return answer
