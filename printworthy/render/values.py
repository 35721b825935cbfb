"""CSS values → pixels and colours, as a browser would compute them from what is written."""

from __future__ import annotations

import re
from typing import Final

_KEYWORDS: Final = {
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0, "x-large": 24.0, "xx-large": 32.0,
}  # fmt: skip
_FONT_SIZES: Final = (10.0, 13.0, 16.0, 18.0, 24.0, 32.0, 48.0)
_UNITS: Final = {"px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 96 / 2.54, "mm": 9.6 / 2.54}
_NAMED: Final = {
    "black": "000000", "white": "ffffff", "red": "ff0000", "green": "008000", "blue": "0000ff", "gray": "808080",
    "grey": "808080", "silver": "c0c0c0", "maroon": "800000", "navy": "000080", "olive": "808000", "purple": "800080",
    "teal": "008080", "yellow": "ffff00", "lime": "00ff00", "aqua": "00ffff", "fuchsia": "ff00ff", "orange": "ffa500",
    "darkgray": "a9a9a9", "darkgrey": "a9a9a9", "dimgray": "696969", "dimgrey": "696969", "lightgray": "d3d3d3",
    "lightgrey": "d3d3d3", "darkblue": "00008b", "darkred": "8b0000", "brown": "a52a2a", "whitesmoke": "f5f5f5",
}  # fmt: skip
TRANSPARENT: Final = "rgba(0, 0, 0, 0)"
_LENGTH: Final = re.compile(r"(?<![\d.])(\d*+\.\d++|\d++)(px|pt|pc|in|cm|mm|em|rem|ex|%)")
_HEX: Final = re.compile(r"#([0-9a-f]{3,8})\b")
_RGB: Final = re.compile(r"rgba?\(\s*+(\d++)(?:\s*+,|\s)\s*+(\d++)(?:\s*+,|\s)\s*+(\d++)")


def font_size(value: str, inherited: float) -> float:
    """The pixels of a `font-size`, or of the size in a `font`; what cannot be read is inherited."""
    if value in _KEYWORDS:
        return _KEYWORDS[value]
    if value in ("smaller", "larger"):
        return inherited / 1.2 if value == "smaller" else inherited * 1.2
    found = _LENGTH.search(value)
    if not found:
        return 0.0 if value == "0" else inherited
    number, unit = float(found[1]), found[2]
    if unit == "%":
        return inherited * number / 100
    if unit in ("em", "ex"):
        return inherited * number * (0.5 if unit == "ex" else 1)
    return number * (16.0 if unit == "rem" else _UNITS[unit])


def legacy_size(value: str, inherited: float) -> float:
    """The pixels of `<font size>`: 1 to 7, or steps from 3."""
    digits = value.strip().lstrip("+-")
    if not digits.isdecimal():
        return inherited
    step = int(digits[:4])
    if value.strip()[:1] in "+-":
        step = 3 + step if value.strip()[0] == "+" else 3 - step
    return _FONT_SIZES[min(max(step, 1), 7) - 1]


def weight(value: str, inherited: int) -> int:
    """A `font-weight`, or the weight in a `font`."""
    if "bold" in value:
        return 700
    if value == "lighter":
        return 100
    return int(value[:4]) if value.isdecimal() else 400 if value == "normal" else inherited


def color(value: str, inherited: str) -> str:
    """A colour as browsers write it; one that has a name unknown here keeps it, so that likes stay alike."""
    value = value.strip().lower()
    if not value or value in ("inherit", "unset", "currentcolor"):
        return inherited
    if value == "transparent":
        return TRANSPARENT
    digits = _HEX.match(value)
    code = digits[1] if digits else _NAMED.get(value, "")
    if len(code) in (3, 4):
        code = "".join(2 * sign for sign in code)
    if len(code) in (6, 8):
        return f"rgb({int(code[:2], 16)}, {int(code[2:4], 16)}, {int(code[4:6], 16)})"
    mixed = _RGB.match(value)
    return f"rgb({mixed[1]}, {mixed[2]}, {mixed[3]})" if mixed else value

