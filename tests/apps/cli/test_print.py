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
        ("folder.html", 2, "is a folder"),
        ("missing/story.html", 2, "does not exist: create it first"),
        ("page.html/story.html", 2, "does not exist"),
    ],
)
def test_where_nothing_can_be_written(run, engine, tmp_path: Path, output: str, code: int, says: str) -> None:
    (tmp_path / "folder.html").mkdir()
    (tmp_path / "page.html").write_bytes(PAGE)
    ran = run("print", str(tmp_path / "page.html"), "-o", str(tmp_path / output))
    assert (ran.code, ran.out) == (code, b"")
    assert says in ran.err
    assert ran.err.count("\n") == 1


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
