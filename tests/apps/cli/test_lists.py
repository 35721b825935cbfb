"""Lists as sources: what they name is taken, and what a list from the web may not name is refused."""

from __future__ import annotations

import argparse
from pathlib import Path

from printworthy.apps.cli.lists import Reading
from printworthy.base.feeds import Entry

NAMED = ["https://paper.example/one", "http://127.0.0.1/admin", "http://10.0.0.5/", "http://localhost:8000/x"]


def reading() -> Reading:
    return Reading(argparse.Namespace(list=False, newest=None, since=None))


def entries() -> list[Entry]:
    return [Entry(url=url) for url in NAMED]


def test_what_a_persons_own_list_names_is_taken(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("\n".join(NAMED), "utf-8")
    found = reading()
    found.add(str(tmp_path / "mine.txt"))
    assert found.pages == NAMED
    assert found.has_list


def test_a_list_from_the_web_cannot_lead_inside() -> None:
    found = reading()
    found._entries(entries(), trusted=False)
    assert found.pages == NAMED[:1]
    assert [failure.source for failure in found.failures] == NAMED[1:]


def test_a_missing_list_is_named(tmp_path: Path) -> None:
    found = reading()
    found.add(str(tmp_path / "none.opml"))
    assert not found.pages
    assert "check the name" in found.failures[0].reason
