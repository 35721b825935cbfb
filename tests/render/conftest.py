"""A warm browser for the tests in this folder, and what is left of it afterwards."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

from printworthy.errors import RenderError
from printworthy.render.browser import Browser
from printworthy.render.chromium import RenderLimits, find_chromium

# Little time, because the pages are small; enough for a machine that is busy with other tests.
LIMITS = RenderLimits(seconds=15, memory=400 * 1024 * 1024)


def chromium_missing() -> str:
    """Why no browser test can run here, or nothing."""
    try:
        import playwright.async_api  # noqa: F401

        find_chromium()
    except (ImportError, RenderError) as error:
        return str(error)
    return ""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if why := chromium_missing():
        pytest.skip(f"no browser: {why}")
    with Browser(LIMITS) as warm:
        yield warm


def family(process: int | None = None, others: Collection[int] = ()) -> dict[int, str]:
    """The processes that descend from this one, with their command lines ("" for one that ended and was not missed).

    Without `others` and what descends from them: browsers and servers of other tests start and end processes, too.
    """
    parents: dict[int, int] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                parents[int(folder.name)] = int((folder / "stat").read_text("utf-8").rpartition(")")[2].split()[1])
            except OSError:
                continue
    found: dict[int, str] = {}
    todo = [process or os.getpid()]
    while todo:
        here = todo.pop()
        for child, parent in parents.items():
            if parent == here and child not in found and child not in others:
                found[child] = _command(child)
                todo.append(child)
    return found


def _command(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
    except OSError:
        return ""
