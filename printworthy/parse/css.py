"""CSS as text → rules: a selector and the few properties that decide how text looks. Lenient, and never fails.

Not a CSS engine: media queries are answered for a wide screen, and what cannot be known without one (hovering,
generated content, variables, animations) is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

WIDTH: Final = 1280
PROPERTIES: Final = frozenset("display visibility font-size font-weight font color background background-color".split())


class CssRule(NamedTuple):
    """One selector with its properties; `weight` is its specificity."""

    selector: str
    weight: tuple[int, int, int]
    declarations: dict[str, tuple[str, bool]]


def read_rules(css: str, depth: int = 0) -> Iterator[CssRule]:
    """The rules of a stylesheet that apply to text on a wide screen, in their order."""
    for prelude, body in _blocks(_COMMENT.sub(" ", css)):
        if prelude.startswith("@"):
            if depth < _DEEPEST and applies(prelude):
                yield from read_rules(body, depth + 1)
            continue
        declarations = read_declarations(body)
        if declarations:
            for selector in split_selectors(prelude):
                if selector and not is_momentary(selector):
                    yield CssRule(selector, specificity(selector), declarations)


def read_declarations(body: str) -> dict[str, tuple[str, bool]]:
    """The properties that matter here: value, and whether it is important. A later one counts, unless it is weaker."""
    found: dict[str, tuple[str, bool]] = {}
    for part in body.split(";"):
        name, colon, value = part.partition(":")
        name = name.strip().lower()
        if not colon or name not in PROPERTIES or "var(" in value:
            continue
        plain, important, _ = value.strip().lower().partition("!important")
        if important or not found.get(name, ("", False))[1]:
            found[name] = (plain.strip(), bool(important))
    return found


def specificity(selector: str) -> tuple[int, int, int]:
    """Ids, classes (with attributes and pseudo-classes), tags (Selectors 4, section 17)."""
    plain = _ATTRIBUTE.sub(".x", selector)
    return len(_ID.findall(plain)), len(_CLASS.findall(plain)), len(_TAG.findall(plain))


def _blocks(css: str) -> Iterator[tuple[str, str]]:
    """What stands before each pair of outermost braces, and what stands between them."""
    depth = start = inside = 0
    prelude = ""
    for match in _BRACE.finditer(css):
        sign = match[0]
        if sign == "{":
            if depth == 0:
                prelude, inside = css[start : match.start()].strip(), match.end()
            depth += 1
        elif sign == "}":
            depth -= 1
            if depth == 0:
                yield prelude, css[inside : match.start()]
            if depth <= 0:
                depth, start = 0, match.end()
        elif sign == ";" and depth == 0:
            start = match.end()  # @import, @charset


@lru_cache(maxsize=512)
def applies(prelude: str) -> bool:
    """Whether what stands in this @-block holds on a wide screen."""
    name, condition = _AT_RULE.sub(r"\1 \2", prelude, 1).split(" ", 1)
    if name in ("@supports", "@layer", "@container"):
        return name != "@container" and not condition.strip().startswith("not")
    return name == "@media" and media_applies(condition)


def media_applies(condition: str) -> bool:
    """Whether a wide screen meets one of the media queries; an empty list is met."""
    return any(map(_matches, condition.lower().split(",")))


def is_momentary(selector: str) -> bool:
    """Does a selector mean a state that comes and goes, or something that is no element?"""
    return _MOMENTARY.search(selector) is not None


def _matches(query: str) -> bool:
    """One media query; one that asks for more than the width is not met."""
    medium = query.partition("(")[0].replace("only", "").replace("and", "").strip()
    asked = _FEATURE.findall(query)
    if medium not in ("", "all", "screen") or len(asked) != query.count("("):
        return False
    bounds = ((bound, float(size) * (1 if unit == "px" else 16)) for bound, size, unit in asked)
    return all(pixels <= WIDTH if bound == "min" else pixels >= WIDTH for bound, pixels in bounds)


def split_selectors(prelude: str) -> list[str]:
    """A list of selectors, at the commas outside of brackets."""
    parts, depth, start = [], 0, 0
    for match in _MARK.finditer(prelude):
        depth = max(0, depth + _STEPS[match[0]])
        if match[0] == "," and not depth:
            parts.append(prelude[start : match.start()].strip())
            start = match.end()
    return [*parts, prelude[start:].strip()]


_COMMENT: Final = re.compile(r"/\*.*?(?:\*/|$)|<!--|-->", re.S)
_DEEPEST: Final = 8
_AT_RULE: Final = re.compile(r"(@[\w-]*)\s*(.*)", re.S)
# A string that nothing closes ends with its line.
_BRACE: Final = re.compile(r"[{};]|\"(?:[^\"\\\n]|\\.)*+\"?|'(?:[^'\\\n]|\\.)*+'?")
_MARK: Final = re.compile(r"[(),]")
_STEPS: Final = {"(": 1, ")": -1, ",": 0}
_MOMENTARY: Final = re.compile(r"::|:(?:before|after|first-l|hover|focus|active|visited|target|checked|-)", re.I)
_ATTRIBUTE: Final = re.compile(r"\[[^\[\]]*+\]")
_ID: Final = re.compile(r"#[\w-]")
_CLASS: Final = re.compile(r"\.[\w-]|:(?!not|is|where|has)[\w-]")
_TAG: Final = re.compile(r"(?:^|[\s>+~(,])[a-z]", re.I)
_FEATURE: Final = re.compile(r"\(\s*(min|max)-(?:device-)?width\s*:\s*(\d+(?:\.\d+)?)(px|em|rem)\s*\)")
