"""Memory: what is over goes back to the system at once, not when Python and the C library feel like it."""

from __future__ import annotations

import gc
import sys


def give_back() -> None:
    """Find what holds itself alive, and give free memory back to the system, where the C library can."""
    gc.collect()
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
