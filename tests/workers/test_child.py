"""The process's own side: what goes in and out of its standard streams."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from printworthy.workers.wire import pack, receive, unpack

pytestmark = pytest.mark.processes


def run(*frames: bytes, arguments: tuple[str, ...] = ("test", "256", "0", "0")) -> tuple[list[object], int]:
    """All answers to these frames, and the exit code."""
    command = [sys.executable, "-m", "printworthy.workers.child", *arguments]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"".join(frames))
        process.stdin.close()
        answers = []
        while (frame := receive(process.stdout)) is not None:
            answers.append(unpack(frame))
        return answers, process.wait()


def test_nothing_in_nothing_out() -> None:
    assert run() == ([], 0)


def test_the_first_frame_gets_it_ready() -> None:
    (ready, first, second), code = run(pack((str, ("host",))), pack((str.upper, ())), pack((str.count, ("o",))))
    assert ready[:3] == (True, None, True)
    assert (first[1], second[1], code) == ("HOST", 1, 0)
    assert 0 < ready[3] <= first[3] <= second[3]  # the CPU that it has used


def test_without_a_host_calls_have_their_own_arguments_only() -> None:
    (_, answer), _ = run(pack((print, ("ready",))), pack((abs, (-1,))))
    assert answer[:3] == (True, 1, True)


def test_after_too_much_memory_it_ends() -> None:
    answers, code = run(pack((print, ())), pack((bytearray, (1 << 30,))), pack((abs, (-1,))))
    assert [answer[2] for answer in answers] == [True, False]
    assert "more than 256 MB" in str(answers[1][1])
    assert code == 0


@pytest.mark.parametrize(("flags", "refused"), [((), True), (("programs",), False)])
def test_programs(flags: tuple[str, ...], refused: bool) -> None:
    (_, answer), _ = run(pack((print, ())), pack((os.system, ("true",))), arguments=("test", "256", "0", "0", *flags))
    assert answer[0] != refused


def test_it_is_light() -> None:
    """Whatever a process needs not to begin stays out: each worker, and the first PDF, waits for it."""
    code = "import printworthy.workers.child, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"asyncio", "dataclasses", "numpy", "subprocess"} & set(done.stdout.split())


def test_a_pool_is_all_that_needs_an_event_loop() -> None:
    code = "import printworthy.workers.process, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "asyncio" not in done.stdout.split()
