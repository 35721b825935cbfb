"""The report of a run: a summary and its moments go in; one HTML file comes out that asks nobody for anything.

Plots are SVG: they need no script, no font and no other file.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from math import ceil, floor, log10
from pathlib import Path
from typing import Final

from printworthy.apps.batch.output.parts import write_whole
from printworthy.apps.batch.stats import BINS
from printworthy.apps.batch.summary import Summary
from printworthy.apps.batch.watch import ProgressPoint
from printworthy.version import VERSION

_POINTS: Final = 120
_GAP: Final = 10.0
_STYLE: Final = """
:root{color-scheme:light dark;--ink:#1d2733;--soft:#66717e;--line:#d7dde3;--bar:#2f6f9f;--paper:#fff}
@media(prefers-color-scheme:dark){:root{--ink:#e6ebf0;--soft:#9aa6b2;--line:#36414c;--bar:#6fb1e0;--paper:#12181e}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:44rem;margin:2rem auto;
padding:0 1rem}
h1{font-size:1.5rem}table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.3rem .8rem .3rem 0;border-bottom:1px solid var(--line)}
th{font-weight:600;white-space:nowrap}figure{margin:2rem 0}figcaption{font-weight:600;margin-bottom:.4rem}
svg{width:100%;height:auto;font:12px system-ui,sans-serif;fill:var(--soft)}
rect{fill:var(--bar)}.level{stroke:var(--line)}.curve{stroke:var(--bar);stroke-width:2;fill:none}
"""


def write_report(path: Path, summary: Summary, moments: Sequence[ProgressPoint]) -> None:
    """Write the report."""
    write_whole(path, render(summary, moments))


def render(summary: Summary, moments: Sequence[ProgressPoint]) -> str:
    """The report as HTML."""
    stats = summary.stats
    rows = "".join(f"<tr><th scope=row>{escape(name)}<td>{escape(text)}" for name, text in summary.lines())
    steps = [(name, round(value / 1000 / max(1, stats.pages), 2)) for name, value in stats.steps.items()]
    plots = [
        curve("Pages a second over time", speeds(moments, "pages"), "pages/s"),
        curve("Input over time", [(x, y / 1e6) for x, y in speeds(moments, "read")], "MB/s"),
        columns("Confidence", *_confidence(summary)),
        bars("Languages", list(stats.languages.items())),
        bars("Page types", list(stats.page_types.items())),
        bars("Errors", list(stats.errors.items())),
        bars("Left out by filters", list(stats.left_out.items())),
        bars("No pages", list(stats.passed.items())),
    ]
    times = "".join(f"<tr><th scope=row>{escape(name)}<td>{value:.2f} ms" for name, value in steps)
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Printworthy: report of a run</title>'
        '<meta name="viewport" content="width=device-width">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<style>{_STYLE}</style><main><h1>Report of a run</h1><table>{rows}</table>{''.join(plots)}"
        f"<h2>CPU time a page, by step</h2><table>{times}</table><p>Made by Printworthy {VERSION}.</main></html>\n"
    )


def speeds(moments: Sequence[ProgressPoint], what: str) -> list[tuple[float, float]]:
    """How much came a second, over running time; pauses between a kill and the next start do not count."""
    points: list[tuple[float, float]] = []
    at = 0.0
    every = max(1, len(moments) // _POINTS)
    for sooner, later in pairwise(moments[::every]):
        seconds, gain = later.time - sooner.time, getattr(later, what) - getattr(sooner, what)
        # After a restart, work that was not yet sealed is done again: nothing is gained until it is caught up.
        if 0.05 < seconds <= _GAP * every and gain >= 0:
            at += seconds
            points.append((at, gain / seconds))
    return points


def _confidence(summary: Summary) -> tuple[list[float], list[str]]:
    counts = summary.stats.confidence
    return [float(counts[str(bin_)]) for bin_ in range(BINS)], [f"{bin_ / BINS:.2f}" for bin_ in range(BINS)]


_WIDTH: Final = 640
_HEIGHT: Final = 220
_LEFT: Final = 64
_BOTTOM: Final = 34
_BAR: Final = 22
_LABEL: Final = 150


def curve(title: str, points: Sequence[tuple[float, float]], unit: str) -> str:
    """A line over time, in seconds since the beginning."""
    if len(points) < 2:
        return _frame(title, _HEIGHT, '<text x="64" y="100">too short a run for a curve</text>')
    top = nice(max(value for _, value in points))
    last = points[-1][0] or 1.0
    wide, high = _WIDTH - _LEFT - 16, _HEIGHT - _BOTTOM - 16
    spots = [(_LEFT + wide * x / last, 16 + high * (1 - y / top)) for x, y in points]
    path = "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in spots)
    lines = [_level(16 + high * (1 - part / 4), f"{top * part / 4:,.6g}") for part in range(5)]
    ends = f'<text x="{_LEFT}" y="{_HEIGHT - 10}">0</text>' + _right(_WIDTH - 16, _HEIGHT - 10, f"{last:,.0f} s")
    label = f'<text x="{_LEFT}" y="11" class="unit">{escape(unit)}</text>'
    return _frame(title, _HEIGHT, "".join(lines) + f'<path class="curve" d="{path}"/>' + ends + label)


def columns(title: str, values: Sequence[float], labels: Sequence[str]) -> str:
    """Columns side by side, as of a histogram; the labels stand under their left edges."""
    top = nice(max([*values, 1]))
    wide, high = (_WIDTH - _LEFT - 16) / max(1, len(values)), _HEIGHT - _BOTTOM - 16
    bars = [
        f'<rect x="{_LEFT + number * wide + 1:.1f}" y="{16 + high * (1 - value / top):.1f}" width="{wide - 2:.1f}" '
        f'height="{high * value / top:.1f}"><title>{escape(label)}: {value:,g}</title></rect>'
        for number, (value, label) in enumerate(zip(values, labels, strict=True))
    ]
    every = max(1, len(labels) // 10)
    names = [
        f'<text x="{_LEFT + number * wide:.1f}" y="{_HEIGHT - 10}">{escape(label)}</text>'
        for number, label in enumerate(labels)
        if number % every == 0
    ]
    lines = [_level(16 + high * (1 - part / 4), f"{top * part / 4:,.6g}") for part in range(5)]
    return _frame(title, _HEIGHT, "".join([*lines, *bars, *names]))


def bars(title: str, counts: Sequence[tuple[str, int]], most: int = 15) -> str:
    """Named bars, the longest first; what does not fit is taken together."""
    ordered = sorted(counts, key=lambda pair: -pair[1])
    shown = ordered[:most]
    if rest := sum(count for _, count in ordered[most:]):
        shown = [*shown, (f"{len(ordered) - most} others", rest)]
    largest = max((count for _, count in shown), default=1)
    rows = []
    for number, (name, count) in enumerate(shown):
        y, width = 8 + number * _BAR, (_WIDTH - _LABEL - 90) * count / largest
        rows.append(
            _right(_LABEL - 8, y + 14, name[:24])
            + f'<rect x="{_LABEL}" y="{y}" width="{width:.1f}" height="{_BAR - 5}"/>'
            + f'<text x="{_LABEL + width + 6:.1f}" y="{y + 14}">{count:,}</text>'
        )
    body = "".join(rows) or '<text x="64" y="24">none</text>'
    return _frame(title, max(40, 16 + len(shown) * _BAR), body)


def nice(value: float) -> float:
    """The next number above that reads well on an axis: 1, 2, 2.5 or 5 with zeros."""
    if value <= 0:
        return 1.0
    power = 10.0 ** floor(log10(value))
    return next(step * power for step in (1, 2, 2.5, 5, 10) if step * power >= value or ceil(step) == 10)


def _level(y: float, text: str) -> str:
    return f'<path class="level" d="M{_LEFT},{y:.1f}H{_WIDTH - 16}"/>' + _right(_LEFT - 6, y + 4, text)


def _right(x: float, y: float, text: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="end">{escape(text)}</text>'


def _frame(title: str, height: float, body: str) -> str:
    name = escape(title)
    return (
        f"<figure><figcaption>{name}</figcaption>"
        f'<svg viewBox="0 0 {_WIDTH} {height}" role="img" aria-label="{name}">{body}</svg></figure>'
    )
