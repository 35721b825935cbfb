"""The scores of metadata, on answers written for these tests."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fitting.metadata_scores import (
    Answer,
    LabelledPage,
    Score,
    load_pages,
    missed,
    near_title,
    page_bytes,
    same_authors,
    same_title,
    scores,
)


@pytest.mark.parametrize(
    ("given", "truth", "same", "near"),
    [
        ("River takes the bakery", "River takes the bakery", True, True),
        ("River  takes the “bakery”", 'River takes the "Bakery"', True, True),
        ("River takes the bakery | Planet", "River takes the bakery", False, True),
        ("River takes", "River takes the old stone bakery", False, False),
        ("", "River takes the bakery", False, False),
    ],
)
def test_titles(given: str, truth: str, same: bool, near: bool) -> None:
    assert (same_title(given, truth), near_title(given, truth)) == (same, near)


@pytest.mark.parametrize(
    ("given", "truth", "same"),
    [
        (("Ada Bell",), "ada bell", True),
        (("Carl Dorn", "Ada Bell"), "Ada Bell and Carl Dorn", True),
        (("Ada Bell",), "Ada Bell, MD", True),
        (("Ada Bell",), "Ada Bell and Carl Dorn", False),
        ((), "Ada Bell", False),
    ],
)
def test_authors(given: tuple[str, ...], truth: str, same: bool) -> None:
    assert same_authors(given, truth) is same


def page(number: int, **labels: str) -> LabelledPage:
    return LabelledPage(str(number), "wcxb", "article", "", Path("none"), **labels)


def test_scores_count_only_pages_with_the_label() -> None:
    pages = [
        page(1, title="River", date="2024-03-05", author="Ada Bell"),
        page(2, title="Bread", date="", author=""),
        page(3, title="Flour", date="2024-03-06", author=""),
    ]
    answers = [
        Answer("River", "2024-03-05T10:00:00Z", ("Ada Bell",)),
        Answer("Breads", "2020-01-01", ()),
        Answer("Flour", "2024-03-07", ("Carl Dorn",)),
    ]
    found = {score.name: (round(score.value, 2), score.pages) for score in scores(pages, answers)}
    assert found == {
        "date exact": (0.5, 2),
        "date wrong": (0.5, 2),
        "date given where none": (1.0, 1),
        "title exact": (0.67, 3),
        "title near": (0.67, 3),
        "author exact": (1.0, 1),
        "author wrong": (0.0, 1),
        "author given where none": (0.5, 2),
    }


def test_floors_are_held_in_either_direction() -> None:
    found = [Score("date exact", 0.9, 10), Score("date given where none", 0.1, 10, bad=True), Score("title near", 0, 0)]
    held = {"metadata date exact": 0.9, "metadata date given where none": 0.1, "wcxb": 0.99}
    assert missed(found, held) == []
    lost = {"metadata date exact": 0.91, "metadata date given where none": 0.09, "metadata title near": 0.5}
    assert missed(found, lost) == [
        "metadata date exact: 0.9000 is below the floor of 0.9100",
        "metadata date given where none: 0.1000 is above the floor of 0.0900",
        "metadata title near: no pages",
    ]


def test_pages_are_loaded_with_their_labels(tmp_path: Path) -> None:
    for folder in ("wcxb-dev/ground-truth", "wcxb-dev/html", "labels", "news-dev/html", "pages-dev/htmldate"):
        (tmp_path / folder).mkdir(parents=True)
    truth = {"title": "River", "author": None, "publish_date": "2024-03-05", "main_content": "It rained."}
    record = {"ground_truth": truth, "url": "https://a.example/", "_internal": {"page_type": {"primary": "article"}}}
    (tmp_path / "wcxb-dev/ground-truth/0001.json").write_text(json.dumps(record))
    (tmp_path / "wcxb-dev/html/0001.html").write_bytes(b"<meta charset=iso-8859-1>Caf\xe9")
    dated = {"set": "htmldate", "file": "b.html", "url": "https://b.example/", "date": "2020-01-02"}
    (tmp_path / "labels/dates-dev.jsonl").write_text(json.dumps(dated) + "\n")
    (tmp_path / "pages-dev/htmldate/b.html").write_text("b")
    news = {"url": "https://c.example/", "title": "Flour", "authors": "Ada Bell", "date": "2023-01-01"}
    (tmp_path / "news-dev/ground-truth.json").write_text(json.dumps({"c": news, "missing": news}))
    (tmp_path / "news-dev/html/c.html").write_text("c")
    pages = load_pages(tmp_path)
    assert [(one.set, one.title, one.date, one.author) for one in pages] == [
        ("wcxb", "River", "2024-03-05", ""),
        ("htmldate", None, "2020-01-02", None),
        ("news", "Flour", None, "Ada Bell"),
    ]
    assert page_bytes(pages[0]).endswith("Café".encode())
