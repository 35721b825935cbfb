"""The whole flow: what holds for every page, whatever is on it."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from printworthy.errors import InputError, UsageError
from printworthy.options import Options
from printworthy.reading.extract import extract

SAMPLE = Path(__file__).parents[2] / "samples" / "tower-clock.html"
URL = "https://upland.example/2026/04/tower-clock.html"


def test_options_never_change_the_text() -> None:
    page = SAMPLE.read_bytes()
    texts = {
        extract(page, URL, Options(images=images, links=links, comments=comments)).text
        for images in ("relevant", "all", "none")
        for links in (True, False)
        for comments in (True, False)
    }
    assert len(texts) == 1


def test_the_order_of_asking_changes_nothing() -> None:
    page = SAMPLE.read_bytes()
    one, other = extract(page, URL), extract(page, URL)
    assert one.blocks
    assert other.confidence > 0.5
    assert other.title == one.title
    assert one == other
    assert one == replace(other)


def test_an_article_can_be_sent_to_another_process() -> None:
    article = extract(SAMPLE.read_bytes(), URL)
    again = pickle.loads(pickle.dumps(article))
    assert again == article
    assert again.trace.segments == article.trace.segments


def test_every_segment_has_a_verdict() -> None:
    article = extract(SAMPLE.read_bytes(), URL)
    verdicts = article.trace.segments
    assert len(verdicts) > 40
    assert all(verdict.reason and verdict.step and 0 <= verdict.probability <= 1 for verdict in verdicts)
    kept = " ".join(verdict.text for verdict in verdicts if verdict.kept)
    assert "".join(kept.split()) == "".join(article.text.split())
    assert set(article.trace.timings) >= {"parse", "segment", "select"}


def test_what_an_article_has_not_is_an_error() -> None:
    with pytest.raises(AttributeError, match="colour"):
        _ = extract(SAMPLE.read_bytes()).colour  # type: ignore[attr-defined]


@pytest.mark.parametrize("page", ["", "   \n", b"", b"%PDF-1.7 ...", b"\x89PNG\r\n\x1a\n...."])
def test_what_is_no_page_is_refused(page: str | bytes) -> None:
    with pytest.raises(InputError):
        extract(page)


def test_an_unknown_method_names_the_known_ones() -> None:
    with pytest.raises(UsageError, match="learned"):
        extract("<p>x", options=Options(method="magic"))


def test_a_page_without_text_has_no_article() -> None:
    article = extract("<html><body><img src=x.png></body></html>")
    assert (article.text, article.blocks, article.confidence, article.page_type) == ("", (), 0.0, "none")


@pytest.mark.parametrize("page", [Path("page.html"), None, 7])
def test_what_is_no_page_is_told(page: object) -> None:
    with pytest.raises(UsageError, match="read it first"):
        extract(page)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["https://a.example/story", "story.html", "../pages/story.HTM"])
def test_the_name_of_a_page_is_no_page(name: str) -> None:
    with pytest.raises(UsageError, match="is the name of a page"):
        extract(name)
    assert extract(f"<p>{name}</p>").text == name


def test_a_shell_that_asks_for_scripts_has_no_article() -> None:
    page = "<title>The ferry</title><body><noscript>You need JavaScript to run this app.</noscript><div id=root>"
    article = extract(page)
    assert (article.text, article.confidence, article.page_type) == ("", 0.0, "none")
