"""Lists as sources: what they name is taken, and what a list from the web may not name is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from printworthy.apps.cli.reading_lists import SourceList
from printworthy.base.feeds import Entry
from printworthy.printing.plan import Plan

NAMED = ["https://paper.example/one", "http://127.0.0.1/admin", "http://10.0.0.5/", "http://localhost:8000/x"]


def reading() -> SourceList:
    return SourceList(Plan())


def entries() -> list[Entry]:
    return [Entry(url=url) for url in NAMED]


def test_what_a_persons_own_list_names_is_taken(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("\n".join(NAMED), "utf-8")
    found = reading()
    found.add(str(tmp_path / "mine.txt"))
    assert found.pages == NAMED


def test_a_list_from_the_web_cannot_lead_inside() -> None:
    found = reading()
    found._entries(entries(), "https://paper.example/feed")
    assert found.pages == NAMED[:1]
    assert [one.source for one in found.left_out] == NAMED[1:]


@pytest.mark.parametrize(
    ("entry", "taken"),
    [
        ("http://127.0.0.1:8765/story", True),
        ("http://127.0.0.1:8766/story", False),
        ("http://127.0.0.1/story", False),
        ("http://127.0.0.2:8765/story", False),
        ("https://paper.example/story", True),
    ],
)
def test_a_list_on_the_own_network_may_name_pages_of_its_own_server(entry: str, taken: bool) -> None:
    found = reading()
    found._entries([Entry(url=entry)], "http://127.0.0.1:8765/feed.xml")
    assert found.pages == [entry] * taken
    assert [one.source for one in found.left_out] == [entry] * (not taken)


def test_a_missing_list_is_named(tmp_path: Path) -> None:
    found = reading()
    found.add(str(tmp_path / "none.opml"))
    assert not found.pages
    assert found.left_out[0].failure.reason.endswith("none.opml: check the name")


def test_a_list_may_name_saved_pages(tmp_path: Path) -> None:
    """They are looked for beside the list, and may stand among addresses."""
    (tmp_path / "saved").mkdir()
    (tmp_path / "saved" / "one page.html").write_text("<p>x")
    (tmp_path / "mine.txt").write_text(f"# mine\n\nsaved/one page.html\n{NAMED[0]} A title\n")
    found = reading()
    found.add(str(tmp_path / "mine.txt"))
    assert found.pages == [str(tmp_path / "saved" / "one page.html"), NAMED[0]]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (
            "bbc.example",
            "line 2: 'bbc.example' is neither an address nor a file; if you mean the address, write https://",
        ),
        ("gone.html", "line 2: 'gone.html' is neither an address nor a file; mend the line"),
        ("<p>", "line 2: '<p>' is neither"),
        ("\0", "is no list of addresses"),
    ],
)
def test_a_line_that_means_nothing_is_named(tmp_path: Path, line: str, says: str) -> None:
    (tmp_path / "mine.txt").write_text(f"{NAMED[0]}\n{line}\n")
    found = reading()
    found.add(str(tmp_path / "mine.txt"))
    assert found.pages == []
    assert found.left_out[0].failure.reason.startswith(says) or says in str(found.left_out[0].error)


def test_a_list_from_the_web_cannot_name_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SourceList, "_content", lambda *_: (b"/etc/hostname\n", "https://paper.example/list.txt"))
    found = reading()
    found.add("https://paper.example/feed")
    assert found.pages == []
    assert "is no list of addresses" in str(found.left_out[0].error)


def test_what_is_beyond_the_newest_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.txt").write_text("\n".join(NAMED))
    found = SourceList(Plan(), newest=3)
    found.add(str(tmp_path / "mine.txt"))
    assert found.pages == NAMED[:3]
    assert capsys.readouterr().err == "the first 3 of 4 entries: --newest 4 takes all\n"
