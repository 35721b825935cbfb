"""Visit: one page in a running browser → `Snapshot`. The order: open, load, settle, collect, close.

After loading, the page's clock runs as fast as its scripts do (Chromium's virtual time) and then stands still: a text
that comes after three seconds costs a few milliseconds, and nothing moves while we look.
"""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from importlib import resources
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import urlsplit

from printworthy.data.looks import Box, ElementStyle, Snapshot
from printworthy.errors import RenderError
from printworthy.render.chromium import RenderLimits
from printworthy.render.traffic import Fetch, Traffic

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, CDPSession, Dialog, Page

T = TypeVar("T")
# A page of unknown address; RFC 2606 keeps such names from ever being found.
_NOWHERE: Final = "http://saved-page.invalid/"
# Ways around the requests that can be answered; no page needs them to show its text.
_NO_SIDE_DOORS: Final = """
for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport", "WebSocket", "WebSocketStream",
                    "SharedWorker", "Worker"]) delete window[name];
window.print = () => {};
"""
# Real seconds that the page's fast clock may take, as a share of all that the page may take.
_SETTLE_SHARE: Final = 0.25
_DIALOGS: Final = 20
_TRIES: Final = 3
_CLOSING: Final = 3.0
# A row: the number of a style or of an element, and the four sides of a box in tenths of a pixel.
_ROW = 5


async def visit(browser: Browser, html: bytes, url: str, fetch: Fetch | None, limits: RenderLimits) -> Snapshot:
    """How the page looks, or `RenderError`; the caller sets the deadline."""
    context = await browser.new_context(
        service_workers="block",
        accept_downloads=False,
        viewport={"width": limits.width, "height": limits.height},
    )
    try:
        await context.add_init_script(_NO_SIDE_DOORS)
        traffic = Traffic(html, fetch, limits)
        await context.route("**/*", traffic.answer)
        page = await context.new_page()
        crashed = _guard(context, page, traffic.failed)
        seen = await _first(_look(page, _address(url), traffic.stayed, limits), traffic.failed, crashed)
        return seen if traffic.moved else replace(seen, url=url)
    finally:
        with suppress(Exception):
            await asyncio.wait_for(context.close(), _CLOSING)


async def _look(page: Page, url: str, stayed: asyncio.Event, limits: RenderLimits) -> Snapshot:
    begin = perf_counter()
    await _load(page, url, stayed)
    loaded = perf_counter()
    session = await page.context.new_cdp_session(page)
    frame, _ = await asyncio.gather(_frame(session), _settle(session, limits))
    settled = perf_counter()
    answer = await _evaluate(session, frame, script(limits.nodes))
    snapshot = read_snapshot(answer, timings := {"load": loaded - begin, "settle": settled - loaded})
    timings["collect"] = perf_counter() - settled
    return snapshot


async def _load(page: Page, url: str, stayed: asyncio.Event) -> None:
    """Open the page. One that wanted to lead elsewhere while it loaded is complete without ever saying so."""
    going = asyncio.ensure_future(page.goto(url, wait_until="load", timeout=0))
    staying = asyncio.ensure_future(stayed.wait())
    try:
        await asyncio.wait({going, staying}, return_when=asyncio.FIRST_COMPLETED)
        if going.done():
            going.result()
        else:
            await page.wait_for_function("document.readyState === 'complete'", polling=50, timeout=0)
    finally:
        going.cancel()
        staying.cancel()
        await asyncio.gather(going, staying, return_exceptions=True)


async def _settle(session: CDPSession, limits: RenderLimits) -> None:
    """Let the page's scripts run until its clock has gone on by the seconds allowed; requests hold the clock."""
    over = asyncio.Event()
    session.on("Emulation.virtualTimeBudgetExpired", lambda _: over.set())
    policy = {"policy": "pauseIfNetworkFetchesPending", "budget": limits.settle * 1000}
    await session.send("Emulation.setVirtualTimePolicy", policy)
    with suppress(TimeoutError):  # scripts that never rest: what stands there now is the page
        await asyncio.wait_for(over.wait(), limits.seconds * _SETTLE_SHARE)


async def _frame(session: CDPSession) -> str:
    """The name of the page's own frame, which stays the same wherever the page leads."""
    tree = await session.send("Page.getFrameTree")
    return str(tree["frameTree"]["frame"]["id"])


