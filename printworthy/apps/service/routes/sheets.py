"""The calls of the service's own page: open a page, see it as it will print, correct it, take it away. docs/webpage.md.

They are not in the OpenAPI document: `/v1/print` is the way for programs.
"""

import json
import re
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any, Final
from weakref import finalize

from fastapi import APIRouter, Request, Response

from printworthy.apps.service.http.answers import PAGE, document_response
from printworthy.apps.service.http.rates import count_pages
from printworthy.apps.service.routes.web_page import read_file
from printworthy.apps.service.sheets.choices import ReaderChoices, read_choices
from printworthy.apps.service.sheets.editor import SheetEditor
from printworthy.errors import UsageError

FORMATS: Final = ("pdf", "epub", "html", "markdown")
# A drawing is only ever looked at as a picture, where nothing in it can run; opened by itself it is locked, too.
_DRAWING: Final = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"
_ADDRESS: Final = re.compile(r"https?://[^\s\x00-\x1f]{1,4000}", re.I)
router = APIRouter(include_in_schema=False)


@router.get("/s/{share}")
def permalink(request: Request, share: str) -> Response:
    """The page itself, which then asks for what the link leads to."""
    content, media_type = read_file("index.html")
    return Response(content, media_type=media_type, headers={"Content-Security-Policy": PAGE})


@router.post("/v1/sheets")
async def opened(request: Request) -> dict[str, Any]:
    """A page: by its address as JSON, or its file as it is."""
    count_pages(request, 1)
    if request.headers.get("content-type", "").startswith("application/json"):
        given = await _object(request)
        return await bench_of(request).fetch(_address(given.get("url")), _choices(given))
    url = request.query_params.get("url", "")
    return await bench_of(request).take(await request.body(), url and _address(url), ReaderChoices())


@router.get("/v1/shares/{share}")
async def shared(request: Request, share: str) -> dict[str, Any]:
    """A page that somebody shares, with the choices made for it."""
    return await bench_of(request).shared(share)


@router.post("/v1/sheets/{name}")
async def pages(request: Request, name: str) -> dict[str, Any]:
    """The pages as they will print."""
    given = await _object(request)
    return await bench_of(request).pages(name, _choices(given), first=given.get("units") is True)


@router.post("/v1/sheets/{name}/pictures")
async def pictures(request: Request, name: str) -> dict[str, Any]:
    """The pages with the pictures that were missing."""
    return await bench_of(request).pictures(name, _choices(await _object(request)))


@router.get("/sheets/{name}/{key}/{number}.svg")
async def drawing(request: Request, name: str, key: str, number: int) -> Response:
    """One page as a picture."""
    headers = {
        "Content-Encoding": "gzip",
        "Content-Security-Policy": _DRAWING,
        "Cache-Control": "private, no-cache",
    }
    content = await bench_of(request).drawing(name, key, number)
    return Response(content, media_type="image/svg+xml", headers=headers)


@router.post("/v1/sheets/{name}/document")
async def document(request: Request, name: str) -> Response:
    """The document to take away."""
    given = await _object(request)
    wanted = given.get("format", "pdf")
    if wanted not in FORMATS:
        raise UsageError(f"format is {str(wanted)[:40]!r}: choose one of {', '.join(FORMATS)}")
    content, title = await bench_of(request).document(name, _choices(given), wanted)
    return document_response(request, content, wanted, title)


@router.post("/v1/sheets/{name}/share")
async def share(request: Request, name: str) -> dict[str, str]:
    """A link to the page with these choices."""
    found = await bench_of(request).share(name, _choices(await _object(request)))
    return {"path": f"/s/{found}"}


@router.post("/v1/sheets/{name}/feedback")
async def feedback(request: Request, name: str) -> dict[str, int]:
    """Keep what was corrected, for training."""
    given = await _object(request)
    return {"stored": await bench_of(request).feedback(name, _choices(given), given)}


def bench_of(request: Request) -> SheetEditor:
    """The app's editor, made with the first call that needs it."""
    state = request.app.state
    if getattr(state, "editor", None) is None:
        state.editor = SheetEditor(_folder(request), state.workers, state.reader, state.settings.model)
    editor: SheetEditor = state.editor
    return editor


def _folder(request: Request) -> Path:
    """The service's data folder; one that keeps nothing gets a private one, which is removed with the app."""
    jobs: Path | None = request.app.state.settings.jobs.folder
    if jobs is not None:
        return jobs.parent
    folder = Path(mkdtemp(prefix="printworthy-sheets-"))
    finalize(request.app, rmtree, folder, ignore_errors=True)
    return folder


async def _object(request: Request) -> dict[str, Any]:
    try:
        given = json.loads(await request.body())
    except (ValueError, RecursionError):
        raise UsageError("the body is no JSON: send one JSON object in UTF-8") from None
    if not isinstance(given, dict):
        raise UsageError("the body is no JSON object: send one")
    return given


def _choices(given: dict[str, Any]) -> ReaderChoices:
    return read_choices(given.get("choices", {}))


def _address(given: object) -> str:
    if not isinstance(given, str) or not _ADDRESS.fullmatch(given):
        raise UsageError("that is no address on the web: give one that begins with http:// or https://")
    return given
