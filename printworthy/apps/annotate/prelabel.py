"""What the current model thinks of a page, so that an annotator only corrects: HTML in, segments with labels out.

The paths are valid in the HTML that was sent: they come from the same tree that the extraction reads.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from printworthy.base.encoding import to_utf8
from printworthy.base.tags import CODE
from printworthy.data.article import WORTH_PRINTING, Metadata
from printworthy.data.columns import Columns
from printworthy.data.tree import Node, Tree
from printworthy.metadata.dates.date_formats import DateConvention, read_text
from printworthy.options import Options
from printworthy.parse.xpath import node_paths
from printworthy.reading.reading import Reading, latest_day

_NEAR = 40  # how many segments after the title a date or a byline may stand


def prelabel(html: str | bytes, url: str = "", options: Options | None = None) -> dict[str, Any]:
    """Labels and probabilities of all segments; title, date and authors with where they stand."""
    options = options or Options()
    reading = Reading(to_utf8(html), url, options)
    columns, chosen, known = reading.columns, reading.selection, reading.metadata
    places = segment_paths(reading.tree, columns)
    marks = _marks(columns, chosen.kept, known, options.today or latest_day())
    segments: list[dict[str, Any]] = [
        {"xpath": path, "text": text, "label": mark, "probability": round(float(sure), 4), "nodes": nodes}
        for (path, nodes), text, mark, sure in zip(places, columns.text, marks, chosen.probabilities, strict=True)
    ]
    return {
        "segments": [*segments, *_inner(reading)],
        "title": _first(segments, "title", known.title.value, known.title.confidence),
        "date": _first(segments, "date", known.published.value, known.published.confidence),
        "authors": [
            _first([one for one in segments if name in one["text"]], "author", name, known.authors.confidence)
            for name in known.authors.value
        ],
    }


def _inner(reading: Reading) -> Iterator[dict[str, Any]]:
    """The segments of frames and open shadow roots, each judged as a page of its own; doubtful ones are junk."""
    from printworthy.train.own.scopes import Scopes, inside_path  # the workshop, which only few pages need

    if reading.tree.root.css_first("iframe[srcdoc], frame[srcdoc], template[shadowrootmode]") is None:
        return
    for scope in Scopes(reading).inner():
        if not scope.columns.text:
            continue
        chosen = scope.reading.by(reading.options).selection
        sure = chosen.verdict()[0] >= WORTH_PRINTING  # a frame of which less is to be expected holds no article
        rows = zip(segment_paths(scope.tree, scope.columns), scope.columns.text, chosen.kept, chosen.probabilities,
                   strict=True)  # fmt: skip
        for (path, nodes), text, kept, likely in rows:
            yield {
                "xpath": inside_path(scope, path), "text": text, "label": "body" if kept and sure else "junk",
                "probability": round(float(likely), 4), "nodes": [inside_path(scope, node) for node in nodes],
                "frame": scope.where[0], "shadow": scope.where[1],
            }  # fmt: skip


def segment_paths(tree: Tree, columns: Columns) -> list[tuple[str, list[str]]]:
    """For each segment the smallest element that holds it and no other (else its first text node), and its nodes."""
    paths = node_paths(tree.root)
    held = segment_nodes(columns)
    alone = _alone(held)
    found = []
    for number, nodes in enumerate(held):
        shared = set.intersection(*({above.mem_id for above in _above(node)} for node in nodes))
        smallest = next(above.mem_id for above in _above(nodes[0]) if above.mem_id in shared)
        best = smallest if alone[smallest] == number else nodes[0].mem_id
        found.append((paths.get(best, ""), [paths.get(node.mem_id, "") for node in nodes]))
    return found


def segment_nodes(columns: Columns) -> list[list[Node]]:
    """The text nodes of each segment."""
    return [columns.text_nodes[start:stop] for start, stop in pairwise(columns.node_start)]


def _alone(held: list[list[Node]]) -> dict[int, int]:
    """For each element around text: the only segment in it, or -1 if it holds several."""
    alone: dict[int, int] = {}
    for number, nodes in enumerate(held):
        for node in nodes:
            for above in _above(node):
                alone[above.mem_id] = number if alone.get(above.mem_id, number) == number else -1
    return alone


def _above(node: Node) -> Iterator[Node]:
    """The elements around a node, from the inside."""
    above = node.parent
    while above is not None:
        yield above
        above = above.parent


def _marks(columns: Columns, kept: Sequence[bool], known: Metadata, today: datetime.date) -> list[str]:
    """The label of each segment."""
    marks = ["body" if keep else "junk" for keep in kept]
    for number, owner in enumerate(columns.owner):
        if kept[number] and columns.tag[owner] == CODE["figcaption"]:
            marks[number] = "caption"
    title = known.title_segment
    near = range(max(0, title - 5), min(len(marks), title + _NEAR))
    for number in near:
        text = columns.text[number]
        if marks[number] != "body" or len(text) < 120:
            if known.published.value and _tells(text, known, today):
                marks[number] = "date"
            elif len(text) < 200 and any(name in text for name in known.authors.value):
                marks[number] = "author"
    if title >= 0:
        marks[title] = "title"
    return marks


def _tells(text: str, known: Metadata, today: datetime.date) -> bool:
    """Whether a short text tells the day of publication."""
    if len(text) > 120 or not any(map(str.isdigit, text)):
        return False
    ways = (DateConvention(known.language.value, first, today) for first in (True, False))
    day = known.published.value[:10]
    return any(moment.day.isoformat() == day for how in ways for _, moment in read_text(text, how))


def _first(segments: Sequence[dict[str, Any]], label: str, value: str, sure: float) -> dict[str, Any] | None:
    """A field with the place that shows it; without one, its path is empty."""
    if not value:
        return None
    place = next((one for one in segments if one["label"] == label), None)
    shown = {"xpath": place["xpath"], "text": place["text"]} if place else {"xpath": "", "text": ""}
    return shown | {"value": value, "probability": round(sure, 4)}
