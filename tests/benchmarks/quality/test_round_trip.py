"""Markdown and HTML of every test page, read back, tell the blocks that were written."""

from __future__ import annotations

import json

import pytest

from benchmarks.lib.pages import OWN
from benchmarks.quality.round_trip import Line, share, travel

PAGES = sorted(path.parent for path in OWN.glob("*/expected.json"))


@pytest.mark.parametrize("folder", PAGES, ids=lambda folder: folder.name)
def test_page_comes_back(folder):
    url = json.loads((folder / "expected.json").read_text("utf-8")).get("url", "")
    trip = travel(folder.name, (folder / "page.html").read_bytes(), url)
    assert trip is None or (trip.markdown, trip.html) == (1.0, 1.0)


def test_lost_line_is_seen():
    one, other = Line("/p", "one"), Line("/quote/p", "one")
    assert share([one, other], [one, other]) == 1.0
    assert share([one, other], [one]) < 1.0
    assert share([one], [other]) == 0.0
