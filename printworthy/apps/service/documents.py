"""Documents: a source and the choices about it in, a finished document out. The order of what a call needs.

A page that was handed in goes to a worker at once, and comes back as a document, or as an article whose pictures are
fetched first. A page that is named by its address is fetched and followed before. What was made is kept.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from printworthy.apps.service.cache import ResultCache, article_key, page_key
from printworthy.apps.service.errors import ServiceError
from printworthy.apps.service.http.bodies import Choices, Source
from printworthy.apps.service.reading import PageReader, WorkerExecutor
from printworthy.apps.service.workers import Workers
from printworthy.data.article import Failure, Resource
from printworthy.errors import NoArticleError, PrintworthyError
from printworthy.options import Options
from printworthy.printing.executors import PRINT, WRITE, WRITE_ISSUE
from printworthy.printing.messages import EMBEDDING, PackedArticle, Printed, PrintOrder, check_worth


@dataclass(frozen=True, slots=True)
class Read:
    """One source of several: its article, or why there is none."""

    source: Source
    article: PackedArticle | None = None
    error: PrintworthyError | None = None


class DocumentService:
    """Where calls and jobs alike hand in their pages."""

    def __init__(self, workers: Workers, reader: PageReader, kept: ResultCache, model: Path | None = None) -> None:
        self._reader, self._kept, self._model = reader, kept, model
        self._executor = WorkerExecutor(workers)

    async def document(self, source: Source, choices: Choices, order: PrintOrder) -> Printed:
        """One page as a document."""
        with self._advising(choices):
            return await self._document(source, choices, order)

    async def _document(self, source: Source, choices: Choices, order: PrintOrder) -> Printed:
        options = self._options(choices)
        if source.html is None:
            article = await self._reader.read(source.url, options, choices.journey(), order.options.trace)
            check_worth(article, order.force)
            return await self._written(article, order)
        html = encoded(source)
        key = page_key(html, source.url, options, order)
        if (found := self._kept.get(key)) is not None:
            return found
        made = await self._at_hand(html, source.url, options, order)
        if isinstance(made.article, PackedArticle):
            made = await self._written(made.article, order)
        self._kept.put(key, made)
        return made

    async def _at_hand(self, html: bytes, url: str, options: Options, order: PrintOrder) -> Printed:
        """A page that was handed in: one step, unless a browser or pictures are needed."""
        if options.render == "never":
            executor = WorkerExecutor(self._executor.workers, order.options.trace)
            made: Printed = await executor.run(PRINT, html, url, options, order)
            return made
        article = await self._reader.look(html, url, options, order.options.trace)
        check_worth(article, order.force)
        return Printed(article=article)

    async def article(self, source: Source, choices: Choices, trace: bool = False) -> PackedArticle:
        """The article of one page, with all verdicts of its trace if asked for."""
        options = self._options(choices)
        if source.html is None:
            article = await self._reader.read(source.url, options, choices.journey(), trace)
        else:
            article = await self._reader.look(encoded(source), source.url, options, trace)
        with self._advising(choices):
            check_worth(article, choices.force)
        return article

    async def articles(self, sources: Sequence[Source], choices: Choices, trace: bool = False) -> list[Read]:
        """The articles of several pages in their order; of a page that gives none, the reason."""

        async def one(source: Source) -> Read:
            try:
                return Read(source, await self.article(source, choices, trace))
            except ServiceError:
                raise  # the service has no room: that is the answer to the whole call
            except PrintworthyError as error:
                return Read(source, error=error)

        return list(await asyncio.gather(*map(one, sources)))

    async def issue(self, title: str, read: Sequence[Read], order: PrintOrder) -> Printed:
        """Several articles as one document; those that failed are named on its last page."""
        articles = [one.article for one in read if one.article is not None]
        failures = tuple(Failure(one.source.url or "a page", str(one.error)) for one in read if one.error is not None)
        day = order.options.sheet.printed
        order = await self._with_pictures(articles, order)
        made: Printed = await self._executor.run(WRITE_ISSUE, title or day, day, failures, articles, order)
        return made

    def _options(self, choices: Choices) -> Options:
        """What the library is told, with the model of the service."""
        return replace(choices.options(), model=self._model)

    @contextmanager
    def _advising(self, choices: Choices) -> Iterator[None]:
        """Where no article is found, name the browser that was not asked, if there is one."""
        try:
            yield
        except NoArticleError as error:
            if choices.render != "never" or not self._reader.has_browser:
                raise
            raise NoArticleError(f'{error}; if scripts make its text, ask with "render": "auto"') from error

    async def _written(self, article: PackedArticle, order: PrintOrder) -> Printed:
        order = await self._with_pictures((article,), order)
        key = article_key(article, order)
        found = self._kept.get(key)
        if found is None:
            found = await self.write(article, order)
            self._kept.put(key, found)
        return found

    async def write(self, article: PackedArticle, order: PrintOrder) -> Printed:
        """An article as a document, without asking for pictures."""
        made: Printed = await self._executor.run(WRITE, article, order)
        return made

    async def pictures(self, articles: Sequence[PackedArticle], order: PrintOrder) -> dict[str, Resource]:
        """The pictures that the articles' document carries itself; none if its format only names them."""
        if order.format not in EMBEDDING or not order.options.sheet.images:
            return {}
        return await self._reader.pictures(list(dict.fromkeys(src for article in articles for src in article.pictures)))

    async def _with_pictures(self, articles: Sequence[PackedArticle], order: PrintOrder) -> PrintOrder:
        resources = await self.pictures(articles, order)
        return replace(order, options=replace(order.options, resources=resources)) if resources else order


def encoded(source: Source) -> bytes:
    """A page that was handed in, in UTF-8."""
    return (source.html or "").encode("utf-8", "replace")
