"""Memory: what is over goes back to the system at once, not when Python and the C library feel like it."""

from __future__ import annotations

import asyncio
import gc
import sys
from typing import Final

# Seconds from one look for what is over to the next.
_TIDY: Final = 5.0


def give_back() -> None:
    """Find what holds itself alive, and give free memory back to the system, where the C library can."""
    gc.collect()
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


async def keep_tidy() -> None:
    """Give back again and again, as long as a server runs; what it has loaded by now stays and is not looked through.

    Requests that are over, and workers that were ended, hold each other with their bodies until Python looks for such,
    and that it does after so many objects, however large they are.
    """
    give_back()
    gc.freeze()
    while True:
        await asyncio.sleep(_TIDY)
        give_back()
