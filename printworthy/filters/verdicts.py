"""Verdicts: `Layout` + judges → the same layout, with what becomes of each element, from the innermost outwards."""

from __future__ import annotations

from printworthy.filters.layout import Element, Layout
from printworthy.filters.plan import HOLLOW, KEEP, REMOVE, UNWRAP, NamedJudge


def give_verdicts(layout: Layout, judges: list[NamedJudge]) -> None:
    """Ask the judges about every element, the innermost first; what stays is added to what holds it."""
    asked: dict[int, list[NamedJudge]] = {}
    elements = layout.elements
    for index in range(len(elements) - 1, 0, -1):
        element = elements[index]
        found = asked.get(element.role)
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
        _add_up(element, -1)
        element.verdict, element.by = KEEP, ""


def mark_gone(layout: Layout) -> None:
    """Note of each element whether its inside goes, by its own verdict or by that of one around it."""
    for element in layout.elements:
        above = element.above
        if element.verdict in (REMOVE, HOLLOW) or above is not None and above.gone:
            element.gone = True


def _add_up(element: Element, sign: int = 1) -> None:
    above = element.above
    assert above is not None
    if element.verdict in (KEEP, UNWRAP):
        above.letters += sign * element.letters
        above.links += sign * element.links
        above.linked += sign * element.linked
        above.substance += sign * element.substance
        above.dropped += sign * element.dropped
        above.shed += sign * element.shed
        above.label += sign * element.label
        above.headline = above.headline or element.headline
    else:
        above.shed += sign * (element.links + element.shed)
        above.dropped += sign