async def _evaluate(session: CDPSession, frame: str, expression: str) -> str:
    """Run a script in a world of its own, where the page's scripts have changed nothing."""
    for _ in range(_TRIES):
        world = await session.send("Page.createIsolatedWorld", {"frameId": frame, "worldName": "printworthy"})
        call = {"expression": expression, "contextId": world["executionContextId"], "returnByValue": True}
        answer: dict[str, Any] = await session.send("Runtime.evaluate", call)
        value = answer.get("result", {}).get("value")
        if isinstance(value, str):
            return value
    details = answer.get("exceptionDetails", {}).get("text", "no answer")
    raise RenderError(f"the page could not be looked at ({details}): open it in a browser and save it")


def _guard(context: BrowserContext, page: Page, failed: asyncio.Future[None]) -> asyncio.Future[None]:
    """Dismiss dialogs, close windows that the page opens, and notice its end."""
    crashed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    dialogs = 0

    def crash(_: object) -> None:
        if not crashed.done():
            crashed.set_exception(RenderError("the page's process ended: it may need too much memory"))

    async def dismiss(dialog: Dialog) -> None:
        nonlocal dialogs
        dialogs += 1
        if dialogs > _DIALOGS and not failed.done():
            failed.set_exception(RenderError(f"the page opens more than {_DIALOGS} dialogs: leave it, or save it"))
        with suppress(Exception):
            await dialog.dismiss()

    async def shut(window: Page) -> None:
        with suppress(Exception):
            await window.close()

    page.on("crash", crash)
    page.on("dialog", dismiss)
    context.on("page", shut)
    return crashed


async def _first(work: Coroutine[Any, Any, T], *endings: asyncio.Future[None]) -> T:
    """The work's result, unless one of the endings comes first: then its error."""
    task = asyncio.ensure_future(work)
    try:
        waiting: set[asyncio.Future[Any]] = {task, *endings}
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for ending in endings:
            if ending.done():
                ending.result()
        return await task
    finally:
        task.cancel()
        for ending in endings:
            ending.cancel()
        await asyncio.gather(task, *endings, return_exceptions=True)


def _address(url: str) -> str:
    """The address under which the page is opened."""
    try:
        parts = urlsplit(url)
        return url if parts.scheme in ("http", "https") and parts.hostname else _NOWHERE
    except ValueError:
        return _NOWHERE


@cache
def script(nodes: int) -> str:
    """The script, for at most so many elements."""
    source = (resources.files("printworthy.render") / "collect.js").read_text("utf-8")
    return source.replace("__LIMIT__", str(nodes))


def read_snapshot(answer: str, timings: Mapping[str, float]) -> Snapshot:
    """What the script returned, as a value: a line of JSON, and the markup as it is, so that nobody need quote it."""
    told, line, html = answer.partition("\n")
    try:
        found = json.loads(told if line else "")
        return Snapshot(
            # A page may hold half a surrogate pair, which no encoding can say.
            html=html.encode("utf-8", "replace"),
            url=found["url"],
            styles=tuple(map(_style, found["styles"])),
            elements=tuple(_rows(found["elements"])),
            texts=_texts(found["texts"]),
            width=found["width"],
            height=found["height"],
            timings=timings,
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise RenderError(f"the browser answered with something strange ({error!r}): try again") from error


def _rows(flat: Sequence[float]) -> list[tuple[int, Box]]:
    """Pairs of a number and a box."""
    sides = ([tenths / 10 for tenths in flat[side::_ROW]] for side in range(1, _ROW))
    return list(zip(map(int, flat[::_ROW]), map(Box, *sides), strict=True))


def _texts(flat: Sequence[float]) -> dict[int, tuple[Box, ...]]:
    found: dict[int, list[Box]] = defaultdict(list)
    for number, box in _rows(flat):
        found[number].append(box)
    return {number: tuple(boxes) for number, boxes in found.items()}


def _style(key: str) -> ElementStyle:
    display, visibility, size, weight, color, background = key.split("|")
    visible = visibility == "visible" and display != "none"
    # A node outside the page's flow has no computed values.
    return ElementStyle(
        display, visible, float(size.removesuffix("px") or 0), int(float(weight or 0)), color, background
    )
