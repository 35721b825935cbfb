"""Unseen: `Tree` → the same tree without text that no reader sees, and what that was.

Hidden elements stay, so that paths to the others hold; they are emptied of text and pictures, while scripts, styles
and `meta` inside them stay. Known are attributes, inline styles and the page's own `<style>` on a wide screen. What a
reader may open (tabs, accordions, "read more", notes) and what a script will surely unveil is left as it is.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Final, NamedTuple

from printworthy.base.tags import BLOCK, KINDS
from printworthy.data.trace import UnseenText
from printworthy.data.tree import Node, Tree
from printworthy.parse.css import media_applies
from printworthy.parse.hiding import MAY_HIDE, Declarations, Hidden, alike, declarations, ground, hidden_by, ink
from printworthy.parse.style_rules import StyleRules


class _Found(NamedTuple):
    """A hidden element, why it is, and its text."""

    node: Node
    why: Hidden
    text: str


def drop_unseen(tree: Tree) -> list[UnseenText]:
    """Empty what is hidden; the texts that were there, in the order of the page."""
    if tree.body is None:
        return []
    page = _Page(tree.root)
    unseen = _lesser_part(tree.body, _without_series(page.hidden()))
    for one in reversed(unseen):  # from the inside out: what is emptied is never touched again
        _empty(one.node, one.why.by)
    return [UnseenText(one.text, one.why.reason) for one in unseen]


class _Page:
    """One page: what hides its elements, and what opens them."""

    def __init__(self, root: Node) -> None:
        self._root = root
        self._sheets = StyleRules(root, [])
        self._targets: set[str] | None = None
        self._bare: bool | None = None

    def hidden(self) -> dict[int, _Found]:
        """The hidden elements with text, by their identity."""
        found: dict[int, _Found] = {}
        texts: list[str] = []
        marked: list[tuple[Node, dict[str, str | None]]] = []
        for node in self._root.css(_MARKED):
            attributes = node.attributes
            if node.tag != "style":
                marked.append((node, attributes))
            elif _holds(node, attributes):
                texts.append(node.text())
        self._sheets = StyleRules(self._root, texts)
        for node, attributes in marked:
            why = self._by_attributes(node, attributes)
            if why is not None:
                self._add(found, node, why)
        if texts:
            self._add_by_rules(found)
        return found

    def _add(self, found: dict[int, _Found], node: Node, why: Hidden) -> None:
        """Note a hidden element, if it has text that nobody can open."""
        if node.tag not in _NEVER and (text := _text(node)) and not self._may_open(node, why):
            found[node.mem_id] = _Found(node, why, text)

    def _by_attributes(self, node: Node, attributes: dict[str, str | None]) -> Hidden | None:
        style = attributes.get("style")
        if style and MAY_HIDE.search(style):
            said = declarations(style)
            why = hidden_by(said) or self._by_colour(node, said)
            if why is not None:
                return None if why.by in _FADING and _animated(attributes) else why
        if "hidden" in attributes and attributes["hidden"] != "until-found":
            return None if style and "display" in style else Hidden("the attribute hidden", "display")
        if node.tag == "dialog" and "open" not in attributes:
            return Hidden("a closed dialog", "display")
        # Inline it is seen: a price, a letter or a sign, said in other words to those who listen.
        if attributes.get("aria-hidden") == "true" and node.tag in _BLOCKS:
            return Hidden("aria-hidden", "aria-hidden")
        return None

    def _add_by_rules(self, found: dict[int, _Found]) -> None:
        """Note what the page's rules hide, unless its own style or another rule shows it again."""
        for node, rule, hidden in self._sheets.hidden(self._is_bare):
            if node.mem_id in found or node.first_child is None:
                continue
            attributes = node.attributes
            if hidden.by in _FADING and _animated(attributes):
                continue
            style = attributes.get("style")
            own = declarations(style).get(hidden.by) if style else None
            if own is not None and (own[1] or not rule.said[hidden.by][1]):
                continue
            why = hidden if hidden.reason else self._by_colour(node, rule.said)
            if why is not None:
                self._add(found, node, why)
                if node.mem_id in found and self._sheets.overruled(node, rule, why):
                    del found[node.mem_id]

    def _by_colour(self, node: Node, said: Declarations) -> Hidden | None:
        """Hidden because its letters have the colour of what is behind them."""
        text = ink(said)
        if not text:
            return None
        behind, here = ground(said), node.parent
        if not behind and not alike(text, "#ffffff"):
            return None
        while not behind and here is not None and (here.tag or "-")[0] not in "-!#":
            own = here.attributes
            style = own.get("style") or ""
            behind = ground(declarations(style)) if "background" in style else ""
            behind = behind or (own.get("bgcolor") or "").lower() or self._sheets.ground(here)
            here = here.parent
        behind = behind or ("#ffffff" if self._is_bare() else "")
        return Hidden("the colour of its background", "color") if alike(text, behind) else None

    def _is_bare(self) -> bool:
        """Is no sheet linked? Then all that is known of the page's colours stands in it."""
        if self._bare is None:
            self._bare = self._root.css_first("link[rel~=stylesheet]") is None
        return self._bare

    def _may_open(self, node: Node, why: Hidden) -> bool:
        """May a reader open it?"""
        if why.by == "aria-hidden":
            return _in_formula(node)
        names, here = _OPENED, node
        for _ in range(_NEAR):
            attributes = here.attributes
            own = attributes.get("id") or ""
            if (
                _STREAMED.fullmatch(own)
                or attributes.get("role") == "tabpanel"
                or names.search(f"{attributes.get('class') or ''} {own}")
            ):
                return True
            if own and here is node and own in self._opened():
                return True
            if node.tag not in _BOXES or here.parent is None or here.parent.tag in _NEVER:
                return False
            names, here = _OPENED_ABOVE, here.parent
        return False

    def _opened(self) -> set[str]:
        """The ids of what buttons and links of the page lead to."""
        if self._targets is None:
            self._targets = set()
            for node in self._root.css(_OPENERS):
                attributes = node.attributes
                for name in _LEADING:
                    if value := attributes.get(name):
                        self._targets.update(part.lstrip("#") for part in value.split())
        return self._targets


