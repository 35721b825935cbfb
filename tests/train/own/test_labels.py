"""Segments get the label of most of their letters; where annotators are even, they are in doubt."""

from __future__ import annotations

from pathlib import Path

from printworthy.data.annotation import Annotation, Submission
from printworthy.train.own.labels import Marked, label_page

PAGE = "<body><h1>A title here</h1><p>One long paragraph of text.</p><p>Another paragraph of it.</p><p>Share</p></body>"


def marked(tmp_path: Path, annotator: str, **labels: str) -> Marked:
    path = tmp_path / "page.html"
    path.write_text(PAGE, "utf-8")
    texts = {
        "h1": ("/html[1]/body[1]/h1[1]", "A title here"),
        "p1": ("/html[1]/body[1]/p[1]", "One long paragraph of text."),
        "p2": ("/html[1]/body[1]/p[2]", "Another paragraph of it."),
        "p9": ("/html[1]/body[1]/p[9]", "This stands nowhere on the page."),
    }
    marks = tuple(Annotation(label, *texts[at], texts[at][1], 0, len(texts[at][1])) for at, label in labels.items())
    return Marked("page", path, 1, Submission("12345678", annotator, "", "2026-01-01T00:00:00Z", marks), {})


def test_one_annotator(tmp_path: Path) -> None:
    (page,), lost = label_page([marked(tmp_path, "a", h1="title", p1="body", p9="body")])
    assert page.labels == ["title", "body", "", ""]
    assert len(lost) == 1
    assert "lost: page, a, body at /html[1]/body[1]/p[9]" in lost[0]


def test_most_decide(tmp_path: Path) -> None:
    views = [marked(tmp_path, "a", p1="body"), marked(tmp_path, "b", p1="body"), marked(tmp_path, "c", p1="junk")]
    assert label_page(views)[0][0].labels == ["", "body", "", ""]


def test_even_is_doubt(tmp_path: Path) -> None:
    views = [marked(tmp_path, "a", p1="body", p2="body"), marked(tmp_path, "b", p2="body")]
    assert label_page(views)[0][0].labels == ["", "?", "body", ""]


def test_less_than_half_is_nothing(tmp_path: Path) -> None:
    one = marked(tmp_path, "a", p1="body")
    cut = Annotation("body", "/html[1]/body[1]/p[1]", "One long paragraph of text.", "One long", 0, 8)
    part = Marked("page", one.path, 1, Submission("12345678", "a", "", "2026-01-01T00:00:00Z", (cut,)), {})
    assert label_page([part])[0][0].labels == ["", "", "", ""]
