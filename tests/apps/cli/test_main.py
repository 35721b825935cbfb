from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from printworthy import errors
from printworthy.apps.cli import extract
from printworthy.version import VERSION

COMMAND = [sys.executable, "-m", "printworthy"]


def test_version(run) -> None:
    assert run("--version") == (0, f"printworthy {VERSION}\n".encode(), "")


@pytest.mark.parametrize("verb", [[], ["extract"], ["print"], ["evaluate"]])
def test_help(run, verb: list[str]) -> None:
    code, out, err = run(*verb, "--help")
    assert (code, err) == (0, "")
    assert out.startswith(b"usage: printworthy")


@pytest.mark.parametrize("wrong", [[], ["extract"], ["print"], ["extract", "-", "--images", "x"]])
def test_wrong_usage(run, wrong: list[str]) -> None:
    code, out, err = run(*wrong)
    assert (code, out) == (2, b"")
    assert "usage: printworthy" in err


@pytest.mark.parametrize(
    "error",
    [
        errors.UsageError("u: do this"),
        errors.NoArticleError("n: do this"),
        errors.InputError("i: do this"),
        errors.MissingExtraError("pdf"),
        errors.FetchError("f: do this"),
        errors.ModelError("m: do this"),
        errors.WriteError("w: do this"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_expected_errors_are_one_line(run, monkeypatch: pytest.MonkeyPatch, error: errors.PrintworthyError) -> None:
    def fail(args: object) -> int:
        raise error

    monkeypatch.setattr(extract, "run", fail)
    assert run("extract", "-") == (error.exit_code, b"", f"printworthy: {error}\n")


def test_errors_of_the_system_are_one_line(run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(args: object) -> int:
        raise OSError(36, "File name too long", "x.html")

    monkeypatch.setattr(extract, "run", fail)
    code, _, err = run("extract", "-")
    assert code == 1
    assert err == "printworthy: [Errno 36] File name too long: 'x.html': check the names of the files and the disk\n"


def test_interrupted(run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(args: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(extract, "run", interrupt)
    assert run("extract", "-") == (130, b"", "")


def test_nobody_reads(sample: Path) -> None:
    """A reader that leaves (`| head -0`) is no reason for a traceback."""
    process = subprocess.Popen(
        [*COMMAND, "extract", str(sample), "--force"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.wait() == 141
    assert process.stderr is not None
    with process.stderr:
        assert process.stderr.read() == b""


def test_help_is_quick() -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([*COMMAND, "--help"], capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.stdout
    assert (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime) < 0.2


def test_help_needs_no_engine() -> None:
    code = (
        "import sys; from printworthy.apps.cli.main import build_parser; build_parser()[0].format_help();"
        "print([m for m in ('numpy', 'selectolax', 'printworthy.extract') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
