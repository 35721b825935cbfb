"""A page made ready for corrections: HTML → an `EditablePage`, from which any choice can be composed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from printworthy.apps.service.sheets.block_text import kind, pictures, title_place
from printworthy.apps.service.sheets.editable_units import Unit, picture_name, text_units
from printworthy.apps.service.sheets.origins import origins, squeezed
from printworthy.build.text import join_text
from printworthy.data.article import Article
from printworthy.data.blocks import Block, Figure
from printworthy.data.columns import Columns
from printworthy.errors import InputError
from printworthy.images.candidates import Candidate
from printworthy.images.judge import ImageVerdict, Judge, judge, judge_all
from printworthy.images.page_context import PageContext
from printworthy.options import Images, Options
from printworthy.reading.extract import PageArticle, read_page
from printworthy.reading.reading import Reading
from printworthy.writers.body import body, plain


@dataclass(frozen=True, slots=True)
class EditablePage:
    """A page, the engine's article of it, and its units by name, in the order of the page."""

    reading: Reading
    article: Article
    units: Mapping[str, Unit]

    @property
    def columns(self) -> Columns:
        """The segments of the page."""
        return self.reading.columns

    @property
    def kept(self) -> Sequence[bool]:
        """The engine's own choice of segments, without those that say what the header says."""
        return self.reading.kept

    @property
    def title(self) -> int:
        """The segment that shows the title, or -1."""
        return self.reading.metadata.title_segment


def read_editable(html: bytes, url: str, options: Options) -> EditablePage:
    """Read a page; one without any text is refused."""
    reading = read_page(html, url, options)
    if not reading.columns.text:
        raise InputError("this page holds no text: save it in the browser when it is loaded, and drop the file here")
    page = EditablePage(reading, PageArticle.of(reading), {})
    return replace(page, units={unit.name: unit for unit in _units(page)})


def built(page: EditablePage, kept: Sequence[bool], figures: Mapping[int, Figure], links: bool) -> tuple[Block, ...]:
    """The document of a choice of segments."""
    reading = page.reading
    return reading.by(replace(reading.options, links=links, comments=False)).built(kept, figures).blocks


def illustrated(
    page: EditablePage, kept: Sequence[bool], images: Images, added: frozenset[str] = frozenset()
) -> dict[int, Figure]:
    """The pictures of a choice, with those that were added by the name of their unit."""
    if images == "none":
        return {}
    # Pictures are judged by the text that the engine chose: to drop a paragraph says nothing of the picture beside it.
    chosen = page.reading.selection.kept
    by = partial(_judged, _JUDGES[images], added)
    return page.reading.illustrated(chosen if any(chosen) else kept, by).figures


def _judged(
    rule: Judge, added: frozenset[str], page: PageContext, candidates: Sequence[Candidate]
) -> list[ImageVerdict]:
    """The verdicts, with those that the reader has made."""
    return [
        replace(one, relevance=1.0, reason="added by hand") if picture_name(one.candidate.src) in added else one
        for one in rule(page, candidates)
    ]


def _units(whole: EditablePage) -> list[Unit]:
    """All units: text, and the pictures that stand near the article."""
    reading, columns, kept = whole.reading, whole.columns, whole.kept
    images = reading.options.images
    found: list[ImageVerdict] = []

    def watch(page: PageContext, candidates: Sequence[Candidate]) -> list[ImageVerdict]:
        verdicts = _JUDGES[images](page, candidates)
        found.extend(verdicts)
        return verdicts

    shown = reading.illustrated(reading.selection.kept, watch).figures
    blocks = built(whole, kept, shown, links=True)
    found_in = origins(blocks, columns, kept)
    fixed = _title(whole, blocks, found_in)
    texts = text_units(columns, kept, zip(map(kind, blocks), found_in, strict=True), fixed)
    captions = [squeezed(plain(figure.caption)) for figure in shown.values() if figure.caption]
    said_by = {segments[0]: pictures(block) for block, segments in zip(blocks, found_in, strict=True) if segments}
    units = _joined([_as_caption(unit, captions) for unit in texts], _pictures(blocks, found), said_by)
    return sorted(units, key=lambda unit: (unit.at, not unit.src))


def _title(page: EditablePage, blocks: tuple[Block, ...], found_in: list[list[int]]) -> frozenset[int]:
    """The segments that are printed as the title: a heading in its place, or one that was left out."""
    shown = body(page.article.changed(blocks=blocks)) if blocks else ()
    place = title_place(blocks, shown)
    if place >= 0:
        return frozenset(found_in[place])
    left_out = page.title >= 0 and not page.kept[page.title]
    return frozenset((page.title,)) if left_out else frozenset()


def _joined(texts: list[Unit], shown: list[Unit], said_by: Mapping[int, tuple[str, ...]]) -> list[Unit]:
    """Texts and pictures; a text that is the caption of one picture is one unit with it."""
    by_src = {unit.src: unit for unit in shown}
    stay: list[Unit] = []
    for unit in texts:
        sources = said_by.get(unit.at, ())
        if len(sources) == 1 and unit.kind == "picture" and sources[0] in by_src:
            whole = replace(by_src[sources[0]], at=unit.at, text=unit.text, segments=unit.segments)
            by_src[sources[0]] = whole
        else:
            stay.append(unit)
    return [*stay, *by_src.values()]


def _as_caption(unit: Unit, captions: list[str]) -> Unit:
    """Text that was left out because a picture says it as its caption, as what it is."""
    text = squeezed(unit.text)
    if unit.kept or len(text) < _SHORTEST or not any(text in one or one in text for one in captions):
        return unit
    return replace(unit, kind="caption", kept=True, fixed=True)


def _pictures(blocks: tuple[Block, ...], verdicts: list[ImageVerdict]) -> list[Unit]:
    """The pictures: those that are printed, and those that were left out but might be wanted."""
    kept = {src for block in blocks for src in pictures(block)}
    found = {
        one.candidate.src: Unit(
            picture_name(one.candidate.src), "picture", one.candidate.at, _told(one), one.candidate.src in kept,
            src=one.candidate.src,
        )
        for one in verdicts
    }  # fmt: skip
    nowhere = [src for src in kept if src not in found]
    return [*found.values(), *(Unit(picture_name(src), "picture", 0, "", True, src=src) for src in nowhere)]


def _told(verdict: ImageVerdict) -> str:
    """A picture in words: its caption, its description, or the name of its file."""
    shown = verdict.caption.text or (verdict.candidate.attributes.get("alt") or "").strip()
    return shown or verdict.candidate.src.partition("?")[0].rpartition("/")[2][:80]


_SHORTEST: Final = 8
_JUDGES: Final[dict[str, Judge]] = {"relevant": judge, "all": judge_all}


def full_text(page: EditablePage, kept: Sequence[bool]) -> str:
    """The text of a choice."""
    return join_text(page.columns, kept)
