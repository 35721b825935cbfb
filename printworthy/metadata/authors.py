"""Authors: `Sources` and the place of the title → lists of names, each with the features of the places that give it."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import accumulate

from printworthy.base.tags import ARTICLE, ASIDE, FOOTER, LIST, MAIN
from printworthy.data.tree import Node
from printworthy.metadata.byline_words import (
    ADDRESS,
    BY_ALONE,
    BY_WITHIN,
    CLASS,
    CLASS_WORDS,
    COMMENT,
    META,
    PARTS,
    PERSON_LINK,
    PHRASES,
    PHRASES_MARKED,
    SUBORDINATE,
    TEAM,
    UNSIGNED,
    WRITTEN,
    WRITTEN_BY,
)
from printworthy.metadata.names import is_agency, looks_personal, split_names, starts_by
from printworthy.metadata.site import Site
from printworthy.metadata.sources import Mark, Sources
from printworthy.metadata.wording import key


@dataclass(slots=True)
class AuthorCandidate:
    """A list of people that some places name together, and the agencies beside them."""

    names: tuple[str, ...]
    agencies: tuple[str, ...]
    sources: list[str] = field(default_factory=list)
    row: dict[str, float] = field(default_factory=dict)


@dataclass(slots=True)
class _Found:
    """The candidates so far, by their names."""

    site: Site
    title: str
    lists: dict[str, AuthorCandidate] = field(default_factory=dict)

    def add(self, text: str | list[str], source: str) -> AuthorCandidate | None:
        """Add the people of a text under a source; the site and the title are no people."""
        texts = [text] if isinstance(text, str) else text
        names = [name for one in texts for name in split_names(one)]
        people = tuple(name for name in names if not is_agency(name) and not self._is_site(name, source))[:12]
        mark = "|".join(key(name) for name in people)
        if not people or mark == self.title:
            return None
        agencies = tuple(name for name in names if is_agency(name))
        candidate = self.lists.setdefault(mark, AuthorCandidate(people, agencies))
        candidate.sources.append(source)
        candidate.row[source] = candidate.row.get(source, 0.0) + 1.0
        return candidate

    def _is_site(self, name: str, source: str) -> bool:
        """Sites are no authors; but people name their sites after themselves, and then sign what they write."""
        if not self.site.is_named(name):
            return False
        return source in UNSIGNED or not looks_personal(name)


def author_candidates(sources: Sources, site: Site, title: int) -> list[AuthorCandidate]:
    """The lists of names that may be the authors, with features."""
    shown = sources.columns.text[title] if title >= 0 else ""
    found = _Found(site, key(shown))
    _from_things(found, sources)
    for name, source in META.items():
        values = [value for value in sources.meta.get(name, ()) if not ADDRESS.match(value)]
        if values:
            found.add(values if source == "meta_many" else values[0], source)
    if WRITTEN.search(sources.first("twitter:label1")):
        found.add(sources.first("twitter:data1"), "meta_written")
    for order, mark in enumerate(sources.marks):
        _from_mark(found, sources, mark, title, order)
    _from_bylines(found, sources, title)
    _from_blocks(found, sources, title)
    _from_phrases(found, sources, title)
    _describe(found)
    ordered = sorted(found.lists.values(), key=lambda one: (-one.row["kinds"], one.row["nearness"]))
    return ordered[:_MOST_JUDGED]


def _from_things(found: _Found, sources: Sources) -> None:
    for thing in sources.things:
        article = any(name.endswith(("Article", "Posting", "Recipe", "Report", "Question")) for name in thing.types)
        kind = "sub" if thing.role in SUBORDINATE else "article" if article else "other"
        for name in ("author", "creator"):
            texts = thing.texts(name)
            person = "_person" if _is_person(thing.data.get(name)) else ""
            candidate = found.add(texts, f"ld_{kind}{person}") if texts else None
            if candidate is not None and _is_organization(thing.data.get(name)):
                candidate.row["ld_organization"] = 1.0


def _is_person(value: object) -> bool:
    first = value[0] if isinstance(value, list) and value else value
    return isinstance(first, dict) and first.get("@type") == "Person"


def _is_organization(value: object) -> bool:
    first = value[0] if isinstance(value, list) and value else value
    return isinstance(first, dict) and first.get("@type") in ("Organization", "NewsMediaOrganization", "Corporation")


def _from_mark(found: _Found, sources: Sources, mark: Mark, title: int, order: int) -> None:
    """The people in microdata and behind links that say `rel=author`."""
    prop = mark.get("itemprop")
    related = "author" in mark.get("rel")
    if prop not in ("author", "creator") and not related or mark.tag in ("link", "meta") and prop != "author":
        return
    text = mark.attributes.get("content") or mark.attributes.get("title" if mark.tag == "meta" else "") or ""
    if not text and mark.tag != "meta":
        inner = mark.node.css_first("[itemprop='name']")
        text = _text(inner if inner is not None else mark.node)
        if not text and inner is not None:
            text = inner.attributes.get("content") or ""
    candidate = found.add(text, "rel" if related else "item") if len(text) < 200 else None
    if candidate is not None and mark.segment >= 0:
        _place(candidate, sources, mark.segment, title, "")
        candidate.row.setdefault("mark_order", float(order))


def _from_bylines(found: _Found, sources: Sources, title: int) -> None:
    """The people named around the title: after a word like "by", in a telling class, or behind a link to a person."""
    columns = sources.columns
    for segment in range(max(0, title - 6), min(len(columns.text), max(title, 0) + 20)):
        text = columns.text[segment]
        if segment == title or len(text) > 240:
            continue
        if starts_by(text):
            candidate = found.add(text, "by_line")
            if candidate is not None:
                _place(candidate, sources, segment, title, text)
            following = columns.text[segment + 1:segment + 2]
            if candidate is None and following and len(following[0]) < 60:
                found.add(following[0], "by_next")
        elif BY_ALONE.fullmatch(text) and segment + 1 < len(columns.text):
            candidate = found.add(columns.text[segment + 1][:120], "by_next")
            if candidate is not None:
                _place(candidate, sources, segment + 1, title, text)
        elif ("by" in text or "von" in text or not text.isascii()) and (match := BY_WITHIN.search(text)):
            candidate = found.add(match[1] or match[2], "by_within")
            if candidate is not None:
                _place(candidate, sources, segment, title, text)
        if -3 <= segment - title <= 8 and len(text) < 120:
            _from_names(found, sources, segment, title)
        _from_inline(found, sources, segment, title)


def _from_names(found: _Found, sources: Sources, segment: int, title: int) -> None:
    """A line beside the title, or a part of it, that has the shape of a person's name."""
    for part in PARTS.split(sources.columns.text[segment])[:5]:
        name = part.split(",")[0].strip()
        if looks_personal(name):
            candidate = found.add(part, "name_near")
            if candidate is not None:
                _place(candidate, sources, segment, title, "")


