"""Text nodes get the classes that a person would give them, and what numpy reads is what the trainers wrote.

Covers: printworthy.methods.node_features, printworthy.train.node_fit.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pycrfsuite  # type: ignore[import-untyped]
import pytest
from sklearn.ensemble import RandomForestClassifier  # type: ignore[import-untyped]

from fitting import nodes as trainer
from printworthy.methods.node_features import LOCATION, NAMES, OWN, describe_nodes, with_neighbours
from printworthy.methods.node_model import BOILERPLATE, CLASSES, CONTENT, DATE, TITLE, crf_gain, node_model, tree_mean
from printworthy.methods.node_model import viterbi as best_path
from printworthy.parse.lexbor import parse
from printworthy.segment.walk import segment
from printworthy.train.node_fit import Chain, class_rows, fit_forests, fit_logistic, sampled
from printworthy.train.node_labels import NodePage, node_labels

HTML = b"""<title>The clock that stopped</title><body>
<nav><a href=/>Home</a> <time datetime="2026-03-14">3/14</time></nav>
<a href=/1>The clock that stopped</a><h1>The clock that <i>stopped</i></h1><p>By A. Writer, March 14, 2026</p>
<p>It had run for a hundred years, and <a href=/x>nobody in the town</a> had looked at it until it stopped.</p>
<p>Read more about bells and ropes of other towers.</p><p>2 May 2019</p>"""
TRUTH = {
    "title": "The Clock That Stopped",
    "publish_date": "2026-03-14",
    "main_content": "It had run for a hundred years, and nobody in the town had looked at it until it stopped.",
}


def test_labels() -> None:
    tree = parse(HTML)
    columns = segment(tree)
    nodes = describe_nodes(tree, columns)
    found = dict(zip(nodes.texts, node_labels(columns, nodes, TRUTH, "en").tolist(), strict=True))
    assert found == {
        "Home": BOILERPLATE,
        "3/14": DATE,
        "The clock that stopped": BOILERPLATE,  # a heading says it, too
        "The clock that": TITLE,
        "stopped": TITLE,
        "By A. Writer, March 14, 2026": DATE,
        "It had run for a hundred years, and": CONTENT,
        "nobody in the town": CONTENT,
        "had looked at it until it stopped.": CONTENT,
        "Read more about bells and ropes of other towers.": BOILERPLATE,
        "2 May 2019": BOILERPLATE,
    }


def test_a_page_without_title_and_date_has_none() -> None:
    tree = parse(HTML)
    columns = segment(tree)
    nodes = describe_nodes(tree, columns)
    assert set(node_labels(columns, nodes, {"main_content": "Home"}, "en").tolist()) <= {BOILERPLATE, CONTENT}


@pytest.mark.parametrize(
    ("number", "has", "lacks"),
    [
        (TITLE, {"likeness", "tag_h1"}, {"words", "place", "tag_h1-1"}),
        (CONTENT, {"words", "tag_p", "words-1", "tag_a+1"}, set(LOCATION)),
        (DATE, {"after_title", "month", "place", "date+1"}, set()),
    ],
)
def test_each_class_reads_what_the_paper_gives_it(number: int, has: set[str], lacks: set[str]) -> None:
    read = {NAMES[row] for row in class_rows(number)}
    assert has <= read
    assert not lacks & read


@pytest.fixture(scope="module")
def pages() -> list[NodePage]:
    """Small pages by chance whose classes show in a few features."""
    chance = np.random.default_rng(3)
    made = []
    for number in range(10):
        label = chance.choice(4, 60, p=[0.5, 0.1, 0.3, 0.1]).astype(np.int8)
        rows = chance.random((len(OWN), 60)).astype(np.float32)
        rows[OWN.index("words")] += 2 * (label == CONTENT)
        rows[OWN.index("likeness")] += label == TITLE
        rows[OWN.index("date")] = (label == DATE) | (chance.random(60) < 0.1)
        made.append(NodePage(f"page {number}", number % 5, "article", rows, label, np.full(60, 5, np.float32)))
    return made


def test_forests_in_numpy_are_those_of_the_trainer(pages: list[NodePage]) -> None:
    rows, label, weight = sampled(pages)
    arrays = fit_forests(rows, label, weight) | fit_logistic(rows, label, weight) | Chain(pages).fit(-1)
    assert all(array.dtype != object for array in arrays.values())
    model = node_model(arrays | {"about": _about()})
    read = class_rows(CONTENT)
    own = RandomForestClassifier(
        n_estimators=40, max_leaf_nodes=256, min_samples_leaf=4, max_features="sqrt", max_samples=1.0,
        random_state=CONTENT,
    ).fit(rows[:, read], label == CONTENT, sample_weight=weight)  # fmt: skip
    expected = own.predict_proba(rows[:, read])[:, 1]
    np.testing.assert_allclose(tree_mean(model.forest[CONTENT], rows.T), expected, atol=1e-3)
    again = fit_forests(rows, label, weight) | fit_logistic(rows, label, weight)
    assert all(np.array_equal(arrays[name], array) for name, array in again.items())


def test_the_chain_in_numpy_is_that_of_the_trainer(pages: list[NodePage], tmp_path: Path) -> None:
    chain = Chain(pages)
    arrays = chain.fit(2) | fit_logistic(*sampled(pages)) | fit_forests(*sampled(pages))
    again = Chain(pages).fit(2)
    assert all(np.array_equal(arrays[name], array) for name, array in again.items())
    model = node_model(arrays | {"about": _about()})
    trainer_ = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    trainer_.set_params({"c1": 0.0, "c2": 2.0, "max_iterations": 60, "feature.possible_transitions": True})
    for page in pages:
        if page.fold != 2:
            trainer_.append(list(chain.items(page)), [str(one) for one in page.label])
    trainer_.train(str(tmp_path / "chain"))
    tagger = pycrfsuite.Tagger()
    with tagger.open(str(tmp_path / "chain")):
        for page in pages:
            expected = [int(one) for one in tagger.tag(list(chain.items(page)))]
            gain = crf_gain(model.crf, with_neighbours(page.rows))
            assert best_path(gain, model.crf.step).tolist() == expected


def test_training_writes_models_that_score(pages: list[NodePage], tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.setattr(trainer, "read_training", lambda _: [type("S", (), {"group": "wcxb"})] * len(pages))
    left = iter(pages)
    monkeypatch.setattr(trainer, "read_node_page", lambda _: next(left))
    assert trainer.main(["data", "--out", str(tmp_path)]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["nodes.npz", *(f"nodes{fold}.npz" for fold in range(5))]
    told = capsys.readouterr().out
    assert told.count("(default)") == 1
    assert all(f"| {kind}" in told for kind in ("logistic", "forest", "crf", "viterbi"))


def _about() -> np.ndarray:
    threshold = dict.fromkeys(("logistic", "forest", "crf"), [1.0] * len(CLASSES))
    about = {"version": 1, "rows": NAMES, "threshold": threshold, "default": "crf", "card": {}}
    return np.frombuffer(json.dumps(about).encode(), np.uint8)
