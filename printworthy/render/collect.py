"""Collect: the script that looks at a page, and what it returns → `Snapshot`."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources

from printworthy.data.looks import Box, Snapshot, Style
from printworthy.errors import RenderError

# A row: the number of a style or of an element, and the four sides of a box in tenths of a pixel.
_ROW = 5


@cache
def script(nodes: int) -> str:
    """The script, for at most so many elements."""
    source = (resources.files("printworthy.render") / "collect.js").read_text("utf-8")
    return source.replace("__LIMIT__", str(nodes))


def read_snapshot(answer: str, timings: Mapping[str, float]) -> Snapshot:
    """What the script returned, as a value: a line of JSON, and the markup as it is, so that nobody need quote it."""
    told, line, html = answer.partition("\n")
    try:
        found = json.loads(told if line else "")
        return Snapshot(
            # A page may hold half a surrogate pair, which no encoding can say.
            html=html.encode("utf-8", "replace"),
            url=found["url"],
            styles=tuple(map(_style, found["styles"])),
            elements=tuple(_rows(found["elements"])),
            texts=_texts(found["texts"]),
            width=found["width"],
            height=found["height"],
            timings=timings,
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise RenderError(f"the browser answered with something strange ({error!r}): try again") from error


def _rows(flat: Sequence[float]) -> list[tuple[int, Box]]:
    """Pairs of a number and a box."""
    sides = ([tenths / 10 for tenths in flat[side::_ROW]] for side in range(1, _ROW))
    return list(zip(map(int, flat[::_ROW]), map(Box, *sides), strict=True))


def _texts(flat: Sequence[float]) -> dict[int, tuple[Box, ...]]:
    found: dict[int, list[Box]] = defaultdict(list)
    for number, box in _rows(flat):
        found[number].append(box)
    return {number: tuple(boxes) for number, boxes in found.items()}


def _style(key: str) -> Style:
    display, visibility, size, weight, color, background = key.split("|")
    visible = visibility == "visible" and display != "none"
    # A node outside the page's flow has no computed values.
    return Style(display, visible, float(size.removesuffix("px") or 0), int(float(weight or 0)), color, background)
