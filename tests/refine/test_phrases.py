"""Lines that are known by their words: interruptions, pointers to other stories, and sign-offs."""

from __future__ import annotations

import numpy as np
import pytest

from printworthy.refine.phrases import interruptions, pointers, signoffs


@pytest.mark.parametrize(
    "line",
    [
        "Advertisement",
        "ADVERTISEMENT",
        "— Advertisement —",
        "Continue reading below",
        "Story continues below",
        "Article continues below this ad",
        "Article continues after advertisement",
        "Scroll to continue",
        "Anzeige",
        "Der Artikel wird nach der Werbung fortgesetzt",
        "Weiterlesen nach der Anzeige",
        "La suite après cette publicité",
        "Continúa después de la publicidad",
        "Dalsza część artykułu pod materiałem wideo",
        "Реклама",
        "広告",
    ],
)
def test_lines_that_only_interrupt(line):
    assert interruptions(["The water rose.", line], np.array([True, True])).tolist() == [False, True]
    assert not interruptions([line], np.array([False])).any()


@pytest.mark.parametrize(
    "line",
    [
        "The story continues below the ridge, where the second hut stands.",
        "Advertisement is the art of arresting intelligence",
        "Continue",
        "Below",
        "Anzeige erstattet",
        "ad",
        "",
        "!" * 59,
    ],
)
def test_lines_of_the_article_interrupt_nothing(line):
    assert not interruptions([line], np.array([True])).any()


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


PROSE = [f"In the year {year} the river rose again and took a field with it." for year in range(1820, 1830)]


@pytest.mark.parametrize(
    "line",
    [
        "A. Miller in Bath contributed to this report.",
        "Associated Press writer A. Miller in Bath contributed.",
        "Additional reporting by A. Miller",
        "— With files from The Canadian Press",
        "Mit Material von dpa",
        "Con información de EFE",
        "A. Miller can be reached at miller@courier.example.",
        "Contact A. Miller at miller@courier.example",
        "A. Miller is a reporter for the Courier. Follow her: @miller",
        "Originally published in the Courier on May 3.",
        "This article first appeared in the Courier.",
        "Dieser Text erschien zuerst im Courier.",
        "Cet article est paru dans le Courier.",
    ],
)
def test_lines_that_close_an_article(line: str) -> None:
    texts = [*PROSE, line]
    assert signoffs(texts, np.ones(len(texts), bool)).tolist() == [False] * len(PROSE) + [True]
    assert not signoffs(texts[::-1], np.ones(len(texts), bool)).any(), "it stands first"
    assert not signoffs(texts, np.zeros(len(texts), bool)).any(), "it was not kept"


@pytest.mark.parametrize(
    "line",
    [
        "Snow in the hills contributed to this flood.",
        "The mayor said that nobody could be reached.",
        "The book costs nine shillings; write to boats@river.example to order it.",
        "The reporter of the Courier came by boat.",
        "This story was told to me first by the miller.",
    ],
)
def test_lines_of_the_article_sign_nothing_off(line: str) -> None:
    assert not signoffs([*PROSE, line], np.ones(len(PROSE) + 1, bool)).any()
