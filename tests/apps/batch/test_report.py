"""The report of a run: its figures and its plots."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree

import pytest

from printworthy.apps.batch.report import bars, columns, curve, nice, render, speeds
from printworthy.apps.batch.stats import Stats, together
from printworthy.apps.batch.summary import Summary
from printworthy.apps.batch.watch import ProgressPoint, line

STATS = Stats(
    records=12, pages=10, rows=9, html_bytes=5_000_000, errors=Counter({"timeout": 2}), left_out=Counter({"short": 1}),
    passed=Counter({f"kind {number}": 1 for number in range(12)}), languages=Counter({"en": 6, "<b>": 1}),
    confidence=Counter({"19": 7}), steps=Counter({"parse": 9000}), extract_seconds=1.0, worker_seconds=0.5,
)  # fmt: skip
SUMMARY = Summary(1, 2, 3_000_000, 4_000_000, 2.0, {"exact": 1, "near": 0}, STATS)
MOMENTS = [ProgressPoint(100 + second, 5 * second, 1_000_000 * second, 0) for second in range(30)]


def test_summary_there_and_back() -> None:
    assert Summary.from_json(SUMMARY.to_json()) == SUMMARY
    table = SUMMARY.table()
    for text in ("2 (timeout 2)", "1 exact", "5.0 pages/s", "2.0 MB/s", "150.0 ms a page", "4 more kinds"):
        assert text in table
    assert "1 (4.0 MB)" in table


def test_counts_add_up() -> None:
    both = together([STATS, STATS])
    assert (both.pages, both.errors["timeout"], both.extract_seconds) == (20, 4, 2.0)
    assert Stats.from_json(both.to_json()) == both
    assert STATS.pages == 10


def test_report_asks_nobody() -> None:
    html = render(SUMMARY, MOMENTS)
    assert not re.search(r"https?://|<script|<link|src=|url\(|@import", html)
    assert "default-src 'none'" in html
    assert "&lt;b&gt;" in html
    assert "<b>" not in html
    for svg in re.findall(r"<svg.*?</svg>", html, re.S):
        ElementTree.fromstring(svg)
    assert html.count("<svg") == 8


@pytest.mark.parametrize("values", [[], [("a", 1)], [(f"n{number}", number) for number in range(40)]])
def test_bars(values: list[tuple[str, int]]) -> None:
    svg = bars("Names", values)
    assert svg.count("<rect") == min(len(values), 16)
    assert ("25 others" in svg) == (len(values) == 40)


def test_curves_and_columns() -> None:
    assert "too short a run" in curve("x", [(0, 1)], "pages/s")
    assert curve("x", [(1, 10), (2, 30)], "pages/s").count("L") == 1
    assert columns("x", [1, 2], ["a", "b"]).count("<rect") == 2


@pytest.mark.parametrize(("value", "expected"), [(0, 1), (1, 1), (1.2, 2), (21, 25), (30, 50), (99, 100), (0.03, 0.05)])
def test_axis(value: float, expected: float) -> None:
    assert nice(value) == pytest.approx(expected)


def test_speed_over_time() -> None:
    assert {round(value) for _, value in speeds(MOMENTS, "pages")} == {5}
    killed = [*MOMENTS, ProgressPoint(9000, 100, 20_000_000, 0), ProgressPoint(9001, 105, 21_000_000, 0)]
    assert speeds(killed, "pages")[-1] == pytest.approx((30, 5))


def test_line() -> None:
    assert line(MOMENTS, 58_000_000) == "145 pages  5 pages/s  1.0 MB/s  0 errors  50%  ETA 0:29"
    assert line(MOMENTS[:1], 58_000_000).endswith("0%  ETA –")
    assert line(MOMENTS, 5_000_000_000_000 // 1000).endswith("ETA 1:22:51")
