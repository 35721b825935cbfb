"""`/`, `/static` and `/docs`: the service's own pages and their files, all of which come with the package."""

from html import escape
from pathlib import Path
from typing import Any, Final

from fastapi import APIRouter, Request, Response

from printworthy.apps.service.cache import etag
from printworthy.apps.service.errors import UnknownError
from printworthy.apps.service.http.answers import PAGE, has_it

_FOLDER: Final = Path(__file__).resolve().parent.parent / "static"
_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}
router = APIRouter()


def _file(request: Request, name: str) -> Response:
    content, media_type = read_file(name)
    tag = etag(content)
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Content-Security-Policy": PAGE}
    if has_it(request.headers.get("if-none-match", ""), tag):
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=media_type, headers=headers)


@router.get("/", include_in_schema=False)
def index(request: Request) -> Response:
    """The service's own page."""
    return _file(request, "index.html")


@router.get("/static/{name:path}", include_in_schema=False)
def static(request: Request, name: str) -> Response:
    """One of its files."""
    return _file(request, name)


def read_file(name: str) -> tuple[bytes, str]:
    """A file of the page and its type. Only what lies in the folder, has a known type and a plain name is given."""
    known = {str(path.relative_to(_FOLDER)): path for path in _FOLDER.rglob("*") if path.is_file()}
    path = known.get(name)
    media_type = _TYPES.get(path.suffix, "") if path is not None else ""
    if path is None or not media_type:
        raise UnknownError("there is no such file: begin at /")
    return path.read_bytes(), media_type


_METHODS: Final = ("get", "post", "delete")


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
