"""Articles in parts: a parsed page → which part it is, the address of its next one, of the whole on one page, and of
its AMP twin.

"Next" on a page may mean the next article, gallery or comment. A link is followed only if its address is this page's
own with the page's number one higher; its words or its relation then say the same once more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from printworthy.base.languages import either
from printworthy.base.links import Resolver
from printworthy.base.urls import normalise
from printworthy.data.tree import Node, Tree, page_resolver
from printworthy.follow.hrefs import Identity, is_html, leads_to_page, same_owner
from printworthy.follow.print_evidence import LONGEST, load_phrases, normalise_label
from printworthy.follow.printlink import PrintLink, find_link

MOST_PARTS: Final = 50
_NAMES: Final = rf"(?:p|pg|pagenum|page_?no|page_?number|paged|pn|{either('part_in_addresses')})"
# Where addresses carry the number of a page: what goes before it, the number, what comes after.
_FORMS: Final = tuple(
    re.compile(form, re.I)
    for form in (
        rf"^(.*[?&;]){_NAMES}=(\d{{1,2}})(?:&(.*)|(;.*)?)$",
        rf"^(.*?)/{_NAMES}[/_-]?(\d{{1,2}})(/?(?:\.\w{{2,5}})?(?:\?.*)?)$",
        r"^(.*?)/(\d{1,2})(/?(?:\.\w{2,5})?(?:\?.*)?)$",
        rf"^(.*?)[-_,.]{_NAMES}?[-_]?(\d{{1,2}})(/?(?:\.\w{{2,5}})?(?:\?.*)?)$",
        r"^([^?]*[^\W\d_])(\d{1,2})(\.\w{2,5}(?:\?.*)?)$",
    )
)
_END: Final = "?&;/"
_LONGEST: Final = 2000
_DIGITS: Final = re.compile(r"\s*\d{1,2}\s*")
_ARROWS: Final = frozenset("› » > → ▶ ► >> ≫ ⟩ ❯".split())
_RELATIONS: Final = frozenset(("next", "prev", "previous", "first"))


class PartNumber(NamedTuple):
    """Which part a page is of how many that it links to, and the first of those before it; 0 and "": not known."""

    number: int = 0
    total: int = 0
    back: str = ""


def find_next(tree: Tree, url: str) -> str:
    """The address of the article's next part, or ""."""
    resolver = page_resolver(tree, url)
    heres = [url, *filter(None, [find_canonical(tree, url)])]
    for node, target in _links(tree, resolver, url):
        number = next((found for here in heres if (found := step(here, target))), 0)
        if number and _says_next(node, number):
            return target
    return ""


def find_place(tree: Tree, url: str) -> PartNumber:
    """Where the page stands among the parts of its article, as its links to the others say."""
    heres = [url, *filter(None, [find_canonical(tree, url)])]
    mine = [(_tidy(here), 1) for here in heres] + [one for here in heres for one in _numbered(here)]
    others: dict[tuple[str, int], str] = {}
    for node, target in _links(tree, page_resolver(tree, url), url):
        for stem, number in ((_tidy(target), 1), *_numbered(target)):
            if 1 <= number <= MOST_PARTS and _names_part(node, number):
                others.setdefault((stem, number), target)
    for own, here in mine:
        found = {number: target for (stem, number), target in others.items() if stem == own and number != here}
        if found:
            return PartNumber(here, max(here, *found), found[min(found)] if min(found) < here else "")
    return PartNumber()


def find_whole(tree: Tree, url: str) -> str:
    """The address of all parts on one page, or ""; ask only of a page that has a next part."""
    here, known = Identity.of(url), load_phrases().all
    for node, target in _links(tree, page_resolver(tree, url), url):
        if _label(node) in known and not step(url, target) and here.shared_by(Identity.of(target)):
            return target
    return ""


def find_canonical(tree: Tree, url: str) -> str:
    """The address that the page gives itself, if it is of the same owner; "" otherwise."""
    return _relation(tree, url, "canonical")


