"""Scratch folders are removed: by their makers, or by the next one if those were killed."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from printworthy.base.scratch import Scratch, sweep


def test_a_folder_goes_with_its_work(tmp_path: Path) -> None:
    with Scratch(tmp_path) as folder:
        (folder / "deep").mkdir()
        (folder / "deep" / "file").write_text("words", "utf-8")
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="no locks on folders")
def test_only_folders_of_the_dead_are_swept(tmp_path: Path) -> None:
    alive = Scratch(tmp_path)
    names = {"old": "printworthy-scratch-old", "young": "printworthy-scratch-young", "other": "somebody-elses"}
    folders = {name: tmp_path / folder for name, folder in names.items()}
    for folder in folders.values():
        folder.mkdir()
        (folder / "file").write_text("words", "utf-8")
    (tmp_path / "printworthy-scratch-link").symlink_to(folders["other"])
    for path in (alive.path, folders["old"], folders["other"], tmp_path / "printworthy-scratch-link"):
        os.utime(path, (0, 0), follow_symlinks=False)
    sweep(tmp_path)
    assert alive.path.exists()
    assert not folders["old"].exists()
    assert folders["young"].exists()
    assert (folders["other"] / "file").exists()
    alive.close()
    assert not alive.path.exists()
