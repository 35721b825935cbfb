"""Where a picture really is: its attributes → one absolute address, past placeholders and lazy loading."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from printworthy.base.links import Resolver
from printworthy.data.tree import Node

Attributes = dict[str, str | None]

_SETS: Final = ("srcset", "data-srcset", "data-lazy-srcset", "data-original-set", "data-src-set")
_LAZY: Final = (
    "data-src", "data-original", "data-lazy-src", "data-lazy", "data-original-src", "data-actualsrc", "data-hi-res-src",
    "data-full-src", "data-large-file", "data-orig-file", "data-image", "data-img", "data-url", "data-echo",
    "data-src-large", "data-delayed-url", "file", "zoomfile", "real_src", "data-croporisrc", "data-backsrc",
)  # fmt: skip
_CANDIDATE: Final = re.compile(r"([^\s,]\S*[^\s,])(?:\s+([\d.]+)([wx]))?\s*(?:,|$)")
_PARTS: Final = re.compile(r"[^\W_]+")
_PLACEHOLDERS: Final = frozenset(
    "placeholder placehold blank spacer transparent pixel lazy lazyload loading loader dummy clear empty 1x1 grey gray "
    "trans dot".split()
)
_ENDINGS: Final = (".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".svg", ".bmp", ".tif", ".tiff")
# Larger files than this print no better.
_WIDEST: Final = 2048
_PER_DENSITY: Final = 1000
# A long name that holds such a word tells what the picture shows.
_SHORT_NAME: Final = 40


def best_source(node: Node, attributes: Attributes, links: Resolver) -> str:
    """The absolute address of the best file of a picture, or ""."""
    for value in _sources(node, attributes):
        if value and not _is_placeholder(value):
            found = links.picture(value)
            if found:
                return found
    return ""


def _sources(node: Node, attributes: Attributes) -> Iterator[str]:
    """Addresses, the best first."""
    own = [_largest(attributes[name] or "") for name in _SETS if attributes.get(name)]
    up = node.parent
    if up is not None and up.tag == "picture":
        own += [_of_source(source) for source in up.css("source")]
    # A file of unknown width counts as less than one that names it.
    yield from (address for _, address in sorted(own, key=_rank))
    lazy = [attributes[name] or "" for name in _LAZY if attributes.get(name)]
    yield from (value for value in lazy if any(ending in value.lower() for ending in _ENDINGS))
    yield attributes.get("src") or ""
    yield from (value for value in lazy if value.startswith(("http", "/")))


def _is_placeholder(address: str) -> bool:
    """Does an address hold the place of another that a script would put there?"""
    if address.startswith(("data:", "about:", "javascript:")):
        return True
    file = address.partition("?")[0].rpartition("/")[2]
    return len(file) < _SHORT_NAME and not _PLACEHOLDERS.isdisjoint(_PARTS.findall(file.lower()))


def _of_source(source: Node) -> tuple[float, str]:
    """The largest file of a `source`; AVIF last, as few printers read it."""
    attributes = source.attributes
    value = next((attributes[name] or "" for name in _SETS if attributes.get(name)), "")
    width, address = _largest(value)
    return (0.0 if "avif" in (attributes.get("type") or "") else width, address)


def _largest(srcset: str) -> tuple[float, str]:
    """Width and address of the best candidate of a `srcset`."""
    found: list[tuple[float, str]] = []
    for address, size, unit in _CANDIDATE.findall(srcset):
        if not _is_placeholder(address):
            width = float(size) if size and size.count(".") < 2 and size != "." else 1.0
            found.append((width if unit == "w" else width * _PER_DENSITY, address))
    return min(found, key=_rank) if found else (0.0, "")


def _rank(candidate: tuple[float, str]) -> tuple[bool, float]:
    """The widest up to a limit, then the narrowest above it."""
    width = candidate[0]
    return (width > _WIDEST, width if width > _WIDEST else -width)
