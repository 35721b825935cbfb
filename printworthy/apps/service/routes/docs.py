"""`/docs`: what can be called, as a plain page made from the OpenAPI document; it asks nobody else for anything."""

from html import escape
from typing import Any, Final

from fastapi import APIRouter, Request, Response

from printworthy.apps.service.http.answers import PAGE

_METHODS: Final = ("get", "post", "delete")
router = APIRouter()


@router.get("/docs", include_in_schema=False)
def docs(request: Request) -> Response:
    """The page."""
    content = docs_page(request.app.openapi())
    return Response(content, media_type="text/html; charset=utf-8", headers={"Content-Security-Policy": PAGE})


def docs_page(document: dict[str, Any]) -> str:
    """The page of an OpenAPI document."""
    calls = [
        _call(method, path, operation)
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
        if method in _METHODS
    ]
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Calls · Printworthy</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="stylesheet" href="/static/docs.css"><main><h1>What can be called</h1>'
        '<p>The same for programs, with every field: <a href="/openapi.json">/openapi.json</a>. '
        f'The page for people: <a href="/">/</a>.</p>{"".join(calls)}</main></html>'
    )


def _call(method: str, path: str, operation: dict[str, Any]) -> str:
    takes = list(operation.get("requestBody", {}).get("content", {}))
    gives = list(operation["responses"].get("200", {}).get("content", {}))
    query = [
        f"{one['name']}{'' if one.get('required') else ' (may be left out)'}" for one in operation.get("parameters", [])
    ]
    lines = [("Takes", takes), ("Parameters", query), ("Gives", gives)]
    told = "".join(f"<dt>{name}</dt><dd>{escape(', '.join(values))}</dd>" for name, values in lines if values)
    text = escape(operation.get("description", ""))
    return f"<section><h2><code>{method.upper()} {escape(path)}</code></h2><p>{text}</p><dl>{told}</dl></section>"
