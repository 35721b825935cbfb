"""The benchmark of pictures counts what a caller gets against the labels."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from fitting.pictures import Label, LabelledPage, LabelledReading
from printworthy.images.figures import Manner
from printworthy.images.judge import judge_all
from tests.building import URL, read
from tests.images.illustrating import illustrate

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "quality" / "pictures.py"


@pytest.fixture(scope="module")
def benchmark():
    spec = importlib.util.spec_from_file_location("pictures_benchmark", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


def label(file, right, caption=""):
    return Label(frozenset({f"//example.org/{file}"}), right, caption)


def test_tally(benchmark):
    text = "<p>" + "Ein Satz mit Worten. " * 5 + "</p>"
    figure = "<figure><img src=/a.jpg><figcaption>The dog at the lake</figcaption></figure>"
    tree, columns, kept = read(
        f"<article>{text}{figure}<p><img src=/ad.jpg></p><p><img src=/x.jpg></p>{text}</article>"
    )
    labels = (
        label("a.jpg", True, "the dog at a lake"),
        label("ad.jpg", False),
        label("gone.jpg", True),
        label("z.jpg", False),
    )
    page = LabelledPage(Path("x"), URL, "de", 0, labels)
    found = benchmark.tally([LabelledReading(page, tree, columns, kept)], lambda _: Manner(judge_all))
    assert (found.hits, found.false, found.missed, found.rejected, found.unlabelled) == (1, 1, 1, 1, 1)
    assert (found.precision, found.recall, found.accuracy) == (0.5, 0.5, 0.5)
    assert (found.pages, found.pages_right, found.captions, found.captions_right) == (1, 0, 1, 1)
    assert "0.500" in benchmark.line("x", found)


def test_word_f1(benchmark):
    assert benchmark.word_f1("The dog", "the dog!") == 1
    assert benchmark.word_f1("", "the dog") == 0
    assert benchmark.word_f1("a b c", "a b d e") == pytest.approx(4 / 7)


PAPER = [
    ("named in the text", "<div><img src=/a.jpg>Obama in Chicago</div>", 1),
    ("others", "<div><img src=/a.jpg>Buy a Tesla in Houston</div>", 0),
    ("without a caption", "<div><img src=/a.jpg></div>", 0),
    ("alternative text is none", "<div><img src=/a.jpg alt='Obama'></div>", 0),
]


@pytest.mark.parametrize(("html", "kept"), [case[1:] for case in PAPER], ids=[case[0] for case in PAPER])
def test_the_papers_own_judge(benchmark, html, kept):
    text = "<p>" + "Yesterday Obama spoke in Chicago, and many heard Obama there in Chicago. " * 5 + "</p>"
    found = illustrate(f"<div>{text}{html}{text}</div>", judge=benchmark.judge_by_paper)
    assert len(found.figures) == kept
