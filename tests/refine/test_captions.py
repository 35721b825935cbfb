"""Captions of pictures leave the running text; those of other things stay."""

from __future__ import annotations

import numpy as np
import pytest

from printworthy.refine.furniture import captions
from tests.building import read

LINE = "<figcaption>The lake</figcaption>"


@pytest.mark.parametrize(
    ("html", "found"),
    [
        (f"<figure><img src=x>{LINE}</figure>", ["The lake"]),
        (f"<figure><picture><img src=x></picture>{LINE}</figure>", ["The lake"]),
        (f"<figure><video></video>{LINE}</figure>", ["The lake"]),
        (f"<figure><iframe src=x></iframe>{LINE}</figure>", ["The lake"]),
        (f"<figure>{LINE}</figure>", []),
        (f"<figure><img src=x><table><tr><td>1</table>{LINE}</figure>", []),
        (f"<figure><pre>x = 1</pre><img src=x>{LINE}</figure>", []),
        (f"<figure><blockquote>Words</blockquote>{LINE}</figure>", []),
        ("<figure><img src=x><p>The lake</p></figure>", []),
        ("<figure><img src=x><figcaption>DROPPED</figcaption></figure>", []),
        ("<figure><img src=x><figcaption><p>One</p><p>DROPPED</p><p>Two</p></figcaption></figure>", ["One", "Two"]),
    ],
)
def test_captions(html: str, found: list[str]) -> None:
    _, columns, kept = read(f"<body><p>Before</p>{html}<p>After</p>")
    marked = captions(columns, np.array(kept))
    assert [text for text, mark in zip(columns.text, marked, strict=True) if mark] == found
