"""Illustrate: the page and the segments that were kept → the pictures to place, by the `mem_id` of their element.

Nothing but the order: candidates, judgement, one of each picture, the lead. A picture that only the page's head names
stands nowhere in the page; it is given under `NOWHERE`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from printworthy.base.links import Resolver
from printworthy.data.blocks import NOWHERE, Figure, Text
from printworthy.data.columns import Columns
from printworthy.data.trace import PictureVerdict
from printworthy.data.tree import Node, Tree, page_resolver, page_title
from printworthy.images.candidates import Candidate, find_candidates
from printworthy.images.captions import said_of_picture
from printworthy.images.entities import Recogniser, names, recogniser
from printworthy.images.files import file_key, file_words, inner_address, size_in
from printworthy.images.furniture_words import is_shared_by_all
from printworthy.images.judge import ImageVerdict, Judge, judge, judge_all
from printworthy.images.page_context import KeptRange, PageContext

_METAS: Final = frozenset(("og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src"))
_ARTICLE: Final = re.compile(r'"@type"\s*:\s*(?:\[[^\]]{0,200})?"[^"]*(?:Article|Posting|Report|Recipe|Review|HowTo)"')
_IMAGE: Final = re.compile(r'"image"\s*:\s*("(?:[^"\\]|\\.){4,2000}"|[\[{])')
_ADDRESS: Final = re.compile(
    r'"(?:url|contentUrl|@id)"\s*:\s*("(?:[^"\\]|\\.){4,2000}")|^\[\s*("(?:[^"\\]|\\.){4,2000}")'
)
_SCRIPTS: Final = 'script[type="application/ld+json"]'
_LONGEST: Final = 200_000
_FEW: Final = 4


@dataclass(frozen=True, slots=True)
class Manner:
    """How pictures are judged, and how names are recognised."""

    judge: Judge = judge
    recognise: Recogniser = names


def manner_of(images: str | Judge, entities: str, tree: Tree) -> Manner:
    """The manner of `Options(images=…, entities=…)`; a judge of one's own may stand for the first."""
    by = {"relevant": judge, "all": judge_all}[images] if isinstance(images, str) else images
    return Manner(by, recogniser(entities, tree))


@dataclass(frozen=True, slots=True)
class Illustration:
    """The figures by the `mem_id` of their element, in the order of the page, and the verdicts on all candidates."""

    figures: dict[int, Figure] = field(default_factory=dict)
    verdicts: tuple[PictureVerdict, ...] = ()


def find_figures(
    tree: Tree, columns: Columns, kept: Sequence[bool], url: str, manner: Manner | None = None
) -> Illustration:
    """The pictures that belong to the kept text, each once."""
    manner = manner or Manner()
    place = KeptRange(columns, kept)
    if place.empty:
        return Illustration()
    links = page_resolver(tree, url)
    candidates = find_candidates(tree, place, links)
    named = named_pictures(tree, links)
    page = PageContext(place, url, named, page_title(tree), manner.recognise)
    judged = manner.judge(page, candidates) if candidates else []
    chosen = _each_once(judged)
    figures = {one.candidate.node.mem_id: _full_size(_figure(one), one.candidate, links) for one in chosen}
    _mark_lead(figures, chosen, page)
    lead = _from_head(tree, links, named, chosen)
    told = _told(judged, chosen)
    if lead is None:
        return Illustration(figures, told)
    return Illustration(
        {NOWHERE: lead, **figures}, (PictureVerdict(lead.src, True, lead.relevance, lead.reason), *told)
    )


def _each_once(judged: Sequence[ImageVerdict]) -> list[ImageVerdict]:
    """Of each picture that was kept its best instance, in the order of the page."""
    best: dict[str, ImageVerdict] = {}
    for one in judged:
        if one.kept and (one.candidate.key not in best or one.relevance > best[one.candidate.key].relevance):
            best[one.candidate.key] = one
    chosen = {id(one) for one in best.values()}
    return [one for one in judged if id(one) in chosen]


def _mark_lead(figures: dict[int, Figure], chosen: Sequence[ImageVerdict], page: PageContext) -> None:
    """Mark the first picture as the lead if it stands above the text, or opens it and the page's head names it."""
    if chosen and (chosen[0].above or chosen[0].candidate.key in page.named):
        first = chosen[0].candidate.node.mem_id
        figures[first] = replace(figures[first], lead=True)


