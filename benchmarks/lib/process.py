"""What processes cost: the memory and CPU of this one and of others, and Python run anew to measure it alone."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

TICKS: Final = os.sysconf("SC_CLK_TCK")


def resident_mb() -> float:
    """Memory that this process holds now, in MB."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def peak_mb() -> float:
    """The most memory that this process ever held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6


def cpu_of(pid: int) -> float:
    """CPU seconds of a process, of those it has waited for, and of those it has started and that still run."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # it ended just now; whoever started it counts it
        return 0.0
    return sum(map(int, fields[11:15])) / TICKS + sum(map(cpu_of, children(pid)))


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found: list[int] = []
    with suppress(OSError):  # that process or one of its threads ended just now
        for thread in Path(f"/proc/{pid}/task").iterdir():
            with suppress(OSError):
                found += map(int, (thread / "children").read_text().split())
    return found


def fresh_python(code: str, *arguments: str) -> Any:  # noqa: ANN401 - whatever the code prints
    """Run code in a new Python; the value is the JSON that it prints last."""
    run = subprocess.run([sys.executable, "-c", code, *arguments], check=True, capture_output=True, text=True)
    return json.loads(run.stdout.splitlines()[-1])
