"""The print link: a parsed page → the address of its print-friendly twin, or None.

After Liu and Yao (2011): a link whose label is, as a whole, a known phrase; whose address is that of a page; on the
same registered domain. Their four forms are text, picture with alt or title, both, and picture with the phrase beside
it; today's are icons with an aria-label, a title or hidden text, and `<link rel=alternate media=print>`. A wrong page
is a catastrophe, so that a phrase alone is not believed (`print_evidence.py`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from printworthy.base.languages import either
from printworthy.base.links import Resolver
from printworthy.base.urls import normalise
from printworthy.data.tree import Node, Tree, page_resolver
from printworthy.follow.hrefs import Identity, is_html, leads_to_page, same_owner
from printworthy.follow.print_evidence import (
    LONGEST,
    OURS,
    PUNCTUATION,
    Says,
    believed,
    first_words,
    is_switch,
    last_words,
    may_be_marked,
    normalise_label,
    says_print,
)

_ICON: Final = re.compile(r"(?:^|[\s_:-])(?:print|printer|drucken)(?=$|[\s_-])", re.I)
_PICTURE: Final = re.compile(rf"(?:^|[/_.-])(?:{either('print_in_pictures')})(?=[_.\d-])", re.I)
_NOT_THIS: Final = re.compile(r"\b(?:pdf|e ?mail|mail)\b")
_LABELS: Final = (
    "title", "aria-label", "data-title", "data-original-title", "data-bs-original-title", "data-tooltip",
)  # fmt: skip
_CLOSING: Final = frozenset(")]）】")
_STYLE: Final = re.compile(r"[^{}]*\{[^{}]*\}")
_TOO_LONG: Final = 4 * LONGEST
_MOST_INSIDE: Final = 40
_NOTHING: Final[tuple[Says, str]] = ("", "")
_RANKS: Final[dict[str, int]] = {"page": 4, "bare": 3, "icon": 2, "alternate": 1}
# What other tools of an article are called in addresses: they make no hub of it.
_TOOL: Final = re.compile(
    r"\A\d*\Z|mail|send|pdf|comment|kommentar|share|amp|feed|rss|embed|edit|history|save|bookmark|epub|reply", re.I
)


@dataclass(frozen=True, slots=True)
class PrintLink:
    """A print link, and why it is believed to be one."""

    url: str
    reason: str


@dataclass(frozen=True, slots=True)
class _PrintCandidate:
    """A link that may be the one; the higher its rank, the surer."""

    rank: int
    says: Says
    link: PrintLink


def find_link(tree: Tree, url: str) -> PrintLink | None:
    """The best print link of a page at `url`."""
    here = Identity.of(url)
    resolver = page_resolver(tree, url)
    found = [*_alternates(tree, resolver, here), *_anchors(tree, resolver, here)]
    if not found:
        return None
    top = max(one.rank for one in found)
    best = [one for one in found if one.rank == top]
    if OURS not in best[0].link.reason and len({normalise(one.link.url) for one in best}) > 1:
        return None  # a list of articles, each with a print link of its own
    doubtful = best[0].says == "bare" and not here.slug
    return None if doubtful and _is_hub(tree, resolver, best[0].link.url) else best[0].link


def _alternates(tree: Tree, resolver: Resolver, here: Identity) -> list[_PrintCandidate]:
    """`<link rel="alternate" media="print">` in the head."""
    found = []
    for node in tree.head.css("link[media][href]") if tree.head is not None else ():
        attributes = node.attributes
        relation = (attributes.get("rel") or "").lower().split()
        plain = "html" in (attributes.get("type") or "html").lower()
        if "alternate" in relation and "stylesheet" not in relation and plain and _is_print(attributes.get("media")):
            target = _target(attributes.get("href"), resolver, here)
            if target:
                link = PrintLink(target, f"rel=alternate media=print: the page says it of {OURS}")
                found.append(_PrintCandidate(_RANKS["alternate"] + 10, "page", link))
    return found


def _anchors(tree: Tree, resolver: Resolver, here: Identity) -> list[_PrintCandidate]:
    """Links in the page whose label, icon and address say that they print it."""
    found = []
    known = first_words()
    for node in tree.body.css("a[href]") if tree.body is not None else ():
        # Most links end here: their first or last word is that of no phrase, whatever stands in their titles.
        text = node.text()
        if len(text) > 1 and (words := text.split(None, 1)):
            first = words[0]
            if not (first.casefold() in known if first.isalnum() else _begins(first)) or not _may_end(text):
                continue
        attributes = node.attributes
        href = attributes.get("href")
        if not href or href[0] == "#":
            continue
        says, label = _says(node, attributes, text.strip())
        target = _target(href, resolver, here) if says else ""
        if target and (reason := believed(says, target, here)):
            rank = _RANKS[says] + 10 * (OURS in reason)
            found.append(_PrintCandidate(rank, says, PrintLink(target, f"{label!r}: {reason}")))
    return found


def _says(node: Node, attributes: dict[str, str | None], text: str) -> tuple[Says, str]:
    """What a link says of itself, in words that are seen, read aloud, or shown on hovering; else by its icon."""
    shown = _said(text) if text else _NOTHING
    if len(text) > 1 and not shown[0] or (attributes.get("rel") or "").lower() == "tag":
        return _NOTHING
    hints = [value for name in _LABELS if (value := attributes.get(name))]
    told = max((shown, *map(_said, hints)), key=_strength) if hints else shown
    href = attributes.get("href") or ""
    if told[0] or not may_be_marked(href):
        return told
    return _picture_says(node, attributes, silent=not hints, href=href)


def _said(text: str) -> tuple[Says, str]:
    """What one label says."""
    words = text.split(None, 1)
    if not words or len(text) >= _TOO_LONG or not _begins(words[0]):
        return _NOTHING
    if "{" in text:
        text = _STYLE.sub(" ", text)  # the styles inside an icon count as text
    label = normalise_label(text)
    return (says_print(label), label) if len(label) <= LONGEST and not _NOT_THIS.search(label) else _NOTHING


def _strength(said: tuple[Says, str]) -> int:
    return _RANKS.get(said[0], 0)


def _picture_says(node: Node, attributes: dict[str, str | None], silent: bool, href: str) -> tuple[Says, str]:
    """What a link without words says: by its picture's texts, the words beside it, or the name of its icon."""
    inner = _inside(node)
    texts = [value for one in inner for name in ("alt", *_LABELS) if (value := one.get(name))]
    told = max(map(_said, texts), key=_strength, default=_NOTHING)
    if told[0]:
        return told
    if any(one.get("src") for one in inner) and (beside := _said(_beside(node)))[0]:
        return beside
    if texts or not silent:
        return _NOTHING  # it does say something, and not this
    if is_switch(href):
        return "icon", "print switch"
    names = f"{attributes.get('class') or ''} {' '.join(one.get('class') or '' for one in inner)}"
    if _ICON.search(names):
        return "icon", "print icon"
    pictures = any(_PICTURE.search(one.get("src") or "") for one in inner)
    return ("icon", "print picture") if pictures else _NOTHING