def _holds(node: Node, attributes: dict[str, str | None]) -> bool:
    """Does a sheet hold for a reader with a wide screen, whose browser runs scripts?"""
    parent = node.parent
    known = (attributes.get("type") or "text/css").lower() == "text/css"
    return known and (parent is None or parent.tag != "noscript") and media_applies(attributes.get("media") or "")


def _animated(attributes: dict[str, str | None]) -> bool:
    """Will a script fade the element in?"""
    return not _ANIMATING.isdisjoint(attributes) or _ANIMATED.search(attributes.get("class") or "") is not None


def _in_formula(node: Node) -> bool:
    """Is it the part of a formula that is seen, beside the one that is read aloud?"""
    here: Node | None = node
    while here is not None and here.tag not in _NEVER:
        if here.tag in _FORMULAS or _FORMULA.search(here.attributes.get("class") or ""):
            return True
        here = here.parent
    return False


def _without_series(found: dict[int, _Found]) -> dict[int, _Found]:
    """Without boxes of one template that are hidden three times or more: slides, answers, what subscribers see."""
    series: defaultdict[tuple[str | None, ...], list[_Found]] = defaultdict(list)
    for one in found.values():
        if one.why.by == "aria-hidden" or one.node.tag in _BOXES and one.why.by in _OPENING:
            above = one.node.parent
            around = (above.tag, above.attributes.get("class")) if above is not None else ()
            series[(one.node.tag, one.node.attributes.get("class"), one.why.by, *around)].append(one)
    for alike_ones in series.values():
        heard = alike_ones[0].why.by == "aria-hidden"
        if len(alike_ones) >= _SERIES and (
            heard or sum(len(one.text) for one in alike_ones) >= _LONG * len(alike_ones)
        ):
            for one in alike_ones:
                del found[one.node.mem_id]
    return found


def _outermost(found: dict[int, _Found]) -> list[_Found]:
    """Without those inside others, in the order of the page as far as it is known."""
    kept = []
    for one in found.values():
        above, steps = one.node.parent, 0
        while above is not None and above.mem_id not in found and steps < _DEEPEST:
            above, steps = above.parent, steps + 1
        if above is None or above.mem_id not in found:
            kept.append(one)
    return kept


def _text(node: Node) -> str:
    """The text of an element without that of scripts; empty if there is only space."""
    if node.first_child is None:
        return ""
    text = node.text()
    if not text or text.isspace():
        return ""
    if "{" in text and node.css_first("script,style,template") is not None:
        text = "".join(inside.text_content or "" for inside in _texts(node))
    return " ".join(text.split())


def _texts(node: Node) -> Iterator[Node]:
    """The text nodes below an element, without those of scripts."""
    todo = [node.first_child]
    while todo:
        here = todo.pop()
        if here is None:
            continue
        todo.append(here.next)
        tag = here.tag
        if tag == "-text":
            yield here
        elif tag not in _DATA:
            todo.append(here.first_child)


def _lesser_part(body: Node, found: dict[int, _Found]) -> list[_Found]:
    """What was found, but never most of the page's text: then a script unveils the largest of it, and all alike."""
    outer = _outermost(found)
    if sum(len(one.text) for one in outer) < _MUCH:
        return outer
    whole = _letters(body) - sum(map(_letters, body.css("script,style,template")))
    while 2 * sum(len(one.text.replace(" ", "")) for one in outer) > whole:
        largest = max(outer, key=lambda one: len(one.text))
        found = {key: one for key, one in found.items() if (one.why, one.node.tag) != (largest.why, largest.node.tag)}
        outer = _outermost(found)
    return outer


