"""The annotation server's calls: an ASGI app over a `Store`, behind the `Gate`. docs/annotate.md describes them."""

from __future__ import annotations

import json
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import uvicorn
from fastapi import FastAPI, Request, Response
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from printworthy.apps.annotate import progress, queue
from printworthy.apps.annotate.gate import TYPE, Gate, problem, status_of
from printworthy.apps.annotate.prelabel import prelabel
from printworthy.apps.annotate.store import MOST_BYTES, EditConflictError, Store
from printworthy.data.annotation import parse_submission
from printworthy.errors import InputError, LimitError, PrintworthyError
from printworthy.options import Options


@dataclass(frozen=True, slots=True)
class AnnotateSettings:
    """What the app needs to know: where annotations lie, who may ask, and the model that pre-labels."""

    store: Store
    token: str
    options: Options = Options()
    most_bytes: int = MOST_BYTES


def create_app(settings: AnnotateSettings) -> FastAPI:
    """The app."""
    app = FastAPI(title="Printworthy annotations", docs_url=None, redoc_url=None, openapi_url=None)
    app.add_middleware(Gate, token=settings.token)
    app.add_exception_handler(PrintworthyError, _told)
    app.add_exception_handler(HTTPException, _unknown)
    app.add_exception_handler(Exception, _fault)
    for method, path, call in _calls(settings):
        app.add_route(path, call, methods=[method])
    return app


def serve_app(settings: AnnotateSettings, listener: socket.socket) -> None:
    """Serve the app on an open port until interrupted."""
    config = uvicorn.Config(create_app(settings), log_level="warning", lifespan="off", server_header=False)
    uvicorn.Server(config).run([listener])


def _calls(settings: AnnotateSettings) -> list[tuple[str, str, Callable[[Request], Awaitable[Response]]]]:
    """Every call: method, path, function."""
    folder = settings.store.folder

    async def annotations(request: Request) -> Response:
        content = await _body(request, settings.most_bytes)
        return await run_in_threadpool(_save, settings, content)

    async def prelabels(request: Request) -> Response:
        content = await _body(request, settings.most_bytes)
        return await run_in_threadpool(_prelabel, settings, content)

    async def counts(_: Request) -> Response:
        return _json(200, await run_in_threadpool(progress.progress, folder))

    async def disagreements(_: Request) -> Response:
        return _json(200, await run_in_threadpool(progress.disagreements, folder))

    async def following(_: Request) -> Response:
        return _json(200, await run_in_threadpool(queue.following, folder, settings.options))

    async def page(request: Request) -> Response:
        return _json(200, await run_in_threadpool(progress.page_content, folder, request.path_params["page"]))

    return [
        ("POST", "/v1/annotations", annotations),
        ("POST", "/v1/prelabel", prelabels),
        ("GET", "/v1/progress", counts),
        ("GET", "/v1/disagreements", disagreements),
        ("GET", "/v1/next", following),
        ("GET", "/v1/pages/{page}", page),
    ]


def _save(settings: AnnotateSettings, content: bytes) -> Response:
    given = _object(content)
    submission = parse_submission(given)
    html = _html(given)
    base = given.get("base")
    if base is not None and (type(base) is not int or base < 0):
        raise InputError(f"base is {base!r}: give the revision that the annotator started from, or leave it out")
    stored = settings.store.save(submission, html.encode("utf-8", "replace"), base)
    told = {"page": stored.page, "stored": stored.stored, "revision": stored.revision}
    return _json(201 if stored.new else 200, told)


def _prelabel(settings: AnnotateSettings, content: bytes) -> Response:
    given = _object(content)
    url = given.get("url", "")
    if not isinstance(url, str):
        raise InputError(f"url is {url!r}: give the page's address, or leave it out")
    return _json(200, prelabel(_html(given), url, settings.options))


def _html(given: dict[str, Any]) -> str:
    html = given.get("html")
    if not isinstance(html, str) or not html.strip():
        raise InputError("html is missing or empty: send the whole page, as the browser has it")
    return html


def _object(content: bytes) -> dict[str, Any]:
    try:
        given = json.loads(content)
    except (ValueError, RecursionError):
        raise _BrokenError("the body is no JSON: send one JSON object in UTF-8") from None
    if not isinstance(given, dict):
        raise InputError("the body is no JSON object: send {version, id, annotator, url, time, html, annotations}")
    return given


class _BrokenError(InputError):
    """The body cannot be read at all."""


async def _body(request: Request, most: int) -> bytes:
    """The whole body, unless it is too large; then no more of it is read."""
    told = f"the page is larger than {most // 1024 // 1024} MB: annotate a page without embedded files"
    length = request.headers.get("content-length", "0")
    if length.isdecimal() and int(length) > most:
        raise LimitError(told)
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise LimitError(told)
        parts.append(part)
    return b"".join(parts)


def _json(status: int, content: object) -> Response:
    text = json.dumps(content, ensure_ascii=False).encode("utf-8", "replace")
    return Response(text, status, media_type="application/json")


async def _told(_: Request, error: Exception) -> Response:
    """An error of the package as a problem."""
    assert isinstance(error, PrintworthyError)
    if isinstance(error, EditConflictError):
        more = {"times": {"stored": error.theirs, "sent": error.ours}}
        return Response(problem(409, "conflict", str(error), more), 409, media_type=TYPE)
    status, code = (400, "no-json") if isinstance(error, _BrokenError) else status_of(error)
    return Response(problem(status, code, str(error)), status, media_type=TYPE)


async def _fault(_: Request, error: Exception) -> Response:
    """What nobody foresaw; the server's log has the rest."""
    told = f"{type(error).__name__}; nothing was stored by this call: look into the server's log, and send again"
    return Response(problem(500, "fault", told), 500, media_type=TYPE)


async def _unknown(_: Request, error: Exception) -> Response:
    status = int(getattr(error, "status_code", 500))
    told = problem(status, "no-such-call", "see docs/annotate.md for the calls there are")
    return Response(told, status, media_type=TYPE)
