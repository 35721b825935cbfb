"""Where blocks come from: the blocks of a document and the kept segments go in; the segments of each block come out.

A block is made of whole segments, in the order of the page. Some text moves (captions, notes), some is left out (what a
caption says already), and a call of a note is no text any more; so text is looked for where it should stand, then
elsewhere, then by its longest piece.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from printworthy.apps.service.sheets.block_text import said
from printworthy.data.blocks import Block
from printworthy.data.columns import Columns

# A short text may stand anywhere by chance: it is looked for near its place only.
_NEAR: Final = 300
_LONG: Final = 16
_PIECE: Final = 6


def origins(blocks: Sequence[Block], columns: Columns, kept: Sequence[bool]) -> list[list[int]]:
    """For each block its segments; a segment belongs to one block, or to none if nothing shows it."""
    chosen = [segment for segment, wanted in enumerate(kept) if wanted]
    finder = _TextFinder(blocks)
    owner = {segment: finder.find(columns.text[segment], _pieces(columns, segment)) for segment in chosen}
    _settle(chosen, owner, columns)
    found: list[list[int]] = [[] for _ in blocks]
    for segment in chosen:
        if owner[segment] >= 0:
            found[owner[segment]].append(segment)
    return found


class _TextFinder:
    """Looks for one text after the other, and remembers how far it came."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        texts = [squeezed(said(block)) for block in blocks]
        self._text = "".join(texts)
        self._starts = [0, *accumulate(map(len, texts))][:-1]
        self._at = 0

    def find(self, text: str, pieces: list[str]) -> int:
        """The block that shows a text, or -1."""
        for one in (squeezed(text), *pieces):
            at = self._place(one)
            if at >= 0:
                return bisect_right(self._starts, at) - 1
        return -1

    def _place(self, text: str) -> int:
        """Where a text stands: near the last one, further down, or anywhere."""
        if not text:
            return -1
        at = self._text.find(text, self._at, self._at + _NEAR + len(text))
        if at >= 0:
            self._at = at + len(text)
        elif len(text) >= _LONG:
            at = self._text.find(text, self._at)
            at = at if at >= 0 else self._text.find(text)
        return at


def _settle(chosen: list[int], owner: dict[int, int], columns: Columns) -> None:
    """Give texts that were not found to the block around them: of the same element, or on both sides."""
    for place, segment in enumerate(chosen):
        if owner[segment] >= 0:
            continue
        before = chosen[place - 1] if place else segment
        after = next((one for one in chosen[place + 1 :] if owner[one] >= 0), segment)
        if owner[before] >= 0 and (owner[before] == owner[after] or columns.owner[before] == columns.owner[segment]):
            owner[segment] = owner[before]
        elif columns.owner[after] == columns.owner[segment]:
            owner[segment] = owner[after]


def _pieces(columns: Columns, segment: int) -> list[str]:
    """The text nodes of a segment, the longest first, for a text in which something stands no more."""
    start, stop = columns.node_start[segment], columns.node_start[segment + 1]
    if stop - start < 2:
        return []
    pieces = (squeezed(node.text_content or "") for node in columns.text_nodes[start:stop])
    return sorted((one for one in pieces if len(one) >= _PIECE), key=len, reverse=True)


def squeezed(text: str) -> str:
    """Text without its white space."""
    return "".join(text.split())
