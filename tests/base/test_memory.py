"""What is over goes back."""

from __future__ import annotations

import gc
import sys
import weakref
from pathlib import Path

import pytest

from printworthy.base.memory import give_back


class Ring:
    """Holds itself alive."""

    def __init__(self) -> None:
        self.self = self
        self.bodies = [bytes(100_000) for _ in range(300)]


def resident() -> int:
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * 4096


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from Linux's /proc")
def test_what_holds_itself_goes() -> None:
    gc.disable()
    try:
        ring = Ring()
        seen, held = weakref.ref(ring), resident()
        del ring
        assert seen() is not None
        give_back()
    finally:
        gc.enable()
    assert seen() is None
    assert resident() < held - 20_000_000
