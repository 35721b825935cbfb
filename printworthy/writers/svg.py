"""Drawings made safe: the bytes of an SVG file go in; the same drawing without scripts, links and bombs comes out."""

from __future__ import annotations

import re
from typing import Final, NamedTuple
from xml.etree import ElementTree

_SVG: Final = "{http://www.w3.org/2000/svg}"
_HREFS: Final = ("href", "{http://www.w3.org/1999/xlink}href")
_COMMENTS: Final = rb"(?:<!--(?:[^-]|-(?!->)){0,2000}+-->\s*+)*+"
_START: Final = re.compile(
    rb"\A(?:\xef\xbb\xbf)?+\s*+(?:<\?xml[^>]{0,200}\?>\s*+)?+"
    + _COMMENTS
    + rb"(?:<!DOCTYPE[^\[>]{0,300}+>\s*+)?+"
    + _COMMENTS
    + rb"<svg[\s>]"
)
_DECLARED: Final = re.compile(rb"<!(?:ENTITY|ATTLIST|ELEMENT|NOTATION)|<!DOCTYPE[^<>\[]*+\[", re.I)
_DOCTYPE: Final = re.compile(rb"<!DOCTYPE[^\[>]{0,300}>", re.I)
_LENGTH: Final = re.compile(r"\s*+([0-9.]{1,12})\s*+(px|pt|mm|cm|in|em|ex|pc)?+\s*+")
_NUMBER: Final = re.compile(r"-?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})")
_UNITS: Final = {
    "": 1.0, "px": 1.0, "pt": 4 / 3, "mm": 3.7795, "cm": 37.795, "in": 96.0, "em": 16.0, "ex": 8.0, "pc": 16.0,
}  # fmt: skip
_OUTSIDE: Final = re.compile(r"url\(\s*['\"]?(?!\s*['\"]?#)|@import|expression|javascript:", re.I)
# fmt: off
_ELEMENTS: Final = frozenset({
    "svg", "g", "defs", "symbol", "use", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text",
    "tspan", "title", "desc", "style", "linearGradient", "radialGradient", "stop", "clipPath", "mask", "pattern",
    "marker", "switch", "textPath",
})
# fmt: on
_MOST_BYTES: Final = 4 * 1024 * 1024
_MOST_ELEMENTS: Final = 60_000
_DEEPEST: Final = 100


class Drawing(NamedTuple):
    """A safe drawing and its size in pixels."""

    content: bytes
    width: int
    height: int


def is_svg(content: bytes) -> bool:
    """Is this an SVG file, whatever it is called?"""
    return _START.match(content[:8192]) is not None


def sanitised(content: bytes) -> Drawing | None:
    """The drawing without anything that runs, loads or explodes; None if it is damaged or too large."""
    content = _DOCTYPE.sub(b"", content, count=1)
    if len(content) > _MOST_BYTES or _DECLARED.search(content):
        return None
    try:
        root = ElementTree.fromstring(content)  # noqa: S314 - declarations of entities were refused
    except (ElementTree.ParseError, ValueError, LookupError):
        return None
    if root.tag != f"{_SVG}svg" or _depth(root) > _DEEPEST or sum(1 for _ in root.iter()) > _MOST_ELEMENTS:
        return None
    _strip(root)
    if _drawn(root) > _MOST_ELEMENTS:
        return None
    width, height = _size(root)
    ElementTree.register_namespace("", _SVG[1:-1])
    return Drawing(ElementTree.tostring(root, encoding="utf-8"), width, height) if min(width, height) > 0 else None


def _depth(root: ElementTree.Element) -> int:
    """How deep the elements are nested, found without following them on Python's own stack."""
    deepest, level = 0, [root]
    while level and deepest <= _DEEPEST:
        deepest, level = deepest + 1, [child for parent in level for child in parent]
    return deepest


def _strip(element: ElementTree.Element) -> None:
    """Take away elements and attributes that are not for drawing."""
    for name, value in list(element.attrib.items()):
        if not _allowed(name, value):
            del element.attrib[name]
    if element.tag == f"{_SVG}style" and _OUTSIDE.search(element.text or ""):
        element.text = ""
    element[:] = [one for one in element if str(one.tag).startswith(_SVG) and one.tag[len(_SVG) :] in _ELEMENTS]
    for child in element:
        _strip(child)


def _allowed(name: str, value: str) -> bool:
    """Handlers, links out and filters (whose cost has no bound) go; references inside the drawing stay."""
    if name.lower().startswith("on") or name in ("filter", "{http://www.w3.org/XML/1998/namespace}base"):
        return False
    if name in _HREFS:
        return value.strip().startswith("#")
    return not _OUTSIDE.search(value)


def _drawn(root: ElementTree.Element) -> int:
    """How many elements are drawn when every `use` is followed: drawings that multiply themselves are not."""
    by_id = {one.attrib["id"]: one for one in root.iter() if "id" in one.attrib}
    sizes: dict[int, int] = {}

    def size(element: ElementTree.Element, depth: int) -> int:
        if depth > _DEEPEST:
            return _MOST_ELEMENTS + 1
        if id(element) not in sizes:
            target = next((element.attrib[name][1:] for name in _HREFS if name in element.attrib), "")
            used = [by_id[target]] if element.tag == f"{_SVG}use" and target in by_id else []
            sizes[id(element)] = _MOST_ELEMENTS + 1  # what a circle of references would find
            total = 1 + sum(size(child, depth + 1) for child in [*element, *used])
            sizes[id(element)] = min(total, _MOST_ELEMENTS + 1)
        return sizes[id(element)]

    return size(root, 0)


def _size(root: ElementTree.Element) -> tuple[int, int]:
    """Width and height in pixels, from the attributes or from the view box."""
    box = [float(part) for part in _NUMBER.findall(root.attrib.get("viewBox", "")[:200])]
    width, height = _pixels(root.attrib.get("width", "")), _pixels(root.attrib.get("height", ""))
    if len(box) == 4 and min(box[2:]) > 0:
        ratio = box[3] / box[2]
        width = width or (height / ratio if height else box[2])
        height = height or width * ratio
    return round(min(width, 10_000)), round(min(height, 10_000))


def _pixels(text: str) -> float:
    found = _LENGTH.fullmatch(text)
    try:
        return float(found[1]) * _UNITS[found[2] or ""] if found else 0.0
    except ValueError:
        return 0.0
