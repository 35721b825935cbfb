"""Text nodes become title, date, content and boilerplate, and the segments that are mostly content are the article."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from printworthy.base.encoding import to_utf8
from printworthy.data.columns import Columns
from printworthy.data.tree import Tree
from printworthy.errors import ModelError
from printworthy.methods.node_features import LOCATION, NAMES, OWN, describe_nodes, with_neighbours
from printworthy.methods.node_model import CONTENT, DATE, KINDS, TITLE, load_nodes
from printworthy.methods.nodes import classify, select
from printworthy.options import Options
from printworthy.parse.lexbor import parse
from printworthy.reading.extract import extract
from printworthy.segment.walk import segment

PAGES = Path(__file__).resolve().parent.parent / "pages"
SMALL = b"""<html><head><title>The clock that stopped | Courier</title></head><body>
<nav class="main-menu"><a href="/">Home</a></nav>
<h1 class="headline">The clock that stopped</h1><span class="published">14 March 2026</span>
<div class="article-body">
<p>It had run for a hundred years, and <a href="/x">nobody in the town</a> had looked at it.</p></div>
</body></html>"""


def page(html: bytes) -> tuple[Tree, Columns]:
    tree = parse(to_utf8(html))
    return tree, segment(tree)


def value(name: str, text: str, html: bytes = SMALL) -> float:
    nodes = describe_nodes(*page(html))
    return float(with_neighbours(nodes.rows)[NAMES.index(name), nodes.texts.index(text)])


def test_every_text_node_is_described() -> None:
    nodes = describe_nodes(*page(SMALL))
    assert nodes.texts == [
        "Home", "The clock that stopped", "14 March 2026", "It had run for a hundred years, and", "nobody in the town",
        "had looked at it.",
    ]  # fmt: skip
    assert nodes.segment.tolist() == [0, 1, 2, 3, 3, 3]
    assert nodes.rows.shape == (len(OWN), 6)
    assert with_neighbours(nodes.rows).shape == (len(NAMES), 6)
    assert np.isfinite(nodes.rows).all()


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("likeness", "The clock that stopped", 1.0),
        ("likest", "The clock that stopped", 1.0),
        ("likeness", "Home", 0.0),
        ("after_title", "The clock that stopped", 0.0),
        ("after_title", "14 March 2026", np.log(2)),
        ("after_title", "Home", -np.log(2)),
        ("tag_h1", "The clock that stopped", 1.0),
        ("tag_a", "nobody in the town", 1.0),
        ("block_p", "nobody in the town", 1.0),
        ("in_nav", "Home", 1.0),
        ("named_menu", "Home", 1.0),
        ("named_title", "The clock that stopped", 1.0),
        ("named_text", "had looked at it.", 1.0),
        ("named_date", "14 March 2026", 1.0),
        ("month_day", "14 March 2026", 1.0),
        ("year", "14 March 2026", 1.0),
        ("small_words", "had looked at it.", 0.75),
        ("ends", "had looked at it.", 2.0),
        ("tag_a-1", "had looked at it.", 1.0),
        ("tag_a+1", "It had run for a hundred years, and", 1.0),
        ("tag_h1-1", "Home", 0.0),
        ("words+1", "had looked at it.", 0.0),
    ],
)
def test_features(name: str, text: str, expected: float) -> None:
    assert value(name, text) == pytest.approx(expected, abs=1e-5)


def test_neighbours_have_no_location() -> None:
    assert not [name for name in NAMES if name[-2:] in ("-1", "+1") and name[:-2] in LOCATION]


@pytest.mark.parametrize("method", ["nodes", *(f"nodes_{kind}" for kind in KINDS)])
@pytest.mark.parametrize("name", ["news-en", "news-de"])
def test_an_article_is_found(name: str, method: str) -> None:
    folder = PAGES / name
    article = extract((folder / "page.html").read_bytes(), options=Options(method=method))
    expected = json.loads((folder / "expected.json").read_text("utf-8"))
    found = [phrase in article.text for phrase in expected["contains"]]
    wrong = [phrase in article.text for phrase in expected["excludes"]]
    assert sum(found) >= 0.8 * len(found)
    assert sum(wrong) <= (0.8 if method == "nodes_forest" else 0.5) * len(wrong)
    assert article.confidence > 0.5
    assert article.page_type == "article"


def test_classes_of_a_page() -> None:
    tree, columns = page((PAGES / "news-en" / "page.html").read_bytes())
    found = classify(tree, columns, load_nodes())
    assert found.title == "A reef of oysters grows back in a harbour that had none"
    assert "2026" in found.date
    assert (found.labels == CONTENT).sum() > 5
    assert found.belief.shape == (4, len(found.nodes.texts))
    assert ((found.belief >= 0) & (found.belief <= 1)).all()


def test_reasons_name_the_class() -> None:
    tree, columns = page((PAGES / "news-en" / "page.html").read_bytes())
    choice = select(tree, columns, Options(method="nodes"))
    reasons = dict(zip(columns.text, choice.why(), strict=True))
    assert reasons["A reef of oysters grows back in a harbour that had none"] == ("nodes", "is classified as title")
    kept = [why for why, keep in zip(choice.why(), choice.kept, strict=True) if keep]
    assert set(kept) == {("nodes", "at least half of it is classified as content")}
    assert TITLE != DATE


def test_a_page_without_text() -> None:
    article = extract(b"<html><body><img src=x></body></html>", options=Options(method="nodes"))
    assert (article.text, article.confidence, article.page_type) == ("", 0.0, "none")


@pytest.mark.parametrize("content", [b"", b"no zip", b"PK\x05\x06" + bytes(18)])
def test_a_damaged_model_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "model.npz"
    path.write_bytes(content)
    with pytest.raises(ModelError, match=r"model\.npz"):
        load_nodes(path)


def test_a_model_of_another_kind_is_refused(root: Path) -> None:
    with pytest.raises(ModelError, match="no model of text nodes"):
        load_nodes(root / "printworthy" / "model" / "article.npz")
    with pytest.raises(ModelError, match="cannot read"):
        load_nodes(root / "there-is-none.npz")


def test_the_shipped_model_is_small(root: Path) -> None:
    assert (root / "printworthy" / "methods" / "nodes.npz").stat().st_size <= 1_000_000
    assert load_nodes().default in KINDS
