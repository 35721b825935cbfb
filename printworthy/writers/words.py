"""The few words that a writer adds itself, and dates for people, in the article's language."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from printworthy.base.languages import languages
from printworthy.data.blocks import Post
from printworthy.writers.body import SEPARATOR, tidy


class Words(NamedTuple):
    """Names of the sections after the text, and of the way back from a note."""

    notes: str
    comments: str
    back: str


_DATE: Final = re.compile(r"(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?![\d-])")
_MOMENT: Final = re.compile(r"\d{4}(-\d\d(-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:?\d\d)?)?)?)?")


def words(language: str) -> Words:
    """The words for a language tag ("de", "pt-BR"); English for a language that has none."""
    return Words(**_group("sections", language))


def post_label(post: Post, language: str) -> str:
    """What a post is, if it is a question or an answer."""
    kind = "accepted" if post.accepted else post.kind
    label: str = _group("thread", language).get(kind, "")
    return label


def post_line(post: Post, language: str) -> str:
    """The line above a post: who, when, and whether it is a question or an answer."""
    who = (tidy(post.author).strip(), tidy(spoken_date(post.date, language)).strip())
    said = (", ".join(part for part in who if part), post_label(post, language))
    return SEPARATOR.join(part for part in said if part)


def spoken_date(date: str, language: str) -> str:
    """An ISO date as people of that language write it; any other text stays as it is."""
    found = _DATE.match(date)
    if found is None:
        return date
    known = languages().get(language[:2].lower() or "en", {})
    pattern: str = known.get("date", found[0])
    year, number, day = (int(part) for part in found.groups())
    month = known["months"][number - 1].partition("|")[0] if "months" in known else ""
    return pattern.format(year=year, month=month, number=number, day=day)


def machine_date(date: str) -> str:
    """The date if a `datetime` attribute may hold it, else an empty string."""
    return date if _MOMENT.fullmatch(date) else ""


@dataclass(frozen=True, slots=True)
class PrintWords:
    """What stands on the title page, under pictures and at the foot. {x}, {y}, {n}, {day} are filled in."""

    contents: str
    page: str
    source: str
    published: str
    printed: str
    picture: str
    no_picture: str
    rows_left: str
    failed: str
    articles: str
    embeds: dict[str, str]


def print_words(language: str) -> PrintWords:
    """The words for a language tag; English for a language that has none."""
    return PrintWords(**_group("paper", language))


def _group(name: str, language: str) -> dict[str, Any]:
    groups = languages().get(language[:2].lower(), {})
    found: dict[str, Any] = groups.get(name) or languages()["en"][name]
    return found
