"""`/` and `/static`: the service's own page and its files, all of which come with the package."""

from pathlib import Path
from typing import Final

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
