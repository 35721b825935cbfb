"""Lines that only lead elsewhere are known by how they begin and by being links."""

from __future__ import annotations

import numpy as np
import pytest

from printworthy.refine.pointers import pointers

LINES = [
    "Read more: The harbour that moved", "RELATED: How bells are cast", "See also the story of the bridge",
    "Lesen Sie auch: Der Hafen zieht um", "À lire aussi » Le port déménage", "Le puede interesar: El puerto se muda",
    "Leggi anche: Il porto trasloca", "Czytaj też: Port się przenosi", "Читайте также: Порт переезжает",
    "相关阅读：港口搬家",
]  # fmt: skip


@pytest.mark.parametrize("line", LINES)
def test_a_link_to_another_story(line: str) -> None:
    kept = np.array([True, True, True])
    texts = ["The water rose.", line, "It fell again."]
    assert pointers(texts, [0, len(line), 0], kept).tolist() == [False, True, False]
    assert not pointers(texts, [0, 0, 0], kept).any(), "without a link it is a sentence"


def test_a_title_whose_list_was_left_out() -> None:
    texts = ["The water rose.", "Mehr zum Thema", "Flut", "Ebbe"]
    assert pointers(texts, [0, 0, 4, 4], np.array([True, True, False, False])).tolist() == [False, True, False, False]
    assert not pointers(texts, [0, 0, 4, 4], np.array([True, True, True, True])).any()


@pytest.mark.parametrize(
    "line", ["Readers wrote to us", "More than forty boats came in", "Relatedness is a matter of taste"]
)
def test_sentences_stay(line: str) -> None:
    assert not pointers([line], [len(line)], np.array([True])).any()
