"""The shelf: deleted elements → their links, by where they stood, as a list for the page's end (section 3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import Final

from printworthy.data.tree import Node
from printworthy.filters.marks import MARK

_PLACES: Final = {
    "nav": "Navigation",
    "aside": "Beside the text",
    "header": "Head of the page",
    "footer": "Foot of the page",
}
_LONGEST: Final = 120
_ELSEWHERE: Final = "Elsewhere on the page"
_GAP: Final = "\0"  # no parsed page has this
_USELESS: Final = ("javascript:", "#", "data:", "vbscript:")


@dataclass(slots=True)
class Shelf:
    """The links that were deleted so far, by place; each address once."""

    places: dict[str, dict[str, str]] = field(default_factory=dict)
    known: set[str] = field(default_factory=set)

    def take(self, holder: Node, label: str = "") -> None:
        """Keep the links inside an element that is about to go."""
        links = holder.css("a[href]")
        if not links:
            return
        place = label or _place(holder)
        for link in links:
            self.put(link, place)

    def put(self, link: Node, place: str) -> None:
        """Keep one link, if it has words and leads somewhere."""
        address = (link.attributes.get("href") or "").strip()
        words = " ".join(link.text(separator=" ").split())[:_LONGEST]
        if words and address and address not in self.known and not address.lower().startswith(_USELESS):
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


def _items(links: list[tuple[str, str]]) -> str:
    """Links as items of a list. They are escaped together, which costs less than one by one."""
    told = escape(_GAP.join([_GAP.join(link) for link in links])).split(_GAP)
    return "".join([f'<li><a href="{told[at]}">{told[at + 1]}</a></li>' for at in range(0, len(told), 2)])


def _place(holder: Node) -> str:
    """What to call the place of an element."""
    label = (holder.attributes.get("aria-label") or "").strip()
    if not label and (heading := holder.css_first("h2,h3,h4,h5,h6,caption,legend,summary")) is not None:
        label = " ".join(heading.text(separator=" ").split())
    here: Node | None = holder
    while not label and here is not None:
        label, here = _PLACES.get(here.tag or "", ""), here.parent
    return label[:_LONGEST] or _ELSEWHERE
