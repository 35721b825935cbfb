"""Units: what a reader drops or adds as one thing. The page and its choice go in; its units, in order, come out.

Text that was kept is cut as the document's blocks are; text that was left out as its lists, tables and paragraphs are.
Pictures are units of their own. A unit has the same name whatever else is dropped or added.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from printworthy.base.tags import BLOCKS, CODE, HIDDEN, NOSCRIPT
from printworthy.data.columns import Columns

# Elements that are one thing together with what stands in them.
_WHOLES: Final = frozenset(CODE[name] for name in "ul ol menu dl table pre blockquote figure".split())
_INNER: Final = _WHOLES | frozenset(
    CODE[name] for name in "li dt dd tr td th thead tbody tfoot caption figcaption p".split()
)
_MOST: Final = 60
_KINDS: Final = {
    **dict.fromkeys("h1 h2 h3 h4 h5 h6".split(), "heading"),
    **dict.fromkeys("ul ol menu li".split(), "list"),
    **dict.fromkeys("dl dt dd".split(), "definitions"),
    **dict.fromkeys("table tr td th".split(), "table"),
    "pre": "code",
    "blockquote": "quote",
}


@dataclass(frozen=True, slots=True)
class Unit:
    """A part of the page. `at` is its first segment, or how many stand before a picture; `src` names a picture.

    `kept` is what the engine chose, `fixed` that it is the title, which is printed in any case. `hidden` text is not
    seen by the page's visitors.
    """

    name: str
    kind: str
    at: int
    text: str
    kept: bool
    segments: tuple[int, ...] = ()
    src: str = ""
    fixed: bool = False
    hidden: bool = False


def text_units(
    columns: Columns, kept: Sequence[bool], blocks: Iterable[tuple[str, Sequence[int]]], title: frozenset[int]
) -> list[Unit]:
    """Units of all text; `blocks` are the document's, each with its kind and its segments; `title` stays."""
    kinds: dict[int, str] = {}
    group: dict[int, tuple[str, int]] = {}
    for number, (kind, segments) in enumerate(blocks):
        for segment in segments:
            group[segment], kinds[segment] = ("block", number), kind
    members: dict[tuple[object, ...], list[int]] = {}
    for segment, run in zip(range(len(columns.text)), _runs(kept), strict=True):
        name = group.get(segment) or ("run", run, _whole(columns, segment))
        members.setdefault(name, []).append(segment)
    return [_unit(columns, kept, found, kinds.get(found[0], ""), title) for found in members.values()]


def picture_name(src: str) -> str:
    """The name of a picture's unit."""
    return f"p{sha256(src.encode('utf-8', 'replace')).hexdigest()[:12]}"


def _runs(kept: Sequence[bool]) -> Iterator[int]:
    """The number of the run of kept, or of left-out, segments that each one stands in."""
    run, before = 0, None
    for wanted in kept:
        run += bool(wanted) != before
        before = bool(wanted)
        yield run


def _whole(columns: Columns, segment: int) -> int:
    """The element that a left-out segment is shown with: its list or table, if that is not too long, or its own."""
    element = whole = columns.owner[segment]
    while element > 0 and columns.tag[element] in _INNER:
        if columns.last[element] - columns.first[element] > _MOST:
            break
        if columns.tag[element] in _WHOLES:
            whole = element
        element = columns.parent[element]
    return whole


def _unit(columns: Columns, kept: Sequence[bool], segments: list[int], kind: str, title: frozenset[int]) -> Unit:
    first = segments[0]
    owner = columns.owner[first]
    return Unit(
        name=f"s{first}",
        kind=kind or _KINDS.get(BLOCKS[columns.tag[owner]], "paragraph"),
        at=first,
        text="\n".join(columns.text[segment] for segment in segments),
        kept=bool(kept[first]),
        segments=tuple(segments),
        fixed=not title.isdisjoint(segments),
        hidden=bool(columns.flags[owner] & (HIDDEN | NOSCRIPT)),
    )
