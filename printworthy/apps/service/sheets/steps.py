"""What a worker is asked about a page that is being corrected: values that can travel, and one step a question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from printworthy.data.article import Resource
from printworthy.printing.executors import Step

SHOW: Final = Step("draw", "printworthy.apps.service.sheets.drawing")
DOCUMENT: Final = Step("write_document", "printworthy.apps.service.sheets.drawing")
MARKS: Final = Step("feedback_marks", "printworthy.apps.service.sheets.feedback")


@dataclass(frozen=True, slots=True)
class Sheets:
    """A page that is being corrected: its HTML, its address, its fetched pictures, and the model to read it with."""

    html: bytes = field(repr=False)
    url: str = ""
    pictures: Mapping[str, Resource] = field(default_factory=dict, repr=False)
    model: Path | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """What the page shows (JSON), the drawings of the pages (SVG, gzip), and the pictures that are still to fetch."""

    told: dict[str, Any]
    drawings: tuple[bytes, ...] = field(repr=False)
    wanted: tuple[str, ...] = ()
    confidence: float = 0.0
