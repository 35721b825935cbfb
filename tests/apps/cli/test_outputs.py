"""Where servers keep their files is looked at before they start."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.apps.cli.conftest import Run

VERBS = [
    (["serve", "--folder"], "choose another one with --folder, or --no-folder to keep nothing"),
    (["proxy", "--folder"], "choose another one with --folder"),
    (["annotate", "--data"], "choose another one with --data"),
]


@pytest.mark.parametrize(("verb", "advice"), VERBS)
def test_a_folder_that_may_not_be_written(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, verb: list[str], advice: str
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: mode == os.R_OK)
    code, _, err = run(*verb, str(tmp_path / "a" / "b"))
    assert (code, err) == (9, f"printworthy: the folder {tmp_path} may not be written: {advice}\n")


@pytest.mark.parametrize(("verb", "advice"), VERBS)
def test_a_folder_inside_a_file(run: Run, tmp_path: Path, verb: list[str], advice: str) -> None:
    (tmp_path / "page.html").touch()
    code, _, err = run(*verb, str(tmp_path / "page.html" / "b"))
    assert code == 9
    assert err.startswith(f"printworthy: {tmp_path / 'page.html'} is a file, ")
    assert err.endswith(f": {advice}\n")
