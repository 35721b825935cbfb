"""The browser on this machine: where its program is, and how it is started so that it reaches nothing by itself."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Final

from printworthy.errors import RenderError
from printworthy.render.limits import RenderLimits

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