def _from_phrases(found: _Found, sources: Sources, title: int) -> None:
    """The people after words that announce the writer and nothing else, anywhere on the page."""
    lowered = sources.joined.lower()
    phrases = PHRASES if lowered.isascii() else PHRASES + PHRASES_MARKED
    places = {sources.segment_at(at) for word in phrases for at in _places(lowered, word)}
    for segment in sorted(places):
        text = sources.columns.text[segment]
        if len(text) < 300 and (match := WRITTEN_BY.match(text)):
            candidate = found.add(match[1], "phrase")
            if candidate is not None:
                _place(candidate, sources, segment, title, text)


def _from_inline(found: _Found, sources: Sources, segment: int, title: int) -> None:
    """The people in inline elements of a segment that their class or their link tells apart."""
    columns = sources.columns
    block = columns.node[columns.owner[segment]].mem_id
    linked: list[str] = []
    for node in columns.text_nodes[columns.node_start[segment]:columns.node_start[segment + 1]][:12]:
        above = node.parent
        for _ in range(3):
            if above is None or above.mem_id == block:
                break
            attributes = above.attributes
            if attributes:
                source = ""
                if CLASS.search((attributes.get("class") or "").lower()):
                    source = "class_inline"
                elif above.tag == "a" and PERSON_LINK.search(attributes.get("href") or ""):
                    source = "link"
                    linked.append(_text(above))
                if source:
                    candidate = found.add(_text(above)[:200], source)
                    if candidate is not None:
                        _place(candidate, sources, segment, title, columns.text[segment])
            above = above.parent
    if len(linked) > 1:
        found.add(linked, "links")


