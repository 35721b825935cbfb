"""Authors: `Sources` and the place of the title → lists of names, each with the features of the places that give it."""

from __future__ import annotations

from typing import Final

from printworthy.metadata.author_places import AuthorCandidate, FoundAuthors, place_row
from printworthy.metadata.byline_words import TEAM
from printworthy.metadata.bylines import add_shown
from printworthy.metadata.given_names import GIVEN
from printworthy.metadata.names import folded_words
from printworthy.metadata.site import Site
from printworthy.metadata.sources import Sources
from printworthy.metadata.stated_authors import add_stated
from printworthy.metadata.wording import key


def author_candidates(sources: Sources, site: Site, title: int) -> tuple[list[AuthorCandidate], dict[str, str]]:
    """The lists of names that may be the authors, with features; and the agencies that sign, each with its place."""
    columns = sources.columns
    found = FoundAuthors(site, title, key(columns.text[title]) if title >= 0 else "")
    add_stated(found, sources)
    add_shown(found, columns, sources.scan)
    kinds = {mark: len({name.partition("_")[0] for name in one.sources}) for mark, one in found.lists.items()}
    likely = sorted(found.lists, key=lambda mark: (-kinds[mark], found.lists[mark].nearness))[:_MOST_JUDGED]
    for mark in likely:
        one = found.lists[mark]
        one.row |= place_row(one, columns)
        one.row["kinds"] = float(kinds[mark])
    _compare(found, likely)
    return [found.lists[mark] for mark in likely], found.agencies


def _compare(found: FoundAuthors, likely: list[str]) -> None:
    """Give the candidates the features that compare them with each other, and those of their names."""
    sets = {mark: set(mark.split("|")) for mark in found.lists}
    nearest = min((found.lists[mark].nearness for mark in likely), default=0)
    for mark in likely:
        one, own = found.lists[mark], sets[mark]
        words = [name.split() for name in one.names]
        first, name = words[0], one.names[0]
        one.row |= {
            "names": float(len(one.names)),
            "words": sum(map(len, words)) / len(words),
            "capitals": sum(word[0].isupper() for word in first) / len(first),
            "given": sum(_is_given(one) for one in words) / len(words),
            "shouting": float(name.isupper()),
            "digits": float(any(map(str.isdigit, name))),
            "chars": float(len(name)),
            "places": float(len(one.sources)),
            "nearness": float(one.nearness),
            "nearest": float(nearest),
            "before": float(one.segment >= 0 and one.segment < found.title),
            "others": float(len(sets)),
            "within": float(sum(own < other for other in sets.values())),
            "contains": float(sum(own > other for other in sets.values())),
            "site_like": float(found.site.is_named(name)),
            "team": float(not TEAM.isdisjoint(folded_words(name))),
        }


def _is_given(words: list[str]) -> bool:
    """Whether a name begins with a known given name, perhaps after a title."""
    start = words[1] if len(words) > 2 and words[0].casefold().strip(".") in _TITLES else words[0]
    return start.casefold().partition("-")[0] in GIVEN


_TITLES: Final = frozenset("dr prof mr mrs ms sir".split())
_MOST_JUDGED: Final = 12
