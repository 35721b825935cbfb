"""What may be chosen about a printed page, as one frozen value; 0, -1 and "" leave the choice to the style."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, TypedDict, get_args

from printworthy.errors import UsageError

LinkStyle: TypeAlias = Literal["auto", "notes", "inline", "none"]
Standard: TypeAlias = Literal["", "ua-1", "a-2b", "a-3a"]
LINKS: Final[tuple[LinkStyle, ...]] = get_args(LinkStyle)
STANDARDS: Final[tuple[Standard, ...]] = get_args(Standard)[1:]

MILLIMETRE: Final = 72 / 25.4
# Width and height in millimetres. The e-ink sizes are those of the glass, so that a page fills it.
PAPERS: Final[dict[str, tuple[float, float]]] = {
    "a3": (297, 420),
    "a4": (210, 297),
    "a5": (148, 210),
    "a6": (105, 148),
    "b5": (176, 250),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
    "half-letter": (139.7, 215.9),
    "eink-6": (90, 122),
    "eink-7": (107, 143),
    "eink-8": (122, 163),
    "eink-10": (157, 210),
    "eink-13": (203, 270),
}
_CUSTOM: Final = re.compile(r"(\d{2,4}(?:\.\d+)?)x(\d{2,4}(?:\.\d+)?)(?:mm)?")
_TERRITORY: Final = re.compile(r"[A-Za-z]{2,3}[_-](?:[A-Za-z]{4}[_-])?([A-Z]{2})(?![A-Za-z])")
# Countries that print on Letter (Unicode CLDR, supplemental data: paper size).
_LETTER_COUNTRIES: Final = frozenset("BZ CA CL CO CR GT MX NI PA PH PR SV US VE".split())
_SMALLEST, _LARGEST = 50.0, 1200.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """How a page is printed.

    style: a name ("classic") or a file of one's own (.typ). paper: a name in `PAPERS`, or "120x180" in millimetres.
    columns, size (points) and margin (millimetres) override the style's. links: addresses as numbered notes, after the
    words, or not at all; "auto" takes notes unless they are too many. standard: PDF/UA-1, PDF/A-2b or PDF/A-3a.
    fonts: folders with fonts that a style of one's own names. printed: the day of printing (ISO 8601). fit: set lines
    and margins a little tighter where this saves a last page of a few lines.
    """

    style: str = "classic"
    paper: str = "a4"
    columns: int = 0
    size: float = 0
    margin: float = -1
    links: LinkStyle = "auto"
    images: bool = True
    grey: bool = False
    qr: bool = False
    standard: Standard = ""
    fonts: tuple[str, ...] = ()
    printed: str = ""
    fit: bool = True

    def __post_init__(self) -> None:
        width, height = paper_size(self.paper)
        _within("columns", self.columns, 0, 4)
        _within("size", self.size, 0, 72)
        _within("margin", self.margin, -1, min(width, height) / 2.5)
        if self.links not in LINKS:
            raise UsageError(f"links is {self.links!r}: choose one of {', '.join(LINKS)}")
        if self.standard and self.standard not in STANDARDS:
            raise UsageError(f"the PDF standard is {self.standard!r}: choose one of {', '.join(STANDARDS)}")


class SheetFields(TypedDict, total=False):
    """The fields of a `Sheet`, as arguments."""

    style: str
    paper: str
    columns: int
    size: float
    margin: float
    links: LinkStyle
    images: bool
    grey: bool
    qr: bool
    standard: Standard
    fonts: tuple[str, ...]
    printed: str
    fit: bool


def local_paper(environment: Mapping[str, str]) -> str:
    """The paper of the user's country, from the locale: "letter" where that is the custom, else "a4"."""
    locale = next((found for name in ("LC_ALL", "LC_PAPER", "LANG") if (found := environment.get(name, ""))), "")
    found = _TERRITORY.match(locale)
    return "letter" if found and found[1] in _LETTER_COUNTRIES else "a4"


def paper_size(paper: str) -> tuple[float, float]:
    """Width and height in millimetres of a paper, by its name or as "120x180"."""
    known = PAPERS.get(paper.lower())
    if known:
        return known
    found = _CUSTOM.fullmatch(paper.lower().replace(" ", ""))
    size = (float(found[1]), float(found[2])) if found else (0.0, 0.0)
    if min(size) < _SMALLEST or max(size) > _LARGEST:
        raise UsageError(f"unknown paper {paper!r}: use one of {', '.join(PAPERS)}, or millimetres as in 120x180")
    return size


def _within(name: str, value: object, least: float, most: float) -> None:
    if not (isinstance(value, int | float) and least <= value <= most):
        shown = f"{value:g}" if isinstance(value, int | float) else repr(value)
        raise UsageError(f"{name} is {shown}: choose {max(least, 0):g} to {most:g}")
