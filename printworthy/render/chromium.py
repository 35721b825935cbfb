"""The browser on this machine: where its program is, and how it is started so that it reaches nothing by itself."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from printworthy.errors import RenderError

VARIABLE: Final = "PRINTWORTHY_CHROMIUM"
# Debian's program itself rather than its wrapper, which is a shell script that may add extensions.
_PLACES: Final = ("/usr/lib/chromium/chromium", "/usr/lib64/chromium-browser/chromium-browser")
_NAMES: Final = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")


def find_chromium(given: str | os.PathLike[str] | None = None) -> str:
    """The program to start: the one given, the one that the environment names, or the system's."""
    wanted = os.fspath(given) if given is not None else os.environ.get(VARIABLE, "")
    if wanted:
        if not Path(wanted).is_file():
            raise RenderError(f"there is no browser at {wanted}: check the path, or {VARIABLE}")
        return wanted
    places = [*_PLACES, *filter(None, map(shutil.which, _NAMES))]
    found = next((place for place in places if Path(place).is_file()), "")
    if not found:
        raise RenderError(f"no Chromium was found: install it (Debian: apt-get install chromium) or set {VARIABLE}")
    return found


def switches(limits: RenderLimits) -> list[str]:
    """What the browser is told at its start.

    No name and no address leads anywhere, whatever asks for it: a request is answered by us or not at all.
    """
    # Where nobody can see what a process holds, at least its scripts are held; elsewhere the process is ended sooner.
    heap = limits.memory // (1024 * 1024)
    told = [
        "--host-resolver-rules=MAP * ~NOTFOUND",
        "--webrtc-ip-handling-policy=disable_non_proxied_udp",
        "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
        "--disable-quic",
        "--disable-gpu",
        "--disable-breakpad",
        "--disable-crash-reporter",
        "--mute-audio",
        "--autoplay-policy=user-gesture-required",
        f"--js-flags=--max-old-space-size={heap}",
    ]
    return [*told, "--no-sandbox"] if is_root() else told


def is_root() -> bool:
    """Chromium's sandbox does not start for the superuser; the page's process is then held by the system alone."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


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
