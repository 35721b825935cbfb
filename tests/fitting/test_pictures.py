"""Training the judge of pictures, on samples that a rule made and on a page made for it."""

from __future__ import annotations

import json
import random

import pytest

from fitting.pictures import LABELS, Sample, fit, main, plain_address, read_labels
from printworthy.errors import UsageError
from printworthy.images.judge import read_weights, weigh
from printworthy.images.signals import NAMES, SIGNS


def made_samples() -> list[Sample]:
    """Pictures that are right when large and not linked; "captioned" misleads, as if captions spoke against them."""
    dice = random.Random(3)
    found = []
    for number in range(300):
        row = dict.fromkeys(NAMES, 0.0)
        row["large"], row["linked"] = float(dice.random() < 0.5), float(dice.random() < 0.5)
        right = row["large"] > row["linked"]
        row["captioned"] = float(not right)
        found.append(Sample(row, right, number // 5, number % 5))
    return found


def test_the_rule_is_learned_and_signals_stay_on_their_side():
    weights = fit(made_samples())
    assert weights.signals["captioned"] == 0
    assert all(value * SIGNS[name] >= 0 for name, value in weights.signals.items())
    row = dict.fromkeys(NAMES, 0.0)
    assert weigh(row | {"large": 1.0}, weights)[0] > 0.5 > weigh(row | {"large": 1.0, "linked": 1.0}, weights)[0]


def test_only_wanted_signals_count_and_training_repeats():
    assert set(fit(made_samples(), ["large"]).signals) == {"large"}
    assert fit(made_samples()) == fit(made_samples())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://a.example/x.jpg", "http://a.example/x.jpg"),
        ("https://a.example/x.jpg?a=1&amp;b=2", "https://a.example/x.jpg?a=1&b=2"),
        ("https://a.example/x y.jpg#top", "https://a.example/x%20y.jpg"),
    ],
)
def test_addresses_are_compared_plainly(one, other):
    assert plain_address(one) == plain_address(other)


@pytest.fixture
def data(tmp_path):
    """A folder with one labelled page."""
    text = "".join(f"<p>The old clock of the tower was wound by hand every week, for {n} years.</p>" for n in range(12))
    picture = "<figure><img src=/clock.jpg><figcaption>The clock</figcaption></figure>"
    card = "<div class=related><a href=/n><img src=/other.jpg>More</a></div>"
    html = f"<title>Clock</title><article><h1>Clock</h1>{text}{picture}{text}</article>{card}"
    truth = {"url": "https://example.org/clock", "ground_truth": {"main_content": "The old clock of the tower"}}
    images = [
        {
            "src": "https://example.org/clock.jpg",
            "label": 1,
            "caption": "The clock",
            "variants": ["https://example.org/c.jpg"],
        },
        {"src": "https://example.org/other.jpg", "label": 0, "caption": None},
    ]
    label = {"set": "wcxb-dev", "file": "dev/html/1.html.gz", "url": truth["url"], "lang": "en", "images": images}
    for name, content in {
        "wcxb-dev/html/1.html": html,
        "wcxb-dev/ground-truth/1.json": json.dumps(truth),
        LABELS: json.dumps(label),
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
    return tmp_path


def test_labels_are_read(data):
    (page,) = read_labels(data)
    assert page.path.name == "1.html"
    assert [label.right for label in page.labels] == [True, False]
    assert page.labels[0].shows("http://example.org/c.jpg")
    assert page.labels[0].caption == "The clock"


def test_weights_are_written(data, tmp_path, capsys):
    out = tmp_path / "weights.json"
    assert main([str(data), "--out", str(out)]) == 0
    assert "of 1 pages" in capsys.readouterr().out
    assert json.loads(out.read_text("utf-8"))["card"]["right"] == 1
    assert read_weights(out.read_text("utf-8")).signals["captioned"] > 0


def test_a_folder_without_labels_is_named(tmp_path):
    with pytest.raises(UsageError, match="images-dev"):
        read_labels(tmp_path)
