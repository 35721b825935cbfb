"""The benchmark of pictures counts what a caller gets against the labels."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from printworthy.images.figures import Manner
from printworthy.images.judge import judge_all
from printworthy.train.pictures import Label, LabelledPage, Reading
from tests.building import URL, read

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "pictures.py"


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
    tree, columns, kept = read(f"<article>{text}{figure}<p><img src=/ad.jpg></p><p><img src=/x.jpg></p>{text}</article>")  # noqa: E501
    labels = (label("a.jpg", True, "the dog at a lake"), label("ad.jpg", False), label("gone.jpg", True), label("z.jpg", False))  # noqa: E501
    page = LabelledPage(Path("x"), URL, "de", 0, labels)
    found = benchmark.tally([Reading(page, tree, columns, kept)], lambda _: Manner(judge_all))
    assert (found.hits, found.false, found.missed, found.rejected, found.unlabelled) == (1, 1, 1, 1, 1)
    assert (found.precision, found.recall, found.accuracy) == (0.5, 0.5, 0.5)
    assert (found.pages, found.pages_right, found.captions, found.captions_right) == (1, 0, 1, 1)
    assert "0.500" in benchmark.line("x", found)


def test_word_f1(benchmark):
    assert benchmark.word_f1("The dog", "the dog!") == 1
    assert benchmark.word_f1("", "the dog") == 0
    assert benchmark.word_f1("a b c", "a b d e") == pytest.approx(4 / 7)
