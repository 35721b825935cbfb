"""Stated authors: the people that a page's linked data, head and marked elements name."""

from __future__ import annotations

from typing import Final

from printworthy.data.tree import Node
from printworthy.metadata.author_places import FoundAuthors
from printworthy.metadata.byline_words import ADDRESS, META, SUBORDINATE, WRITTEN
from printworthy.metadata.names import looks_personal
from printworthy.metadata.sources import Mark, Sources


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
