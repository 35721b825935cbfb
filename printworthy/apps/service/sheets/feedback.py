"""Feedback: what a reader corrected goes in; marks in the form of the annotation server come out, for training.

Of every text it is said whether it belongs to the article: what was printed is `body`, what was left out `junk`.
"""

from __future__ import annotations

from typing import Any

from printworthy.apps.annotate.prelabel import segment_paths
from printworthy.apps.service.sheets.choices import Choices
from printworthy.apps.service.sheets.compose import kept_segments
from printworthy.apps.service.sheets.reading import Reading, read
from printworthy.apps.service.sheets.show import Sheets
from printworthy.base.tags import CODE
from printworthy.errors import UsageError


def feedback_marks(sheets: Sheets, choices: Choices) -> list[dict[str, Any]]:
    """A mark for every segment of the page; without any correction there is nothing to say."""
    reading = read(sheets.html, sheets.url, choices.images)
    if not any(name in reading.units and reading.units[name].segments for name in choices.changed):
        raise UsageError("no text was dropped or added: correct the article first, then save what you corrected")
    kept = kept_segments(reading, set(choices.changed))
    captions = {one for unit in reading.units.values() if unit.kind == "caption" for one in unit.segments}
    paths = segment_paths(reading.tree, reading.columns)
    return [
        _mark(_label(reading, number, kept[number], captions), path, reading.columns.text[number])
        for number, (path, _) in enumerate(paths)
        if path
    ]


def _label(reading: Reading, number: int, kept: bool, captions: set[int]) -> str:
    if number == reading.title:
        return "title"
    if number in captions or kept and reading.columns.tag[reading.columns.owner[number]] == CODE["figcaption"]:
        return "caption"
    return "body" if kept else "junk"


def _mark(label: str, path: str, text: str) -> dict[str, Any]:
    """The whole text of a node, with its length in UTF-16 units, as browsers count."""
    end = len(text.encode("utf-16-le", "replace")) // 2
    return {"label": label, "xpath": path, "text": text, "selected": text, "start": 0, "end": end}
