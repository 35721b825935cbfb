"""Where a picture really is: its attributes → the best of its addresses, past placeholders and lazy loading."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from printworthy.base.links import Resolver
from printworthy.data.tree import Node
from printworthy.images.files import ending_of, size_in

Attributes = dict[str, str | None]

_SETS: Final = (
    "srcset", "data-srcset", "data-lazy-srcset", "data-original-set", "data-src-set", "data-bgset", "lazy-srcset",
)  # fmt: skip
_LAZY: Final = (
    "data-src", "data-original", "data-lazy-src", "data-lazy", "data-original-src", "data-actualsrc", "data-hi-res-src",
    "data-full-src", "data-large-file", "data-orig-file", "data-image", "data-img", "data-url", "data-echo",
    "data-src-large", "data-delayed-url", "file", "zoomfile", "real_src", "data-croporisrc", "data-backsrc",
    "data-td-src-property", "data-lazyload", "data-ll-src", "data-flickity-lazyload", "data-pin-media", "lazy-src",
)  # fmt: skip
_SET_NAMES: Final = frozenset(_SETS)
_LAZY_NAMES: Final = frozenset(_LAZY)
_SPECIAL: Final = _SET_NAMES | _LAZY_NAMES
# What follows an address in a `srcset`; the comma behind it need not be followed by a space.
_DESCRIPTOR: Final = re.compile(r"(\d{1,6}(?:\.\d{1,4})?)([wx])(?:,(.*))?$")
_PARTS: Final = re.compile(r"[^\W_]+")
_PLACEHOLDERS: Final = frozenset(
    "placeholder placehold blank spacer transparent pixel lazy lazyload loading loader dummy clear empty missing 1x1 "
    "grey gray trans dot".split()
)
# Addresses inside JSON or any other attribute that a script of the page reads.
_RUN: Final = re.compile(r"(?:[^\s\"'<>\\,;(){}]|\\/)++")
_BEGIN: Final = re.compile(r"(?:https?:)?(?:\\?/){1,2}", re.I)
_FILE_END: Final = re.compile(r"\.(?:jpe?g|png|webp|gif|avif)", re.I)
_QUERY: Final = re.compile(r"(?:\?[^\s\"'<>\\]*+)?")
_BACKGROUND: Final = re.compile(
    r"url\(\s*+(?:&quot;|[\"'])?+((?:(?!&quot;)[^\"'()]){4,2000}+)(?:&quot;|[\"'])?+\s*+\)", re.I
)
_PLAIN: Final = frozenset(("src", "alt", "class", "title", "style"))
_SCHEMES: Final = ("data:", "about:", "javascript:", "blob:", "{", "#")
# Larger files than this print no better.
_WIDEST: Final = 4096
_PER_DENSITY: Final = 1000
# From this width on a file prints well; below the other it is a thumbnail.
_GOOD: Final = 1000
_POOR: Final = 400
# A long name that holds such a word tells what the picture shows.
_SHORT_NAME: Final = 40
_LONGEST: Final = 20_000
_MOST: Final = 40


class ImageSource(NamedTuple):
    """A file: its address, the width that the page declares for it (0 if none), and what it counts among others."""

    address: str
    width: int = 0
    weight: float = 0.0


def best_source(node: Node, attributes: Attributes, links: Resolver) -> ImageSource:
    """The best file of a picture, its address absolute; without an address if there is none."""
    src = attributes.get("src")
    if src and _SPECIAL.isdisjoint(attributes) and not _is_in_picture(node) and not _is_placeholder(src):
        return ImageSource(links.picture(src))
    for found in _sources(node, attributes):
        if found.address and not _is_placeholder(found.address) and (address := links.picture(found.address)):
            return found._replace(address=address)
    return ImageSource("")


def background_of(attributes: Attributes, links: Resolver) -> str:
    """The absolute address of the picture behind an element, or ""."""
    style = (attributes.get("style") or "")[:_LONGEST]
    match = _BACKGROUND.search(style) if "url(" in style else None
    value = match[1].strip() if match else ""
    return links.picture(value) if value and not _is_placeholder(value) else ""


def _sources(node: Node, attributes: Attributes) -> Iterator[ImageSource]:
    """Files, the best first: what the picture says itself counts more than its `source`s, unless it is small."""
    if not _SET_NAMES.isdisjoint(attributes):
        sets = [_largest(attributes[name] or "") for name in _SETS if attributes.get(name)]
        yield from sorted((found for found in sets if found.address), key=_rank)
    own = [ImageSource(value) for value in _own(attributes)]
    others = _of_picture(node)
    declared = [found for found in others if found.width]
    if declared and not any(size_in(found.address)[0] >= _GOOD for found in own):
        yield declared[0]
    elif others and own and 0 < size_in(own[0].address)[0] < _POOR:
        yield max(others, key=lambda found: size_in(found.address)[0])
    yield from own
    yield from others
    for name, text in attributes.items():
        if text and name not in _PLAIN:
            yield ImageSource(_anywhere(text[:_LONGEST]))


def _anywhere(text: str) -> str:
    """The first address of a picture inside any text: from its beginning to the last ending of the same run."""
    for run in _RUN.finditer(text):
        begin = _BEGIN.search(text, run.start(), run.end())
        ends = list(_FILE_END.finditer(text, begin.end() + 1, run.end())) if begin else []
        if begin and ends:
            query = _QUERY.match(text, ends[-1].end())
            return (text[begin.start() : ends[-1].end()] + (query[0] if query else "")).replace("\\/", "/")
    return ""


def _own(attributes: Attributes) -> Iterator[str]:
    """What scripts would load, then `src`, then what only looks like an address."""
    lazy: list[str] = []
    if not _LAZY_NAMES.isdisjoint(attributes):
        lazy = [(attributes[name] or "").strip() for name in _LAZY if attributes.get(name)]
        yield from (value for value in lazy if value[:1] not in "{[" and ending_of(value))
    src = (attributes.get("src") or "").strip()
    if src and not _is_placeholder(src):
        yield src
    yield from (value for value in lazy if value.startswith(("http", "/")))


def _of_picture(node: Node) -> list[ImageSource]:
    """The files of the `source`s around a picture, the best first; AVIF last, as few printers read it."""
    up = node.parent
    if up is None or not _is_in_picture(node):
        return []
    found: list[tuple[bool, ImageSource]] = []
    for source in up.css("source")[:_MOST]:
        attributes = source.attributes
        value = next((attributes[name] or "" for name in _SETS if attributes.get(name)), "")
        largest = _largest(value)
        if largest.address:
            found.append(("avif" in (attributes.get("type") or ""), largest))
    return [source for _, source in sorted(found, key=lambda one: (one[0], _rank(one[1])))]


def _is_in_picture(node: Node) -> bool:
    """Does a picture stand in a `picture` element, with other files beside it?"""
    up = node.parent
    return up is not None and up.tag == "picture"


def _is_placeholder(address: str) -> bool:
    """Does an address hold the place of another that a script would put there?"""
    if address[:12].lower().startswith(_SCHEMES):
        return True
    file = address.partition("?")[0].rpartition("/")[2]
    return len(file) < _SHORT_NAME and not _PLACEHOLDERS.isdisjoint(_PARTS.findall(file.lower()))


def _largest(srcset: str) -> ImageSource:
    """The best file of a `srcset`."""
    found = sorted(_files(srcset), key=_rank)
    return next((file for file in found if _is_address(file.address)), ImageSource(""))


def _is_address(text: str) -> bool:
    """Can a part of a `srcset` be the address of a picture?"""
    return ("." in text or "/" in text) and not _is_placeholder(text)


def _files(srcset: str) -> list[ImageSource]:
    """The files of a `srcset`, each with its declared width; whatever is broken in it is skipped."""
    found: list[ImageSource] = []
    address = ""
    for token in srcset[:_LONGEST].split()[: 2 * _MOST]:
        match = _DESCRIPTOR.match(token) if address else None
        if match is None:
            if address:
                found.append(ImageSource(address, 0, _PER_DENSITY))
            address = token.strip(",")
            continue
        number = float(match[1])
        wide = match[2] == "w"
        found.append(ImageSource(address, int(number) if wide else 0, number if wide else number * _PER_DENSITY))
        address = match[3] or ""
    return [*found, ImageSource(address, 0, _PER_DENSITY)] if address else found


def _rank(source: ImageSource) -> tuple[bool, float]:
    """The widest up to a limit, then the narrowest above it."""
    width = source.weight
    return (width > _WIDEST, width if width > _WIDEST else -width)
