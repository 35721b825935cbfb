"""Floors: a file of the F1 that must not be lost → what fell below it.

The file maps a layout to groups, `all` or a page type, and each of them to the lowest F1 that is allowed:
`{"wcxb": {"all": 0.87, "article": 0.95}}`.
"""

from __future__ import annotations

import json
from pathlib import Path

from printworthy.errors import InputError
from printworthy.evaluate.report import Report, group_scores


def read_floors(path: Path, layout: str) -> dict[str, float]:
    """The floors of one layout."""
    try:
        floors = json.loads(path.read_text("utf-8"))[layout]
        return {str(group): float(floor) for group, floor in floors.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"{path} has no floors for '{layout}' ({error}): add them, or leave out --floors") from error


def fallen(report: Report, floors: dict[str, float]) -> list[str]:
    """A line for each group in which the first tool is below its floor, or that has no pages."""
    name = report.tools[0].name
    found = group_scores(report.pages, name, report.measure, lambda _: "all")
    found |= group_scores(report.pages, name, report.measure, lambda page: page.page_type)
    return [
        f"{group}: F1 {found[group].f1:.4f} is below the floor of {floor:.4f}"
        if group in found
        else f"{group}: no pages"
        for group, floor in floors.items()
        if group not in found or found[group].f1 < floor
    ]
