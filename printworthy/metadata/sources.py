"""Sources: `Tree` and `Columns` → `Sources`, all places of a page that may speak of the article, read once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from printworthy.data.columns import Columns
from printworthy.data.tree import Node, Tree
from printworthy.metadata.jsonld import Thing, read_things
from printworthy.metadata.scan import Scan, scan


class Mark(NamedTuple):
    """An element that says what it holds: a `time`, an `itemprop` (in lower case), or a `rel`.

    `segment` is the one in which the element begins, or -1 where it shows no text.
    """

    node: Node
    tag: str
    attributes: dict[str, str | None]
    prop: str
    segment: int

    @property
    def is_dated(self) -> bool:
        """Whether the element claims to hold a date."""
        return self.tag == "time" or self.prop in _DATED or "datetime" in self.attributes

    @property
    def names_author(self) -> bool:
        """Whether the element claims to name who wrote the page."""
        if self.prop in _AUTHORS:
            return self.tag not in ("link", "meta") or self.prop == "author"
        return self.tag != "link" and "author" in (self.attributes.get("rel") or "").lower()


@dataclass(frozen=True, slots=True)
class Sources:
    """What the page says of itself. `meta` holds lists, because pages repeat names; names are in lower case.

    `scripts` are the elements, in their order, of which few are ever read.
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
    scripts: list[Node]
    columns: Columns
    scan: Scan
    html_lang: str
    html_dir: str

    def first(self, *names: str) -> str:
        """The first value that any of these meta names has."""
        for name in names:
            values = self.meta.get(name)
            if values:
                return values[0]
        return ""


def read_sources(tree: Tree, columns: Columns, url: str) -> Sources:
    """Read the head, the linked data and the marked elements of a page, in one search over the tree."""
    meta: dict[str, list[str]] = {}
    links: dict[str, str] = {}
    title = ""
    linked: list[str] = []
    scripts: list[Node] = []
    found: list[tuple[Node, str, dict[str, str | None]]] = []
    for node in tree.root.css(_WANTED):
        tag, attributes = node.tag or "", node.attributes
        if tag == "script":
            scripts.append(node)
            if (attributes.get("type") or "").lower().startswith(_LINKED):
                linked.append(node.text())
        elif tag == "meta" and "itemprop" not in attributes:
            _add_meta(meta, attributes)
        elif tag == "title":
            title = title or " ".join(node.text().split())
        elif tag == "link" and "itemprop" not in attributes:
            links.setdefault((attributes.get("rel") or "").lower(), attributes.get("href") or "")
        elif len(found) < _MOST_MARKS and _is_telling(tag, attributes):
            found.append((node, tag, attributes))
    # Some frameworks render linked data into the content of a meta element.
    linked += meta.pop("script:ld+json", [])
    html = _html_attributes(tree.root)
    host, path = _split(url or links.get("canonical", ""))
    return Sources(
        tree.root,
        url,
        host,
        path,
        title[:500],
        meta,
        links,
        read_things(linked),
        _placed(found, columns),
        scripts,
        columns,
        scan(columns.text),
        (html.get("lang") or html.get("xml:lang") or "").lower(),
        (html.get("dir") or "").lower(),
    )


def _add_meta(meta: dict[str, list[str]], attributes: dict[str, str | None]) -> None:
    name = attributes.get("property") or attributes.get("name") or attributes.get("http-equiv")
    content = attributes.get("content")
    if name and content and name not in _UNASKED and len(content) < _LONGEST_META:
        content = " ".join(content.split())
        if content:
            meta.setdefault(name.lower(), []).append(content)


def _is_telling(tag: str, attributes: dict[str, str | None]) -> bool:
    """Whether a marked element speaks of title, date or author; most microdata is of breadcrumbs and pictures."""
    if tag == "time" or "datetime" in attributes or "rel" in attributes:
        return True
    prop = (attributes.get("itemprop") or "").lower()
    return prop in _PROPERTIES and (prop != "name" or tag in HEADINGS)


def _placed(found: Sequence[tuple[Node, str, dict[str, str | None]]], columns: Columns) -> list[Mark]:
    """The marked elements, each with the segment in which it begins."""
    if not found:
        return []
    shown = any(tag != "meta" for _, tag, _ in found)
    texts = columns.text_nodes if shown else []
    places = dict(zip(map(_IDENTITY, texts), range(len(texts)), strict=True))
    starts = columns.node_start
    marks, segment = [], 0
    seen = -1
    for node, tag, attributes in found:
        # An element that several selectors match comes as often.
        if node.mem_id == seen:
            continue
        seen = node.mem_id
        prop = (attributes.get("itemprop") or "").lower()
        index = _first_text(node, places) if tag != "meta" else -1
        if index < 0:
            marks.append(Mark(node, tag, attributes, prop, -1))
            continue
        if starts[segment] > index:
            segment = 0
        while segment + 2 < len(starts) and starts[segment + 1] <= index:
            segment += 1
        marks.append(Mark(node, tag, attributes, prop, segment))
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


_IDENTITY: Final = attrgetter("mem_id")
# Elements whose microdata name may be the page's title.
HEADINGS: Final = frozenset("h1 h2 h3 span div p a strong".split())
_WANTED: Final = "meta,link[rel='canonical' i],title,script,time,[datetime],[itemprop],[rel~='author' i]"
_LINKED: Final = "application/ld+json"
_DATED: Final = frozenset("datepublished datecreated datemodified dateupdated uploaddate date".split())
_AUTHORS: Final = frozenset(("author", "creator"))
_PROPERTIES: Final = _DATED | _AUTHORS | {"headline", "name"}
# Names of which nothing is asked, and which most pages have.
_UNASKED: Final = frozenset(
    "viewport og:image og:image:width og:image:height og:image:type og:image:alt og:image:secure_url twitter:card "
    "twitter:site twitter:image twitter:url robots generator fb:pages fb:app_id fb:admins theme-color "
    "msapplication-TileImage msapplication-TileColor msapplication-config google-site-verification article:publisher "
    "X-UA-Compatible x-ua-compatible Content-Type format-detection referrer HandheldFriendly next-head-count".split()
)
_MOST_MARKS: Final = 400
_LONGEST_META: Final = 3000
