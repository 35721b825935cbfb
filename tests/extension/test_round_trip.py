"""Annotate in real Chromium → server → align: our parser finds exactly the texts that were marked, on every page.

Each page has a list of gestures and, written by hand, what they mean: for each label the element (by its id) right
above every marked text, and what of that text was marked.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from printworthy.apps.annotate.prelabel import prelabel
from printworthy.train.own.labels import place_all, read_marked
from printworthy.train.own.locate import Placed
from printworthy.train.own.scopes import squeeze
from tests.extension.firefox import FoxAnnotating
from tests.extension.kit import Annotating, Hand

pytestmark = pytest.mark.processes


@dataclass(frozen=True)
class Drag:
    """Select from a letter to a letter, then label."""

    start: tuple[str, int]
    end: tuple[str, int]
    label: str
    means: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Click:
    """Click on a block, again to grow it, then label."""

    at: str
    label: str
    means: tuple[tuple[str, str], ...]
    times: int = 1


PAGES: dict[str, list[Drag | Click]] = {
    "frames.html": [
        Click("title", "title", (("title", "The bell founders of the lower town"),)),
        Drag(("lead", 6), ("lead", 29), "body", (("lead", "houses cast bells here,"),)),
        Drag(("who", 0), ("who", -1), "author", (("who", "Nora Quill"),)),
        Drag(
            ("one", 4),
            ("two", 20),
            "body",
            (("one", "oldest furnace was lit in the year of the flood."), ("two", "It has been relined ")),
        ),
        Click("said", "caption", (("said", "“We listen to the metal,” says the founder."),)),
        Click("ad", "junk", (("ad", "Buy bells today!"),)),
        Click("note", "comment", (("note", 'A note & a "quote" from the editors.'),)),
    ],
    "right-to-left.html": [
        Click("title", "title", (("title", "ساعة البرج القديم تدق من جديد"),)),
        Drag(("date", 0), ("date", -1), "date", (("date", "الثلاثاء ١٢ مارس"),)),
        Drag(("author", 5), ("author", -1), "author", (("author", "ليلى حداد"),)),
        Drag(
            ("one", 5),
            ("two", 12),
            "body",
            (
                ("one", "الحرفيون تشغيل الساعة بعد صمت دام "),
                ("bold", "عشرين عاما"),
                ("one", " كاملة في وسط المدينة."),
                ("two", "يقول المهندس"),
            ),
        ),
        Click("bdi", "caption", (("mixed", "The inscription reads "), ("bdi", "الوقت كالسيف"), ("mixed", " in gold."))),
    ],
    "tables.html": [
        Click("menu", "junk", (("menu", "Home"), ("menu", "Archive"), ("menu", "About"))),
        Click("title", "title", (("title", "Harvest figures of the valley"),)),
        Click("date", "date", (("date", "4 October 2021"),)),
        Click("author", "author", (("author", "M. Feldner"),)),
        Drag(
            ("lead", 4),
            ("inside", 5),
            "body",
            (("lead", "valley brought in less than last year, but more than feared."), ("inside", "Pears")),
        ),
        Click("caption", "caption", (("caption", "Tonnes by fruit and year"),)),
        Drag(
            ("h2", 0),
            ("b1", 3),
            "comment",
            tuple(
                zip(("h2", "h3", "a1", "a2", "a3", "b1"), ("2020", "2021", "Apples", "310", "255", "Pea"), strict=True)
            ),
        ),
    ],
    "shadow.html": [
        Click("title", "title", (("title", "Night trains return to the coast"),)),
        Click("lead", "caption", (("lead", "After nine years the sleeper is back."),)),
        Drag(
            ("one", 10),
            ("one", 43),
            "body",
            (
                ("one", "departs at "),
                ("time", "ten past eleven"),
                ("one", " and ar"),
            ),
        ),
        Drag(("fact", 4), ("more", 4), "comment", (("fact", "hundred berths, all of them sold."), ("more", "More"))),
        Drag(
            ("more", 5),
            ("after", 7),
            "junk",
            (
                ("more", "facts"),
                ("light", "Tickets"),
                ("after", "Readers"),
            ),
        ),
        Drag(("light", 8), ("light", -1), "body", (("light", "are sold from Monday on."),)),
    ],
    "cutting.html": [
        Drag(
            ("u1", 9),
            ("a1", 6),
            "body",
            (
                ("u1", "lined"),
                ("b1", " start"),
                ("p1", " of the matter 🕰️ with a clock,"),
                ("mixed", "loose words between,"),
                ("p2", "a second paragraph <with> signs & entities,"),
                ("p2", "and a second line"),
                ("p2", " of it,"),
                ("p3", "and a third with "),
                ("a1", "a link"),
            ),
        ),
        Drag(("a1", 7), ("a1", -1), "author", (("a1", "in the middle"),)),
        Drag(("mixed", 6), ("slanted", 4), "caption", (("mixed", "words first, "), ("slanted", "some"))),
        Drag(("pre", 5), ("pre", -1), "comment", (("pre", "lines\n  of code"),)),
        Click("twice2", "junk", (("twice2", "The same sentence stands here twice."),)),
    ],
    "strict/scripted.html": [
        Click("title", "title", (("title", "Made by a script"),)),
        Click("box", "body", (("box", "a box inside a paragraph"),)),
        Drag(("outer", 7), ("outer", 11), "caption", (("outer", "the "),)),
        Drag(("cell1", 3), ("cell2", 2), "comment", (("cell1", "body"), ("cell2", "of"))),
        Drag(("split", 4), ("split", -1), "junk", (("split", "sentence in three texts and a comment."),)),
        Drag(("link1", 2), ("link2", 4), "author", (("link1", "link "), ("link2", "in a"))),
        Drag(("line", 3), ("line", -1), "date", (("line", "gins with a line"),)),
        Drag(
            ("returned", 2),
            ("returned", -1),
            "body",
            (("returned", "carriage return and half a pair \ufffd are here."),),
        ),
    ],
}


@pytest.mark.parametrize("path", PAGES)
def test_the_exact_texts_are_found_again(hand: Hand, annotations: str, folder: Path, path: str) -> None:
    hand.set(annotations=annotations)
    work = hand.annotate(path)
    for gesture in PAGES[path]:
        do(work, gesture)
    work.save()
    url = work.page.url
    work.close()
    marked = next(one for one in read_marked(folder)[0] if one.submission.url == url)
    placed = place_all(marked)
    assert {one.way for one in placed} == {"path"}, [one.why for one in placed]
    wanted = [(gesture.label, name, squeeze(text)) for gesture in PAGES[path] for name, text in gesture.means]
    assert sorted(found(placed)) == sorted(wanted)
    for one in marked.submission.annotations:
        units = one.text.encode("utf-16-le")
        assert units[2 * one.start : 2 * one.end].decode("utf-16-le") == one.selected


@pytest.mark.parametrize("name", ["forum-en", "news-he", "portal-en", "formulas-en"])
def test_every_text_of_a_page_is_found_again(hand: Hand, annotations: str, folder: Path, name: str) -> None:
    """The model labels all texts of a page, the person saves them as they are."""
    hand.set(annotations=annotations, suggest=True)
    work = hand.annotate(f"whole/{name}/page.html")
    work.wait_status("The model labelled")
    work.save()
    url = work.page.url
    work.close()
    marked = next(one for one in read_marked(folder)[0] if one.submission.url == url)
    placed = place_all(marked)
    # Where formulas were drawn, the engine's page has their source instead, and text beside them is found by its words.
    assert {one.way for one in placed} <= ({"path", "text"} if "formulas" in name else {"path"})
    seen = [one for one in prelabel(marked.path.read_bytes(), url)["segments"] if squeeze(one["text"])]
    assert len(placed) >= len(seen) - (2 if "formulas" in name else 0) > 0
    for one in placed:
        assert one.scope is not None
        assert one.scope.letters[one.start : one.end] == squeeze(one.annotation.selected)


def do(work: Annotating | FoxAnnotating, gesture: Drag | Click) -> None:
    before = work.counts().get(gesture.label, 0)
    if isinstance(gesture, Drag):
        work.drag(gesture.start, gesture.end)
    else:
        work.click(gesture.at, gesture.times)
    work.press(f"label-{gesture.label}")
    work.wait_status(f"labelled {gesture.label}")
    assert work.counts()[gesture.label] > before


def found(placed: list[Placed]) -> list[tuple[str, str, str]]:
    """What was found: label, the id right above each text, and the letters marked in it."""
    rows = []
    for one in placed:
        assert one.scope is not None
        for node in one.nodes:
            start, end = one.scope.spans[node.mem_id]
            letters = one.scope.letters[max(start, one.start) : min(end, one.end)]
            above = node.parent
            assert above is not None
            rows.append((one.annotation.label, above.attributes.get("id") or "", letters))
    return rows
