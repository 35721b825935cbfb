"""The print link: a parsed page → the address of its print-friendly twin, or None.

After Liu and Yao (2011): a link whose label is, as a whole, a known phrase; whose address is that of a page; on the
same registered domain. Their four forms are text, picture with alt or title, both, and picture with the phrase beside
it; today's are icons with an aria-label, a title or hidden text, and `<link rel=alternate media=print>`. A wrong page
is a catastrophe, so that a phrase alone is not believed: the address has to speak of printing, or of this very article.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from printworthy.base.links import Resolver
from printworthy.base.urls import normalise
from printworthy.data.addresses import page_resolver
from printworthy.data.tree import Node, Tree
from printworthy.follow.domains import same_owner
from printworthy.follow.hrefs import Identity, is_html, leads_to_page
from printworthy.follow.phrases import LONGEST, PUNCTUATION, first_words, normalise_label, says_print

Says: TypeAlias = Literal["page", "bare", "icon", ""]

# Words for printing in addresses. "print" joins others (articleshowprint, printthread), but is not in "printers".
_WORDS: Final = (
    "druck(?:en|version|ansicht|vorschau|fassung|seite)?|ausdruck(?:en)?|imprim(?:er|ir|e|eix|a|are|ible|able)|impression"
    "|impress[aã]o|impresi[oó]n|stampa(?:re|bile)?|drukuj|(?:wy)?druk|wydruku|afdrukken|utskrift|udskriv|skrivut|tulosta"
    "|nyomtat(?:as|ás|hato)?|tisk|tlac|pechat|raspechatat|yazd[iı]r|cetak|ispis|spausdinti|ektyposi|insatsu|dayin|daiyn"
)
_MARK: Final = re.compile(
    r"(?<![a-z])print(?!ing|ed(?![a-z])|s(?![a-z])|ers?(?!.?friendly)|mail|e?shop)|print(?![a-z])"
    rf"|(?<![a-z])(?:{_WORDS})(?![a-z])",
    re.I,
)
_ROOTS: Final = tuple("print druck imprim impres stampa druk utskrift tisk cetak".split())
_SWITCH: Final = re.compile(
    r"[?&;]_?(?:print|printable|bprint)=(?:1|true|yes|print)\b|[?&;](?:view|action)=print\b", re.I
)
_ICON: Final = re.compile(r"(?:^|[\s_:-])(?:print|printer|drucken)(?=$|[\s_-])", re.I)
_PICTURE: Final = re.compile(
    r"(?:^|[/_.-])(?:print(?:er)?|drucken?r?|imprimir|imprimer|drukuj|stampa)(?=[_.\d-])", re.I
)
_NOT_THIS: Final = re.compile(r"\b(?:pdf|e ?mail|mail)\b")
_LABELS: Final = ("title", "aria-label", "data-title", "data-original-title")
_TOO_LONG: Final = 4 * LONGEST
_NOTHING: Final[tuple[Says, str]] = ("", "")
_RANKS: Final[dict[str, int]] = {"alternate": 5, "page": 4, "bare": 3, "icon": 2}


@dataclass(frozen=True, slots=True)
class PrintLink:
    """A print link, and why it is believed to be one."""

    url: str
    reason: str


def find_link(tree: Tree, url: str) -> PrintLink | None:
    """The best print link of a page at `url`."""
    here = Identity.of(url)
    resolver = page_resolver(tree, url)
    best: tuple[int, PrintLink] | None = None
    for rank, link in (*_alternates(tree, resolver, here), *_anchors(tree, resolver, here)):
        if best is None or rank > best[0]:
            best = rank, link
    return best[1] if best else None


def _alternates(tree: Tree, resolver: Resolver, here: Identity) -> list[tuple[int, PrintLink]]:
    """`<link rel="alternate" media="print">` in the head."""
    found = []
    for node in tree.head.css("link[media][href]") if tree.head is not None else ():
        attributes = node.attributes
        relation = (attributes.get("rel") or "").lower().split()
        if "alternate" in relation and "stylesheet" not in relation and _is_print(attributes.get("media")):
            target = _target(attributes.get("href"), resolver, here)
            if target:
                found.append((_RANKS["alternate"], PrintLink(target, "rel=alternate media=print")))
    return found


def _anchors(tree: Tree, resolver: Resolver, here: Identity) -> list[tuple[int, PrintLink]]:
    """Links in the page whose label, icon and address say that they print it."""
    found = []
    known = first_words()
    for node in tree.body.css("a") if tree.body is not None else ():
        # Most links end here: their first word begins no phrase, whatever stands in their titles.
        text = node.text()
        words = text.split(None, 1)
        if words and len(text) > 1 and not _begins(words[0].strip(PUNCTUATION).casefold(), known):
            continue
        text = text.strip()
        attributes = node.attributes
        href = attributes.get("href")
        if not href or href[0] == "#":
            continue
        says, label = _says(node, attributes, text)
        target = _target(href, resolver, here) if says else ""
        if target and (reason := _believed(says, target, here)):
            rank = 10 * _RANKS[says] + 5 * ("this article" in reason)
            found.append((rank, PrintLink(target, f"{label!r}: {reason}")))
    return found


def _says(node: Node, attributes: dict[str, str | None], text: str) -> tuple[Says, str]:
    """What a link says of itself, in words that are seen, read aloud, or shown on hovering; else by its icon."""
    hints = [value for name in _LABELS if (value := attributes.get(name))]
    shown = _said(text)
    if len(text) > 1 and not shown[0]:
        return _NOTHING
    told = max((shown, *map(_said, hints)), key=_strength)
    href = attributes.get("href") or ""
    if told[0] or not ("?" in href or _may_mark(href.lower())):
        return told
    return _picture_says(node, attributes, silent=not hints, href=href)


def _said(text: str) -> tuple[Says, str]:
    """What one label says."""
    if len(text) >= _TOO_LONG:
        return _NOTHING
    label = normalise_label(text)
    return (says_print(label), label) if len(label) <= LONGEST and not _NOT_THIS.search(label) else _NOTHING


def _strength(said: tuple[Says, str]) -> int:
    return _RANKS.get(said[0], 0)


def _picture_says(node: Node, attributes: dict[str, str | None], silent: bool, href: str) -> tuple[Says, str]:
    """What a link without words says: by its picture's texts, the words beside it, or the name of its icon."""
    inner = [one.attributes for one in node.css("*")]
    texts = [value for one in inner for name in ("alt", *_LABELS) if (value := one.get(name))]
    told = max(map(_said, texts), key=_strength, default=_NOTHING)
    if told[0]:
        return told
    if any(one.get("src") for one in inner) and (beside := _said(_beside(node)))[0]:
        return beside
    if texts or not silent:
        return _NOTHING  # it does say something, and not this
    if _SWITCH.search(href):
        return "icon", "print switch"
    names = f"{attributes.get('class') or ''} {' '.join(one.get('class') or '' for one in inner)}"
    if _ICON.search(names):
        return "icon", "print icon"
    pictures = any(_PICTURE.search(one.get("src") or "") for one in inner)
    return ("icon", "print picture") if pictures else _NOTHING


