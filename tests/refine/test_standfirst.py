"""The line below the headline is found by the name of its box, if it looks like one."""

from __future__ import annotations

import numpy as np
import pytest

from printworthy.refine.standfirst import standfirst
from tests.building import read

TEXT = "DROPPED The lamps of the harbour are lit by hand, and nobody knows why."
HEAD, BODY = "<h1>Lamps</h1>", "<p>In the lower harbour the lamps are lit.</p>"


@pytest.mark.parametrize(
    ("html", "found"),
    [
        (f"{HEAD}<p class=standfirst>{TEXT}</p>{BODY}", True),
        (f"{HEAD}<p class=article-summary>{TEXT}</p>{BODY}", True),
        (f"{HEAD}<div class=dek><p>{TEXT}</p></div>{BODY}", True),
        (f"{HEAD}<p>DROPPED By Ada</p><h2 class=subtitle>{TEXT}</h2>{BODY}", True),
        (f"{HEAD}<p>{TEXT}</p>{BODY}", False),
        (f"{HEAD}<p class=subheader>{TEXT}</p>{BODY}", False),
        (f"{HEAD}<p class='subtitle author'>{TEXT}</p>{BODY}", False),
        (f"{HEAD}<p class=standfirst>DROPPED short</p>{BODY}", False),
        (f"{HEAD}<p class=standfirst>{TEXT * 9}</p>{BODY}", False),
        (f"{HEAD}<p class=standfirst><a href=/x>{TEXT}</a></p>{BODY}", False),
        (f"{HEAD}{'<p>DROPPED</p>' * 4}<p class=standfirst>{TEXT}</p>{BODY}", False),
        (f"<p class=standfirst>{TEXT}</p>{HEAD}{BODY}", False),
        (f"<h2>Lamps</h2><p class=standfirst>{TEXT}</p>{BODY}", False),
        (f"{HEAD}<p class=standfirst>{TEXT}</p><p>DROPPED</p>", True),
    ],
)
def test_standfirst(html: str, found: bool) -> None:
    _, columns, kept = read(f"<body>{html}")
    marked = standfirst(columns, np.array(kept))
    assert [text for text, mark in zip(columns.text, marked, strict=True) if mark] == [TEXT] * found


def test_what_is_kept_is_not_added() -> None:
    _, columns, kept = read(f"<body>{HEAD}<p class=standfirst>{TEXT.removeprefix('DROPPED ')}</p>{BODY}")
    assert not standfirst(columns, np.array(kept)).any()
    assert not standfirst(columns, np.zeros(len(kept), bool)).any()
