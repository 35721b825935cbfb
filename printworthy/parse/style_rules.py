"""Style rules: the text of the page's `<style>` elements → the rules that hide text, and the elements that they hide.

A sheet is searched for words that hide, and only the rules around them are read: sheets are long, and few rules hide.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeAlias

from printworthy.data.tree import Node
from printworthy.parse.css import applies, is_momentary, specificity, split_selectors
from printworthy.parse.hiding import Declarations, Hidden, declarations, ground, hidden_by, ink

Strength: TypeAlias = tuple[bool, tuple[int, int, int], int]


class SheetRule(NamedTuple):
    """One selector of a rule with what it declares; `place` grows from rule to rule."""

    selector: str
    said: Declarations
    place: int

    def strength(self, name: str) -> Strength:
        """How strongly it sets a property."""
        return self.said[name][1], specificity(self.selector), self.place


class StyleRules:
    """The page's sheets, and what they do to its elements."""

    def __init__(self, root: Node, texts: list[str]) -> None:
        self._root = root
        self._css = _spare(_END.join(texts))
        self._selected: dict[str, set[int]] = {}
        self._known: dict[tuple[tuple[str, ...], str], list[SheetRule]] = {}
        self._grounds: dict[str, str] | None = None

    def hidden(self, bare: Callable[[], bool]) -> Iterator[tuple[Node, SheetRule, Hidden]]:
        """The elements that a rule hides, the rule and why; others may still show them.

        bare: are all colours of the page known?
        """
        rules: list[tuple[SheetRule, Hidden]] = []
        for rule in self._rules(_HIDING + _COLOURS if bare() or _GROUND.search(self._css) else _HIDING):
            why = hidden_by(rule.said) or (Hidden("", "color") if ink(rule.said) else None)
            if why is not None:
                rules.append((rule, why))
        if rules:
            yield from self._matches(rules[:_MOST_RULES])

    def overruled(self, node: Node, rule: SheetRule, why: Hidden) -> bool:
        """Is the property that hides set to something else by a stronger rule?"""
        names = _names(node.attributes)
        strength = rule.strength(why.by)
        for other in self._mentioning(tuple(names), f"{why.by}:"):
            if why.by in other.said and other.strength(why.by) > strength:
                said = hidden_by(other.said)
                shows = said is None or said.by != why.by
                if shows and (other.selector in names or node.mem_id in self._elements(other.selector)):
                    return True
        return False

    def _mentioning(self, names: tuple[str, ...], setting: str) -> list[SheetRule]:
        """The rules that mention a name and set a property."""
        key = (names, setting)
        if key not in self._known:
            rules = self._rules(names, within=setting) if len(self._known) < _MOST_SELECTORS else ()
            self._known[key] = list(rules)
        return self._known[key]

    def ground(self, node: Node) -> str:
        """The colour that a rule sets behind an element, as far as it is selected by one name alone."""
        if self._grounds is None:
            named = [rule for rule in self._rules(("background",)) if _ALONE.fullmatch(rule.selector)]
            self._grounds = {rule.selector: behind for rule in named if (behind := ground(rule.said))}
        if not self._grounds:
            return ""
        names = (*_names(node.attributes), node.tag or "")
        return next((self._grounds[name] for name in names if name in self._grounds), "")

    def _rules(self, needles: tuple[str, ...], within: str = "") -> Iterator[SheetRule]:
        """The rules around some words; those only that have some other in their braces."""
        for begin, prelude, body in _blocks(self._css, needles, inside=not within):
            if within not in body:
                continue
            said = declarations(body)
            for selector in split_selectors(prelude):
                if selector and not is_momentary(selector) and not _WITHOUT_SCRIPTS.search(selector):
                    yield SheetRule(selector, said, begin)

    def _matches(self, rules: list[tuple[SheetRule, Hidden]]) -> Iterator[tuple[Node, SheetRule, Hidden]]:
        """The elements that rules select."""
        named: dict[str, list[tuple[SheetRule, Hidden]]] = {}
        unnamed = 0
        for rule, why in rules:
            if name := _last_name(rule.selector):
                named.setdefault(name, []).append((rule, why))
            elif unnamed < _MOST_UNNAMED:
                unnamed += 1
                yield from ((node, rule, why) for node in _select(self._root, rule.selector))
        for node in self._candidates(list(named)):
            for name in _names(node.attributes):
                for rule, why in named.get(name, ()):
                    if rule.selector == name or node.mem_id in self._elements(rule.selector):
                        yield node, rule, why

    def _candidates(self, names: list[str]) -> list[Node]:
        """The elements that bear one of some names, and perhaps others."""
        if not names:
            return []
        few = len(names) <= _FEW and all(map(_PLAIN.fullmatch, names))
        return _select(self._root, ",".join(names) if few else "[class],[id]")

    def _elements(self, selector: str) -> set[int]:
        """What a selector means; of very many selectors none is tried."""
        if selector not in self._selected:
            found = _select(self._root, selector) if len(self._selected) < _MOST_SELECTORS else []
            self._selected[selector] = {node.mem_id for node in found}
        return self._selected[selector]


def _spare(css: str) -> str:
    """A sheet without its comments, and without spaces after colons."""
    if "/*" in css:
        first, *others = css.split("/*")
        css = first + "".join(part.partition("*/")[2] for part in others)
    return css.replace(": ", ":")