def _from_blocks(found: _Found, sources: Sources, title: int) -> None:
    """The people in blocks whose class says that they hold the author."""
    columns = sources.columns
    for order, element in enumerate(_telling_blocks(columns.key)[:_MOST_BLOCKS]):
        first, last = columns.first[element], columns.last[element]
        if last <= first or len(text := columns.text[first]) > 160:
            continue
        if BY_ALONE.fullmatch(text) and last > first + 1:
            text = columns.text[first + 1][:160]
        candidate = found.add(text, "class_block")
        if candidate is not None:
            _place(candidate, sources, first, title, text)
            name = columns.key[element].lower()
            candidate.row.setdefault("block_order", float(order + 1))
            candidate.row.setdefault("block_pieces", float(last - first))
            candidate.row.setdefault("class_name", float("name" in name or "byline" in name))


def _telling_blocks(keys: list[str]) -> list[int]:
    """The blocks whose class speaks of authors. One search over all classes, because most pages have hundreds."""
    joined = "\0".join(keys).lower()
    ends = list(accumulate([len(name) + 1 for name in keys]))
    places = {bisect_right(ends, at) for word in CLASS_WORDS for at in _places(joined, word)}
    return sorted(place for place in places if place < len(keys) and CLASS.search(keys[place].lower()))


def _places(text: str, word: str) -> list[int]:
    """Where a word stands in a text, the first times."""
    found: list[int] = []
    at = text.find(word)
    while at >= 0 and len(found) < _MOST_PLACES:
        found.append(at)
        at = text.find(word, at + len(word))
    return found


def _place(candidate: AuthorCandidate, sources: Sources, segment: int, title: int, text: str) -> None:
    """Where the names stand; of several places the one nearest to the title counts."""
    distance = segment - title
    nearness = abs(distance) + (3 if distance < 0 else 0)
    row = candidate.row
    if nearness >= row.get("nearness", 1e9):
        return
    columns = sources.columns
    element = columns.owner[segment]
    flags = columns.flags[element]
    around = " ".join((columns.key[element], columns.key[columns.parent[element]] if element else "")).lower()
    row |= {
        "nearness": float(nearness),
        "before": float(distance < 0),
        "shown_at": segment / len(columns.text),
        "length": float(len(columns.text[segment])),
        "linked": columns.link_chars[segment] / max(1, len(columns.text[segment])),
        "by": float(starts_by(text)),
        "comment": float(bool(COMMENT.search(around))),
        "in_article": float(flags & ARTICLE > 0),
        "in_main": float(flags & MAIN > 0),
        "in_aside": float(flags & (ASIDE | FOOTER) > 0),
        "in_list": float(flags & LIST > 0),
    }


def _describe(found: _Found) -> None:
    """Give every candidate the features that compare it with the others and with the page."""
    sets = {mark: set(mark.split("|")) for mark in found.lists}
    for mark, candidate in found.lists.items():
        words = [name.split() for name in candidate.names]
        first = words[0]
        candidate.row |= {
            "names": float(len(candidate.names)),
            "words": sum(map(len, words)) / len(words),
            "capitals": sum(word[0].isupper() for word in first) / len(first),
            "shouting": float(candidate.names[0].isupper()),
            "digits": float(any(char.isdigit() for char in candidate.names[0])),
            "chars": float(len(candidate.names[0])),
            "kinds": float(len({name.partition("_")[0] for name in candidate.sources})),
            "places": float(len(candidate.sources)),
            "others": float(len(sets)),
            "within": float(sum(sets[mark] < other for other in sets.values())),
            "contains": float(sum(sets[mark] > other for other in sets.values())),
            "site_like": float(found.site.is_named(candidate.names[0])),
            "team": float(bool(TEAM.search(candidate.names[0]))),
        }
        candidate.row.setdefault("nearness", 999.0)


def _text(node: Node) -> str:
    return " ".join(node.text(separator=" ").split())


_MOST_BLOCKS = 12
_MOST_PLACES = 40
_MOST_JUDGED = 14
