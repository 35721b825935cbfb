"""Memory: the processes of a browser, and what they hold, as far as the system tells."""

from __future__ import annotations

import contextlib
import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.async_api import CDPSession


async def processes(session: CDPSession) -> dict[int, str]:
    """The browser's processes and their kinds, as it lists them."""
    answer = await session.send("SystemInfo.getProcessInfo")
    return {int(one["id"]): str(one["type"]) for one in answer["processInfo"]}


def resident(process: int) -> int:
    """Bytes that a process holds in memory; 0 where that is not to be known."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def birth(process: int) -> str:
    """When a process began, as the system counts; "" where that is not to be known."""
    try:
        return Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""


def end(process: int, born: str) -> None:
    """End a process at once, if it is still the one that began then: numbers are given again."""
    if born and birth(process) == born:
        with contextlib.suppress(OSError):
            os.kill(process, signal.SIGKILL)
