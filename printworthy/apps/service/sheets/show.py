"""What a worker is asked about a page that is being corrected: values that can travel, and one function a question.

The engine is imported inside the functions: the service's own process, which only hands them on, never loads it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from printworthy.apps.service.sheets.choices import Choices
from printworthy.data.resources import Resource


@dataclass(frozen=True, slots=True)
class Sheets:
    """A page that is being corrected: its HTML, its address, and the pictures that were fetched for it."""

    html: bytes = field(repr=False)
    url: str = ""
    pictures: Mapping[str, Resource] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Shown:
    """What the page shows (JSON), the drawings of the pages (SVG, gzip), and the pictures that are still to fetch."""

    told: dict[str, Any]
    drawings: tuple[bytes, ...] = field(repr=False)
    wanted: tuple[str, ...] = ()


def show(sheets: Sheets, choices: Choices, printed: str, first: bool = False) -> Shown:
    """The printed pages of a choice; `first` also tells all units of the original."""
    from printworthy.apps.service.sheets.drawing import draw  # 0.4 s

    return draw(sheets, choices, printed, first)


def document(sheets: Sheets, choices: Choices, printed: str, name: str) -> tuple[bytes, str]:
    """The document in a format, and its title."""
    from printworthy.apps.service.sheets.drawing import write_document  # 0.4 s

    return write_document(sheets, choices, printed, name)


def marks(sheets: Sheets, choices: Choices) -> list[dict[str, Any]]:
    """What was corrected, as marks for training."""
    from printworthy.apps.service.sheets.feedback import feedback_marks  # 0.4 s

    return feedback_marks(sheets, choices)