def find_amp(tree: Tree, url: str) -> str:
    """The page's AMP twin: the same article in plainer HTML; "" if it has none."""
    return _relation(tree, url, "amphtml")


def step(here: str, there: str) -> int:
    """The number of the part at `there` if it is the one after `here`; 0 if the addresses do not say so."""
    mine = {(_tidy(here), 1), *_numbered(here)}
    for stem, number in _numbered(there):
        if 2 <= number <= MOST_PARTS and ((stem, number - 1) in mine):
            return number
    return 0


def _numbered(url: str) -> Iterator[tuple[str, int]]:
    """What an address is without the number of its page, in every way to read it, and that number."""
    cleaned = normalise(url)
    if len(cleaned) > _LONGEST:
        return
    for form in _FORMS:
        if found := form.match(cleaned):
            before, number, *after = found.groups()
            yield _tidy(before + "".join(part or "" for part in after)), int(number)


def _tidy(url: str) -> str:
    return normalise(url).rstrip(_END)


def _links(tree: Tree, resolver: Resolver, url: str) -> Iterator[tuple[Node, str]]:
    """Links to other pages of the same owner: those in the head first."""
    head = tree.head.css("link[rel=next], link[rel=prev]") if tree.head is not None else []
    body = tree.body.css("a[href]") if tree.body is not None else []
    own = normalise(url)
    for node in (*head, *body):
        href = (node.attributes.get("href") or "").partition("#")[0]
        target = resolver.picture(href) if leads_to_page(href) else ""
        if target and normalise(target) != own and is_html(target) and same_owner(target, url):
            yield node, target


def _says_next(node: Node, number: int) -> bool:
    """Does a link call itself the next page, or page `number`?"""
    attributes = node.attributes
    if "next" in (attributes.get("rel") or "").lower().split():
        return True
    text = node.text().strip()
    if _DIGITS.fullmatch(text):
        return int(text) == number
    known = load_phrases().next
    told = (attributes.get("title") or "", attributes.get("aria-label") or "")
    hints = (hint for hint in told if len(hint) < 4 * LONGEST)
    return text in _ARROWS or _label(node) in known or any(normalise_label(hint) in known for hint in hints)


def _names_part(node: Node, number: int) -> bool:
    """Does a link call itself page `number`, or a neighbour of this page?"""
    text = node.text().strip()
    if _DIGITS.fullmatch(text):
        return int(text) == number
    return not _RELATIONS.isdisjoint((node.attributes.get("rel") or "").lower().split())


def _label(node: Node) -> str:
    return normalise_label(node.text()[: 2 * LONGEST])


def _relation(tree: Tree, url: str, name: str) -> str:
    node = tree.head.css_first(f"link[rel={name}]") if tree.head is not None else None
    target = page_resolver(tree, url).picture(node.attributes.get("href")) if node is not None else ""
    return target if target and same_owner(target, url) else ""


# Lists of articles have next pages too, but those are no parts of one.
IN_PARTS: Final = frozenset({"article", "documentation", "forum"})


@dataclass(frozen=True, slots=True)
class Links:
    """Where a page leads: its AMP twin, print page, next part, and all parts on one page; "" or None: nowhere.

    `place` is which part of an article it is, and where those before it are.
    """

    amp: str = ""
    printed: PrintLink | None = None
    onward: str = ""
    whole: str = ""
    place: PartNumber = field(default_factory=PartNumber)


def find_links(tree: Tree, url: str) -> Links:
    """Where the page at `url` leads, of what may be followed."""
    onward = find_next(tree, url)
    whole = find_whole(tree, url) if onward else ""
    return Links(find_amp(tree, url), find_link(tree, url), onward, whole, find_place(tree, url))


def find_part(tree: Tree, *urls: str) -> PartNumber:
    """Which part of an article a page is, and of how many, at the first of these addresses at which it is one."""
    return next((place for url in urls if (place := find_place(tree, url)).total > 1), PartNumber())
