"""The lead picture: what the page's head and its linked data name as the article's own → a `Figure`, or none.

Sites that have no picture for a page name their logo or a placeholder: a file that is called nothing else is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from printworthy.base.links import Resolver
from printworthy.data.blocks import Figure
from printworthy.data.tree import Tree, page_resolver
from printworthy.images.figures import linked_data_pictures
from printworthy.images.files import file_key, file_words, inner_address, size_in

_OPEN_GRAPH: Final = ("og:image", "og:image:url", "og:image:secure_url")
_TWITTER: Final = ("twitter:image", "twitter:image:src", "twitter:image0")
_OTHERS: Final = (
    "thumbnail",
    "thumbnailurl",
    "image",
    "sailthru.image.full",
    "parsely-image-url",
    "msapplication-tileimage",
)
_NO_PICTURE: Final = frozenset("placeholder noimage blank spacer favicon sprite pixel".split())
_SITES: Final = frozenset(
    "logo logos icon default share sharing social og opengraph fallback image img site header brand generic card "
    "facebook twitter fb meta preview thumbnail apple touch cover jpg jpeg png gif webp svg".split()
)
_SUFFIXES: Final = (":width", ":height", ":alt")
_LARGEST: Final = 30_000


def lead_picture(tree: Tree, url: str, figures: Sequence[Figure] = ()) -> Figure | None:
    """The page's own choice, with what the article's figure of the same file says; without one, the lead figure."""
    links = page_resolver(tree, url)
    shown = {file_key(figure.src): figure for figure in reversed(figures)}
    for named in _named(tree, links):
        if named.src and not _is_sites(named.src):
            known = shown.get(file_key(named.src))
            return _joined(named, known) if known is not None else named
    return next((figure for figure in figures if figure.lead), None)


def _named(tree: Tree, links: Resolver) -> Iterator[Figure]:
    """What the page names, its most deliberate choice first."""
    metas = _metas(tree)
    for names in (_OPEN_GRAPH, _TWITTER):
        for name in names:
            if address := links.picture(metas.get(name, "")):
                yield _with_size(Figure(address, lead=True, reason=f"named by {name}"), metas, names[0])
    for address in linked_data_pictures(tree, links):
        yield Figure(address, lead=True, reason="named by linked data")
    for query in ('link[rel="image_src"]', 'link[rel="preload"][as="image"]', '[itemprop="image"]'):
        for node in tree.root.css(query)[:3]:
            value = node.attributes.get("href") or node.attributes.get("content") or node.attributes.get("src")
            if address := links.picture(value):
                yield Figure(address, lead=True, reason="named by the page")
    for name in _OTHERS:
        if address := links.picture(metas.get(name, "")):
            yield Figure(address, lead=True, reason=f"named by {name}")


def _metas(tree: Tree) -> dict[str, str]:
    """The meta elements of the page by name, the first of each; some stand in the body."""
    found: dict[str, str] = {}
    for node in tree.root.css("meta[content]"):
        attributes = node.attributes
        name = (attributes.get("property") or attributes.get("name") or attributes.get("itemprop") or "").lower()
        if name and (value := (attributes.get("content") or "").strip()):
            found.setdefault(name, value)
    return found


def _with_size(figure: Figure, metas: dict[str, str], name: str) -> Figure:
    """The picture with the size and the alternative text that stand beside it."""
    width, height, alt = (metas.get(name + suffix, "") for suffix in _SUFFIXES)
    sizes = (_pixels(width), _pixels(height))
    if not all(sizes):
        sizes = size_in(figure.src)
    return replace(figure, alt=" ".join(alt.split()), width=sizes[0], height=sizes[1])


def _pixels(text: str) -> int:
    digits = text.removesuffix("px").strip()
    return min(int(digits), _LARGEST) if digits.isdecimal() and len(digits) < 6 else 0


def _joined(named: Figure, shown: Figure) -> Figure:
    """The named file, with the words of the figure that shows it."""
    size = (named.width, named.height) if named.width else (shown.width, shown.height)
    return replace(
        shown, src=named.src, alt=shown.alt or named.alt, width=size[0], height=size[1], lead=True, reason=named.reason
    )


def _is_sites(address: str) -> bool:
    """Is a file named as the site's logo or as a place holder, and as nothing else?"""
    words = file_words(inner_address(address))
    if not _NO_PICTURE.isdisjoint(words):
        return True
    named = {"logo", "logos", "default", "favicon", "icon", "fallback"}
    return not named.isdisjoint(words) and all(word in _SITES or len(word) < 3 for word in words)
