"""Report: scores, curves and notes → one HTML page that stands alone, and its pictures as files."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from printworthy.errors import MissingExtraError
from printworthy.train.own.checkpoints import write_whole
from printworthy.train.own.compare import Scored
from printworthy.train.own.curves import Point

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Rangarajan 2016, tables 2 and 3: 269 news pages in English, five folds.
PAPER: Final = {
    "logistic regression": {"date": 0.365, "content": 0.697},
    "random forest": {"date": 0.584, "content": 0.668},
}
Line = tuple[str, NDArray[Any], NDArray[Any]]


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


def draw_precision_recall(lines: Sequence[Line]) -> bytes:
    """A line for each method: precision over recall."""
    figure, axes = _figure("recall", "precision", "Precision and recall of content, in words, on unseen pages")
    for name, precision, recall in lines:
        axes.plot(recall, precision, label=name, linewidth=1.6)
    axes.set_xlim(0, 1.01)
    axes.set_ylim(0, 1.02)
    axes.legend(loc="lower left", fontsize=8)
    return _png(figure)


def draw_calibration(lines: Sequence[tuple[str, Sequence[tuple[float, float, float]]]]) -> bytes:
    """What was foretold against what was so; the diagonal is perfect."""
    figure, axes = _figure("foretold", "real", "Calibration: share of words that are content, on unseen pages")
    axes.plot([0, 1], [0, 1], color="0.7", linewidth=1)
    for name, points in lines:
        foretold, real, share = np.array(points).T
        axes.plot(foretold, real, marker="o", markersize=4, label=name, linewidth=1.6)
        axes.scatter(foretold, real, s=600 * share, alpha=0.15)
    axes.legend(loc="upper left", fontsize=8)
    return _png(figure)


def draw_learning_curve(points: Sequence[Point]) -> bytes:
    """F1 over the pages that were learned from; the bars are the deviation between folds."""
    figure, axes = _figure("own pages learned from", "F1 in words", "Learning curve: the stacked model on unseen pages")
    axes.errorbar(
        [one.pages for one in points], [one.f1 for one in points], [one.spread for one in points],
        marker="o", capsize=3, linewidth=1.6,
    )  # fmt: skip
    return _png(figure)


def draw_importance(features: Sequence[tuple[str, float]]) -> bytes:
    """The strongest features of the own model."""
    figure, axes = _figure("mean change of the verdict, in log-odds", "", "What the own model asks")
    names = [name for name, _ in reversed(features)]
    axes.barh(range(len(features)), [value for _, value in reversed(features)])
    axes.set_yticks(range(len(features)), names, fontsize=8)
    return _png(figure)


def _figure(across: str, up: str, title: str) -> tuple[Figure, Axes]:
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtraError("train", "drawing plots") from None
    figure = Figure(figsize=(7, 4.5), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    axes.set(xlabel=across, ylabel=up)
    axes.set_title(title, fontsize=10, loc="left")
    axes.grid(alpha=0.3)
    return figure, axes


def _png(figure: Figure) -> bytes:
    out = io.BytesIO()
    figure.savefig(out, format="png", dpi=110, metadata={"Software": None})
    return out.getvalue()
