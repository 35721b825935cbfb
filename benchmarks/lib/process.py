"""What this process costs: its memory now and at its peak, and Python run anew for a measurement of its own."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any


def resident_mb() -> float:
    """Memory that this process holds now, in MB."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def peak_mb() -> float:
    """The most memory that this process ever held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6


def fresh_python(code: str, *arguments: str) -> Any:  # noqa: ANN401 - whatever the code prints
    """Run code in a new Python; the value is the JSON that it prints last."""
    run = subprocess.run([sys.executable, "-c", code, *arguments], check=True, capture_output=True, text=True)
    return json.loads(run.stdout.splitlines()[-1])
