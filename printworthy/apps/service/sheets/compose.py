"""Compose: an `EditablePage` and `ReaderChoices` → the article as it will print, and the units of its blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from printworthy.apps.service.sheets.block_text import key, pictures, title_place
from printworthy.apps.service.sheets.choices import ReaderChoices
from printworthy.apps.service.sheets.editable_page import EditablePage, built, full_text, illustrated
from printworthy.apps.service.sheets.editable_units import picture_name
from printworthy.apps.service.sheets.origins import origins
from printworthy.data.article import Article
from printworthy.data.blocks import Block, Figure
from printworthy.writers.body import body


@dataclass(frozen=True, slots=True)
class Composed:
    """The article, and of each block of `body(article)` the block and its units' names.

    `lost` are blocks that were dropped and of which the page has no text, each with the number of the block after it.
    """

    article: Article
    blocks: tuple[Block, ...]
    units: tuple[tuple[str, ...], ...]
    lost: tuple[tuple[int, Block], ...] = ()


def compose(page: EditablePage, choices: ReaderChoices) -> Composed:
    """The engine's article with the reader's changes."""
    changed = set(choices.changed)
    kept = kept_segments(page, changed)
    figures = _figures(page, kept, choices)
    blocks = built(page, kept, figures, choices.links != "none") if any(kept) else ()
    lost, blocks = _parted(blocks, changed)
    article = page.article.changed(text=full_text(page, kept), blocks=blocks, comments=())
    shown = body(article) if blocks else ()
    names = _names(page, blocks, kept)
    if (place := title_place(blocks, shown) if shown else -1) >= 0:
        del names[place]
    gone = len(blocks) - len(shown)
    return Composed(
        article, shown, tuple(names) if shown else (), tuple((max(0, at - gone), block) for at, block in lost)
    )


def _figures(page: EditablePage, kept: Sequence[bool], choices: ReaderChoices) -> dict[int, Figure]:
    """The engine's pictures, without those that were dropped and with those that were added."""
    turned = [unit for name in choices.changed if (unit := page.units.get(name)) is not None and unit.src]
    added = frozenset(unit.name for unit in turned if not unit.kept)
    dropped = {unit.src for unit in turned if unit.kept}
    found = illustrated(page, kept, choices.images, added)
    return {node: figure for node, figure in found.items() if figure.src not in dropped}


def _parted(blocks: tuple[Block, ...], changed: set[str]) -> tuple[list[tuple[int, Block]], tuple[Block, ...]]:
    """Blocks that were dropped by a name of their own, each with how many stay before it; and those that stay."""
    lost: list[tuple[int, Block]] = []
    stay: list[Block] = []
    for block in blocks:
        if key(block) in changed:
            lost.append((len(stay), block))
        else:
            stay.append(block)
    return lost, tuple(stay)


def kept_segments(page: EditablePage, changed: set[str]) -> list[bool]:
    """The engine's choice of segments with the changed units turned over."""
    kept = [bool(one) for one in page.kept]
    for name in changed & page.units.keys():
        unit = page.units[name]
        for segment in unit.segments if not unit.fixed else ():
            kept[segment] = not unit.kept
    return kept


def _names(page: EditablePage, blocks: Sequence[Block], kept: Sequence[bool]) -> list[tuple[str, ...]]:
    """The units of each block: those of its text and of its pictures; a name of its own for what has neither."""
    of_segment = {segment: unit.name for unit in page.units.values() for segment in unit.segments}
    found = []
    for block, segments in zip(blocks, origins(blocks, page.columns, kept), strict=True):
        names = dict.fromkeys(of_segment[segment] for segment in segments)
        names |= dict.fromkeys(map(picture_name, pictures(block)))
        found.append(tuple(names) or (key(block),))
    return found
