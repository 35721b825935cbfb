"""Memory: what is over goes back to the system at once, not when Python and the C library feel like it."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

# Seconds from one look for what is over to the next.
_TIDY: Final = 5.0
_ARENA_MAX: Final = -8  # of mallopt(3)


def share_arena() -> None:
    """Let all threads to come take memory from one place: each of several has gaps of its own, and keeps them."""
    if (limit := _of_library("mallopt")) is not None:
        limit(_ARENA_MAX, 1)


def give_back() -> None:
    """Find what holds itself alive, and give free memory back to the system, where the C library can."""
    gc.collect()
    if (trim := _of_library("malloc_trim")) is not None:
        trim(0)


def _of_library(name: str) -> Callable[..., int] | None:
    """A function of the C library, where it has it."""
    if not sys.platform.startswith("linux"):
        return None
    import ctypes

    return getattr(ctypes.CDLL(None), name, None)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Load much without looking again and again for what is over, then or later: as good as nothing of it can be."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


async def keep_tidy() -> None:
    """Give back again and again, as long as a server runs; what it has loaded at first stays and is not looked through.

    Requests that are over, and workers that were ended, hold each other with their bodies until Python looks for such,
    and that it does after so many objects, however large they are.
    """
    import asyncio  # workers, which load this file too, need none of it

    await asyncio.sleep(_TIDY)
    give_back()
    gc.freeze()
    while True:
        await asyncio.sleep(_TIDY)
        give_back()
