"""Places of authors: names and the places that give them → an `AuthorCandidate` with the features of those places."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from printworthy.base.tags import ARTICLE, ASIDE, FOOTER, HEADER, HEADING, LIST, MAIN, NAV
from printworthy.data.columns import Columns
from printworthy.metadata.byline_words import COMMENT, PARTICLES, SENTENCES, SIGNED, TEAM_LAST, UNSIGNED
from printworthy.metadata.names import is_agency, looks_personal, split_names, starts_by
from printworthy.metadata.site import Site
from printworthy.metadata.wording import key


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
    ("in_article", ARTICLE), ("in_main", MAIN), ("in_aside", ASIDE | FOOTER), ("in_list", LIST), ("in_nav", NAV),
    ("in_heading", HEADING), ("in_header", HEADER),
)
