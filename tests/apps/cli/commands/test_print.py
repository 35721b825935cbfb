from __future__ import annotations

import os
from pathlib import Path

import pytest

PAGE = b"<p>Text</p>"


def test_several_files_from_one_extraction(run, engine, tmp_path: Path) -> None:
    paths = [tmp_path / "story.html", tmp_path / "story.md"]
    code, out, err = run("print", "-", "-o", str(paths[0]), "-o", str(paths[1]), stdin=PAGE)
    assert (code, out) == (0, b"")
    assert err.splitlines() == [f"wrote {path}: Of small things" for path in paths]
    assert "<html" in paths[0].read_text("utf-8")
    assert "# Of small things" in paths[1].read_text("utf-8")
    assert len(engine) == 1


@pytest.mark.parametrize(
    ("output", "code", "says"),
    [
        ("story", 2, "end the file name with one of"),
        ("story.docx", 2, "end the file name with one of"),
        ("story.pfd", 2, "did you mean .pdf?"),
        ("missing/story.html", 9, "does not exist: create it first"),
        ("missing/", 9, "does not exist: create it first"),
        ("page.html/story.html", 9, "is a file, so that nothing can be written into it: name a folder"),
        ("locked.html", 9, "is write-protected: choose another name"),
    ],
)
def test_where_nothing_can_be_written(run, engine, tmp_path: Path, output: str, code: int, says: str) -> None:
    """It is told before the page is read, and before other files are written."""
    (tmp_path / "locked.html").touch(0o444)
    (tmp_path / "page.html").write_bytes(PAGE)
    ran = run("print", str(tmp_path / "page.html"), "-o", str(tmp_path / "first.md"), "-o", f"{tmp_path}/{output}")
    assert (ran.code, ran.out) == (code, b"")
    assert says in ran.err
    assert ran.err.count("\n") == 1
    assert engine == []
    assert not (tmp_path / "first.md").exists()
    assert (tmp_path / "locked.html").read_bytes() == b""


@pytest.mark.processes
@pytest.mark.parametrize("end", ["", "/"])
def test_into_a_folder(run, engine, tmp_path: Path, end: str) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    code, _, err = run("print", "-", "-o", f"{folder}{end}", stdin=PAGE)
    assert (code, err) == (0, f"wrote {folder / 'Of-small-things.pdf'}: Of small things\n")
    assert [path.name for path in folder.iterdir()] == ["Of-small-things.pdf"]


def test_a_folder_that_is_closed_is_told_before_any_work(run, engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    code, _, err = run("print", "-", stdin=PAGE)
    assert (code, err) == (9, "printworthy: the folder . may not be written: choose another one with -o\n")
    assert engine == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["-o", "a.md", "--style", "large"], "not used: --style (for PDF and HTML)"),
        (["-o", "a.html", "--style", "Newspaper"], "not used: --style (for PDF)"),
        (["-o", "a.html", "--style=large"], ""),
        (["-o", "a.html", "--font-size", "18pt"], ""),
        (["-o", "a.epub", "--paper", "a5", "--grey"], "not used: --paper (for PDF)"),
        (["-o", "a.md", "--paper", "a5", "--title", "T"], "not used: --paper (for PDF), --title (for an issue)"),
        (["-o", "a.md"], ""),
    ],
)
def test_options_that_change_nothing_are_told(
    run, engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, err = run("print", "-", *arguments, stdin=PAGE)
    assert (code, err.splitlines()[:-1]) == (0, [says] if says else [])


def test_large_letters_in_html(run, engine, tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    for arguments, size in (["--style", "LARGE"], "18pt"), (["--font-size", "20 pt"], "20pt"):
        assert run("print", "-", "-o", str(path), *arguments, stdin=PAGE).code == 0
        assert f"body {{ font-size: {size}; }}" in path.read_text("utf-8")


def test_folder_that_may_not_be_written(run, engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may write anywhere, so that the system's answer is played."""

    really_open = os.open

    def refuse(path: str | Path, *rest: int, **more: int) -> int:
        if Path(path).parent == tmp_path:
            raise PermissionError(13, "Permission denied", str(path))
        return really_open(path, *rest, **more)

    monkeypatch.setattr(os, "open", refuse)
    code, out, err = run("print", "-", "-o", str(tmp_path / "story.html"), stdin=PAGE)
    assert (code, out) == (9, b"")
    assert "Permission denied" in err
    assert err.count("\n") == 1


def test_suffix_is_checked_before_any_work(run, engine) -> None:
    assert run("print", "no-such-page.html", "-o", "story.docx").code == 2
    assert engine == []


def test_sample_page_with_its_pictures(run, sample: Path, tmp_path: Path) -> None:
    """The whole way with the real engine: the pictures beside the page are embedded."""
    path = tmp_path / "story.html"
    code, _, err = run("print", str(sample), "-o", str(path))
    assert (code, err) == (0, f"wrote {path}: The clockmaker who stopped a town for eleven minutes\n")
    text = path.read_text("utf-8")
    assert "data:image/png;base64," in text
    assert "The tower of Hallowgate, seen from the mill bridge." in text
    assert "ads.example" not in text
