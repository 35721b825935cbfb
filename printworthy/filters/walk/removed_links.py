"""Removed links: deleted elements → their links, by where they stood, as a list for the page's end (section 3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import Final

from printworthy.data.tree import Node
from printworthy.filters.walk.layout import Element, Layout
from printworthy.filters.walk.node_kinds import HEADINGS
from printworthy.filters.walk.plan import MARK

_PLACES: Final = {
    "nav": "Navigation",
    "aside": "Beside the text",
    "header": "Head of the page",
    "footer": "Foot of the page",
}
_LONGEST: Final = 120
_ELSEWHERE: Final = "Elsewhere on the page"
_USELESS: Final = ("javascript:", "#", "data:", "vbscript:")
_STARTS: Final = "jJ#dDvV"
_SCHEME: Final = len("javascript:")
# As many nodes are looked at in the time that a query takes to begin.
_LOOK: Final = 12
_QUERY: Final = ",".join(HEADINGS)


@dataclass(slots=True)
class RemovedLinks:
    """The links that were deleted so far, by place; each address once."""

    places: dict[str, dict[str, str]] = field(default_factory=dict)
    known: set[str] = field(default_factory=set)

    def take(self, holder: Node) -> None:
        """Keep the links inside a node that is about to go, and into which nobody has looked."""
        if links := _links_in(holder):
            place = _place(holder, holder)
            for link in links:
                self.put(link, link.attrs.get("href"), place)

    def take_element(self, element: Element, layout: Layout) -> None:
        """Keep those of the layout's links that are inside an element that is about to go, or its content."""
        place = ""
        for at in range(element.first, element.last):
            node, href = layout.links[at], layout.hrefs[at]
            if href is not None:
                place = place or _place(element.node, element.heading)
                self.put(node, href, place)
                continue
            for link in _links_in(node):
                place = place or _place(element.node, element.heading)
                self.put(link, link.attrs.get("href"), place)

    def put(self, link: Node, href: str | None, place: str) -> None:
        """Keep one link, if it has words and leads somewhere."""
        address = (href or "").strip()
        if not address or address in self.known or _useless(address):
            return
        words = _words(link)[:_LONGEST]
        if words:
            self.known.add(address)
            self.places.setdefault(place, {})[address] = words

    def count(self) -> int:
        """How many there are."""
        return len(self.known)

    def html(self, title: str, most: int) -> str:
        """The list, of no more than `most`, for the end of the page; "" if there is nothing to list."""
        if not self.known:
            return ""
        left = most
        parts = []
        for place, links in self.places.items():
            shown = list(links.items())[:left]
            left -= len(shown)
            if shown:
                parts.append(f"<h3>{escape(place)}</h3><ul>{_items(shown)}</ul>")
        title = escape(title)
        return f'<section {MARK}="links" aria-label="{title}"><h2>{title}</h2>{"".join(parts)}</section>'


def _useless(address: str) -> bool:
    return address[0] in _STARTS and address[:_SCHEME].lower().startswith(_USELESS)


def _items(links: list[tuple[str, str]]) -> str:
    """Links as items of a list."""
    return "".join([f'<li><a href="{_escaped(address)}">{_escaped(words)}</a></li>' for address, words in links])


def _escaped(text: str) -> str:
    """As the library's `escape`, but nothing is replaced before a look says that it is there."""
    if "&" in text:
        text = text.replace("&", "&amp;")
    if "<" in text or ">" in text or '"' in text or "'" in text:
        text = text.replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;").replace("'", "&#x27;")
    return text


def _links_in(holder: Node) -> list[Node]:
    """The links inside a node, or the node itself."""
    return holder.css("a[href]") if holder.tag == "a" or _may_hold_links(holder) else []


def _may_hold_links(holder: Node) -> bool:
    """Is there a link among the first nodes inside, or are there more? Such a look is faster than a query."""
    todo: list[Node] = []
    node = holder.first_child
    for _ in range(_LOOK):
        if node is None:
            if not todo:
                return False
            node = todo.pop().next
            continue
        if node.tag == "a":
            return True
        below = node.first_child
        if below is not None:
            todo.append(node)
        node = node.next if below is None else below
    return True


def _words(link: Node) -> str:
    """The words of a link, of which most hold a single text."""
    child = link.first_child
    text = child.text_content if child is not None and child.next is None else None
    return " ".join((link.text(separator=" ") if text is None else text).split())


def _place(holder: Node, candidate: Node | None) -> str:
    """What to call the place of an element; the candidate is its first heading, or may hold it, or is the element."""
    label = (holder.attrs.get("aria-label") or "").strip()
    if not label and (heading := _heading(holder, candidate)) is not None:
        label = " ".join(heading.text(separator=" ").split())
    here: Node | None = holder
    while not label and here is not None:
        label, here = _PLACES.get(here.tag or "", ""), here.parent
    return label[:_LONGEST] or _ELSEWHERE


def _heading(holder: Node, candidate: Node | None) -> Node | None:
    if candidate is None or candidate.tag in HEADINGS:
        return candidate
    return holder.css_first(_QUERY)
