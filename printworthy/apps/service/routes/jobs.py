"""`/v1/jobs`: long lists of pages, their progress as it happens, and what they become."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from typing import Annotated, Any, Final

from fastapi import APIRouter, Header, Request, Response
from fastapi.responses import FileResponse, JSONResponse, StreamingResponse

from printworthy.apps.service.errors import ConflictError, UnknownError
from printworthy.apps.service.http.answers import DOCUMENT, LOCKED, problems
from printworthy.apps.service.http.bodies import JobBody, SchemaNotes
from printworthy.apps.service.http.formats import MEDIA_TYPES, file_name
from printworthy.apps.service.http.rates import count_pages
from printworthy.apps.service.jobs.data import Job, body_of
from printworthy.apps.service.jobs.runner import JobRunner
from printworthy.errors import UsageError

_ID: Final = re.compile(r"[0-9a-f]{32}")
_KEY: Final = re.compile(r"[\x21-\x7e]{1,200}")
_STATES: Final = ["waiting", "running", "done", "failed", "cancelled"]
_PAGE: Final = {
    "type": "object",
    "required": ["url", "state", "title"],
    "properties": {
        "url": {"type": "string"},
        "state": {"type": "string", "enum": ["waiting", "done", "failed"]},
        "title": {"type": "string"},
        "code": {"type": "string"},
        "detail": {"type": "string"},
    },
}
JOB: Final = {
    "type": "object",
    "required": ["id", "state", "created", "expires", "total", "done", "failed", "links"],
    "properties": {
        "id": {"type": "string"},
        "state": {"type": "string", "enum": _STATES},
        "created": {"type": "string", "format": "date-time"},
        "expires": {"type": "string", "format": "date-time"},
        "total": {"type": "integer", "minimum": 0},
        "done": {"type": "integer", "minimum": 0},
        "failed": {"type": "integer", "minimum": 0},
        "code": {"type": "string"},
        "detail": {"type": "string"},
        "links": {"type": "object", "additionalProperties": {"type": "string"}},
        "pages": {"type": "array", "items": _PAGE},
    },
}
Number = Annotated[str, SchemaNotes("The job's id.", examples=["0123456789abcdef0123456789abcdef"])]


def _told(description: str, content: dict[str, Any], *statuses: int, status: int = 200) -> dict[int | str, Any]:
    return {status: {"description": description, "content": content}, **problems(*statuses)}


_STREAM: Final = {"text/event-stream": {"schema": {"type": "string"}}}
_JOB: Final = {"application/json": {"schema": JOB}}
_FILES: Final = {
    kind.partition(";")[0]: {"schema": {"type": "string", "format": "binary"}} for kind in MEDIA_TYPES.values()
}
router = APIRouter(tags=["jobs"])


@router.post(
    "/v1/jobs", status_code=202, response_class=JSONResponse,
    responses=_told("The job is accepted, and is done even after a restart.", _JOB, 400, 404, 413, status=202),
)  # fmt: skip
async def add_job(
    body: JobBody,
    request: Request,
    idempotency_key: Annotated[
        str | None, Header(), SchemaNotes("The same key makes the same job, however often it is sent.")
    ] = None,
) -> Response:
    """Many pages at once: one document (PDF, EPUB), or a zip with a file for each."""
    if idempotency_key is not None and not _KEY.fullmatch(idempotency_key):
        raise UsageError("the Idempotency-Key is not plain: give 1 to 200 letters, digits and signs")
    jobs = _jobs(request)
    body.check(request.app.state.settings.jobs.pages)
    count_pages(request, len(body.pages))
    job = await jobs.add(body, _owner(request), idempotency_key)
    return JSONResponse(job.told(), 202, {"Location": f"/v1/jobs/{job.id}"})


@router.get("/v1/jobs/{number}", response_class=JSONResponse, responses=_told("The job.", _JOB, 404))
async def see_job(number: Number, request: Request) -> Response:
    """How a job stands, with each of its pages."""
    job = await _job(request, number)
    pages = await asyncio.to_thread(_jobs(request).store.pages, number)
    return JSONResponse({**job.told(), "pages": [page.told() for page in pages]})


@router.get(
    "/v1/jobs/{number}/events", response_class=StreamingResponse,
    responses=_told("Events named `progress`, each with the job.", _STREAM, 404),
)  # fmt: skip
async def watch_job(number: Number, request: Request) -> Response:
    """The job's progress as server-sent events, until it comes to its end."""
    await _job(request, number)
    headers = {"X-Accel-Buffering": "no", "Content-Security-Policy": LOCKED}
    stream = _events(_jobs(request), number, request.app.state.closing)
    return StreamingResponse(stream, media_type="text/event-stream", headers=headers)


@router.get(
    "/v1/jobs/{number}/result", response_class=FileResponse,
    responses=_told("The document or the zip.", _FILES, 404, 409),
)  # fmt: skip
async def job_result(number: Number, request: Request) -> Response:
    """What a job became; 409 as long as it is not done."""
    job = await _job(request, number)
    if job.state != "done":
        raise ConflictError(f"the job is {job.state}: watch its events until it is done")
    body = body_of(job.body)
    kind = "zip" if job.result.endswith(".zip") else body.format
    headers = {
        "Content-Disposition": f"attachment; {file_name(body.title or 'Printworthy', kind)}",
        "Cache-Control": "private, no-cache",
        "Content-Security-Policy": DOCUMENT if kind == "html" else LOCKED,
    }
    path = request.app.state.settings.jobs.folder / job.id / job.result
    if not path.is_file():
        raise UnknownError("the job's result is gone: send the job again")
    return FileResponse(path, headers=headers, media_type=MEDIA_TYPES[kind])


@router.delete("/v1/jobs/{number}", status_code=204, response_class=Response, responses=problems(404))
async def cancel_job(number: Number, request: Request) -> Response:
    """Cancel a job that is not finished; forget one that is."""
    await _jobs(request).cancel(await _job(request, number))
    return Response(status_code=204)


async def _events(jobs: JobRunner, number: str, closing: asyncio.Event) -> AsyncIterator[bytes]:
    """The events, as they travel. When the service ends, so does the stream: a browser asks again by itself."""
    yield b"retry: 2000\n\n"
    async for job in jobs.watch(number, closing):
        if job is None:
            yield b": still here\n\n"
        else:
            count = job.done + job.failed
            yield f"event: progress\nid: {count}\ndata: {json.dumps(job.told())}\n\n".encode()


def _jobs(request: Request) -> JobRunner:
    jobs: JobRunner | None = request.app.state.jobs
    if jobs is None:
        raise UnknownError("this service takes no jobs: start it with a folder for them")
    return jobs


async def _job(request: Request, number: str) -> Job:
    """The job, if it is the caller's to see. Its id cannot be guessed; one made with a token needs the same token."""
    jobs = _jobs(request)
    job = await asyncio.to_thread(jobs.store.job, number) if _ID.fullmatch(number) else None
    if job is None or job.owner and job.owner != _owner(request):
        raise UnknownError("there is no such job: it may be expired, or its id is wrong")
    return job


def _owner(request: Request) -> str:
    caller = request.state.caller
    return caller.name if caller.known else ""
