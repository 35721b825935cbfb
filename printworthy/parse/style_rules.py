"""Style rules: the text of the page's `<style>` elements → the rules that hide text, and the elements that they hide.

A sheet is searched for words that hide, and only the rules around them are read: sheets are long, and few rules hide.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
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

    def hidden(self, bare: Callable[[], bool]) -> Iterator[tuple[Node, SheetRule, Hidden]]:
        """The elements that a rule hides, the rule and why; others may still show them.

        bare: are all colours of the page known?
        """
        if rules := _hiding_rules(self._css, bare() or bool(_page_ground(self._css))):
            yield from self._matches(rules)

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
            rules = _rules(self._css, names, within=setting) if len(self._known) < _MOST_SELECTORS else ()
            self._known[key] = list(rules)
        return self._known[key]

    def ground(self, node: Node) -> str:
        """The colour behind an element's text by the page's rules: known of the page itself, "?" where a rule is."""
        if node.tag in ("body", "html"):
            return _page_ground(self._css)
        return "?" if any(name in self._css for name in _names(node.attributes)) else ""

    def _matches(self, rules: tuple[tuple[SheetRule, Hidden], ...]) -> Iterator[tuple[Node, SheetRule, Hidden]]:
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


@lru_cache(maxsize=32)
def _hiding_rules(css: str, colours: bool) -> tuple[tuple[SheetRule, Hidden], ...]:
    """The rules that hide, and why; kept for the next page, which may be of the same site."""
    found: list[tuple[SheetRule, Hidden]] = []
    for rule in _rules(css, _HIDING + _COLOURS if colours else _HIDING):
        why = hidden_by(rule.said) or (Hidden("", "color") if ink(rule.said) else None)
        if why is not None:
            found.append((rule, why))
    return tuple(found[:_MOST_RULES])


def _rules(css: str, needles: tuple[str, ...], within: str = "") -> Iterator[SheetRule]:
    """The rules around some words; those only that have some other in their braces."""
    for begin, prelude, body in _blocks(css, needles, inside=not within):
        if within not in body:
            continue
        said = declarations(body)
        for selector in split_selectors(prelude):
            if selector and not is_momentary(selector) and not _WITHOUT_SCRIPTS.search(selector):
                yield SheetRule(selector, said, begin)


def _spare(css: str) -> str:
    """A sheet without its comments, and without spaces after colons."""
    if "/*" in css:
        first, *others = css.split("/*")
        css = first + "".join(part.partition("*/")[2] for part in others)
    return css.replace(": ", ":")


def _blocks(css: str, needles: tuple[str, ...], inside: bool = True) -> Iterator[tuple[int, str, str]]:
    """The rules around some words, if they hold on a wide screen: where, and what stands before and in their braces."""
    hits = sorted(place for needle in needles for place in _places(css, needle) if _may(css, needle, place))
    nesting = _Nesting(css)
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
        if nesting.holds(begin):
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


@lru_cache(maxsize=32)
def _page_ground(css: str) -> str:
    """The colour that the last rule about `body` or `html` sets behind the page."""
    found = [ground(declarations(rule[1])) for rule in _GROUND.finditer(css)]
    return next((behind for behind in reversed(found) if behind), "")


class _Nesting:
    """Says of places in a sheet, in their order, whether a rule there holds: by the @-blocks around it."""

    def __init__(self, css: str) -> None:
        self._css = css
        self._here, self._there = [0, 0], [0, 0]  # place and depth: of the last rule, and of the last mark
        self._mark = css.find("@")
        self._stack: list[tuple[int, bool]] = []

    def holds(self, place: int) -> bool:
        """Does a rule here hold? Most stand in no block at all, and need no more than a count of braces."""
        depth = self._depth(self._here, place)
        if not depth:
            return True
        while 0 <= self._mark < place:
            self._open(self._mark)
            self._mark = self._css.find("@", self._mark + 1)
        self._close(depth)
        return depth == len(self._stack) and all(held for _, held in self._stack)

    def _depth(self, at: list[int], place: int) -> int:
        at[1] = max(0, at[1] + self._css.count("{", at[0], place) - self._css.count("}", at[0], place))
        at[0] = place
        return at[1]

    def _open(self, mark: int) -> None:
        """Note the block that begins at a mark."""
        depth = self._depth(self._there, mark)
        self._close(depth)
        prelude, brace, _ = self._css[mark : mark + _LONGEST].partition("{")
        if brace and ";" not in prelude and "}" not in prelude:
            self._stack.append((depth, applies(prelude)))

    def _close(self, depth: int) -> None:
        while self._stack and self._stack[-1][0] >= depth:
            self._stack.pop()


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
_GROUND: Final = re.compile(r"(?:body|html)(?:,[^{}.#]{0,60})?\s{0,9}\{([^{}]{0,900})\}")
_FRACTION: Final = re.compile(r"\.0*[1-9]")
# Between two sheets: whatever was left open ends, and the count of braces begins anew at the mark.
_END: Final = "}}}}@;"
_LONGEST: Final = 4_000
_MOST_RULES: Final = 500
_MOST_UNNAMED: Final = 12
_MOST_SELECTORS: Final = 60
_FEW: Final = 14
_WORD: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")
_PLAIN: Final = re.compile(r"[.#][A-Za-z_][\w-]*")
_NAME: Final = re.compile(r"[.#](?:[\w-]|\\.|[^\x00-\x7f])+")
_IN_BRACKETS: Final = re.compile(r"\[[^\[\]]*\]|:(?:not|is|where|has)\([^()]*\)")
# The page's class while no script has run: all readers' browsers run them.
_WITHOUT_SCRIPTS: Final = re.compile(r"no-?js|no-?script|js-disabled", re.I)
