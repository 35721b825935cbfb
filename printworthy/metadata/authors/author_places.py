"""Places of authors: names and the places that give them → an `AuthorCandidate` with the features of those places."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from printworthy.base.languages import either, words
from printworthy.base.tags import ARTICLE, ASIDE, FOOTER, HEADER, HEADING, LIST, MAIN, NAV
from printworthy.data.columns import Columns
from printworthy.data.tree import Node
from printworthy.metadata.authors.names import is_agency, looks_personal, split_names, starts_by
from printworthy.metadata.site import Site
from printworthy.metadata.sources import Mark, Sources
from printworthy.metadata.wording import key

META: Final = {
    "author": "meta_author",
    "article:author": "meta_article",
    "og:article:author": "meta_article",
    "dc.creator": "meta_creator",
    "dcterms.creator": "meta_creator",
    "creator": "meta_creator",
    "parsely-author": "meta_press",
    "sailthru.author": "meta_press",
    "byl": "meta_press",
    "authors": "meta_press",
    "citation_author": "meta_many",
    "article:author_name": "meta_press",
    "article.author": "meta_press",
    "og:author": "meta_article",
    "cxenseparse:author": "meta_press",
    "shareaholic:article_author_name": "meta_press",
    "article_author": "meta_press",
    "author_name": "meta_press",
    "mediator_author": "meta_press",
}
SUBORDINATE: Final = frozenset(
    "comment suggestedAnswer acceptedAnswer review reviews itemListElement isPartOf video hasVariant image "
    "citation".split()
)
# Where sites put their own names.
UNSIGNED: Final = frozenset("meta_creator meta_article name_near ld_other ld_article ld_sub by_within by_next".split())
# Where agencies sign what they wrote.
SIGNED: Final = frozenset(
    "ld_article ld_article_person meta_author meta_press by_line by_next class_inline class_block".split()
)
# Where a line of the body may stand instead of a byline; and the words that begin names in lower case.
SENTENCES: Final = frozenset("by_line by_next by_within phrase".split())
PARTICLES: Final = frozenset(words("particles"))
ADDRESS: Final = re.compile(r"(?:https?:)?//|www\.")
WRITTEN: Final = re.compile(either("written"), re.IGNORECASE)
BY_ALONE: Final = re.compile(rf"(?:(?:{either('by_alone_verbs')}) )?(?:{either('by_alone')})\s*:?", re.IGNORECASE)
_BY_UNSPACED: Final = [phrase for phrase in words("by_within") if not phrase.isascii()]
_BY_SPACED: Final = [phrase for phrase in words("by_within") if phrase.isascii()]
# A name in Chinese characters, or one in Latin letters after a space.
BY_WITHIN: Final = re.compile(
    rf"(?:{'|'.join(_BY_UNSPACED)})\s*[:：]?\s*([\u4e00-\u9fff·]{{2,4}})(?![\u4e00-\u9fff])|"
    rf"\b(?:{'|'.join(_BY_SPACED)})\s+([A-ZÀ-Þ][^|•·\d]{{2,80}})"
)
# One of these words, or one of these characters, stands in everything that `BY_WITHIN` finds.
BY_PARTS: Final = tuple([start[0] for phrase in _BY_SPACED if (start := re.match(r"\w+", phrase))])
BY_HAN: Final = re.compile(f"[{''.join(dict.fromkeys(phrase[0] for phrase in _BY_UNSPACED))}]")
WRITTEN_BY: Final = re.compile(rf"(?:{either('written_by')})[\s:]*([^|•·\d]{{2,120}})", re.IGNORECASE)
# How a line that `WRITTEN_BY` matches may begin: its first four letters, or its first two in other scripts.
_STARTS: Final = [start[0] for phrase in words("written_by") if (start := re.match(r"[\w ]{2,4}", phrase))]
PHRASE_STARTS: Final = frozenset([start for start in _STARTS if len(start) == 4])
PHRASES_MARKED: Final = tuple([start[:2] for start in _STARTS if len(start) < 4])
PARTS: Final = re.compile(rf"\s*[|•·»/]\s*|\s+[-–—]\s+|\s+(?:{either('filed_in')})\s+(?=[A-Za-z])|(?<=\d{{4}})\s+")
# What stands in every line that `PARTS` cuts: one of these words, or of these characters.
FILED_IN: Final = frozenset(words("filed_in"))
PARTING: Final = re.compile(r"[|•·»/–—\d-]")
CLASS_WORDS: Final = tuple(
    "author byline by-line writer username user-name poster contributor creator autor auteur journalist".split()
)
# In each of them stands one of these, which are fewer to look for.
CLASS_PARTS: Final = tuple("aut by writer user poster butor creator journalist".split())
# In lower case; begins with one character, for which the engine searches fast.
PERSON_LINK: Final = re.compile(
    r"/(?:@|(?:authors?|people|profiles?|users?|u|contributors?|writers?|staff|team|by|autor(?:en)?|auteurs?|members?|"
    r"person|experts?)(?:/|\b))"
)
COMMENT: Final = re.compile(r"comment|reply|related|teaser|card|recent|sidebar|widget|review")
TEAM: Final = frozenset(words("team"))
TEAM_LAST: Final = re.compile(rf"\b(?:{either('team_last')})$", re.IGNORECASE)


@dataclass(slots=True)
class AuthorCandidate:
    """A list of people that some places name together, and the agencies beside them.

    `segment` is the shown place that is nearest to the title, or -1, and `nearness` how near that is; `said` tells
    whether that place begins with a word like "by".
    """

    names: tuple[str, ...]
    agencies: tuple[str, ...]
    sources: list[str] = field(default_factory=list)
    row: dict[str, float] = field(default_factory=dict)
    segment: int = -1
    nearness: int = 999
    said: bool = False


@dataclass(slots=True)
class FoundAuthors:
    """The candidates so far, by their names; `title` is the segment that shows the title, or -1.

    `agencies` are those that sign the page, each with the place that names it, whether people sign beside it or not.
    """

    site: Site
    title: int
    shown: str
    lists: dict[str, AuthorCandidate] = field(default_factory=dict)
    agencies: dict[str, str] = field(default_factory=dict)

    def add(self, text: str | list[str], source: str, segment: int = -1, line: str = "") -> AuthorCandidate | None:
        """Add the people of a text under a source; the site and the title are no people.

        `segment` is the place where the page shows them, if it does, and `line` the text there.
        """
        texts = [text] if isinstance(text, str) else text
        names = [name for one in texts for name in split_names(one)]
        if source in SENTENCES:
            names = [name for name in names if not _is_prose(name)]
        agencies = tuple([name for name in names if is_agency(name)])
        if agencies and source in SIGNED:
            self.agencies |= {name: source for name in agencies if name not in self.agencies}
        people = tuple([name for name in names if name not in agencies and not self._is_site(name, source)])[:12]
        mark = "|".join([key(name) for name in people])
        if not people or mark == self.shown:
            return None
        candidate = self.lists.get(mark)
        if candidate is None:
            candidate = self.lists[mark] = AuthorCandidate(people, agencies)
        candidate.sources.append(source)
        candidate.row[source] = candidate.row.get(source, 0.0) + 1.0
        if segment >= 0:
            self._place(candidate, segment, line)
        return candidate

    def _place(self, candidate: AuthorCandidate, segment: int, line: str) -> None:
        """Note where names are shown; of several places the one nearest to the title counts."""
        distance = segment - self.title
        nearness = distance if distance >= 0 else 3 - distance
        if candidate.segment < 0 or nearness < candidate.nearness:
            candidate.segment, candidate.nearness, candidate.said = segment, nearness, starts_by(line)

    def _is_site(self, name: str, source: str) -> bool:
        """Sites are no authors; but people name their sites after themselves, and teams and people sign their work."""
        if not self.site.is_named(name) or TEAM_LAST.search(name):
            return False
        return source in UNSIGNED or not looks_personal(name)


def _is_prose(name: str) -> bool:
    """Whether what follows a "by" goes on like a sentence ("by following these rules"); one word may be a nickname."""
    first, _, rest = name.partition(" ")
    return bool(rest) and first.islower() and first not in PARTICLES


def place_row(candidate: AuthorCandidate, columns: Columns) -> dict[str, float]:
    """Features of the place where names are shown."""
    segment = candidate.segment
    if segment < 0:
        return {}
    element = columns.owner[segment]
    flags = columns.flags[element]
    around = f"{columns.key[element]} {columns.key[columns.parent[element]] if element else ''}".lower()
    length = len(columns.text[segment])
    row = {
        "shown_at": segment / len(columns.text),
        "length": float(length),
        "linked": columns.link_chars[segment] / max(1, length),
        "by": float(candidate.said),
        "comment": float(COMMENT.search(around) is not None),
    }
    return row | {name: 1.0 for name, flag in _FLAGS if flags & flag}


_FLAGS: Final = (
    ("in_article", ARTICLE),
    ("in_main", MAIN),
    ("in_aside", ASIDE | FOOTER),
    ("in_list", LIST),
    ("in_nav", NAV),
    ("in_heading", HEADING),
    ("in_header", HEADER),
)


def add_stated(found: FoundAuthors, sources: Sources) -> None:
    """Add the people of linked data, of the head and of marked elements, and those who named the site after them."""
    _add_things(found, sources)
    for name, source in META.items():
        stated = sources.meta.get(name)
        values = [value for value in stated if not ADDRESS.match(value)] if stated else []
        if values:
            found.add([_in_order(one) for one in values] if source == "meta_many" else values[0], source)
    if WRITTEN.search(sources.first("twitter:label1")):
        found.add(sources.first("twitter:data1"), "meta_written")
    for order, mark in enumerate(sources.marks):
        if mark.names_author:
            _add_mark(found, mark, order)
    if looks_personal(found.site.name.value):
        found.add(found.site.name.value, "site_person")


def text_of(node: Node) -> str:
    """The text of an element, in one line."""
    return " ".join(node.text(separator=" ").split())


def _add_things(found: FoundAuthors, sources: Sources) -> None:
    for thing in sources.things:
        for name in ("author", "creator"):
            if name not in thing.data:
                continue
            types = _types(thing.data[name])
            texts = thing.texts(name)
            person = "_person" if "person" in types else ""
            candidate = found.add(texts, f"ld_{_kind(thing.types, thing.role)}{person}") if texts else None
            if candidate is not None and any(one.endswith(("organization", "corporation")) for one in types):
                candidate.row["ld_organization"] = 1.0


def _kind(types: tuple[str, ...], role: str) -> str:
    if role in SUBORDINATE:
        return "sub"
    ends = ("Article", "Posting", "Recipe", "Report", "Question")
    return "article" if any(name.endswith(ends) for name in types) else "other"


def _types(value: object) -> list[str]:
    """The types of the first object of a value, in lower case."""
    first = value[0] if isinstance(value, list) and value else value
    given = first.get("@type") if isinstance(first, dict) else None
    return [one.lower() for one in (given if isinstance(given, list) else [given]) if isinstance(one, str)]


def _in_order(name: str) -> str:
    """A name of a bibliography, "Bell, Ada", with the given name first."""
    last, comma, first = name.partition(", ")
    return f"{first} {last}" if comma and "," not in first and len(name.split()) <= _LONGEST_NAME else name


def _add_mark(found: FoundAuthors, mark: Mark, order: int) -> None:
    """The people in microdata and behind links that say `rel=author`."""
    attributes = mark.attributes
    text = attributes.get("content") or (attributes.get("title") if mark.tag == "meta" else "") or ""
    if not text and mark.tag != "meta":
        inner = mark.node.css_first("[itemprop='name']")
        text = text_of(inner if inner is not None else mark.node)
        if not text and inner is not None:
            text = inner.attributes.get("content") or ""
    if len(text) >= _LONGEST_TEXT:
        return
    source = "rel" if "author" in (attributes.get("rel") or "").lower() else "item"
    candidate = found.add(text, source, mark.segment)
    if candidate is not None and mark.segment >= 0:
        candidate.row.setdefault("mark_order", float(order))


_LONGEST_NAME: Final = 5
_LONGEST_TEXT: Final = 200
