"""What a browser shows of a page, text node by text node: pages in, rows of `Shown` out, kept on disk if wanted.

The browser has no network: it is given the document at its address, and every other request fails. So only styles in
the page itself count. Scripts do not run unless asked for, as the engine reads a page as it was served.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from benchmarks.lib.pages import BenchPage
from printworthy.base.encoding import to_utf8
from printworthy.render.chromium import RENDER_LIMITS, find_chromium, is_root, switches

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Route

_SCRIPT: Final = Path(__file__).with_suffix(".js")
_NOWHERE: Final = "http://saved-page.invalid/"
# Milliseconds: to open a page, and for its scripts to run.
_PATIENCE: Final = 20_000
_SETTLING: Final = 1_500


class Shown(NamedTuple):
    """A text node that is not white space.

    raw: its text, white space collapsed.
    drawn: its part of `document.body.innerText`, with the white space before the next node; None if it has none.
    why, how: why no reader sees it, "" if one does; the style or attribute that hides it and on which element.
    gap: where it stands beside the node before: 0 touches, 1 apart in the line, 2 on another line.
    block, item: the number of the nearest element that is no inline box, and of the list item or table row, or -1.
    kin: the elements around it, from inside out.
    """

    raw: str
    drawn: str | None
    why: str
    how: str
    gap: int
    block: int
    item: int
    kin: str


@dataclass(frozen=True, slots=True)
class Showing:
    """Shows pages, or remembers what it showed."""

    browser: Browser
    scripts: bool = False
    cache: Path | None = None

    def look(self, page: BenchPage) -> list[Shown]:
        """The page's text nodes in their order."""
        key = hashlib.sha256(b"\0".join((page.content, page.url.encode(), _SCRIPT.read_bytes()))).hexdigest()[:24]
        kept = self.cache / f"{key}{'-scripts' if self.scripts else ''}.json.gz" if self.cache else None
        if kept and kept.is_file():
            return _rows(gzip.decompress(kept.read_bytes()))
        answer = self._render(page)
        if kept:
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_bytes(gzip.compress(answer, 5))
        return _rows(answer)

    def _render(self, page: BenchPage) -> bytes:
        context = self.browser.new_context(
            java_script_enabled=self.scripts, service_workers="block", viewport={"width": 1280, "height": 1024}
        )
        try:
            return _visit(context, page, _SETTLING if self.scripts else 0)
        finally:
            context.close()


def _visit(context: BrowserContext, page: BenchPage, settling: int) -> bytes:
    given = False

    def answer(route: Route) -> None:
        nonlocal given
        if given or not route.request.is_navigation_request():
            route.abort()
        else:
            given = True
            route.fulfill(body=to_utf8(page.content), content_type="text/html; charset=utf-8")

    context.route("**/*", answer)
    tab = context.new_page()
    tab.set_default_timeout(_PATIENCE)
    tab.goto(page.url if page.url.startswith("http") else _NOWHERE, wait_until="domcontentloaded")
    tab.wait_for_timeout(settling)
    found: str = tab.evaluate(_SCRIPT.read_text("utf-8"))
    return found.encode("utf-8", "replace")


def _rows(answer: bytes) -> list[Shown]:
    rows: list[Any] = json.loads(answer)
    return [Shown(*row) for row in rows]


@contextmanager
def showing(scripts: bool = False, cache: Path | None = None) -> Iterator[Showing]:
    """A browser for as long as it takes."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=find_chromium(), args=switches(RENDER_LIMITS), chromium_sandbox=not is_root()
        )
        try:
            yield Showing(browser, scripts, cache)
        finally:
            browser.close()
