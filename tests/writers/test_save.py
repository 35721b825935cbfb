"""Saving: the whole file or nothing."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path
from typing import NoReturn

import pytest

from printworthy.data.article import Article, Paragraph, Text
from printworthy.errors import UsageError, WriteError
from printworthy.writers.save import save

ARTICLE = Article(title="T", blocks=(Paragraph((Text("x"),)),))


def test_the_suffix_or_the_format_decides(tmp_path: Path) -> None:
    assert save(ARTICLE, tmp_path / "a.md") == tmp_path / "a.md"
    save(ARTICLE, str(tmp_path / "b.bin"), format="text")
    assert (tmp_path / "a.md").read_text() == "# T\n\nx\n"
    assert (tmp_path / "b.bin").read_text() == "T\n\nx\n"
    assert {path.name for path in tmp_path.iterdir()} == {"a.md", "b.bin"}


def test_an_older_file_is_replaced_and_keeps_its_permissions(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    target.write_text("old")
    target.chmod(0o640)
    link = tmp_path / "link.txt"
    link.symlink_to(target)
    save(ARTICLE, link)
    assert link.is_symlink()
    assert target.read_text() == "T\n\nx\n"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


@pytest.mark.parametrize(
    ("path", "message"), [("no/a.txt", "does not exist"), (".", "suffix"), ("sub.txt", "is a folder")]
)
def test_a_path_that_cannot_be_a_file(tmp_path: Path, path: str, message: str) -> None:
    (tmp_path / "sub.txt").mkdir()
    with pytest.raises(UsageError, match=message):
        save(ARTICLE, tmp_path / path)


@pytest.mark.parametrize("step", ["open", "fsync", "replace"])
def test_a_failure_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    target = tmp_path / "a.txt"
    target.write_text("old")

    def fail(*_args: object, **_more: object) -> NoReturn:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path if step == "replace" else os, step, fail)
    with pytest.raises(WriteError, match=r"cannot write .*a\.txt: Permission denied"):
        save(ARTICLE, target)
    monkeypatch.undo()
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_a_pipe_is_written_to_directly(tmp_path: Path) -> None:
    pipe = tmp_path / "p.txt"
    os.mkfifo(pipe)
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()))
    reader.start()
    save(ARTICLE, pipe)
    reader.join(5)
    assert got == ["T\n\nx\n"]
