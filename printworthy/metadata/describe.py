"""Describe the article: `Tree` and `Columns` → `Metadata`. The order of the steps, and what each field is made of.

Right or absent: a date or an author is given only where the models are sure enough that the page has one.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from printworthy.base.languages import either
from printworthy.base.tags import CODE
from printworthy.data.article import Field, Metadata, NamesField, TextField
from printworthy.data.columns import Columns
from printworthy.data.tree import Tree
from printworthy.metadata.authors.author_places import AuthorCandidate
from printworthy.metadata.authors.bylines import author_candidates
from printworthy.metadata.dates.date_places import DateCandidate
from printworthy.metadata.dates.dates import date_candidates, reading
from printworthy.metadata.facts import read_canonical, read_description, read_section, read_tags, reading_minutes
from printworthy.metadata.language import direction, read_language
from printworthy.metadata.page_kind import page_row
from printworthy.metadata.ranker import Models, shipped
from printworthy.metadata.site import Site, read_site
from printworthy.metadata.sources import Sources, read_sources
from printworthy.metadata.titles import TitleCandidate, shown_title, title_candidates
from printworthy.metadata.wording import holds


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


def describe(
    tree: Tree,
    columns: Columns,
    kept: Sequence[bool] | None,
    url: str,
    now: datetime.date,
    signs: Mapping[str, float] | None = None,
) -> Metadata:
    """Everything that a page tells about its article.

    `kept` marks the segments of the article, where known; `now` is today, the day that no date may lie behind; `signs`
    are what the method that chose the article saw in the page as a whole (`Selection.signs`).
    """
    known = read_page(tree, columns, kept, url)
    sources, language = known.sources, known.language
    found = find_candidates(known, now, signs or {})
    models = shipped()
    title, place = choose_title(found, models, sources)
    published = choose_date(found, models) or _relative(columns, found.place, now)
    authors = choose_authors(found, models)
    return Metadata(
        title=title,
        kicker=_kicker(columns, place, title.value),
        subtitle=_subtitle(sources, place),
        published=published,
        modified=choose_modified(found.dates, published.value),
        authors=authors,
        agencies=_agencies(found, authors),
        language=language,
        site=known.site.name,
        description=read_description(sources),
        canonical=read_canonical(sources),
        section=read_section(sources),
        tags=read_tags(sources),
        direction=direction(language.value, sources),
        reading_minutes=reading_minutes(known.text),
        title_segment=place,
    )


def choose_title(found: Candidates, models: Models, sources: Sources) -> tuple[TextField, int]:
    """The best title and the segment that shows it, or -1."""
    choice = models.title.choose([one.row for one in found.titles], found.page)
    if choice is None:
        return Field(sources.title, "title", 0.2) if sources.title else Field(""), found.place
    best = found.titles[choice.index]
    return Field(best.text, best.sources[0], choice.confidence), best.segment if best.segment >= 0 else found.place


def choose_date(found: Candidates, models: Models) -> TextField:
    """The day of publication, if the page has one."""
    choice = models.date.choose([one.row for one in found.dates], found.page)
    if choice is None or not choice.accepted:
        return Field("")
    best = found.dates[choice.index]
    return Field(best.iso, best.sources[0], choice.confidence)


def choose_modified(dates: Sequence[DateCandidate], published: str) -> TextField:
    """The day of the last change: what the page states, if it is not before the publication."""
    for source, sure in _MODIFIED:
        days = [one for one in dates if one.row.get(source) and one.iso[:10] >= published[:10]]
        if days:
            best = max(days, key=lambda one: one.day)
            return Field(best.iso, source, sure)
    return Field("")


def choose_authors(found: Candidates, models: Models) -> NamesField:
    """The people who wrote the article, if the page names them."""
    choice = models.author.choose([one.row for one in found.authors], found.page)
    if choice is None or not choice.accepted:
        return Field(())
    best = found.authors[choice.index]
    return Field(best.names, best.sources[0], choice.confidence)


def _agencies(found: Candidates, authors: NamesField) -> NamesField:
    """The news agencies that sign the page, beside the people or alone."""
    beside = next((one.agencies for one in found.authors if one.names == authors.value and one.agencies), ())
    if beside:
        return Field(beside, authors.source, authors.confidence)
    names = tuple(found.agencies)
    return Field(names, found.agencies[names[0]], _AGENCY_SURE) if names else Field(())


def _relative(columns: Columns, place: int, now: datetime.date) -> TextField:
    """A date like "2 days ago" right after the title, counted back from today."""
    if place < 0:
        return Field("")
    for text in columns.text[place + 1 : place + 5]:
        day = read_relative(text, now)
        if day is not None:
            return Field(day.isoformat(), "relative", 0.6)
    return Field("")


def _kicker(columns: Columns, place: int, title: str) -> TextField:
    """The short line over the title, in the same header and no link of a menu."""
    if place < 1:
        return Field("")
    text, owner = columns.text[place - 1], columns.owner[place - 1]
    close = columns.parent[owner] == columns.parent[columns.owner[place]]
    short = 2 <= len(text) <= 60 and len(text.split()) <= 7 and not any(map(str.isdigit, text))
    if close and short and text not in title and _names(columns.key[owner], _KICKERS):
        return Field(text, "above title", 0.8)
    return Field("")


def _subtitle(sources: Sources, place: int) -> TextField:
    """The line under the title: a heading or a paragraph whose class says so."""
    columns = sources.columns
    if place < 0:
        return Field("")
    for segment in range(place + 1, min(place + 4, len(columns.text))):
        text, owner = columns.text[segment], columns.owner[segment]
        said = _names(columns.key[owner], _SUBTITLES) or _names(columns.key[columns.parent[owner]], _SUBTITLES)
        heading = columns.tag[owner] == CODE["h2"] and segment == place + 1 and _beside(columns, owner, place)
        if (said or heading) and 15 <= len(text) <= 400:
            return Field(text, "below title", 0.85 if said else 0.6)
    return Field("")


def _beside(columns: Columns, owner: int, place: int) -> bool:
    return columns.parent[owner] == columns.parent[columns.owner[place]]


def _names(name: str, marks: Sequence[str]) -> bool:
    return holds(name.lower(), marks)


_AGENCY_SURE = 0.9
_MODIFIED = (
    ("ld_modified_article", 0.9),
    ("meta_modified", 0.85),
    ("item_modified", 0.85),
    ("ld_modified_page", 0.8),
    ("time_modified", 0.75),
    ("cue_modified", 0.6),
)
_KICKERS = ("kicker", "eyebrow", "overline", "category", "section", "topic", "rubrik", "dachzeile", "label", "tag")
_SUBTITLES = (
    "subtitle",
    "sub-title",
    "subhead",
    "sub-head",
    "standfirst",
    "dek",
    "deck",
    "lede",
    "lead",
    "teaser-text",
    "summary",
    "subheadline",
    "tagline",
    "intro",
    "chapo",
    "ingress",
)


def read_relative(text: str, now: datetime.date) -> datetime.date | None:
    """The day that a short text names in relation to `now`, or nothing; months and years are too vague for a day."""
    if len(text) > 60:
        return None
    folded = text.casefold()
    if match := _AGO.search(folded):
        number = int(match["before"] or match["after"])
        unit = next(name for name in _UNITS if match[name] or match[f"{name}2"])
        days = {"minute": 0, "hour": 0 if number < 12 else 1, "day": number, "week": 7 * number}[unit]
        # Half a day back may be either day: no answer is better than a wrong one.
        if unit == "hour" and number >= 6 or unit == "week" or days > 31:
            return None
        return now - datetime.timedelta(days=days)
    if _YESTERDAY.search(folded):
        return now - datetime.timedelta(days=1)
    return now if _TODAY.search(folded) else None


_UNITS = ("minute", "hour", "day", "week")


def _unit(suffix: str) -> str:
    return "(?:" + "|".join(f"(?P<{name}{suffix}>{either(name)})" for name in _UNITS) + ")"


_AGO = re.compile(
    rf"(?P<before>\d{{1,3}})\s?{_unit('')}\s?(?:{either('ago_after')})"
    rf"|(?:{either('ago_before')})\s(?P<after>\d{{1,3}})\s?{_unit('2')}\b"
)
_YESTERDAY = re.compile(rf"^(?:(?:{either('before_today')}) )?(?:{either('yesterday')})\b")
_TODAY = re.compile(rf"^(?:(?:{either('before_today')}) )?(?:{either('today')})\b")
