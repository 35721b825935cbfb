"""Samples for the metadata's models: labelled pages → the candidates of each field, and which of them are right."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from printworthy.evaluate.metadata import LabelledPage, page_bytes, same_authors, same_title
from printworthy.metadata.candidates import Candidates, find_candidates, read_page
from printworthy.metadata.ranker import FIELDS
from printworthy.options import Options
from printworthy.reading.reading import Reading
from printworthy.train.fit import FOLD_MODELS
from printworthy.train.samples import FOLDS, known_folds, page_digest


@dataclass(frozen=True, slots=True)
class Sample:
    """A page's candidates for one field: their rows, which are right, and whether the page has the field at all.

    `has` is `None` where nobody looked. `page` is what the candidates have in common, `fold` that of the page's site.
    """

    rows: list[dict[str, float]]
    right: list[bool]
    has: bool | None
    page: dict[str, float]
    fold: int


class Finder:
    """Finds the candidates of labelled pages as the extraction does; what it sees of the page as a whole comes from a
    model that has not seen the page's site."""

    def __init__(self, data: Path, now: datetime.date) -> None:
        self._now = now
        self._folds = known_folds(data)
        self._options = [Options(model=FOLD_MODELS / f"fold{fold}.npz") for fold in range(FOLDS)]

    def candidates(self, page: LabelledPage) -> Candidates:
        """The candidates of one page."""
        reading = Reading(page_bytes(page), page.url, self._options[self._folds[page_digest(page.path)]])
        described = read_page(reading.tree, reading.columns, None, page.url)
        return find_candidates(described, self._now, reading.selection.signs())


def samples(
    pages: Sequence[LabelledPage], found: Sequence[Candidates], folds: Sequence[int]
) -> dict[str, list[Sample]]:
    """The samples of every field, one a page, in the order of the pages."""
    result: dict[str, list[Sample]] = {field: [] for field in FIELDS}
    for page, offer, fold in zip(pages, found, folds, strict=True):
        rights = {
            "title": [same_title(one.text, page.title or "") for one in offer.titles],
            "date": [one.day.isoformat() == page.date for one in offer.dates],
            "author": [same_authors(one.names, page.author or "") for one in offer.authors],
        }
        rows = {
            "title": [one.row for one in offer.titles],
            "date": [one.row for one in offer.dates],
            "author": [one.row for one in offer.authors],
        }
        labels = {"title": page.title, "date": page.date, "author": page.author}
        for field in FIELDS:
            has = None if labels[field] is None else bool(labels[field])
            result[field].append(Sample(rows[field], rights[field], has, offer.page, fold))
    return result