def _inside(node: Node) -> list[dict[str, str | None]]:
    """The attributes of the elements in a link. A query for them costs more than all the rest of a picture's link."""
    found: list[dict[str, str | None]] = []
    todo = [node.child]
    while todo and len(found) < _MOST_INSIDE:
        here = todo.pop()
        if here is None:
            continue
        todo += [here.next, here.child]
        if here.tag_id > 1 and (attributes := here.attributes):
            found.append(attributes)
    return found


def _beside(node: Node) -> str:
    """The text right after a link (the paper's fourth form)."""
    after = node.next
    return (after.text_content or "").strip() if after is not None and after.tag == "-text" else ""


def _target(href: str | None, resolver: Resolver, here: Identity) -> str:
    """The absolute address of another page of the same owner, or ""."""
    if not leads_to_page(href):
        return ""
    target = resolver.picture(href)
    if not target or normalise(target) == here.url or not is_html(target):
        return ""
    return target if same_owner(target, here.url) else ""


def _is_hub(tree: Tree, resolver: Resolver, target: str) -> bool:
    """Is "print" one of several subjects that a page leads to: "/services/print", "/services/web", "?kind=logos"?"""
    if Identity.of(target).has_number:
        return False
    tidy = normalise(target).rstrip("/")
    stem = tidy[: max(tidy.rfind(joint) for joint in "/=") + 1]
    links = tree.body.css("a[href]") if tree.body is not None else ()
    others = {normalise(resolver.picture(node.attributes.get("href"))).rstrip("/") for node in links} - {tidy}
    tails = [other[len(stem) :] for other in others if other.startswith(stem)]
    return sum(not re.search(r"[/&=]", tail) and not _TOOL.search(tail) for tail in tails) > 1


def _begins(word: str) -> bool:
    """Does a word begin a phrase? One with a hyphen or vowel signs is normalised first."""
    bare = word.strip(PUNCTUATION).casefold()
    known = first_words()
    return bare in known or not bare.isalnum() and normalise_label(bare).partition(" ")[0] in known


def _may_end(text: str) -> bool:
    """May a label's last word end a phrase? A remark in brackets or the styles of an icon may follow it."""
    if len(text) > _TOO_LONG:
        return "{" in text
    last = text.rsplit(None, 1)[-1]
    return last[-1] in _CLOSING or "}" in last or _ends(last)


def _ends(word: str) -> bool:
    bare = word.strip(PUNCTUATION).casefold()
    known = last_words()
    return bare in known or not bare.isalnum() and normalise_label(bare).rpartition(" ")[2] in known


def _is_print(media: str | None) -> bool:
    return (media or "").strip().lower() == "print"
