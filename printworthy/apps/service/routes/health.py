"""`/healthz`, `/readyz` and `/metrics`: how the service is, for those who look after it."""

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from printworthy.apps.service.errors import ClosingError
from printworthy.apps.service.http.answers import problems

_STATE = {"type": "object", "required": ["status"], "properties": {"status": {"type": "string"}}}
_ANSWERS: dict[int | str, dict[str, Any]] = {
    200: {"description": "It is.", "content": {"application/json": {"schema": _STATE}}},
    **problems(),
}
_COUNTERS: dict[int | str, dict[str, Any]] = {
    200: {"description": "The counters.", "content": {"text/plain": {"schema": {"type": "string"}}}},
    **problems(),
}
router = APIRouter(tags=["service"])


@router.get("/healthz", response_class=JSONResponse, responses=_ANSWERS)
async def healthz() -> Response:
    """Whether the service lives."""
    return JSONResponse({"status": "ok"})


@router.get("/readyz", response_class=JSONResponse, responses=_ANSWERS)
async def readyz(request: Request) -> Response:
    """Whether the service takes calls: not while it ends, nor while its queue is full."""
    state = request.app.state
    if state.closing.is_set():
        raise ClosingError("the service is about to end: ask another one", retry=5)
    if state.workers.waiting >= max(state.settings.work.queue, 1):
        raise ClosingError("the queue is full: ask another one", retry=state.workers.retry_after)
    return JSONResponse({"status": "ready"})


@router.get("/metrics", response_class=Response, responses=_COUNTERS)
async def metrics(request: Request) -> Response:
    """The counters, for Prometheus."""
    return Response(request.app.state.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
