"""Candidates: `Sources` → every title, date and list of authors that the page may mean, with features to judge them."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from printworthy.metadata.authors import AuthorCandidate, author_candidates
from printworthy.metadata.dates import DateCandidate, date_candidates, reading
from printworthy.metadata.page import page_row
from printworthy.metadata.site import Site
from printworthy.metadata.sources import Sources
from printworthy.metadata.titles import TitleCandidate, shown_title, title_candidates


@dataclass(frozen=True, slots=True)
class Candidates:
    """What a page offers; `place` is the segment that shows the title, or -1, and `page` says of what kind it is."""

    place: int
    page: dict[str, float]
    titles: list[TitleCandidate]
    dates: list[DateCandidate]
    authors: list[AuthorCandidate]


def find_candidates(sources: Sources, site: Site, language: str, now: datetime.date) -> Candidates:
    """Collect the candidates of a page; dates and authors are placed in relation to the visible title."""
    titles = title_candidates(sources, site)
    place = shown_title(titles)
    dates = date_candidates(sources, place, reading(sources, language, now))
    authors = author_candidates(sources, site, place)
    return Candidates(place, page_row(sources, place), titles, dates, authors)
