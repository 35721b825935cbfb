from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.processes


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        ("extract - <&-", 4, "standard input is closed: give a file"),
        ("extract - </dev/null", 4, "standard input is empty"),
        ("extract {sample} --force >&-", 9, "standard output is closed: name a file with -o"),
        ("extract {sample} --force >/dev/full", 9, "No space left on device): name a file elsewhere with -o"),
    ],
)
def test_closed_and_full(sample: Path, arguments: str, code: int, says: str) -> None:
    command = f"'{sys.executable}' -m printworthy {arguments.format(sample=sample)}"
    done = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == code
    assert done.stderr.startswith("printworthy: ")
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
