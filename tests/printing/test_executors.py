"""Steps by name: each names a function that is there, and is imported only where it is called."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from importlib import import_module

import pytest

from printworthy.printing import executors as places
from printworthy.printing.executors import Step, ThreadExecutor

STEPS = {name: step for name, step in vars(places).items() if isinstance(step, Step)}


def test_there_are_steps() -> None:
    assert len(STEPS) >= 12


@pytest.mark.parametrize("name", STEPS)
def test_each_step_names_a_function(name: str) -> None:
    step = STEPS[name]
    assert callable(getattr(import_module(step.module), step.name))


def test_a_step_is_called_by_its_name() -> None:
    assert Step("join", "posixpath")("a", "b") == "a/b"
    with pytest.raises(AttributeError):
        Step("no_such_function", "posixpath")()


@pytest.mark.processes
def test_naming_steps_loads_no_engine() -> None:
    code = (
        "import sys, printworthy.printing.executors;"
        "print([m for m in ('numpy', 'selectolax', 'printworthy.printing.steps') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_thread_does_its_step_beside_the_loop() -> None:
    def step(*given: object) -> tuple[object, ...]:
        return (threading.current_thread() is threading.main_thread(), *given)

    assert asyncio.run(ThreadExecutor().run(step, "a", 1)) == (False, "a", 1)


def test_what_a_step_raises_comes_back() -> None:
    with pytest.raises(ZeroDivisionError):
        asyncio.run(ThreadExecutor().run(lambda: 1 / 0))
