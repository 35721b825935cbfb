"""The walk: `Tree` + `Plan` → `Layout`. One pass without recursion shows every node to the filters that asked for it.

Editors change attributes as they go. Nothing is deleted here: what the tests drop is noted and not entered, and the
rest is summed up for the judges.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from printworthy.data.tree import Node, Tree
from printworthy.filters.context import Context
from printworthy.filters.layout import Element, Layout
from printworthy.filters.plan import DROP, KEEP, Attributes, Names, Plan, TextFilter, Watch

# Kinds of node.
_INNER: Final = 0
_LINK: Final = 2
_CLOSED: Final = 3
_HEADLINE: Final = 4

_KINDS: Final = {
    "a": _LINK,
    "h1": _HEADLINE,
    # What is inside these is no text of the page.
    **dict.fromkeys(
        "-comment !doctype script style template svg math iframe canvas select textarea title noembed noframes xmp "
        "plaintext datalist".split(),
        _CLOSED,
    ),
}
# Those of them in which there may be elements.
_HOLDERS: Final = "svg,math,canvas,select,datalist"
# Two characters of Chinese or Japanese make a word, five letters one of the languages with spaces.
_DENSE: Final = re.compile("[\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9d]")
_DENSE_WEIGHT: Final = 1.5
# A text node with more characters than this is no label of an advertisement.
_LABEL: Final = 48
Rule: TypeAlias = tuple[int, str, Watch, Callable[[Iterable[str]], bool], int, bool]


def edit_alone(tree: Tree, plan: Plan, context: Context) -> Layout:
    """Phase one, for a plan that has nothing else: the parser finds the elements that editors want to see."""
    done = set[int]()  # what is closed, and what was seen: the parser finds an element once for each part of a query
    for holder in tree.root.css(_HOLDERS):
        if holder.mem_id not in done:
            done.update([node.mem_id for node in holder.css("*")[1:]])
    for node in tree.root.css(plan.query()):
        if node.mem_id not in done:
            done.add(node.mem_id)
            _edit(node, node.attributes, plan.watch(node.tag or ""), context)
    return Layout([Element(tree.root, None, 0)])


def walk(tree: Tree, plan: Plan, context: Context, texts: bool = False) -> Layout:  # noqa: C901 PLR0912 PLR0915
    """The page's layout; with `texts`, also its text nodes. One long loop: it runs thousands of times a page."""
    layout = Layout()
    elements, drops, filters, chosen = layout.elements, layout.drops, plan.texts, context.chosen
    asks = plan.names
    labels: frozenset[str] = frozenset() if context.spared else plan.labels
    by_class, by_id = plan.by_class, plan.by_id
    # Tags that the parser has no number for are numbered by an address in memory, which is good within one page.
    rules: dict[int, Rule] = {}
    page = here = Element(tree.root, None, 0)
    elements.append(page)
    _edit(tree.root, tree.root.attributes, plan.watch("html"), context)
    in_link = 0
    said = 0  # linked letters so far
    seen = 0  # pictures and the like so far
    text = -1  # the parser's number for text, which half of all nodes are
    # Open elements; those at whose end there is something to do come with what is needed for it.
    stack: list[Node | tuple[Node, int, int, int]] = []
    node: Node | None = tree.root.first_child
    while True:
        if node is None:
            if not stack:
                return layout
            last = stack.pop()
            if type(last) is tuple:
                last, before, mark, fallen = last
                if before < 0:
                    here = here.above or page
                else:
                    in_link -= 1
                    if said > mark or plan.picture_links and seen > before:
                        here.links += 1
                    elif seen == before and len(drops) > fallen:
                        layout.hollow.append((last, here))
            node = last.next  # type: ignore[union-attr]  # a tuple was taken apart
            continue
        number = node.tag_id
        if number == text:
            content = node.text_content
            after = node.next
            if content and not content.isspace():
                if filters:
                    content = _refined(node, content, filters)
                size = len(content) - content.count(" ") - content.count("\n") - content.count("\t")
                if not content.isascii():
                    size += int(_DENSE_WEIGHT * len(_DENSE.findall(content)))
                if in_link:
                    here.linked += size
                    said += size
                else:
                    here.letters += size
                    if len(content) < _LABEL and content.strip().lower() in labels:
                        here.label += size
                if texts:
                    layout.texts.append((node, here))
            node = after
            continue
        rule = rules.get(number)
        if rule is None:
            rule = rules[number] = _rule(node.tag or "", plan)
            if node.tag == "-text":
                text = number
                continue
        kind, drop, watch, unwatched, role, solid = rule
        if drop:
            drops.append((node, here, drop))
            here.dropped += 1
            node = node.next
            continue
        if chosen and (decided := chosen.get(node.mem_id)):
            _take(layout, here, node, *decided)
            node = node.next
            continue
        if attributes := node.attributes:
            # No loops and no calls into Python for what most elements are: a class that nobody knows.
            verdict, name = KEEP, ""
            if asks:
                if names := attributes.get("class"):
                    known = by_class.get(names)
                    if known is None:
                        known = plan.who_knows(".", names)
                    if known:
                        verdict, name = _confirmed(node, known, ".", names, context)
                        if verdict > 0:
                            role |= verdict
                if verdict >= 0 and (names := attributes.get("id")):
                    known = by_id.get(names)
                    if known is None:
                        known = plan.who_knows("#", names)
                    if known:
                        verdict, name = _confirmed(node, known, "#", names, context)
                        if verdict > 0:
                            role |= verdict
            if verdict >= 0 and not unwatched(attributes):
                verdict, name = _show(node, attributes, watch, context)
                if verdict > 0:
                    role |= verdict
            if verdict < 0:
                _take(layout, here, node, verdict, name)
                node = node.next
                continue
        if solid:
            here.substance += 1
            seen += 1
        if kind == _CLOSED:
            node = node.next
        elif kind == _LINK:
            in_link += 1
            stack.append((node, seen, said, len(drops)))
            if plan.unwrap_links:
                layout.anchors.append((node, here))
            node = node.first_child
        elif role:
            stack.append((node, -1, 0, 0))
            here = Element(node, here, role)
            elements.append(here)
            node = node.first_child
        else:
            if kind == _HEADLINE:
                here.headline = True
            below = node.first_child
            if below is None:
                node = node.next
            else:
                stack.append(node)
                node = below


