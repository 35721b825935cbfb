"""Feedback: what a reader corrected goes in; marks in the form of the annotation server come out, for training.

Of every text it is said whether it belongs to the article: what was printed is `body`, what was left out `junk`.
"""

from __future__ import annotations

from typing import Any

from printworthy.apps.annotate.prelabel import segment_paths
from printworthy.apps.service.sheets.choices import ReaderChoices
from printworthy.apps.service.sheets.compose import kept_segments
from printworthy.apps.service.sheets.drawing import opened
from printworthy.apps.service.sheets.editable_page import EditablePage
from printworthy.apps.service.sheets.steps import Sheets
from printworthy.base.tags import CODE
from printworthy.errors import UsageError


def feedback_marks(sheets: Sheets, choices: ReaderChoices) -> list[dict[str, Any]]:
    """A mark for every segment of the page; without any correction there is nothing to say."""
    page = opened(sheets, choices)
    if page.reading.origin is not None:
        raise UsageError("this text stands in data for the page's scripts, not in the page: teach another page")
    if not any(name in page.units and page.units[name].segments for name in choices.changed):
        raise UsageError("no text was dropped or added: correct the article first, then save what you corrected")
    kept = kept_segments(page, set(choices.changed))
    captions = {one for unit in page.units.values() if unit.kind == "caption" for one in unit.segments}
    paths = segment_paths(page.reading.tree, page.columns)
    return [
        _mark(_label(page, number, kept[number], captions), path, page.columns.text[number])
        for number, (path, _) in enumerate(paths)
        if path
    ]


def _label(page: EditablePage, number: int, kept: bool, captions: set[int]) -> str:
    if number == page.title:
        return "title"
    if number in captions or kept and page.columns.tag[page.columns.owner[number]] == CODE["figcaption"]:
        return "caption"
    return "body" if kept else "junk"


def _mark(label: str, path: str, text: str) -> dict[str, Any]:
    """The whole text of a node, with its length in UTF-16 units, as browsers count."""
    end = len(text.encode("utf-16-le", "replace")) // 2
    return {"label": label, "xpath": path, "text": text, "selected": text, "start": 0, "end": end}
