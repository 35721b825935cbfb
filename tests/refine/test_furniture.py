"""Small boxes around a form, whatever they are called."""

from __future__ import annotations

import numpy as np
import pytest

from printworthy.refine.furniture import beside_forms
from tests.refine.test_boxes import PROSE, kept_all, told

FORM = '<form><input type="email"><button>OK</button></form>'
LETTER = f"<aside class=x><h3>Enjoying this?</h3><p>A letter every week.</p>{FORM}</aside>"


def beside(html: str) -> list[str]:
    columns, kept = kept_all(html)
    words = np.array([len(text.split()) for text in columns.text])
    return told(columns, beside_forms(columns, words, kept))


@pytest.mark.parametrize(
    ("html", "dropped"),
    [
        (PROSE + LETTER + PROSE, ["Enjoying this?", "A letter every week."]),
        (f"{PROSE}<div><p>Der Brief zum Wochenende.</p>{FORM}</div>{PROSE}", ["Der Brief zum Wochenende."]),
        (f"{PROSE}<div><p>每周一封信。</p>{FORM}</div>{PROSE}", ["每周一封信。"]),
        (PROSE + PROSE, []),
        # The article itself stands beside the form, or is little more than what stands there.
        (f"<article>{PROSE}{FORM}</article>", []),
        (f"<p>A short page about a letter.</p>{LETTER}", []),
        # A basket at every item.
        (PROSE + "".join(f"<div><p>Item {number}</p>{FORM}</div>" for number in range(9)) + PROSE, []),
    ],
)
def test_what_stands_beside_a_form(html: str, dropped: list[str]) -> None:
    assert [text for text in beside(html) if text != "OK"] == dropped
