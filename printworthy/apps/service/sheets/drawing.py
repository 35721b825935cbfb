"""Draw: a page and choices go in; the printed pages as drawings, with what a click on them means, come out.

What a reader corrected becomes marks in the form of the annotation server, for training: of every text it is said
whether it belongs to the article (`body`) or was left out (`junk`).

This runs in a worker. Nothing is kept but the typesetter, which is warm from one page to the next.
"""

from __future__ import annotations

import gzip
from collections.abc import Mapping, Sequence
from typing import Any, Final

from printworthy.apps.annotate.prelabel import segment_paths
from printworthy.apps.service.sheets.block_text import key, kind, said
from printworthy.apps.service.sheets.choices import ReaderChoices, Sheets, Shown
from printworthy.apps.service.sheets.compose import Composed, compose, kept_segments
from printworthy.apps.service.sheets.editable_page import EditablePage, read_editable
from printworthy.apps.service.sheets.editable_units import Unit
from printworthy.base.tags import CODE
from printworthy.data.article import WORTH_PRINTING, Article
from printworthy.errors import NoArticleError, UsageError, WriteError
from printworthy.follow.wall import tell_wall
from printworthy.options import Options
from printworthy.printing.messages import PrintOrder, pictures_of
from printworthy.printing.steps import typesetter, write_article
from printworthy.writers.pdf.pages import BlockPosition, Pages
from printworthy.writers.protocol import WriteOptions

_LONGEST: Final = 1500
_LABEL: Final = 90


def draw(sheets: Sheets, choices: ReaderChoices, printed: str, first: bool) -> Shown:
    """The printed pages of a choice; `first` also tells all units of the original."""
    page = opened(sheets, choices)
    composed = compose(page, choices)
    options = WriteOptions(resources=sheets.pictures, sheet=choices.sheet(printed))
    pages = _typeset(composed.article, options)
    told = {
        "key": choices.key,
        "choices": choices.told,
        **_about(page),
        "pages": len(pages.drawings),
        "sizes": [[round(one, 1) for one in size] for size in pages.sizes],
        "blocks": _blocks(composed),
        "places": [_place(one) for one in pages.places],
        "gaps": _gaps(page, composed, choices, pages),
    }
    told |= {"units": [_unit(one) for one in page.units.values() if one.kind != "caption"]} if first else {}
    wanted = tuple(src for src in pictures_of(composed.article) if src not in sheets.pictures)
    drawings = tuple(gzip.compress(one, 1, mtime=0) for one in pages.drawings)
    return Shown(told, drawings, wanted, page.article.confidence)


def opened(sheets: Sheets, choices: ReaderChoices) -> EditablePage:
    """The page that is being corrected."""
    return read_editable(sheets.html, sheets.url, Options(images=choices.images, model=sheets.model))


def write_document(sheets: Sheets, choices: ReaderChoices, printed: str, name: str) -> tuple[bytes, str]:
    """The document in a format, and its title."""
    composed = compose(opened(sheets, choices), choices)
    article = composed.article
    if not composed.blocks:
        raise NoArticleError("nothing is left to print: bring a block back, or add one from the original")
    options = WriteOptions(resources=sheets.pictures, sheet=choices.sheet(printed), front_matter=True)
    return write_article(article, PrintOrder(name, options)).content, article.title


def _typeset(article: Article, options: WriteOptions) -> Pages:
    """The pages; a typesetter that fell, perhaps long before, is given a second chance."""
    try:
        return typesetter().pages(article, options)
    except WriteError:
        return typesetter().pages(article, options)


def _about(page: EditablePage) -> dict[str, Any]:
    article = page.article
    return {
        "title": article.title, "site": article.site, "url": article.url, "language": article.language,
        "direction": article.direction, "confidence": round(article.confidence, 2),
        "worth": article.confidence >= WORTH_PRINTING, "wall": tell_wall(page.columns.text, page.kept),
    }  # fmt: skip