def _letters(node: Node) -> int:
    """How much text an element holds, whatever space stands between."""
    return sum(map(len, node.text().split()))


def _empty(node: Node, by: str) -> None:
    """Take the text and the pictures out of an element. What shows itself again inside stays, and so do data."""
    again = _SHOWN_AGAIN.get(by)
    shown = {one.mem_id for one in node.css(again)} if again else set()
    whole = not shown and node.css_first(_KEPT) is None
    if whole and by != "aria-hidden":
        node.attrs["hidden"] = ""  # so that nobody takes it for an empty box that is seen
    for one in _children(node) if whole else list(_inside(node, shown)):
        one.decompose()


def _children(node: Node) -> list[Node]:
    found, child = [], node.first_child
    while child is not None:
        found.append(child)
        child = child.next
    return found


def _inside(node: Node, shown: set[int]) -> Iterator[Node]:
    """The text and the pictures below an element that are not shown, one by one."""
    todo = [node.first_child]
    while todo:
        here = todo.pop()
        if here is None:
            continue
        todo.append(here.next)
        tag = here.tag
        if tag == "-text" or tag in _PICTURES:
            yield here
        elif tag not in _DATA and here.mem_id not in shown:
            todo.append(here.first_child)


_MARKED: Final = "[hidden],[style],[aria-hidden=true],style,dialog"
_BLOCKS: Final = frozenset(name for name, kind in KINDS.items() if kind == BLOCK)
_BOXES: Final = frozenset("div section article blockquote ul ol li dd figure table tr".split())
_OPENING: Final = frozenset(("display", "visibility", "opacity", "height", "max-height"))
_SERIES: Final = 3
_LONG: Final = 60
_NEVER: Final = frozenset(("html", "body", "head"))
_DATA: Final = frozenset(("script", "style", "template", "meta", "link", "noscript"))
_KEPT: Final = "script,style,meta,link,template"
_PICTURES: Final = frozenset(("img", "picture", "video", "audio", "iframe", "object", "embed", "svg"))
# By these it is hidden as a whole, by others parts of it may be shown.
_SHOWN_AGAIN: Final = {
    "visibility": '[style*="visible"]',
    "font-size": '[style*="font"],[class]',
    "color": '[style*="color"]',
    "text-indent": '[style*="indent"]',
}
# Pages fade things in when a reader comes to them.
_FADING: Final = frozenset(("opacity", "visibility", "transform", "clip-path"))
_ANIMATING: Final = frozenset(
    "data-aos data-w-id data-wow-delay data-wow-duration data-framer-appear-id data-framer-name data-animation "
    "data-animate data-scroll data-sal data-reveal data-motion data-lazy".split()
)
_ANIMATED: Final = re.compile(
    r"(?:^|[\s_-])(?:wow|aos|animat\w*|fade\w*|reveal\w*|appear\w*|invisible|lazy\w*|scroll\w*|in-?view|motion\w*|loading)"
    r"(?=$|[\s_-])",
    re.I,
)
_FORMULAS: Final = frozenset(("math", "mjx-container", "mjx-math"))
_FORMULA: Final = re.compile(r"katex|mathjax|mjx|mwe-math|MJX|temml", re.I)
# What a reader opens by a click, by its name.
_OPENED: Final = re.compile(
    r"(?:^|[\s_-])(?:tab|tabs|tab-?pan\w+|panel\w*|pane|accordion\w*|collaps\w*|expand\w*|toggle\w*|more|less|readmore|more-?\w+|"
    r"faqs?|answers?|spoilers?|slides?|slider\w*|carousel\w*|swiper\w*|truncat\w*|unfold\w*|foldable|full-?(?:text|content|"
    r"article|story|description)|disclosure\w*|details?|read-?more\w*|show-?more\w*|steps?|footnotes?|sidenotes?)(?=$|[\s_-])",
    re.I,
)
# The same of what is around it: words that mean nothing else.
_OPENED_ABOVE: Final = re.compile(
    r"(?:^|[\s_-])(?:tab-?pan\w+|accordion\w*|collapsible\w*|collapse|expand(?:able|er)\w*|faqs?|spoilers?|disclosure\w*)(?=$|[\s_-])",
    re.I,
)
# React puts what comes late at the end of the page, hidden, and a script moves it to its place.
_STREAMED: Final = re.compile(r"S:\w{1,8}")
_OPENERS: Final = '[aria-controls],[data-target],[data-bs-target],[popovertarget],a[href^="#"]'
_LEADING: Final = ("aria-controls", "data-target", "data-bs-target", "popovertarget", "href")
_NEAR: Final = 3
_DEEPEST: Final = 600
_MUCH: Final = 300
