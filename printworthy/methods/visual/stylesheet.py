"""Stylesheet: `Tree` → `Looks`, without a browser: the default stylesheet, the page's `<style>`, and inline styles.

An approximation: linked stylesheets are not there, nothing is laid out (so there are no boxes), and no script runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, TypeAlias

from printworthy.data.looks import INITIAL, ElementStyle, Looks
from printworthy.data.tree import Node, Tree
from printworthy.parse.css import CssRule, read_declarations, read_rules

# How strong a declaration is, and its value: the strongest counts.
_Strength: TypeAlias = tuple[bool, tuple[int, int, int], int]
_Cascade: TypeAlias = dict[int, dict[str, tuple[_Strength, str]]]
_MOST_RULES: Final = 3000
_LINK: Final = "rgb(0, 0, 238)"
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


def approximate(tree: Tree) -> Looks:
    """How the page probably looks."""
    cascade = _cascade(tree)
    styles: dict[int, ElementStyle] = {}
    todo: list[tuple[Node | None, ElementStyle]] = [(tree.root, INITIAL)]
    while todo:
        node, outer = todo.pop()
        if node is None:
            continue
        todo.append((node.next, outer))
        tag = node.tag or "-"
        if tag[0] in "-!#":
            continue
        style = styles[node.mem_id] = _style(node, tag, outer, cascade)
        todo.append((node.child, style))
    return Looks("stylesheet", styles)


def _cascade(tree: Tree) -> _Cascade:
    """What the page's own rules say, by element."""
    found: _Cascade = {}
    for order, rule in enumerate(_rules(tree)):
        for node in _select(tree.root, rule.selector):
            own = found.setdefault(node.mem_id, {})
            for name, (value, important) in rule.declarations.items():
                strength = (important, rule.weight, order)
                if name not in own or own[name][0] <= strength:
                    own[name] = (strength, value)
    return found


def _rules(tree: Tree) -> Iterator[CssRule]:
    left = _MOST_RULES
    for sheet in tree.root.css("style"):
        if "print" in (sheet.attributes.get("media") or ""):
            continue
        for rule in read_rules(sheet.text()):
            left -= 1
            if left < 0:
                return
            yield rule


def _select(root: Node, selector: str) -> list[Node]:
    """The elements that a selector means; none if the parser does not understand it."""
    try:
        return root.css(selector)
    except Exception:  # noqa: BLE001 - whatever a page writes there
        return []


def _style(node: Node, tag: str, outer: ElementStyle, cascade: _Cascade) -> ElementStyle:
    """The style of one element: defaults, then its attributes, then the rules, then what it says itself."""
    attributes = node.attributes
    style = _default(tag, attributes, outer)
    said = {name: pair[1] for name, pair in cascade.get(node.mem_id, {}).items()}
    if inline := attributes.get("style"):
        rules = cascade.get(node.mem_id, {})
        for name, (value, important) in read_declarations(inline).items():
            if important or not (name in rules and rules[name][0][0]):
                said[name] = value
    style = _apply(style, said, outer) if said else style
    unseen = "none" in (outer.display, style.display)
    return style._replace(display="none", visible=False) if unseen else style


def _default(tag: str, attributes: dict[str, str | None], outer: ElementStyle) -> ElementStyle:
    """What browsers do without being told, and what old attributes say."""
    display = "none" if "hidden" in attributes else DISPLAY.get(tag, "inline")
    size = outer.size * _SIZES.get(tag, 1.0)
    ink = outer.color
    if tag == "a" and attributes.get("href"):
        ink = _LINK
    elif tag == "font":
        size = legacy_size(attributes.get("size") or "", size)
        ink = color(attributes.get("color") or "", ink)
    elif tag == "body":
        ink = color(attributes.get("text") or "", ink)
    bold = 700 if tag in _BOLD else outer.weight
    ground = color(attributes.get("bgcolor") or "", TRANSPARENT) if attributes else TRANSPARENT
    return ElementStyle(display, outer.visible, size, bold, ink, ground)


def _apply(style: ElementStyle, said: dict[str, str], outer: ElementStyle) -> ElementStyle:
    if "font" in said:
        size = font_size(said["font"].partition("/")[0], style.size)
        style = style._replace(size=size, weight=700 if "bold" in said["font"] else style.weight)
    if "font-size" in said:
        style = style._replace(size=font_size(said["font-size"], outer.size))
    if "font-weight" in said:
        style = style._replace(weight=weight(said["font-weight"], outer.weight))
    if "color" in said:
        style = style._replace(color=color(said["color"], outer.color))
    if "visibility" in said and said["visibility"] in ("visible", "hidden", "collapse"):
        style = style._replace(visible=said["visibility"] == "visible")
    if "display" in said and said["display"] not in ("initial", "revert", "unset"):
        style = style._replace(display=outer.display if said["display"] == "inherit" else said["display"])
    ground = said.get("background-color") or said.get("background", "")
    return style._replace(background=color(ground, style.background)) if ground else style


# The rendering section of the HTML standard, as far as it is about lines, sizes and weight.
DISPLAY: Final[dict[str, str]] = (
    dict.fromkeys(
        "html body address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure "
        "footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend listing main menu nav ol p plaintext pre search section "
        "summary ul xmp optgroup option".split(),
        "block",
    )
    | dict.fromkeys(
        "head link meta script style template title base noscript area datalist param rp source track noembed "
        "noframes".split(),
        "none",
    )
    | dict.fromkeys("button input select textarea meter progress img video audio".split(), "inline-block")
    | {
        "li": "list-item", "table": "table", "tr": "table-row", "td": "table-cell", "th": "table-cell",
        "tbody": "table-row-group", "thead": "table-header-group", "tfoot": "table-footer-group",
        "caption": "table-caption", "col": "table-column", "colgroup": "table-column-group", "slot": "contents",
    }
)  # fmt: skip
_SIZES: Final = {
    "h1": 2.0, "h2": 1.5, "h3": 1.17, "h5": 0.83, "h6": 0.67, "small": 5 / 6, "big": 1.2, "sub": 5 / 6, "sup": 5 / 6,
    "code": 13 / 16, "pre": 13 / 16, "kbd": 13 / 16, "samp": 13 / 16, "tt": 13 / 16, "rt": 0.5,
}  # fmt: skip
_BOLD: Final = frozenset("b strong h1 h2 h3 h4 h5 h6 th".split())


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
