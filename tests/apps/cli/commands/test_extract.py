from __future__ import annotations

import json
from pathlib import Path

import pytest

PAGE = b"<p>Text</p>"
SENTENCE = "Über allen Gipfeln ist Ruh."


@pytest.mark.parametrize(
    ("arguments", "mark"),
    [
        ([], "Of small things\n"),
        (["--format", "text"], "Of small things\n"),
        (["--format", "markdown"], "# Of small things"),
        (["--format", "html"], "<html"),
        (["--format", "json"], "{"),
    ],
)
def test_formats_on_standard_output(run, engine, arguments: list[str], mark: str) -> None:
    code, out, err = run("extract", "-", *arguments, stdin=PAGE)
    assert (code, err) == (0, "")
    text = json.dumps(json.loads(out), ensure_ascii=False) if mark == "{" else out.decode("utf-8")
    assert mark in text
    assert SENTENCE in text


@pytest.mark.parametrize(
    ("name", "arguments", "mark"),
    [
        ("out.md", [], "# Of small things"),
        ("out.html", [], "<html"),
        ("out.json", ["--format", "markdown"], "# Of small things"),
        ("out", [], "Of small things\n"),
        ("out.dat", ["--format", "html"], "<html"),
    ],
)
def test_into_a_file(run, engine, tmp_path: Path, name: str, arguments: list[str], mark: str) -> None:
    assert run("extract", "-", "-o", str(tmp_path / name), *arguments, stdin=PAGE) == (0, b"", "")
    assert mark in (tmp_path / name).read_text("utf-8")


def test_no_text_into_a_file_of_another_format(run, engine, tmp_path: Path) -> None:
    code, _, err = run("extract", "-", "-o", str(tmp_path / "out.docx"), stdin=PAGE)
    assert (code, list(tmp_path.iterdir())) == (2, [])
    assert "the suffix '.docx' names no format: end the file name with one of .txt" in err
    assert run("extract", "-", "-o", str(tmp_path / "out.xml"), "--format", "html", stdin=PAGE).code == 0


def test_sample_page(run, sample: Path) -> None:
    """The whole way with the real engine."""
    code, out, err = run("extract", str(sample), "--format", "markdown")
    assert (code, err) == (0, "")
    text = out.decode("utf-8")
    assert "laid one finger on its pendulum" in text
    assert "exactly where it had left off" in text
    assert "184 partners" not in text
    assert "The pub that bans small talk" not in text
