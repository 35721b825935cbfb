from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from printworthy import errors
from printworthy.apps.cli.commands import extract
from printworthy.version import VERSION

COMMAND = [sys.executable, "-m", "printworthy"]


def test_version(run) -> None:
    assert run("--version") == (0, f"printworthy {VERSION}\n".encode(), "")


@pytest.mark.parametrize("verb", [[], ["extract"], ["print"], ["evaluate"]])
def test_help(run, verb: list[str]) -> None:
    code, out, err = run(*verb, "--help")
    assert (code, err) == (0, "")
    assert out.startswith(b"usage: printworthy")


def test_nothing_typed_is_answered_with_help(run) -> None:
    code, out, err = run()
    assert (code, out) == (2, b"")
    assert err.startswith("usage: printworthy")


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (["extract"], "SOURCE is missing: 'printworthy extract --help' tells more"),
        (["print"], "SOURCE is missing: 'printworthy print --help' tells more"),
        (["print", "a.html", "--style"], "--style needs a value: 'printworthy print --help' tells more"),
        (["print", "a.html", "-o"], "-o/--output needs a value: 'printworthy print --help' tells more"),
        (["extract", "-", "--images", "x"], "--images cannot be 'x': choose relevant, all, none"),
        (["extract", "-", "--stile"], "there is no option --stile: 'printworthy extract --help' lists them"),
        (["print", "a.html", "--stlye", "large"], "there is no option --stlye: did you mean --style?"),
        (["print", "a.html", "--stile", "large"], "there is no option --stile: did you mean --style?"),
        (["print", "a.html", "--large"], "there is no option --large: did you mean --style large?"),
        (["print", "a.html", "--epub"], "there is no option --epub: did you mean -o FILE.epub?"),
        (["print", "a.html", "--stlye=large"], "there is no option --stlye: did you mean --style?"),
        (["print", "a.html", "--qr=x"], "--qr takes no value, but got 'x': 'printworthy print --help' tells more"),
        (["extract", "a.html", "b.html"], "'b.html' is one too many: 'printworthy extract --help' tells what it takes"),
        (["batch", "x", "-o", "y", "--min-chars", "few"], "--min-chars cannot be 'few': give a number"),
        (["print", "a.html", "--style", "larg"], "--style: there is no style 'larg': did you mean large?"),
        (["print", "a.html", "--style", "no.typ"], "--style: there is no file no.typ: check the name"),
        (["print", "a.html", "--fonts", "no-such"], "--fonts: there is no folder no-such: check the name"),
        (["print", "a.html", "-o", "-"], "-o - names no file: 'printworthy extract' writes to standard output"),
        (["print", "a.html", "--font-size", "0"], "--font-size: '0' is no size of letters: give 4 to 72 points"),
        (["print", "a.html", "--font-size", "200"], "--font-size: '200' is no size of letters: give 4 to 72 points"),
        (["print", "a.html", "--columns", "9"], "--columns: '9' is no number of columns: give 1 to 4"),
        (["print", "a.html", "--margin", "wide"], "--margin: 'wide' is no margin: give millimetres, such as 20"),
    ],
)
def test_wrong_usage_is_told_in_one_line(run, wrong: list[str], says: str) -> None:
    assert run(*wrong) == (2, b"", f"printworthy: {says}\n")


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
    assert err == "printworthy: x.html: File name too long: check the names of the files and the disk\n"


def test_interrupted(run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(args: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(extract, "run", interrupt)
    assert run("extract", "-") == (130, b"", "")


@pytest.mark.processes
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


@pytest.mark.processes
def test_help_is_quick() -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([*COMMAND, "--help"], capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.stdout
    assert (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime) < 0.2


@pytest.mark.processes
def test_help_needs_no_engine() -> None:
    code = (
        "import sys; from printworthy.apps.cli.main import build_parser; build_parser()[0].format_help();"
        "print([m for m in ('numpy', 'selectolax', 'printworthy.extract') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
