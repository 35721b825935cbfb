"""Bylines: the people that the page shows around its title, in blocks of telling classes, and after telling words."""

from __future__ import annotations

from itertools import compress
from pathlib import Path
from typing import Final

from printworthy.base import languages
from printworthy.data.columns import Columns
from printworthy.data.tree import Node
from printworthy.metadata.authors.author_places import (
    BY_ALONE,
    BY_HAN,
    BY_PARTS,
    BY_WITHIN,
    CLASS_PARTS,
    CLASS_WORDS,
    FILED_IN,
    PARTING,
    PARTS,
    PERSON_LINK,
    PHRASE_STARTS,
    PHRASES_MARKED,
    TEAM,
    WRITTEN_BY,
    AuthorCandidate,
    FoundAuthors,
    add_stated,
    place_row,
    text_of,
)
from printworthy.metadata.authors.names import begins_by, folded_words, looks_personal, starts_by
from printworthy.metadata.scan import Scan, heads
from printworthy.metadata.site import Site
from printworthy.metadata.sources import Sources
from printworthy.metadata.wording import holds, key

# Given names that are common where Latin letters are written: a line that begins with one is likely a person's.
GIVEN: Final = frozenset(Path(__file__).with_name("given_names.txt").read_text("utf-8").split())


def add_shown(found: FoundAuthors, columns: Columns, seen: Scan) -> None:
    """Add the people that the page shows as its writers."""
    title, texts = found.title, columns.text
    start = max(0, title - _BEFORE)
    for segment, text in enumerate(texts[start : max(title, 0) + _AFTER], start):
        if segment == title or len(text) > _LONGEST_LINE:
            continue
        _add_line(found, texts, segment)
        if -3 <= segment - title <= _CLOSE:
            if len(text) < _SHORT_LINE:
                _add_names(found, text, segment)
            _add_inline(found, columns, segment)
    _add_blocks(found, columns)
    _add_phrases(found, columns.text, seen.beginning(_PHRASE_HEADS))


def _add_line(found: FoundAuthors, texts: list[str], segment: int) -> None:
    """The people of a line that begins with a word like "by", holds one, or stands under one."""
    text = texts[segment]
    begun = begins_by(text)
    if begun and starts_by(text):
        following = _following(texts, segment)
        if found.add(text, "by_line", segment, text) is None and following and len(following) < _LONGEST_NAME:
            found.add(following, "by_next")
    elif begun and len(text) < _SHORTEST_LINE and BY_ALONE.fullmatch(text):
        if following := _following(texts, segment):
            found.add(following, "by_next", segment + 1, text)
    elif _may_hold_by(text) and (match := BY_WITHIN.search(text)):
        found.add(match[1] or match[2], "by_within", segment, text)


def _following(texts: list[str], segment: int) -> str:
    """How the next line begins."""
    return texts[segment + 1][:_SHORT_LINE] if segment + 1 < len(texts) else ""


def _may_hold_by(text: str) -> bool:
    """Whether a line holds what `BY_WITHIN` asks for: most do not, and it is costly."""
    return holds(text, BY_PARTS) or not text.isascii() and BY_HAN.search(text) is not None


def _add_names(found: FoundAuthors, text: str, segment: int) -> None:
    """A line beside the title, or a part of it, that has the shape of a person's name."""
    words = text.split()
    if len(words) < _LEAST_WORDS:
        return
    for part in PARTS.split(text)[:5] if PARTING.search(text) or not FILED_IN.isdisjoint(words) else (text,):
        if looks_personal(part.partition(",")[0].strip()):
            found.add(part, "name_near", segment)


def _add_inline(found: FoundAuthors, columns: Columns, segment: int) -> None:
    """The people in inline elements of a segment that their class or their link tells apart."""
    known = {columns.node[columns.owner[segment]].mem_id}
    linked: list[str] = []
    for node in columns.text_nodes[columns.node_start[segment] : columns.node_start[segment + 1]][:_MOST_INLINE]:
        above = node.parent
        for _ in range(3):
            if above is None or above.mem_id in known:
                break
            known.add(above.mem_id)
            source = _inline_source(above)
            if source:
                text = text_of(above)[:_LONGEST_LINE]
                found.add(text, source, segment, columns.text[segment])
                if source == "link":
                    linked.append(text)
            above = above.parent
    if len(linked) > 1:
        found.add(linked, "links", segment)


def _inline_source(node: Node) -> str:
    """What tells that an inline element names a person, or nothing."""
    attributes = node.attributes
    if not attributes:
        return ""
    named = attributes.get("class")
    if named and holds(named.lower(), CLASS_WORDS):
        return "class_inline"
    return "link" if node.tag == "a" and _leads_to_person((attributes.get("href") or "").lower()) else ""


def _leads_to_person(address: str) -> bool:
    return PERSON_LINK.search(address) is not None or "author=" in address


def _add_blocks(found: FoundAuthors, columns: Columns) -> None:
    """The people in blocks whose class says that they hold the author."""
    for order, element in enumerate(_telling_blocks(columns.key)[:_MOST_BLOCKS]):
        first, last = columns.first[element], columns.last[element]
        if last <= first or len(text := columns.text[first]) > _LONGEST_BLOCK:
            continue
        if BY_ALONE.fullmatch(text) and last > first + 1:
            text = columns.text[first + 1][:_LONGEST_BLOCK]
        candidate = found.add(text, "class_block", first, text)
        if candidate is not None:
            name = columns.key[element].lower()
            candidate.row.setdefault("block_order", float(order + 1))
            candidate.row.setdefault("block_pieces", float(last - first))
            candidate.row.setdefault("class_name", float("name" in name or "byline" in name))


def _telling_blocks(keys: list[str]) -> list[int]:
    """The blocks whose class speaks of authors; each class is looked at once, because pages repeat theirs."""
    distinct = list(set(keys))
    joined = "\0".join(distinct).lower()
    places: set[int] = set()
    for word in CLASS_PARTS:
        at = joined.find(word)
        place = end = 0
        while at >= 0:
            place += joined.count("\0", end, at)
            places.add(place)
            end = joined.find("\0", at)
            at = joined.find(word, end) if end >= 0 else -1
    telling = {name for name in [distinct[place] for place in places] if holds(name.lower(), CLASS_WORDS)}
    return list(compress(range(len(keys)), map(telling.__contains__, keys))) if telling else []


def _add_phrases(found: FoundAuthors, texts: list[str], likely: list[int]) -> None:
    """The people after words that announce the writer and nothing else, anywhere on the page."""
    for segment in likely:
        text = texts[segment]
        if text[:4].lower() not in PHRASE_STARTS and text[:2] not in PHRASES_MARKED:
            continue
        if len(text) < _LONGEST_PHRASE and (match := WRITTEN_BY.match(text)):
            found.add(match[1], "phrase", segment, text)


_BEFORE: Final = 6
_AFTER: Final = 20
_CLOSE: Final = 12
_SHORTEST_LINE: Final = 30
_LONGEST_NAME: Final = 60
_SHORT_LINE: Final = 120
_LONGEST_BLOCK: Final = 160
_LONGEST_LINE: Final = 240
_LONGEST_PHRASE: Final = 300
_LEAST_WORDS: Final = 2
_MOST_BLOCKS: Final = 12
_MOST_INLINE: Final = 12
_PHRASE_HEADS: Final = heads((*PHRASE_STARTS, *PHRASES_MARKED))


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


_TITLES: Final = frozenset(languages.words("titles_of_people"))
_MOST_JUDGED: Final = 12
