"""The set with the highest expected F1, and copies taken out of it."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import printworthy
from printworthy.base.expected import best_set
from printworthy.base.tags import QUOTE, TABLE
from printworthy.data.columns import Columns
from printworthy.select.choose import LEFT, choose, doubt, leaned, reasons

pages = st.lists(st.tuples(st.floats(0.01, 0.99), st.integers(1, 50)), min_size=1, max_size=8)
OPEN = np.array([0.0, 0.3, 0.5, 1.0], np.float32)
STORY = "The ferry came at nine, as it had done since the war, and the men on the pier took the ropes. "


@given(pages)
def test_no_other_set_is_expected_to_score_higher(page: list[tuple[float, int]]) -> None:
    probability, words = (np.array(column, np.float32) for column in zip(*page, strict=True))
    kept, score = best_set(probability, words)
    mass = probability * words

    def expected(mask: np.ndarray) -> float:
        return float(2 * mass[mask].sum() / (words[mask].sum() + mass.sum()))

    assert abs(expected(kept) - score) < 1e-4
    every = (np.array(mask) for mask in product((False, True), repeat=len(page)) if any(mask))
    assert max(expected(mask) for mask in every) <= score + 1e-4


def apart(texts: list[str], flags: int = 0) -> Columns:
    """Segments that each have a box of their own."""
    count = len(texts)
    return Columns(text=texts, owner=[*range(count)], parent=[*range(count)], flags=[flags] * count)


@pytest.mark.parametrize("flag", [QUOTE, TABLE])
def test_what_is_repeated_in_a_quotation_or_table_is_content(flag: int) -> None:
    likely, words, whole = np.full(2, 0.9, np.float32), np.full(2, 20, np.float32), np.full(2, 7, np.uint32)
    assert choose(likely, words, whole, apart(["It rose."] * 2, flag)).kept.all()


def test_what_is_repeated_in_the_same_box_is_content() -> None:
    likely, words, whole = np.full(2, 0.9, np.float32), np.full(2, 20, np.float32), np.full(2, 7, np.uint32)
    together = Columns(text=["A refrain."] * 2, owner=[1, 2], parent=[-1, 0, 0], flags=[0] * 3)
    assert choose(likely, words, whole, together).kept.all()


def test_copies_are_dropped_and_explained() -> None:
    probability = np.array([0.9, 0.1, 0.9, 0.9], np.float32)
    words = np.array([20, 20, 20, 3], np.float32)
    columns = apart(["It rose.", "It fell.", "It rose.", "It."])
    choice = choose(probability, words, np.array([7, 8, 7, 7], np.uint32), columns)
    assert choice.kept.tolist() == [True, False, False, True]  # short texts may stand twice
    assert [step for step, _ in reasons(choice)] == ["select", "select", "copies", "select"]


def test_what_differs_in_its_figures_is_no_copy() -> None:
    texts = ["Step 1 of 9", "Step 2 of 9", "STEP 1 of 9", "Step 3 of 9"]
    choice = choose(np.full(4, 0.9, np.float32), np.full(4, 20, np.float32), np.full(4, 7, np.uint32), apart(texts))
    assert choice.kept.tolist() == [True, True, False, True]


@pytest.mark.parametrize(
    ("kinds", "more"),
    [
        ({"article": -3.0, "documentation": 2.0}, True),
        ({"article": -3.0, "service": 2.0}, True),
        ({"article": -3.0, "listing": 2.0}, True),
        ({"article": 2.0, "documentation": 1.0}, False),
        ({"article": -3.0, "forum": 2.0}, False),
        ({"article": -0.2, "service": 0.0, "product": -0.2}, False),  # the likeliest, but less likely than the others
    ],
)
def test_which_pages_are_leaned(kinds: dict[str, float], more: bool) -> None:
    found = leaned(OPEN, kinds)
    assert (found is not OPEN) is more
    if more:
        assert found[0] == 0
        assert found[3] == 1
        assert (found[1:3] > OPEN[1:3]).all()
        assert found.dtype == np.float32


def test_in_shops_less_is_taken() -> None:
    found = leaned(OPEN, {"article": -3.0, "product": 2.0})
    assert (found[[0, 3]] == OPEN[[0, 3]]).all()
    assert (found[1:3] < OPEN[1:3]).all()


@pytest.mark.parametrize(
    "head",
    ["Page not found", "404 | The Courier", "Seite nicht gefunden", "Just a moment...", "页面不存在", "Access Denied"],
)
def test_error_pages(head: str) -> None:
    assert doubt((head, ""), STORY) == LEFT
    assert doubt(("The ferry", head), STORY) == LEFT
    assert doubt((head, ""), STORY * 20) == 1, "an article about it is longer"


@pytest.mark.parametrize("head", ["Log in | The Courier", "Please sign in", "Anmelden", "Iniciar sesión", "登录"])
def test_logins(head: str) -> None:
    assert doubt((head, ""), STORY) == LEFT
    assert doubt(("Sign in the sky", "The login that failed"), STORY) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Harbour App\n\nYou need to enable JavaScript to run this app.",
        "This site requires JavaScript.",
        "JavaScript is disabled in your browser.",
        "Bitte JavaScript aktivieren, um die Seite zu sehen.",
    ],
)
def test_pages_that_ask_for_scripts(text: str) -> None:
    assert doubt(("Harbour App", ""), text) == LEFT
    assert doubt(("Harbour App", ""), text + STORY * 3) == 1, "an article about it is longer"


def test_no_text_is_no_article() -> None:
    assert doubt(("The ferry",), " ") == 0


def test_walls_of_consent() -> None:
    wall = (
        "We and our 187 partners use cookies for personalised advertising. Accept, or manage your consent and privacy."
    )
    assert doubt(("The ferry",), wall) == LEFT
    assert doubt(("The ferry",), STORY + "She accepted a cookie.") == 1


def test_a_saved_error_page_is_no_article() -> None:
    said = "We are terribly sorry, but the page that you were looking for has moved, or was never here at all. "
    page = f"<title>Page not found</title><main><article><h1>Oh no!</h1><p>{said * 2}</p><p>{said}</p></article></main>"
    assert printworthy.extract(page).page_type == "none"


def test_a_text_of_links_is_doubtful() -> None:
    assert doubt(("The Harbour Courier",), STORY * 9, linked=0.95) == 0.5
    assert doubt(("The Harbour Courier",), STORY * 9, linked=0.5) == 1
