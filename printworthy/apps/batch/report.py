"""The report of a run: a summary and its moments go in; one HTML file comes out that asks nobody for anything."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Final

from printworthy.apps.batch.output.parts import write_whole
from printworthy.apps.batch.plots import bars, columns, curve
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
