"""How much a page may cost in the browser: one small frozen value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderLimits:
    """The most that one page may cost, and when the browser is renewed.

    seconds:   from the request to the last box, by the clock on the wall.
    settle:    seconds of the page's own clock that its scripts get after loading; they pass as fast as scripts run.
    requests:  how many addresses a page may ask for; the rest are refused.
    patience:  seconds that one of these may take.
    size:      bytes that all of these may have together.
    redirects: how often a page may send the browser elsewhere.
    memory:    bytes that the page's process may hold.
    nodes:     elements that are looked at; those after them have neither style nor box.
    pages:     after how many pages the browser is started anew.
    width, height: of the window, in pixels.
    """

    seconds: float = 20.0
    settle: float = 3.0
    requests: int = 200
    patience: float = 5.0
    size: int = 64 * 1024 * 1024
    redirects: int = 5
    memory: int = 1024 * 1024 * 1024
    nodes: int = 50_000
    pages: int = 200
    width: int = 1280
    height: int = 1024


RENDER_LIMITS: Final = RenderLimits()
