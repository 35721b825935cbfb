"""Plots: curves → PNG pictures, by matplotlib, without a display and always the same."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from printworthy.errors import MissingExtraError
from printworthy.train.own.curves import Point

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Line = tuple[str, NDArray[Any], NDArray[Any]]


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
