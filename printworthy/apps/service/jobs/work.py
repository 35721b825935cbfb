"""The work of a job: one page into its folder, and in the end the whole folder into one file."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from printworthy.apps.service.documents import DocumentService
from printworthy.apps.service.http.bodies import JobBody, Source
from printworthy.apps.service.http.problems import Problem
from printworthy.apps.service.jobs.data import Binding, Job, PageOf, ResultFolder
from printworthy.apps.service.jobs.job_store import JobPage
from printworthy.apps.service.workers import Workers
from printworthy.errors import NoArticleError
from printworthy.printing.executors import Step
from printworthy.printing.messages import PrintOrder

_JSON: Final = PrintOrder("json")
BIND_DOCUMENT: Final = Step("bind_document", "printworthy.apps.service.jobs.bind")
BIND_ZIP: Final = Step("bind_zip", "printworthy.apps.service.jobs.bind")
# Seconds that binding may take, besides those for each article.
_BIND: Final = 60.0
_BIND_EACH: Final = 5.0
# Seconds that a page of a job waits for calls at most, and between two looks.
_POLITE: Final = 3.0
_GLANCE: Final = 0.05


class JobWork:
    """Does the work; what is done when is the runner's business."""

    def __init__(self, folder: Path, workers: Workers, documents: DocumentService) -> None:
        self._folder, self._workers, self._documents = folder, workers, documents

    async def page(self, task: JobPage, body: JobBody) -> PageOf:
        """Read one page and put its article into its folder."""
        article = await self._documents.article(Source(url=task.url, html=task.html), body.options)
        pictures = await self._documents.pictures((article,), self._order(body))
        written = await self._documents.write(article, _JSON)
        await asyncio.to_thread(self.results(task.job).put, task.place, written.content, pictures)
        return PageOf(task.place, task.url, "done", article.title[:300])

    async def let_calls_go_first(self) -> None:
        """Wait while calls wait for a worker, but not for ever."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_POLITE):
                while self._workers.waiting:  # noqa: ASYNC110 - what is waited for changes too often for an event
                    await asyncio.sleep(_GLANCE)

    def failed(self, task: JobPage, problem: Problem) -> PageOf:
        """A page that gave no article."""
        return PageOf(task.place, task.url, "failed", "", problem.code, str(problem.document()["detail"]))

    async def bind(self, job: Job, body: JobBody, pages: Sequence[PageOf]) -> str:
        """The name of the finished file."""
        done = tuple(page.place for page in pages if page.state == "done")
        if not done:
            raise NoArticleError("none of the pages gave an article: see what is told about each")
        failures = tuple((page.url, page.detail) for page in pages if page.state == "failed")
        binding = Binding(self.results(job.id).folder, done, body.title, failures)
        bind = BIND_ZIP if body.bundle == "zip" else BIND_DOCUMENT
        seconds = _BIND + _BIND_EACH * len(done)
        name: str = await self._workers.run_within(seconds, bind, binding, self._order(body))
        return name

    def results(self, number: str) -> ResultFolder:
        """Where a job's files are."""
        return ResultFolder(self._folder / number)

    def clear(self, number: str) -> None:
        """Remove a job's files."""
        self.results(number).clear()

    def _order(self, body: JobBody) -> PrintOrder:
        return PrintOrder(body.format, body.write_options(), body.options.force)
