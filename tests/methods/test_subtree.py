"""The method `subtree` (Joshi and Liu 2009), on pages of our own."""

from __future__ import annotations

import pytest

from printworthy.methods.subtree import BLOCK_TAGS, article_subtree
from printworthy.options import Options
from printworthy.parse.lexbor import parse
from printworthy.reading.extract import extract

TEXT = "Each spring the river rises and the ferry has to wait for the water to fall again. "  # 83 characters


def root_of(html: str) -> str | None:
    node = article_subtree(parse(html.encode()))
    return None if node is None else node.attributes.get("id") or node.tag


def test_block_tags_are_those_of_the_paper() -> None:
    assert sorted(BLOCK_TAGS) == sorted("div p br li ul ol td tr table h1 h2 h3 h4 h5 h6 hr".split())


@pytest.mark.parametrize(
    ("html", "root"),
    [
        # The three kinds of paragraph.
        (f"<div id=a>{f'<div>{TEXT * 4}</div>' * 2}</div>", "a"),
        (f"<div id=a>{f'<p>{TEXT * 4}</p>' * 2}</div>", "a"),
        (f"<div><div id=a>{TEXT * 4}<br><br>{TEXT * 4}</div></div>", "a"),
        (f"<table><tr><td id=a>{TEXT * 4}<br>{TEXT * 4}</table>", "a"),
        (f"<table><tr><td><font id=a>{TEXT * 4}<br>{TEXT * 4}</font></table>", "a"),
        # Style tags may stand inside a paragraph, and around paragraphs.
        (f"<section id=a><p><b>{TEXT * 4}</b></p><p><i>{TEXT * 4}</i></p></section>", "a"),
        # Paragraphs count for their parent only, and only together.
        (f"<div><div id=x><p>{TEXT * 4}</p></div><div id=a><p>{TEXT * 4}</p><p>{TEXT * 4}</p></div></div>", "a"),
        # The first large one, even if a later one is larger.
        (f"<div id=a><p>{TEXT * 7}</p></div><div id=b><p>{TEXT * 70}</p></div>", "a"),
        # At least 500 characters.
        (f"<div id=a><p>{'x' * 499}</p></div>", None),
        (f"<div id=a><p>{'x' * 500}</p></div>", "a"),
        # Lists and headings are no paragraphs.
        (f"<ul id=x>{f'<li>{TEXT * 4}</li>' * 9}</ul>", None),
        (f"<h1>{TEXT * 9}</h1>", None),
        ("", None),
    ],
)
def test_article_subtree(html: str, root: str | None) -> None:
    assert root_of(html) == root


def test_what_stands_in_the_subtree_is_kept_but_for_lists_of_links() -> None:
    links = "".join(f"<li><a href=/{number}>Another story, number {number}</a></li>" for number in range(4))
    html = f"""<div><p>Teaser. {TEXT}</p></div><div><h1>The ferry</h1><p>First. {TEXT * 4}</p><ul>{links}</ul>
    <ul><li>The boat</li><li>The <a href=/r>river</a></li></ul><p>Last. {TEXT * 4}</p></div><p>Footer. {TEXT}</p>"""
    article = extract(html, options=Options(method="subtree"))
    starts = [paragraph.split(".")[0] for paragraph in article.text.split("\n") if paragraph]
    assert starts == ["The ferry", "First", "The boat", "The river", "Last"]
    reasons = {verdict.text.split(".")[0]: verdict.step for verdict in article.trace.segments}
    assert (reasons["Another story, number 1"], reasons["Teaser"], reasons["First"]) == ("refine", "select", "select")
    assert article.confidence > 0.3


def test_no_subtree_no_article() -> None:
    article = extract("<p>Short.</p>", options=Options(method="subtree"))
    assert (article.text, article.confidence, article.page_type) == ("", 0.0, "none")


def test_deep_and_wide_pages_take_no_more_than_their_size() -> None:
    from time import process_time

    html = "<span>" * 3000 + TEXT * 9 + "<br>x" * 3000 + "<div><a href=/>x</a>" * 3000
    begin = process_time()
    extract(html, options=Options(method="subtree"))
    assert process_time() - begin < 5
