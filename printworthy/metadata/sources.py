"""Sources: `Tree` and `Columns` → `Sources`, all places of a page that may speak of the article, read once."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from urllib.parse import urlsplit

from printworthy.data.columns import Columns
from printworthy.data.tree import Node, Tree
from printworthy.metadata.jsonld import Thing, read_things


@dataclass(frozen=True, slots=True)
class Mark:
    """An element that says what it holds: a `time`, an `itemprop`, or a `rel`."""

    node: Node
    tag: str
    attributes: dict[str, str | None]
    segment: int

    def get(self, name: str) -> str:
        """An attribute's value in lower case, or nothing."""
        return (self.attributes.get(name) or "").lower()


@dataclass(frozen=True, slots=True)
class Sources:
    """What the page says of itself. `meta` holds lists, because pages repeat names; names are in lower case.

    `joined` is the text of all segments, each on its line, and `starts` where each begins: one search over it is much
    cheaper than one a segment.
    """

    root: Node
    url: str
    host: str
    path: str
    title: str
    meta: dict[str, list[str]]
    links: dict[str, str]
    things: list[Thing]
    marks: list[Mark]
    columns: Columns
    html_lang: str
    html_dir: str
    joined: str
    starts: list[int]

    def segment_at(self, position: int) -> int:
        """The segment that stands at a position of the joined text."""
        return min(bisect_right(self.starts, position) - 1, len(self.columns.text) - 1)

    def first(self, *names: str) -> str:
        """The first value that any of these meta names has."""
        return next((value for name in names for value in self.meta.get(name, ())), "")


def read_sources(tree: Tree, columns: Columns, url: str) -> Sources:
    """Read the head, the linked data and the marked elements of a page."""
    meta: dict[str, list[str]] = {}
    links: dict[str, str] = {}
    title = ""
    scripts: list[str] = []
    found: list[tuple[Node, str, dict[str, str | None]]] = []
    for node in tree.root.css(_WANTED):
        tag = node.tag or ""
        attributes = node.attributes
        if tag == "meta" and "itemprop" not in attributes:
            _add_meta(meta, attributes)
        elif tag == "link" and "itemprop" not in attributes:
            links.setdefault((attributes.get("rel") or "").lower(), attributes.get("href") or "")
        elif tag == "script":
            scripts.append(node.text())
        elif tag == "title":
            title = title or " ".join(node.text().split())
        elif len(found) < _MOST_MARKS:
            found.append((node, tag, attributes))
    html = _html_attributes(tree.root)
    parts = _split(url or links.get("canonical", ""))
    return Sources(
        tree.root, url, parts[0], parts[1], title[:500], meta, links, read_things(scripts), _placed(found, columns),
        columns,
        (html.get("lang") or html.get("xml:lang") or "").lower(), (html.get("dir") or "").lower(),
        "\n".join(columns.text), [0, *accumulate([len(text) + 1 for text in columns.text])],
    )


def _add_meta(meta: dict[str, list[str]], attributes: dict[str, str | None]) -> None:
    name = attributes.get("property") or attributes.get("name") or attributes.get("http-equiv")
    content = attributes.get("content")
    if name and content and len(content) < _LONGEST_META:
        content = " ".join(content.split())
        if content:
            meta.setdefault(name.lower(), []).append(content)


def _placed(found: Sequence[tuple[Node, str, dict[str, str | None]]], columns: Columns) -> list[Mark]:
    """The marked elements with the segment in which each begins, or -1 where it shows no text."""
    if not found:
        return []
    places = {node.mem_id: index for index, node in enumerate(columns.text_nodes)}
    starts = columns.node_start
    marks, segment = [], 0
    seen = -1
    for node, tag, attributes in found:
        # An element that several selectors match comes as often.
        if node.mem_id == seen:
            continue
        seen = node.mem_id
        index = _first_text(node, places) if tag != "meta" else -1
        if index < 0:
            marks.append(Mark(node, tag, attributes, -1))
            continue
        if starts[segment] > index:
            segment = 0
        while segment + 2 < len(starts) and starts[segment + 1] <= index:
            segment += 1
        marks.append(Mark(node, tag, attributes, segment))
    return marks


def _first_text(node: Node, places: dict[int, int]) -> int:
    """The number of the first text node inside an element, or -1. Looks at no more than a few nodes."""
    todo: list[Node | None] = [node.child]
    for _ in range(24):
        if not todo:
            return -1
        at = todo.pop()
        if at is None:
            continue
        place = places.get(at.mem_id)
        if place is not None:
            return place
        todo += [at.next, at.child]
    return -1


def _html_attributes(root: Node) -> dict[str, str | None]:
    node = root if root.tag == "html" else root.css_first("html")
    return node.attributes if node is not None else {}


def _split(url: str) -> tuple[str, str]:
    try:
        parts = urlsplit(url)
        return (parts.hostname or "").lower(), parts.path
    except ValueError:
        return "", ""


_WANTED = (
    "meta,link[rel='canonical' i],title,script[type='application/ld+json'],time,[datetime],[itemprop],[rel~='author']"
)
_MOST_MARKS = 400
_LONGEST_META = 3000