def _rule(tag: str, plan: Plan) -> Rule:
    """What the walk does at a tag: its kind, who deletes it, who watches it, its role, and if it is of substance."""
    kind, role, watch = _KINDS.get(tag, _INNER), plan.roles.get(tag, 0), plan.watch(tag)
    return kind, plan.drops.get(tag, ""), watch, frozenset(watch).isdisjoint, role, tag in plan.substance


def _take(layout: Layout, here: Element, node: Node, verdict: int, name: str) -> None:
    """Note a node that is deleted, or claimed: nobody looks inside either."""
    if verdict == DROP:
        layout.drops.append((node, here, name))
        here.dropped += 1
    else:
        here.substance += 1
        here.headline = True


def _edit(node: Node, attributes: Attributes, watch: Watch, context: Context) -> None:
    """Phase one, for an element that is never deleted."""
    for interest in [watch[key] for key in attributes if key in watch]:
        for edit in interest.edits:
            edit(node, attributes, context)


def _show(node: Node, attributes: Attributes, watch: Watch, context: Context) -> tuple[int, str]:
    """Both phases for one element: all edits, then tests until one deletes or claims it. Roles add up."""
    interests = [watch[key] for key in attributes if key in watch]
    for edits, _ in interests:
        for edit in edits:
            edit(node, attributes, context)
    role = KEEP
    for _, tests in interests:
        for name, test in tests:
            verdict = test(node, attributes, context)
            if verdict < 0:
                return verdict, name
            role |= verdict
    return role, ""


def _confirmed(node: Node, asked: list[Names], sign: str, names: str, context: Context) -> tuple[int, str]:
    """What the filters that know this class or id say of this element."""
    role = KEEP
    for one in asked:
        verdict = one.confirm(node, sign, names, context)
        if verdict < 0:
            return verdict, one.name
        role |= verdict
    return role, ""


def _refined(node: Node, content: str, filters: list[TextFilter]) -> str:
    """The text after the text filters, which is put into the page if they changed it."""
    text = content
    for refine in filters:
        text = refine(text)
    if text != content:
        node.replace_with(text)
    return text
