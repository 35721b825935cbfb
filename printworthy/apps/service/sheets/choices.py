"""What a reader chose: JSON from the page goes in; a checked, frozen `ReaderChoices` comes out.

Below: what a worker is asked about the page that is being corrected, as values that can travel, one step a question.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from math import isnan
from pathlib import Path
from typing import Any, Final, cast

from printworthy.data.article import Resource
from printworthy.errors import UsageError
from printworthy.options import IMAGES, Images
from printworthy.printing.executors import Step
from printworthy.writers.sheet import LINKS, LinkStyle, Sheet

STYLES: Final = ("classic", "newspaper", "large", "compact")
_NAME: Final = re.compile(r"s\d{1,7}|[px][0-9a-f]{12}")
_MOST_CHANGES: Final = 5000
_FIELDS: Final = frozenset("style paper columns size images links changed".split())


@dataclass(frozen=True, slots=True)
class ReaderChoices:
    """How the article is printed, and which units were dropped or added against the engine's choice (`changed`)."""

    style: str = "classic"
    paper: str = "a4"
    columns: int = 0
    size: float = 0
    images: Images = "relevant"
    links: LinkStyle = "auto"
    changed: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """A name that equal choices share."""
        return sha256(json.dumps(self.told, sort_keys=True).encode()).hexdigest()[:20]

    @property
    def told(self) -> dict[str, Any]:
        """The choices as JSON has them."""
        return {
            "style": self.style, "paper": self.paper, "columns": self.columns, "size": self.size,
            "images": self.images, "links": self.links, "changed": list(self.changed),
        }  # fmt: skip

    def sheet(self, printed: str) -> Sheet:
        """The sheet for the typesetter, printed on that day."""
        return Sheet(
            style=self.style, paper=self.paper, columns=self.columns, size=self.size, links=self.links,
            images=self.images != "none", printed=printed,
        )  # fmt: skip


def read_choices(given: object) -> ReaderChoices:
    """The choices, or `UsageError` that says which one makes no sense."""
    if not isinstance(given, Mapping):
        raise UsageError("the choices are no JSON object: send {style, paper, columns, size, images, links, changed}")
    unknown = sorted(set(map(str, given)) - _FIELDS)
    if unknown:
        raise UsageError(f"unknown choice {unknown[0][:40]!r}: use {', '.join(sorted(_FIELDS))}")
    choices = ReaderChoices(
        style=_one_of(given, "style", STYLES),
        paper=_paper(given.get("paper", "a4")),
        columns=_whole(given, "columns"),
        size=_number(given, "size"),
        images=cast("Images", _one_of(given, "images", IMAGES)),
        links=cast("LinkStyle", _one_of(given, "links", LINKS)),
        changed=_changed(given.get("changed", [])),
    )
    choices.sheet("")  # checks papers, columns and sizes
    return choices


def _one_of(given: Mapping[str, Any], name: str, known: tuple[str, ...]) -> str:
    value = given.get(name, known[0])
    if value not in known:
        raise UsageError(f"{name} is {str(value)[:40]!r}: choose one of {', '.join(known)}")
    return str(value)


def _number(given: Mapping[str, Any], name: str) -> float:
    value = given.get(name, 0)
    if isinstance(value, bool) or not isinstance(value, int | float) or isnan(value):
        raise UsageError(f"{name} is {str(value)[:40]!r}: give a number, 0 for the style's own")
    return value


def _whole(given: Mapping[str, Any], name: str) -> int:
    value = _number(given, name)
    if not float(value).is_integer():
        raise UsageError(f"{name} is {value:g}: give a whole number, 0 for the style's own")
    return int(value)


def _paper(value: object) -> str:
    if not isinstance(value, str) or len(value) > 20:
        raise UsageError("paper is no name of one: give a4, letter, or millimetres as in 120x180")
    return value


def _changed(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > _MOST_CHANGES:
        raise UsageError(f"changed is no list of at most {_MOST_CHANGES} names: send the names of the units")
    names = tuple(sorted({name for name in value if isinstance(name, str) and _NAME.fullmatch(name)}))
    if len(names) != len(value):
        raise UsageError("changed holds something twice, or what is no unit's name: send the names of the units")
    return names


SHOW: Final = Step("draw", "printworthy.apps.service.sheets.drawing")
DOCUMENT: Final = Step("write_document", "printworthy.apps.service.sheets.drawing")
MARKS: Final = Step("feedback_marks", "printworthy.apps.service.sheets.drawing")


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