def _blocks(composed: Composed) -> list[dict[str, Any]]:
    """Of each block its units, its kind, and its first words."""
    return [
        {"units": list(units), "kind": kind(block), "text": _short(said(block))}
        for block, units in zip(composed.blocks, composed.units, strict=True)
    ]


def _place(place: BlockPosition) -> list[float]:
    return [place.block, place.page, *(round(one, 1) for one in (place.x, place.y, place.width, place.height))]


def _unit(unit: Unit) -> dict[str, Any]:
    told: dict[str, Any] = {"name": unit.name, "kind": unit.kind, "text": unit.text[:_LONGEST], "kept": unit.kept}
    return told | {flag: True for flag in ("fixed", "hidden") if getattr(unit, flag)}


def _gaps(page: EditablePage, composed: Composed, choices: ReaderChoices, pages: Pages) -> list[dict[str, Any]]:
    """Where dropped units stood: above the block that follows them, or below the last."""
    after = [(at, key(block), kind(block), said(block)) for at, block in composed.lost]
    for name in choices.changed:
        unit = page.units.get(name)
        if unit is not None and unit.kept and not unit.fixed:
            after.append((_following(page, composed, unit), name, unit.kind, unit.text))
    heads: dict[int, BlockPosition] = {}
    for place in pages.places:
        heads.setdefault(place.block, place)
    return [
        {"name": name, "kind": what, "text": _short(text), "place": _gap(heads, pages.places, at)}
        for at, name, what, text in sorted(after)
    ]


def _following(page: EditablePage, composed: Composed, unit: Unit) -> int:
    """The number of the first block that stands after a unit on the page."""
    for number, names in enumerate(composed.units):
        places = [page.units[name].at for name in names if name in page.units]
        if places and max(places) >= unit.at:
            return number
    return len(composed.blocks)


def _gap(heads: Mapping[int, BlockPosition], places: Sequence[BlockPosition], at: int) -> list[float] | None:
    """Page, x, y and width of a gap; None on paper without any block."""
    follower = next((heads[number] for number in sorted(heads) if number >= at), None)
    if follower is not None:
        return [follower.page, round(follower.x, 1), round(follower.y, 1), round(follower.width, 1)]
    last = places[-1] if places else None
    return [last.page, round(last.x, 1), round(last.y + last.height, 1), round(last.width, 1)] if last else None


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LABEL else f"{text[:_LABEL].rpartition(' ')[0] or text[:_LABEL]}…"


def feedback_marks(sheets: Sheets, choices: ReaderChoices) -> list[dict[str, Any]]:
    """A mark for every segment of the page; without any correction there is nothing to say."""
    page = opened(sheets, choices)
    if page.reading.origin is not None:
        raise UsageError("this text stands in data for the page's scripts, not in the page: teach another page")
    if not any(name in page.units and page.units[name].segments for name in choices.changed):
        raise UsageError("no text was dropped or added: correct the article first, then save what you corrected")
    kept = kept_segments(page, set(choices.changed))
    captions = {one for unit in page.units.values() if unit.kind == "caption" for one in unit.segments}
    paths = segment_paths(page.reading.tree, page.columns)
    return [
        _mark(_mark_label(page, number, kept[number], captions), path, page.columns.text[number])
        for number, (path, _) in enumerate(paths)
        if path
    ]


def _mark_label(page: EditablePage, number: int, kept: bool, captions: set[int]) -> str:
    if number == page.title:
        return "title"
    if number in captions or kept and page.columns.tag[page.columns.owner[number]] == CODE["figcaption"]:
        return "caption"
    return "body" if kept else "junk"


def _mark(label: str, path: str, text: str) -> dict[str, Any]:
    """The whole text of a node, with its length in UTF-16 units, as browsers count."""
    end = len(text.encode("utf-16-le", "replace")) // 2
    return {"label": label, "xpath": path, "text": text, "selected": text, "start": 0, "end": end}