def _blocks(css: str, needles: tuple[str, ...], inside: bool = True) -> Iterator[tuple[int, str, str]]:
    """The rules around some words, if they hold on a wide screen: where, and what stands before and in their braces."""
    hits = sorted(place for needle in needles for place in _places(css, needle) if _may(css, needle, place))
    within = _nesting(css)
    end = 0
    for hit in hits:
        if hit < end:
            continue
        begin = css.rfind("{", end, hit + 1) if inside else css.find("{", hit, hit + _LONGEST)
        if begin < 0:
            end = hit
            continue
        stop = css.find("}", begin)
        before = css[max(end, begin - _LONGEST) : begin]
        end = stop + 1 if stop >= 0 else len(css)
        if within(begin):
            prelude = before[max(before.rfind("}"), before.rfind("{"), before.rfind(";")) + 1 :].strip()
            yield begin, prelude, css[begin + 1 : stop if stop >= 0 else len(css)]


def _may(css: str, needle: str, place: int) -> bool:
    """Is this the word that is looked for? Some words stand in many others."""
    if needle[0] in ".#":
        return css[place + len(needle) : place + len(needle) + 1] not in _WORD
    if needle[-1] == "0":
        return _FRACTION.match(css, place + len(needle)) is None and css[place - 1] != "-"
    return needle != "height:1px" or css[place - 1] in " ;{-"


def _places(css: str, needle: str) -> Iterator[int]:
    place = css.find(needle)
    while place >= 0:
        yield place
        place = css.find(needle, place + 1)


def _nesting(css: str) -> Callable[[int], bool]:
    """A function that says of places in their order whether a rule there holds: by the @-blocks around it."""
    stack: list[tuple[int, bool]] = []
    depth = last = 0
    mark = css.find("@")

    def reach(place: int) -> None:
        nonlocal depth, last
        depth = max(0, depth + css.count("{", last, place) - css.count("}", last, place))
        last = place
        while stack and stack[-1][0] >= depth:
            stack.pop()

    def holds(place: int) -> bool:
        nonlocal mark
        while 0 <= mark < place:
            reach(mark)
            prelude, brace, _ = css[mark : mark + _LONGEST].partition("{")
            if brace and ";" not in prelude and "}" not in prelude:
                stack.append((depth, applies(prelude)))
            mark = css.find("@", mark + 1)
        reach(place)
        return depth == len(stack) and all(held for _, held in stack)

    return holds


def _last_name(selector: str) -> str:
    """The id or class that the selected element itself must have; empty if there is none."""
    plain = _IN_BRACKETS.sub("", selector).rstrip()
    last = plain[1 + max(map(plain.rfind, " >+~\n\t")) :]
    names = _NAME.findall(last)
    return str(names[-1]).replace("\\", "") if names else ""


def _names(attributes: dict[str, str | None]) -> list[str]:
    """The id and the classes of an element, as selectors."""
    own = attributes.get("id")
    names = [f".{name}" for name in (attributes.get("class") or "").split()]
    return [f"#{own}", *names] if own else names


def _select(root: Node, selector: str) -> list[Node]:
    """The elements that a selector means; none if the parser does not understand it."""
    try:
        return root.css(selector)
    except Exception:  # noqa: BLE001 - whatever a page writes there
        return []


# What a rule that hides has in it, and what must follow, or must stand elsewhere in it.
_HIDING: Final = (
    "display:none", "visibility:hidden", "visibility:collapse", "content-visibility:hidden", "opacity:0", "opacity:.0",
    "font-size:0", "font-size:1px", "text-indent:-", "text-indent:100%", "-999", "-1000", "-5000", "-2000", "clip:rect",
    "clip-path:", "height:0", "height:1px", "scale(0", "color:transparent", "opacity(0",
)  # fmt: skip
_COLOURS: Final = (
    ";color:#fff",
    "{color:#fff",
    " color:#fff",
    ";color:white",
    "{color:white",
    " color:white",
    "color:rgba(",
)
# The page says what is behind its text.
_GROUND: Final = re.compile(r"body[^{};]{0,60}\{[^{}]{0,400}background")
_FRACTION: Final = re.compile(r"\.0*[1-9]")
# Between two sheets: whatever was left open ends, and the count of braces begins anew at the mark.
_END: Final = "}}}}@;"
_LONGEST: Final = 4_000
_MOST_RULES: Final = 500
_MOST_UNNAMED: Final = 12
_MOST_SELECTORS: Final = 60
_FEW: Final = 14
_WORD: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")
_ALONE: Final = re.compile(r"[.#]?[A-Za-z_][\w-]*")
_PLAIN: Final = re.compile(r"[.#][A-Za-z_][\w-]*")
_NAME: Final = re.compile(r"[.#](?:[\w-]|\\.|[^\x00-\x7f])+")
_IN_BRACKETS: Final = re.compile(r"\[[^\[\]]*\]|:(?:not|is|where|has)\([^()]*\)")
# The page's class while no script has run: all readers' browsers run them.
_WITHOUT_SCRIPTS: Final = re.compile(r"no-?js|no-?script|js-disabled", re.I)