def _from_head(tree: Tree, links: Resolver, named: Sequence[str], chosen: Sequence[ImageVerdict]) -> Figure | None:
    """The picture that only the head names: where the article has none of its own, or where no picture leads it and
    head and linked data name the same one. Many sites name one picture for all their pages: not that."""
    if any(one.above for one in chosen) or chosen and not named:
        return None
    shown = {one.candidate.key for one in chosen}
    linked = linked_data_pictures(tree, links)
    for address in [one for one in named if one in linked] if chosen else (*named, *linked):
        if file_key(address) not in shown and not is_shared_by_all(file_words(inner_address(address))):
            return Figure(address, lead=True, relevance=0.6, reason="named by the page as its picture, not shown in it")
    return None


def _figure(verdict: ImageVerdict) -> Figure:
    candidate, caption = verdict.candidate, verdict.caption
    return Figure(
        src=candidate.src,
        alt=said_of_picture(candidate.attributes.get("alt") or candidate.attributes.get("aria-label") or ""),
        caption=(Text(caption.text),) if caption.text else (),
        credit=caption.credit,
        width=candidate.width,
        height=candidate.height,
        relevance=verdict.relevance,
        reason=verdict.reason,
    )


def _full_size(figure: Figure, candidate: Candidate, links: Resolver) -> Figure:
    """The larger file that a thumbnail links to, if that is what the link leads to."""
    path = candidate.href.partition("?")[0].partition("#")[0]
    if not _FILE.search(path) or "/wiki/" in path or not 0 < figure.width <= _THUMBNAIL:
        return figure
    address = links.picture(candidate.href)
    if not address or address == figure.src or file_key(address) != candidate.key:
        return figure
    width, height = size_in(address)
    return replace(figure, src=address, width=width, height=height)


_FILE: Final = re.compile(r"\.(?:jpe?g|png|gif|webp)$", re.I)
_THUMBNAIL: Final = 400


def _told(judged: Sequence[ImageVerdict], chosen: Sequence[ImageVerdict]) -> tuple[PictureVerdict, ...]:
    """What became of each candidate."""
    ids = {id(one) for one in chosen}
    return tuple(
        PictureVerdict(
            one.candidate.src, id(one) in ids, one.relevance, one.reason if not one.kept or id(one) in ids else "a copy"
        )
        for one in judged
    )


def named_pictures(tree: Tree, links: Resolver) -> list[str]:
    """The pictures that the head's meta elements name, in their order."""
    if tree.head is None:
        return []
    found = (links.picture(_content(node)) for node in tree.head.css("meta[content]") if _is_picture(node))
    return list(dict.fromkeys(address for address in found if address))[:_FEW]


def linked_data_pictures(tree: Tree, links: Resolver) -> list[str]:
    """The pictures of articles in the page's linked data. The scripts are read by pattern: most need no parsing."""
    found: list[str] = []
    # Most stand in the head, where they are found more quickly.
    scripts = tree.head.css(_SCRIPTS) if tree.head is not None else []
    for script in (scripts or tree.root.css(_SCRIPTS))[:8]:
        text = script.text()[:_LONGEST]
        if _ARTICLE.search(text):
            found += [links.picture(value) for value in _values(text)]
    # Some are the names of nodes in the graph, not files.
    return list(dict.fromkeys(address for address in found if address and "#" not in address))[:_FEW]


def _is_picture(node: Node) -> bool:
    attributes = node.attributes
    return (attributes.get("property") or attributes.get("name") or "").lower() in _METAS


def _content(node: Node) -> str:
    return (node.attributes.get("content") or "").strip()


def _values(text: str) -> Iterator[str]:
    """The strings that `image` properties hold, at once or one level down."""
    for match in _IMAGE.finditer(text):
        value = match[1]
        if value[0] != '"':
            inner = _ADDRESS.search(text[match.start(1) : match.start(1) + 3000])
            value = (inner[1] or inner[2]) if inner else ""
        try:
            yield json.loads(value) if value else ""
        except ValueError:
            continue
