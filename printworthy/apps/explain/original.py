"""The original as an x-ray: `Columns` → HTML of its landmarks and segments. Text only, all of it escaped.

Nothing of the page's own markup is kept: no script, style, picture or address of it can get into the explanation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from printworthy.base.tags import BLOCKS, HEADING, HIDDEN
from printworthy.data.columns import Columns
from printworthy.data.trace import Verdict

_ZONES: Final = frozenset("header nav main article aside footer form dialog figure table noscript".split())
_MENU_WORDS: Final = 8
_LINKED: Final = 0.8
_MOST_ZONES: Final = 5
_SHORTEST_PATH: Final = 3
_LONGEST_PATH: Final = 5


def original(columns: Columns, verdicts: Sequence[Verdict]) -> str:
    """All segments in their order, each with its verdict, inside the landmarks that hold them."""
    parts: list[str] = []
    open_zones: list[int] = []
    for number in range(len(columns.text)):
        wanted = list(_zones(columns, number))[-_MOST_ZONES:]
        shared = _shared(open_zones, wanted)
        parts.extend(["</div>"] * (len(open_zones) - shared))
        parts.extend(_opened(columns, zone) for zone in wanted[shared:])
        open_zones = wanted
        parts.append(_segment(columns, number, verdicts[number]))
    parts.extend(["</div>"] * len(open_zones))
    return "\n".join(parts)


def level(probability: float) -> int:
    """A probability in tenths, by which segments are tinted."""
    return min(10, max(0, round(10 * probability)))


def path(columns: Columns, number: int) -> str:
    """Where a segment stands, as `main › article › div.text › p`; the middle of a long way is left out."""
    steps: list[str] = []
    element = columns.owner[number]
    while element > 0:
        name = columns.key[element].split(" ", 1)[0]
        mark = "" if not name else name if name.startswith("#") else f".{name}"
        steps.append(BLOCKS[columns.tag[element]] + mark[:32])
        element = columns.parent[element]
    steps.reverse()
    if len(steps) > _LONGEST_PATH:
        steps = [steps[0], "…", *steps[-_SHORTEST_PATH:]]
    return " › ".join(steps) or "body"


def _zones(columns: Columns, number: int) -> Iterator[int]:
    """The landmarks around a segment, from the outermost in."""
    found = []
    element = columns.owner[number]
    while element > 0:
        if BLOCKS[columns.tag[element]] in _ZONES:
            found.append(element)
        element = columns.parent[element]
    yield from reversed(found)


def _shared(one: list[int], other: list[int]) -> int:
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count


def _opened(columns: Columns, element: int) -> str:
    return f'<div class="zone"><span class="zone-name">{BLOCKS[columns.tag[element]]}</span>'


def _segment(columns: Columns, number: int, verdict: Verdict) -> str:
    kept = "1" if verdict.kept else "0"
    shape = " ".join(_shapes(columns, number))
    focus = "0" if number == 0 else "-1"
    return (
        f'<p class="s {shape}" id="s{number}" tabindex="{focus}" data-p="{level(verdict.probability)}" '
        f'data-k="{kept}">{escape(_plain(columns.text[number]))}</p>'
    )


def _shapes(columns: Columns, number: int) -> Iterator[str]:
    """How a segment is set: by its element, and as a pill if it is a short link."""
    owner = columns.owner[number]
    tag, text = BLOCKS[columns.tag[owner]], columns.text[number]
    yield f"t-{tag}"
    if columns.flags[owner] & HIDDEN:
        yield "hidden-there"
    linked = columns.link_chars[number] > _LINKED * len(text)
    if linked and len(text.split()) <= _MENU_WORDS and not columns.flags[owner] & HEADING:
        yield "pill"


def _plain(text: str) -> str:
    """Text without control characters, which no browser shows."""
    return "".join(letter for letter in text if letter.isprintable() or letter in "\n\t ")
