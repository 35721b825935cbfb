"""Candidates: `Sources` → every title, date and list of authors that the page may mean, with features to judge them."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from printworthy.data.columns import Columns
from printworthy.data.metadata import TextField
from printworthy.data.tree import Tree
from printworthy.metadata.authors.author_places import AuthorCandidate
from printworthy.metadata.authors.bylines import author_candidates
from printworthy.metadata.dates.date_places import DateCandidate
from printworthy.metadata.dates.dates import date_candidates, reading
from printworthy.metadata.language import read_language
from printworthy.metadata.page_kind import page_row
from printworthy.metadata.site import Site, read_site
from printworthy.metadata.sources import Sources, read_sources
from printworthy.metadata.titles import TitleCandidate, shown_title, title_candidates


@dataclass(frozen=True, slots=True)
class Candidates:
    """What a page offers; `place` is the segment that shows the title, or -1, and `page` says of what kind it is."""

    place: int
    page: dict[str, float]
    titles: list[TitleCandidate]
    dates: list[DateCandidate]
    authors: list[AuthorCandidate]
    agencies: dict[str, str]


@dataclass(frozen=True, slots=True)
class Known:
    """What a page says of itself before anything is judged."""

    sources: Sources
    site: Site
    text: str
    language: TextField


def read_page(tree: Tree, columns: Columns, kept: Sequence[bool] | None, url: str) -> Known:
    """Read a page once; `kept` marks the segments of the article, where known."""
    sources = read_sources(tree, columns, url)
    text = _body(columns, kept)
    return Known(sources, read_site(sources), text, read_language(sources, text))


def find_candidates(known: Known, now: datetime.date, signs: Mapping[str, float]) -> Candidates:
    """Collect the candidates of a page; dates and authors are placed in relation to the visible title."""
    sources, site = known.sources, known.site
    titles = title_candidates(sources, site)
    place = shown_title(titles)
    dates = date_candidates(sources, place, reading(sources, known.language.value, now))
    authors, agencies = author_candidates(sources, site, place)
    return Candidates(place, {**page_row(sources, place), **signs}, titles, dates, authors, agencies)


def _body(columns: Columns, kept: Sequence[bool] | None) -> str:
    """The text of the article, or the long texts of a page whose article is not known."""
    if kept is not None:
        return "\n".join([text for text, keep in zip(columns.text, kept, strict=True) if keep])
    long = [text for text in columns.text if len(text) >= _LONG]
    return "\n".join(long or columns.text)


_LONG = 80
