"""Saving: the whole file or nothing."""

from __future__ import annotations

import errno
import os
import stat
import threading
from pathlib import Path
from typing import NoReturn

import pytest

from printworthy.data.article import Article
from printworthy.data.blocks import Paragraph, Text
from printworthy.errors import PrintworthyError, UsageError, WriteError
from printworthy.printing.public import write as save
from printworthy.writers.save import check_target

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
    ("path", "error", "message"),
    [
        ("no/a.txt", WriteError, "does not exist: create it first"),
        (".", UsageError, "suffix"),
        ("sub.txt", UsageError, "is a folder"),
        ("locked.txt", WriteError, "is write-protected: choose another name"),
    ],
)
def test_a_path_that_cannot_be_a_file(tmp_path: Path, path: str, error: type[PrintworthyError], message: str) -> None:
    (tmp_path / "sub.txt").mkdir()
    (tmp_path / "locked.txt").touch(0o444)
    with pytest.raises(error, match=message):
        save(ARTICLE, tmp_path / path)
    assert (tmp_path / "locked.txt").read_bytes() == b""


def test_a_folder_that_may_not_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may write anywhere, so that the system's answer is played."""
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != tmp_path)
    with pytest.raises(WriteError, match="may not be written: choose another one"):
        check_target(tmp_path / "a.txt")


@pytest.mark.parametrize(
    ("number", "advice"), [(errno.ENOSPC, "make room there"), (errno.EACCES, "choose another folder")]
)
def test_room_is_made_on_a_full_disk_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, advice: str
) -> None:
    def fail(*_: object) -> NoReturn:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(WriteError, match=f"{os.strerror(number)}; {advice}$"):
        save(ARTICLE, tmp_path / "a.txt")


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
