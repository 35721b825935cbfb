from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest


def test_a_page_is_explained_into_a_file(run, sample: Path, tmp_path: Path) -> None:
    out = tmp_path / "explain.html"
    code, printed, told = run("explain", str(sample), "-o", str(out), "--verbose")
    assert (code, printed) == (0, b"")
    assert told.startswith(f"wrote {out}: ")
    content = out.read_text("utf-8")
    assert "<title>Why: The clockmaker who stopped a town for eleven minutes</title>" in content
    assert 'value="learned"' in content
    assert '<img src="data:image/' in content  # the picture beside the page


def test_standard_input_and_output(run, sample: Path) -> None:
    code, printed, told = run("explain", "-", "--method", "subtree", "--images", "none", stdin=sample.read_bytes())
    assert (code, told) == (0, "")
    names = printed.decode().split('name="method" value="')[1:]
    assert names[0].startswith('subtree"')


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["no-such-file.html"], 4, "there is no file"),
        (["-"], 4, "is empty"),
        (["-", "--method", "magic"], 2, "there is no method 'magic'"),
        (["-", "-o", "out.epub"], 2, "out.epub: this verb writes .html, .htm only; 'printworthy print' makes .epub"),
        (["ftp://example.org/"], 2, "cannot read"),
    ],
)
def test_errors(run, arguments: list[str], code: int, message: str) -> None:
    stdin = b"<p>Text" if "--method" in arguments else b""
    ended, _, told = run("explain", *arguments, stdin=stdin)
    assert ended == code
    assert message in told


def test_a_place_that_cannot_be_written(run, sample: Path, tmp_path: Path) -> None:
    code, _, told = run("explain", str(sample), "-o", str(tmp_path / "none" / "out.html"))
    assert code == 9
    assert "does not exist: create it first" in told


@pytest.mark.processes
def test_a_terminal_gets_a_file(sample: Path, tmp_path: Path) -> None:
    """Nobody reads a page of HTML on a terminal."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "printworthy", "explain", str(sample)]
    own = {**os.environ, "PYTHONPATH": str(sample.parent.parent)}
    done = subprocess.run(command, stdout=theirs, stderr=subprocess.PIPE, cwd=tmp_path, env=own, check=True)
    os.close(theirs)
    os.close(ours)
    assert done.stderr.startswith(b"wrote explain.html: ")
    assert "<title>Why: The clockmaker" in (tmp_path / "explain.html").read_text("utf-8")
