"""The app: `ServiceSettings` in, a FastAPI application out. This file is the order only; each route is in `routes/`.

What the routes find at `request.app.state`:

    settings   how the service runs                     workers   the process pool: `await workers.run(function, …)`
    reader     fetches under the strict guard           documents a source and choices in, a document out
    browsers   the warm browsers                        kept      results that are given again
    rates      counts callers                           metrics   counts everything else
    closing    an `asyncio.Event`: set when it ends     jobs      long lists, or None
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, NamedTuple

from fastapi import FastAPI
from starlette.datastructures import State

from printworthy.apps.service.browsers import Browsers
from printworthy.apps.service.cache import ResultCache
from printworthy.apps.service.documents import DocumentService
from printworthy.apps.service.http.access import Door, own_token
from printworthy.apps.service.http.answers import add_refusals
from printworthy.apps.service.http.middleware import AccessCheck, ErrorResponses, Metrics, RequestLog
from printworthy.apps.service.http.openapi import describe
from printworthy.apps.service.http.rates import Rates
from printworthy.apps.service.jobs.job_store import JobStore
from printworthy.apps.service.jobs.runner import JobRunner, JobWork
from printworthy.apps.service.reading import PageReader
from printworthy.apps.service.routes import extract, health, jobs, sheets, web_page
from printworthy.apps.service.routes import filter as filtering
from printworthy.apps.service.routes import print as printing
from printworthy.apps.service.settings import ServiceSettings
from printworthy.apps.service.workers import Workers

# The first that matches a path answers.
ROUTES: Final = (extract, printing, filtering, jobs, health, web_page, sheets)
_LOG: Final = logging.getLogger("printworthy.service")


class Crew(NamedTuple):
    """Those who do the work: processes and browsers of this machine, or a cluster's."""

    workers: Workers
    browsers: Browsers


def create_app(settings: ServiceSettings | None = None, crew: Crew | None = None) -> FastAPI:
    """The whole service; its processes start with its first moment and end with its last."""
    settings = settings or ServiceSettings()
    app = FastAPI(docs_url=None, redoc_url=None, lifespan=_lifespan, redirect_slashes=False)
    _furnish(app, settings, crew or Crew(Workers(settings.work), Browsers(settings.work)))
    for route in ROUTES:
        app.include_router(route.router)
    add_refusals(app)
    describe(app)
    app.add_middleware(
        AccessCheck, settings=settings, door=Door(settings, own_token(settings.token)), rates=app.state.rates
    )
    app.add_middleware(ErrorResponses, settings=settings)
    app.add_middleware(RequestLog, metrics=app.state.metrics)
    return app


def _furnish(app: FastAPI, settings: ServiceSettings, crew: Crew) -> None:
    state = app.state
    state.settings = settings
    state.workers, state.browsers = crew
    state.reader = PageReader(settings, state.workers, state.browsers)
    state.kept = ResultCache(settings.kept)
    state.documents = DocumentService(state.workers, state.reader, state.kept, settings.model)
    state.rates = Rates(settings.access)
    state.metrics = Metrics()
    state.metrics.watch(state.workers, state.browsers, state.kept)
    state.closing = asyncio.Event()
    state.jobs = _jobs(state, settings)


def _jobs(state: State, settings: ServiceSettings) -> JobRunner | None:
    folder = settings.jobs.folder
    if folder is None:
        return None
    return JobRunner(settings.jobs, JobStore(folder), JobWork(folder, state.workers, state.documents))


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Start the workers; at the end, let what was accepted come to its end."""
    state = app.state
    if lacking := state.browsers.lacking():
        _LOG.warning("pages cannot be shown in a browser", extra={"fields": {"why": lacking}})
    await state.workers.start()
    if state.jobs is not None:
        await state.jobs.start()
    try:
        yield
    finally:
        state.closing.set()
        if state.jobs is not None:
            await state.jobs.close()
        await state.workers.drain(state.settings.drain)
        await state.browsers.close()
        await state.workers.close()
