"""The runner: works on the pages of all jobs, a few at a time, and binds what is finished.

Everything that is decided is in the store first. A service that is killed finds there, when it starts again, which
pages are still to be done and which jobs are still to be bound, and goes on.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

from printworthy.apps.service.documents import DocumentService
from printworthy.apps.service.errors import BusyError, ClosingError
from printworthy.apps.service.http.bodies import JobBody, Source
from printworthy.apps.service.http.problems import Problem, problem_of
from printworthy.apps.service.jobs.data import Binding, Job, PageOf, ResultFolder, body_of, text_of
from printworthy.apps.service.jobs.job_store import JobPage, JobStore
from printworthy.apps.service.settings import Jobs
from printworthy.apps.service.workers import Workers
from printworthy.errors import NoArticleError, PrintworthyError
from printworthy.printing.executors import Step
from printworthy.printing.messages import PrintOrder
from printworthy.workers.pool import LostWorkerError

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


T = TypeVar("T")
_Task: TypeAlias = "asyncio.Task[None]"
_TRIES: Final = 3
_JANITOR: Final = 60.0
_HEARTBEAT: Final = 15.0


class JobRunner:
    """All jobs of a service; its methods belong to one event loop."""

    def __init__(self, settings: Jobs, store: JobStore, work: JobWork) -> None:
        self._settings, self.store, self._work = settings, store, work
        self._wake = asyncio.Event()
        # Set when anything changes, and then replaced by a new one.
        self._change = asyncio.Event()
        self._taken: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._binding: dict[str, asyncio.Task[None]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._gate = asyncio.Semaphore(settings.parallel)

    async def start(self) -> None:
        """Go on with what is unfinished."""
        for number in await asyncio.to_thread(self.store.unfinished):
            await self._settle(number)
        self._wake.set()
        self._tasks = [asyncio.ensure_future(self._hand_out()), asyncio.ensure_future(self._clean_up())]

    async def close(self) -> None:
        """Stop; what is unfinished stays in the store."""
        every = [*self._tasks, *self._taken.values(), *self._binding.values()]
        for task in every:
            task.cancel()
        await asyncio.gather(*every, return_exceptions=True)
        self.store.close()

    async def add(self, body: JobBody, owner: str, key: str | None) -> Job:
        """Accept a job: when this returns, it is on disk."""
        body.check(self._settings.pages)
        if len(await asyncio.to_thread(self.store.unfinished)) >= self._settings.waiting:
            raise BusyError(f"{self._settings.waiting} jobs are unfinished: try again later", retry=30)
        now = time.time()
        job = Job(secrets.token_hex(16), owner, now, "waiting", text_of(body), now + self._settings.keep)
        pages = [(source.url, source.html) for source in body.pages]
        kept = await asyncio.to_thread(self.store.add, job, key, pages)
        self._wake.set()
        return kept

    async def cancel(self, job: Job) -> None:
        """End an unfinished job; forget a finished one."""
        if job.final:
            await asyncio.to_thread(self.store.forget, job.id)
        else:
            await asyncio.to_thread(self.store.finish, job.id, "cancelled", time.time() + self._settings.keep)
        doomed = [task for (number, _), task in self._taken.items() if number == job.id]
        doomed += filter(None, [self._binding.get(job.id)])
        for task in doomed:
            task.cancel()
        await asyncio.gather(*doomed, return_exceptions=True)
        await asyncio.to_thread(self._work.clear, job.id)
        self._tell()

    async def watch(self, number: str, closing: asyncio.Event) -> AsyncIterator[Job | None]:
        """The job, whenever it changes, until it is final or gone or the service ends; None if nothing changes."""
        last: Job | None = None
        while not closing.is_set():
            change = self._change
            job = await asyncio.to_thread(self.store.job, number)
            if job is None:
                return
            yield job if job != last else None
            if job.final:
                return
            last = job
            waits = [asyncio.ensure_future(change.wait()), asyncio.ensure_future(closing.wait())]
            await asyncio.wait(waits, timeout=_HEARTBEAT, return_when=asyncio.FIRST_COMPLETED)
            for one in waits:
                one.cancel()
            await asyncio.gather(*waits, return_exceptions=True)

    async def _hand_out(self) -> None:
        """Give each page to a task of its own, as many at a time as may be."""
        while True:
            await self._gate.acquire()
            await self._work.let_calls_go_first()
            task = await asyncio.to_thread(self.store.next_page, set(self._taken))
            if task is None:
                self._gate.release()
                self._wake.clear()
                await self._wake.wait()
                continue
            key = (task.job, task.place)
            self._taken[key] = self._started(self._one(task), partial(self._drop, key))

    def _started(self, work: Coroutine[Any, Any, None], after: Callable[[_Task], object]) -> _Task:
        task = asyncio.ensure_future(work)
        task.add_done_callback(after)
        return task

    def _drop(self, key: tuple[str, int], task: asyncio.Task[None]) -> None:
        if not task.cancelled():
            task.exception()  # what could be told about it is in the store
        self._taken.pop(key, None)
        self._gate.release()
        self._wake.set()

    async def _one(self, task: JobPage) -> None:
        """One page, to its end; what is the service's own trouble is tried again, and again after a restart."""
        try:
            page = await self._try(task)
        except asyncio.CancelledError:
            self.store.give_back(task.job, task.place)
            raise
        await asyncio.to_thread(self.store.finish_page, task.job, page)
        await self._settle(task.job)
        self._tell()

    async def _try(self, task: JobPage) -> PageOf:
        job = await asyncio.to_thread(self.store.job, task.job)
        assert job is not None
        body = body_of(job.body)
        if task.tries > _TRIES:
            lost = LostWorkerError("the page ended the service or its workers several times: leave it out")
            return self._work.failed(task, problem_of(lost))
        while True:
            try:
                return await _patiently(partial(self._work.page, task, body))
            except ClosingError:
                await asyncio.sleep(_JANITOR)  # until this task is cancelled, which is soon
            except Exception as error:  # noqa: BLE001 - one page's trouble is not the job's
                return self._work.failed(task, problem_of(error))

    async def _settle(self, number: str) -> None:
        """Bind a job whose pages are all at their end."""
        job = await asyncio.to_thread(self.store.job, number)
        if job is None or job.final or job.done + job.failed < job.total or number in self._binding:
            return
        self._binding[number] = self._started(self._bind(job), lambda _: self._binding.pop(number, None))

    async def _bind(self, job: Job) -> None:
        expires = time.time() + self._settings.keep
        pages = await asyncio.to_thread(self.store.pages, job.id)
        try:
            told = {"result": await _patiently(partial(self._work.bind, job, body_of(job.body), pages))}
        except Exception as error:  # noqa: BLE001 - a job comes to its end in any case
            if isinstance(error, ClosingError):
                return  # after a restart
            problem = problem_of(error)
            told = {"code": problem.code, "detail": problem.document()["detail"]}
        state = "done" if "result" in told else "failed"
        await asyncio.to_thread(self.store.finish, job.id, state, expires, **told)
        self._tell()

    def _tell(self) -> None:
        change, self._change = self._change, asyncio.Event()
        change.set()

    async def _clean_up(self) -> None:
        """Forget what is expired, now and then."""
        while True:
            with suppress(PrintworthyError, OSError):
                for number in await asyncio.to_thread(self.store.expired, time.time()):
                    await asyncio.to_thread(self.store.forget, number)
                    await asyncio.to_thread(self._work.clear, number)
            await asyncio.sleep(_JANITOR)


async def _patiently(work: Callable[[], Awaitable[T]]) -> T:
    """What the work gives in the end: calls go first, and workers may be killed under it by no fault of its own."""
    tries = 0
    while True:
        try:
            return await work()
        except BusyError as error:
            await asyncio.sleep(max(1, error.retry))
        except LostWorkerError:
            tries += 1
            if tries == _TRIES:
                raise
