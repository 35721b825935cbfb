"""The judges of tables, blocks and lists of links: what an element holds → its verdict. They see most elements."""

from __future__ import annotations

from typing import Final

from printworthy.filters.layout import Element
from printworthy.filters.plan import CELL, HOLLOW, KEEP, REMOVE, Judge

_FEW_WORDS: Final = 12


def table_judge(characters: int) -> Judge:
    """A judge of tables, which need as many letters or something else of substance."""
    least = max(1, characters)

    def judge(table: Element) -> int:
        solid = table.substance or table.headline or table.letters + table.linked >= least
        return KEEP if solid else REMOVE

    return judge


def judge_block(block: Element) -> int:
    """A block goes if something was deleted inside it and nothing is left."""
    solid = block.letters or block.linked or block.substance or block.headline
    return KEEP if solid or not block.dropped else REMOVE


def list_judge(ratio: float, length: float, least: int, cells: bool) -> Judge:
    """A judge of lists of links: too many links for each word, which is so many letters long."""
    few = _FEW_WORDS * length

    def judge(element: Element) -> int:
        letters = element.letters + element.prose
        links = element.links + element.shed if letters < few else element.links
        if links < least or element.headline or links * length <= ratio * letters:
            return KEEP
        return HOLLOW if not cells and element.role & CELL else REMOVE

    return judge
