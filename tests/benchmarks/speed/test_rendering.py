"""The benchmark of rendering: its judgement, and a short run in a real browser."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from tests.render.conftest import chromium_missing

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "speed" / "rendering.py"


@pytest.fixture(scope="module")
def rendering():
    spec = importlib.util.spec_from_file_location("rendering", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    sys.modules["rendering"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["rendering"]


def course(rendering, load: float, collect: float, memory: list[float]):
    seconds = {"load": [load] * 20, "settle": [0.1] * 20, "collect": [collect] * 20}
    return rendering.Course(seconds, memory, [8] * 20, [])


def test_judgement(rendering) -> None:
    assert list(rendering.judge(course(rendering, 0.3, 0.09, [100.0] * 20), [])) == []
    assert "third" in next(rendering.judge(course(rendering, 0.3, 0.12, [100.0] * 20), []))
    growing = [100.0 + 5 * step for step in range(20)]
    assert "grown" in next(rendering.judge(course(rendering, 0.3, 0.09, growing), []))
    assert "left: [7]" in next(rendering.judge(course(rendering, 0.3, 0.09, [100.0] * 20), [7]))


@pytest.mark.processes
@pytest.mark.skipif(bool(chromium_missing()), reason=f"no browser: {chromium_missing()}")
def test_pages_in_a_row_leave_nothing(rendering) -> None:
    import os

    before = rendering.family(os.getpid())
    seen = rendering.go(rendering.load_pages(None, 12))
    assert not seen.errors
    assert len(seen.memory) == 12
    assert not rendering.family(os.getpid()) - before
    assert "pages rendered" in rendering.table(seen)
