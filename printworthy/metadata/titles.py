"""Title: `Sources` and `Site` → candidates with features, as in section 4.4.1 of the 2016 paper, and the best of them.

The head's titles are compared with the visible headings by overlap of words; tag, position and agreement decide.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from printworthy.base.tags import ARTICLE, ASIDE, CODE, FOOTER, HEADER, HIDDEN, MAIN, NAV
from printworthy.data.columns import Columns
from printworthy.metadata.site import Site, split_title
from printworthy.metadata.sources import HEADINGS, Sources
from printworthy.metadata.wording import overlap, words


@dataclass(slots=True)
class TitleCandidate:
    """A possible title: its text, its words, the segment that shows it (or -1), where it was found, its features."""

    text: str
    words: tuple[str, ...]
    segment: int
    sources: list[str] = field(default_factory=list)
    row: dict[str, float] = field(default_factory=dict)


def title_candidates(sources: Sources, site: Site) -> list[TitleCandidate]:
    """Every text that may be the title, most trusted places first; equal texts are one candidate."""
    found: dict[str, TitleCandidate] = {}
    _from_linked_data(found, sources)
    for name in ("og:title", "twitter:title", "title", "dc.title", "citation_title", "parsely-title", "sailthru.title"):
        for text in sources.meta.get(name, ())[:1]:
            _add_with_cuts(found, text, "og" if name == "og:title" else "tw" if name[0] == "t" else "meta", site)
    _add_with_cuts(found, sources.title, "t", site)
    _from_headings(found, sources)
    _describe(found, sources, site)
    return list(found.values())


def shown_title(candidates: list[TitleCandidate]) -> int:
    """The segment that most likely shows the title, or -1: the heading that is most like the head's title."""

    def likeness(one: TitleCandidate) -> float:
        return one.row.get("h1_0", 0.0) + one.row["with_title"] + one.row["visible"]

    return max(candidates, key=likeness).segment if candidates else -1


def _add(found: dict[str, TitleCandidate], text: str, source: str, segment: int = -1) -> TitleCandidate | None:
    """Add a text under a source; a text known already gains the source."""
    if len(text) > 400:
        return None
    parts = words(text)
    own = "".join(parts)
    if not own:
        return None
    candidate = found.get(own)
    if candidate is None:
        candidate = found[own] = TitleCandidate(text, parts, segment)
    candidate.sources.append(source)
    candidate.row[source] = 1.0
    if candidate.segment < 0:
        candidate.segment = segment
    return candidate


def _add_with_cuts(found: dict[str, TitleCandidate], text: str, source: str, site: Site) -> None:
    """Add a head's title whole, and without its parts at either end, which often name the site."""
    _add(found, text, source)
    parts = split_title(text)[:8]
    if len(parts) < 2:
        return
    for name, kept, cut in (("cut_last", parts[:-1], parts[-1]), ("cut_first", parts[1:], parts[0])):
        candidate = _add(found, _joined(kept), f"{source}_{name}")
        if candidate is not None and site.is_named(cut[0]):
            candidate.row[f"{source}_{name}_site"] = 1.0
    if len(parts) > 2:
        _add(found, parts[0][0], f"{source}_only_first")
        _add(found, _joined(parts[:-2]), f"{source}_cut_two")
        _add(found, _joined(parts[1:-1]), f"{source}_middle")


def _joined(parts: tuple[tuple[str, str], ...]) -> str:
    return "".join(text + (mark if index < len(parts) - 1 else "") for index, (text, mark) in enumerate(parts))


