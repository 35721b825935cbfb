"""Hands: who works on what was fetched. A `Page` → a `Visit`; articles → what a function makes of them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from printworthy.data.article import Article
from printworthy.data.looks import Renderer, Snapshot
from printworthy.data.page import Page
from printworthy.extract import extract
from printworthy.options import Options
from printworthy.whole.links import Links, find_links


@dataclass(frozen=True, slots=True)
class Visit:
    """A page that was fetched, where it leads, and its article."""

    page: Page
    links: Links
    article: Article

    @property
    def url(self) -> str:
        """Where it was found."""
        return self.page.url


@dataclass(frozen=True, slots=True)
class Hands:
    """Where pages are looked at, and where functions are called with their articles: `await call(function, *articles)`.

    A service does both in processes of their own.
    """

    look: Callable[[Page], Awaitable[Visit]]
    call: Callable[..., Awaitable[Any]]


def own_hands(options: Options, renderer: Renderer | None = None) -> Hands:
    """Work in a thread of this process, beside its event loop."""

    async def look(page: Page) -> Visit:
        return await asyncio.to_thread(_visited, page, options, renderer)

    return Hands(look, asyncio.to_thread)


def _visited(page: Page, options: Options, renderer: Renderer | None) -> Visit:
    """Extract a page; its links are those that stand there after its scripts, if a browser showed it."""
    html = page.html
    shown: list[Snapshot] = []

    def render(content: bytes, url: str) -> Snapshot:
        assert renderer is not None
        shown.append(renderer(content, url))
        return shown[-1]

    article = extract(html, page.url, options, render if renderer is not None else None)
    return Visit(page, find_links(shown[-1].html if shown else html, page.url), article)
