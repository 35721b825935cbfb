"""Report: scores, curves and notes → one HTML page that stands alone, and its pictures as files."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Final

from printworthy.train.own.compare import Scored
from printworthy.train.own.work import write_whole

# Rangarajan 2016, tables 2 and 3: 269 news pages in English, five folds.
PAPER: Final = {
    "logistic regression": {"date": 0.365, "content": 0.697},
    "random forest": {"date": 0.584, "content": 0.668},
}


def table_lines(scores: Sequence[Scored]) -> list[str]:
    """The scores as a table of text."""
    lines = [f"{'':24} {'title':>12} {'date':>12} {'content':>12} {'words':>7}"]
    for one in scores:
        cells = [_cell(one, name) for name in ("title", "date", "content")]
        lines.append(f"{one.name:24} {cells[0]:>12} {cells[1]:>12} {cells[2]:>12} {one.words:7.3f}")
    return lines


def write_report(
    folder: Path, card: Mapping[str, object], scores: Sequence[Scored], pictures: Mapping[str, bytes],
    notes: Sequence[str],
) -> Path:  # fmt: skip
    """The report in a folder; returns the page's path."""
    for name, content in pictures.items():
        write_whole(folder / f"{name}.png", content)
    write_whole(folder / "card.json", (json.dumps(card, indent=1, sort_keys=True) + "\n").encode())
    page = folder / "report.html"
    write_whole(page, _html(card, scores, pictures, notes).encode())
    return page


def _html(
    card: Mapping[str, object], scores: Sequence[Scored], pictures: Mapping[str, bytes], notes: Sequence[str]
) -> str:
    rows = "".join(_row(one) for one in scores)
    figures = "".join(
        f'<figure><img alt="{escape(name.replace("-", " "))}" src="data:image/png;base64,'
        f'{base64.b64encode(content).decode()}"></figure>'
        for name, content in pictures.items()
    )
    known = {key: value for key, value in card.items() if key != "scores"}
    facts = "".join(f"<tr><th>{escape(key)}<td>{escape(_shown(value))}" for key, value in known.items())
    told = "".join(f"<li>{escape(note)}" for note in notes) or "<li>nothing"
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Training report</title><style>{_STYLE}</style>'
        f"<h1>Training report</h1><h2>Scores on pages that the models have not seen</h2><table><tr><th>model"
        f"<th>title<th>date<th>content<th>words of content<th>the paper's content, date</tr>{rows}</table>"
        "<p>Title, date and content: F1 of text nodes, mean and deviation over five folds. Words: F1 of the words of "
        "content, mean over pages. The paper's figures (Rangarajan 2016) are of other pages: 269 news pages.</p>"
        f"{figures}<h2>Card</h2><table>{facts}</table><h2>Left out</h2><ul>{told}</ul></html>\n"
    )


def _row(one: Scored) -> str:
    cells = "".join(f"<td>{_cell(one, name)}" for name in ("title", "date", "content"))
    paper = PAPER.get(one.name)
    beside = f"{paper['content']:.3f}, {paper['date']:.3f}" if paper else ""
    return f"<tr><th>{escape(one.name)}{cells}<td>{one.words:.3f}<td>{beside}"


def _cell(one: Scored, name: str) -> str:
    if name not in one.nodes:
        return "–"
    mean, spread = one.nodes[name]
    return f"{mean:.3f} ±{spread:.3f}"


def _shown(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


_STYLE: Final = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em}"
    "table{border-collapse:collapse}th,td{text-align:left;padding:.2em .8em;border-bottom:1px solid #ccc}"
    "img{max-width:100%}figure{margin:1.5em 0}"
)