def _beside(node: Node) -> str:
    """The text right after a link (the paper's fourth form)."""
    after = node.next
    return (after.text_content or "").strip() if after is not None and after.tag == "-text" else ""


def _believed(says: Says, target: str, here: Identity) -> str:
    """Why a link that says "print" leads to this article's print page; "" if that is not sure enough."""
    there = Identity.of(target)
    mark = bool(_MARK.search(_news(there.url, here.url)))
    ours = here.shared_by(there)
    if mark and ours:
        return "its address names printing and this article"
    if says == "page":
        return "its address names printing" if mark else "its address names this article" if ours else ""
    if says == "bare":
        if mark and (there.has_number or here.resembled_by(there)):
            return "its address names printing and a number, or the same words"
        return "another view of this article's address" if here.same_path(there) and there.query >= here.query else ""
    return ""


def _target(href: str | None, resolver: Resolver, here: Identity) -> str:
    """The absolute address of another page of the same owner, or ""."""
    if not leads_to_page(href):
        return ""
    target = resolver.picture(href)
    if not target or normalise(target) == here.url or not is_html(target):
        return ""
    return target if same_owner(target, here.url) else ""


def _news(there: str, here: str) -> str:
    """The path and query of an address, less what this page's own address says too ("/print-shops/…")."""
    tail = there.partition("://")[2].partition("/")[2]
    own = here.partition("://")[2].partition("/")[2]
    return tail.replace(own, " ") if len(own) > 3 else tail


def _begins(word: str, known: frozenset[str]) -> bool:
    """Does a word begin a phrase? One with a hyphen or vowel signs is normalised first."""
    return word in known or not word.isalnum() and normalise_label(word).partition(" ")[0] in known


def _may_mark(href: str) -> bool:
    """A quick look for the commonest of the words, for pictures that link somewhere are many."""
    return any(root in href for root in _ROOTS)


def _is_print(media: str | None) -> bool:
    return (media or "").strip().lower() == "print"
