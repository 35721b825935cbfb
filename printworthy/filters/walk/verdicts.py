"""Verdicts: `Layout` + judges → the same layout, with what becomes of each element, from the innermost outwards."""

from __future__ import annotations

from typing import Final

from printworthy.filters.walk.layout import Element, Layout
from printworthy.filters.walk.plan import CELL, HOLLOW, KEEP, REMOVE, ROLES, UNWRAP, Judge, NamedJudge

_FEW_WORDS: Final = 12


def give_verdicts(layout: Layout, judges: list[NamedJudge]) -> None:
    """Ask the judges about every element, the innermost first; what stays is added to what holds it."""
    asked: list[list[NamedJudge] | None] = [None] * ROLES
    elements = layout.elements
    for index in range(len(elements) - 1, 0, -1):
        element = elements[index]
        found = asked[element.role]
        if found is None:
            found = asked[element.role] = [judge for judge in judges if judge.roles & element.role]
        for judge in found:
            verdict = judge.call(element)
            if verdict != KEEP:
                element.verdict, element.by = verdict, judge.name
                break
        _add_up(element)


def take_back(layout: Layout) -> None:
    """Undo the verdicts and what they added up, from the outermost inwards; a headline inside stays noted."""
    for element in layout.elements[1:]:
        _take_off(element)
        element.verdict, element.by = KEEP, ""


def mark_gone(layout: Layout) -> None:
    """Note of each element whether its inside goes, by its own verdict or by that of one around it."""
    for element in layout.elements:
        above = element.above
        if element.verdict in (REMOVE, HOLLOW) or above is not None and above.gone:
            element.gone = True


def _add_up(element: Element) -> None:
    """Add what an element holds to what holds it, or how much of it goes."""
    above = element.above
    assert above is not None
    if element.verdict in (KEEP, UNWRAP):
        above.letters += element.letters
        above.links += element.links
        above.linked += element.linked
        above.prose += element.prose
        above.told += element.told
        above.substance += element.substance
        above.fields += element.fields
        above.dropped += element.dropped
        above.banners += element.banners
        above.shed += element.shed
        above.label += element.label
        above.headline = above.headline or element.headline
    else:
        above.shed += element.links + element.shed
        above.dropped += 1
        above.banners += element.by == "banners"


def _take_off(element: Element) -> None:
    """Undo it. Portals are rare, and all pages are added up: that is why these are two functions."""
    above = element.above
    assert above is not None
    if element.verdict in (KEEP, UNWRAP):
        above.letters -= element.letters
        above.links -= element.links
        above.linked -= element.linked
        above.prose -= element.prose
        above.told -= element.told
        above.substance -= element.substance
        above.fields -= element.fields
        above.dropped -= element.dropped
        above.banners -= element.banners
        above.shed -= element.shed
        above.label -= element.label
    else:
        above.shed -= element.links + element.shed
        above.dropped -= 1
        above.banners -= element.by == "banners"


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
