"""Hiding: the declarations of a style → why nobody sees the text, or nothing.

Only what is sure: a style that may hide for a moment (faded in, slid in, painted by a gradient) hides nothing here.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

# What no style that hides is without; most styles have none of it.
MAY_HIDE: Final = re.compile(
    r"none|hidden|collapse|opacity|font|indent|-\s*\d{3}|clip|height|scale|transparent|color|rgba|hsla|width", re.I
)
_NUMBER: Final = re.compile(r"(-?(?:\d++(?:\.\d*+)?|\.\d++))\s*(px|r?em|ex|ch|pt|pc|in|cm|mm|vw|vh|%)?")
_UNITS: Final = {
    "px": 1.0, "em": 16.0, "rem": 16.0, "ex": 8.0, "ch": 8.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 38.0, "mm": 3.8,
    "vw": 12.8, "vh": 8.0, "%": 5.0, None: 1.0,
}  # fmt: skip
# Beyond the edge of any screen.
_FAR: Final = -500.0
_FAINT: Final = 0.02
_DOT: Final = 1.0
_MOVING: Final = ("transition", "animation", "animation-name", "will-change")
_SHIFT: Final = re.compile(r"translate(?:3d|x|y)?\(([^()]*)\)")
_NO_SCALE: Final = re.compile(r"scale(?:3d|x|y)?\(\s*0(?:\.0*)?\s*[,)]")
_CLIP_RECT: Final = re.compile(r"rect\(([^()]*)\)")
_CLIP_PATH: Final = re.compile(
    r"inset\(\s*(?:[5-9]\d|100)(?:\.\d*)?%|circle\(\s*0|ellipse\(\s*0|polygon\(\s*0(?:px|%)?\s+0(?:px|%)?"
    r"(?:\s*,\s*0(?:px|%)?\s+0(?:px|%)?)*\s*\)"
)
_CLEAR: Final = re.compile(
    r"transparent|(?:rgb|hsl)a?\((?:[^(),/]*,){3}\s*(?:0|0?\.0+|0%)\s*\)|(?:rgb|hsl)a?\([^()/]*/\s*(?:0|0?\.0+|0%)\s*\)"
    r"|#[0-9a-f]{3}0\b|#[0-9a-f]{6}00\b"
)
_FILTER: Final = re.compile(r"opacity\(\s*0(?:\.0*)?%?\s*\)")
_WHITE: Final = {"white": "#ffffff", "black": "#000000"}
_HEX: Final = re.compile(r"#([0-9a-f]{3}|[0-9a-f]{6})(?![0-9a-f])")
_RGB: Final = re.compile(r"rgba?\(\s*(\d{1,3})\s*[, ]\s*(\d{1,3})\s*[, ]\s*(\d{1,3})\s*(?:[,/]\s*1(?:\.0*)?\s*)?\)")
_NEAR: Final = 12

Declarations = dict[str, tuple[str, bool]]


class Hidden(NamedTuple):
    """Why a style hides text, and which property does it."""

    reason: str
    by: str


def declarations(style: str) -> Declarations:
    """All properties of a style in lower case: value, and whether it is important. A later one counts."""
    found: Declarations = {}
    for part in style.lower().split(";"):
        name, colon, value = part.partition(":")
        if colon:
            plain, important, _ = value.partition("!")
            name = name.strip()
            if important or not found.get(name, ("", False))[1]:
                found[name] = (plain.strip(), bool(important))
    return found


def hidden_by(style: Declarations) -> Hidden | None:
    """Why a style hides the text of its element, whatever other styles say."""
    value = _values(style)
    if value("display") == "none":
        return Hidden("display: none", "display")
    if value("visibility") in ("hidden", "collapse"):
        return Hidden(f"visibility: {value('visibility')}", "visibility")
    if value("content-visibility") == "hidden":
        return Hidden("content-visibility: hidden", "content-visibility")
    return _faint(style) or _tiny(style) or _away(style) or _clipped(style)


def _values(style: Declarations):  # noqa: ANN202
    return lambda name: style[name][0] if name in style else ""


def _faint(style: Declarations) -> Hidden | None:
    """Hidden because nothing of it is painted."""
    value = _values(style)
    if "opacity" in style and not _moves(style) and _share(value("opacity")) <= _FAINT:
        return Hidden("opacity: 0", "opacity")
    if "filter" in style and _FILTER.search(value("filter")):
        return Hidden("opacity: 0", "filter")
    if "color" in style and _CLEAR.match(value("color")) and not _painted(style):
        return Hidden("transparent text", "color")
    return None


def _painted(style: Declarations) -> bool:
    """Do a gradient or a shadow paint the letters?"""
    return any("text" in style.get(name, ("", False))[0] for name in _CLIPS) or "text-shadow" in style


_CLIPS: Final = ("background-clip", "-webkit-background-clip", "background")


def _moves(style: Declarations) -> bool:
    """Will it fade or slide in?"""
    return "transform" in style or any(name in style for name in _MOVING)


def _tiny(style: Declarations) -> Hidden | None:
    """Hidden because its letters or its box have no size."""
    value = _values(style)
    size = value("font-size")
    if size and (pixels := _pixels(size)) is not None and pixels <= _DOT and size[-1] not in "m%":
        return Hidden("font-size: 0", "font-size")
    if size in ("0em", "0rem", "0%"):
        return Hidden("font-size: 0", "font-size")
    cut = value("overflow") in ("hidden", "clip") or value("overflow-y") in ("hidden", "clip")
    if cut and not _moves(style):
        for name in ("height", "max-height", "width", "max-width"):
            pixels = _pixels(value(name))
            if pixels is not None and pixels <= _DOT and value(name)[-1:] not in ("%", "m"):
                return Hidden(f"{name}: {value(name)}", name)
    return None


def _away(style: Declarations) -> Hidden | None:
    """Hidden because it stands beyond the edge of the screen."""
    value = _values(style)
    if value("position") in ("absolute", "fixed", "relative"):
        for name in ("left", "top", "right", "bottom", "inset-inline-start"):
            if _far(value(name)) and not _moves(style):
                return Hidden("off screen", name)
    for name in ("margin-left", "margin-top", "text-indent"):
        if _far(value(name)):
            return Hidden("off screen", name)
    if value("text-indent") == "100%" and value("white-space") == "nowrap" and value("overflow") == "hidden":
        return Hidden("off screen", "text-indent")
    moved = value("transform")
    if moved and not any(name in style for name in _MOVING):
        if _NO_SCALE.search(moved):
            return Hidden("no size", "transform")
        if any(_far(part.strip()) for found in _SHIFT.finditer(moved) for part in found[1].split(",")):
            return Hidden("off screen", "transform")
    return None


def _clipped(style: Declarations) -> Hidden | None:
    """Hidden because nothing of its box is left."""
    value = _values(style)
    if value("position") in ("absolute", "fixed") and (found := _CLIP_RECT.search(value("clip"))):
        sides = [_pixels(side) for side in found[1].replace(",", " ").split()]
        if len(sides) == _SIDES and all(side is not None and abs(side) <= _DOT for side in sides):
            return Hidden("clipped", "clip")
    path = value("clip-path") or value("-webkit-clip-path")
    if path and _CLIP_PATH.match(path) and not _moves(style):
        return Hidden("clipped", "clip-path")
    return None


_SIDES: Final = 4


def ink(style: Declarations) -> str:
    """The colour of the text as `#rrggbb`; empty if it is not stated, or not plainly."""
    return colour(style["color"][0]) if "color" in style else ""


def ground(style: Declarations) -> str:
    """The colour behind the text as `#rrggbb`, "?" if there is one that cannot be known; empty if none is stated."""
    for name in ("background-color", "background", "background-image"):
        value = style[name][0] if name in style else ""
        if value and value not in ("none", "transparent", "inherit", "initial"):
            return "?" if "url(" in value or "gradient" in value else colour(value) or "?"
    return ""


def colour(value: str) -> str:
    """A colour as `#rrggbb`, as far as it is black, white or given by numbers; empty otherwise."""
    value = _WHITE.get(value.strip(), value.strip())
    if found := _HEX.match(value):
        digits = found[1]
        return "#" + ("".join(2 * digit for digit in digits) if len(digits) == 3 else digits)  # noqa: PLR2004
    if found := _RGB.match(value):
        return "#" + "".join(f"{min(255, int(part)):02x}" for part in found.groups())
    return ""


def alike(one: str, other: str) -> bool:
    """Can nobody tell two colours apart?"""
    if not (one.startswith("#") and other.startswith("#")):
        return False
    return all(abs(int(one[at : at + 2], 16) - int(other[at : at + 2], 16)) <= _NEAR for at in (1, 3, 5))


def _share(value: str) -> float:
    found = _NUMBER.match(value)
    return float(found[1]) / (100 if found[2] == "%" else 1) if found else 1.0


def _pixels(value: str) -> float | None:
    """A length in pixels, roughly; None if it is none."""
    found = _NUMBER.match(value)
    return float(found[1]) * _UNITS[found[2]] if found else None


def _far(value: str) -> bool:
    pixels = _pixels(value) if value.startswith("-") else None
    return pixels is not None and pixels <= _FAR
