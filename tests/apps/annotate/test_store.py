"""Submissions on disk: names that never collide, and writers that wait for each other."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from printworthy.apps.annotate.store import UNFINISHED, Store, file_name, page_name, write_durably
from printworthy.data.annotation import parse_submission
from printworthy.errors import UsageError, WriteError
from tests.apps.annotate.conftest import PAGE, submission


def test_stores_of_one_folder_wait_for_each_other(tmp_path: Path) -> None:
    def save(number: int) -> int:
        sent = parse_submission(submission(id=f"submission-{number}"))
        return Store(tmp_path).save(sent, PAGE.encode()).revision

    with ThreadPoolExecutor(8) as pool:
        revisions = list(pool.map(save, range(16)))
    assert sorted(revisions) == list(range(1, 17))
    assert len(list(tmp_path.glob("pages/*/earlier/*.json"))) == 15


@pytest.mark.parametrize("names", [("ada", "Ada"), ("a b", "a-b"), ("ä", "ö"), ("../x", "x"), ("a" * 64, "a" * 63)])
def test_other_annotators_have_other_files(names: tuple[str, str]) -> None:
    one, other = (file_name(name) for name in names)
    assert one.lower() != other.lower()
    assert "/" not in one
    assert not one.startswith(".")


def test_pages_are_known_by_their_address() -> None:
    assert page_name("https://www.town.example/a?b=1", b"x").startswith("town.example-a-b-1-")
    assert page_name("https://a.example/", b"x") == page_name("https://a.example/", b"y")
    assert page_name("", b"x") != page_name("", b"y")


def test_what_a_kill_left_half_written_is_removed(tmp_path: Path) -> None:
    store = Store(tmp_path)
    (store.pages / "page").mkdir()
    half = store.pages / "page" / f"{UNFINISHED}123"
    half.write_text("half", "utf-8")
    with store.claimed():
        assert not half.exists()
        with pytest.raises(UsageError, match="another 'printworthy annotate'"), Store(tmp_path).claimed():
            pass


def test_a_file_that_cannot_be_written_is_told_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "x").write_text("x", "utf-8")
    with pytest.raises(WriteError, match="cannot be written"):
        write_durably(tmp_path / "taken", b"content")
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]