def _from_linked_data(found: dict[str, TitleCandidate], sources: Sources) -> None:
    for thing in sources.things:
        if thing.role not in ("", "mainEntity", "mainEntityOfPage", "hasPart"):
            continue
        article = any(name.endswith(("Article", "Posting", "Recipe", "Report", "Review")) for name in thing.types)
        page = any(name.endswith("Page") for name in thing.types)
        for text in thing.texts("headline"):
            _add(found, text, "ld_headline" if article else "ld_headline_other")
        for text in thing.texts("name")[:1]:
            kind = "article" if article else "page" if page else "product" if "Product" in thing.types else "other"
            if kind != "other" or "mainEntity" in thing.role:
                _add(found, text, f"ld_name_{kind}")
    for mark in sources.marks:
        if mark.prop in ("headline", "name") and mark.segment >= 0 and mark.tag in HEADINGS:
            _add(found, " ".join(mark.node.text().split()), f"item_{mark.prop}", mark.segment)


def _from_headings(found: dict[str, TitleCandidate], sources: Sources) -> None:
    """The visible headings: the first few of the first level, and two of the second."""
    columns = sources.columns
    for name, code, most in (("h1", _H1, 4), ("h2", _H2, 2)):
        seen, element = 0, -1
        while seen < most and (element := _next(columns.tag, code, element + 1)) >= 0:
            first, last = columns.first[element], columns.last[element]
            text = " ".join(columns.text[first:last]) if last > first else ""
            candidate = _add(found, text, f"{name}_{seen}", first)
            if candidate is not None:
                seen += 1
                if "place" not in candidate.row:
                    candidate.row |= _heading_row(columns, element)


def _next(values: Sequence[object], value: object, start: int, end: int = sys.maxsize) -> int:
    """The next place of a value in a list, or -1."""
    try:
        return values.index(value, start, end)
    except ValueError:
        return -1


def _heading_row(columns: Columns, element: int) -> dict[str, float]:
    """Features of a heading's place and look."""
    first, flags, name = columns.first[element], columns.flags[element], columns.key[element]
    row = {
        "place": first / max(1, len(columns.text)),
        "place_segments": float(first),
        "telling_class": float("title" in name or "headline" in name),
        "linked": columns.link_chars[first] / max(1, len(columns.text[first])),
        "pieces": float(columns.last[element] - first),
    }
    return row | {flag: 1.0 for flag, mark in _FLAGS if flags & mark}


def _describe(found: dict[str, TitleCandidate], sources: Sources, site: Site) -> None:
    """Give every candidate the features that compare it with the others and with the page."""
    title, shared = set(words(sources.title)), set(words(sources.first("og:title")))
    headings = [set(one.words) for one in found.values() if any(name[:2] == "h1" for name in one.sources)]
    slug = set(words(sources.path.rstrip("/").rpartition("/")[2].replace("_", "-")))
    parts = float(len(split_title(sources.title)))
    for mark, one in found.items():
        own = one.words
        distinct = set(own)
        if one.segment < 0:
            one.segment = _next(sources.columns.text, one.text, 0, _SEARCHED)
        one.row |= {
            "with_title": overlap(distinct, title),
            "with_og": overlap(distinct, shared),
            "with_h1": max([overlap(distinct, heading) for heading in headings], default=-1.0),
            "in_title": float(one.text in sources.title),
            "in_slug": sum([word in slug for word in own]) / max(1, len(own)) if slug else -1.0,
            "slug_in": len(slug & distinct) / len(slug) if slug else -1.0,
            "words": float(len(own)),
            "chars": float(len(one.text)),
            "agree": float(len({name.partition("_")[0] for name in one.sources})),
            "visible": float(one.segment >= 0),
            "is_site": float(site.is_named_by(mark)),
            "has_mark": float("|" in one.text or " - " in one.text or " – " in one.text),
            "title_parts": parts,
            "h1s": float(len(headings)),
            "root": float(len(sources.path) < 2),
            "others": float(len(found)),
        }


_H1: Final = CODE["h1"]
_H2: Final = CODE["h2"]
_SEARCHED: Final = 400
_FLAGS: Final = (
    ("article", ARTICLE),
    ("main", MAIN),
    ("header", HEADER),
    ("nav", NAV),
    ("footer", FOOTER),
    ("aside", ASIDE),
    ("hidden", HIDDEN),
)
