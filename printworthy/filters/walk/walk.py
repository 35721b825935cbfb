"""The walk: `Tree` + `WalkPlan` → `Layout`. One pass without recursion shows every node to the filters that ask for it.

Editors change attributes as they go. Nothing is deleted here: what the tests drop is noted and not entered, and the
rest is summed up for the judges.
"""

from __future__ import annotations

import re
from typing import Final

from printworthy.data.tree import Node, Tree
from printworthy.filters.walk.layout import Element, Layout
from printworthy.filters.walk.node_kinds import BARE, CLOSED, FORGOTTEN, HEADLINE, HOLDERS, LINK, TEXT, VOID, asked
from printworthy.filters.walk.plan import (
    DROP,
    KEEP,
    NUMBERED,
    Attributes,
    Context,
    Names,
    TagRule,
    TextFilter,
    WalkPlan,
    Watch,
)

# A text node with more characters than this is no label of an advertisement.
_LABEL: Final = 48
# One outside of links with more letters than this tells something: it is no name, price or date.
_SENTENCE: Final = 40
_RUNS: Final = re.compile("[\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9d]+")
# The first bytes that these characters, and few others, have in UTF-8.
_LEADS: Final = bytes([*range(0xE3, 0xEA), 0xEF])
_SURPLUS: Final = 1.5


def edit_alone(tree: Tree, plan: WalkPlan, context: Context) -> Layout:
    """Phase one, for a plan that has nothing else: the parser finds the elements that editors want to see."""
    done = set[int]()  # what is closed, and what was seen: the parser finds an element once for each part of a query
    for holder in tree.root.css(",".join(HOLDERS)):
        if holder.mem_id not in done:
            done.update([node.mem_id for node in holder.css("*")[1:]])
    for node in tree.root.css(plan.query()):
        if node.mem_id not in done:
            done.add(node.mem_id)
            _edit(node, node.attributes, plan.rule(node.tag or "").watch, context)
    return Layout([Element(tree.root, None, 0)])


class _Open:
    """A link that stands open: what had been seen, said and deleted where it began, and the link around it."""

    def __init__(self, node: Node, above: _Open | None, seen: int, said: int, fallen: int) -> None:
        self.node = node
        self.above = above
        self.seen = seen
        self.said = said
        self.fallen = fallen


def walk(tree: Tree, plan: WalkPlan, context: Context, texts: bool = False) -> Layout:  # noqa: C901 PLR0912 PLR0915
    """The page's layout; with `texts`, also its text nodes. One long loop: it runs thousands of times a page."""
    layout = Layout()
    elements, drops, droppers, lost = layout.elements, layout.drops, layout.droppers, layout.lost
    filters, chosen, prose = plan.texts, context.chosen, plan.prose
    asks, retain, links, hrefs = plan.names, plan.retain_links, layout.links, layout.hrefs
    labels: frozenset[str] = frozenset() if context.spared else plan.labels
    by_class, by_id, numbered = plan.by_class, plan.by_id, plan.numbered
    strange: dict[int, TagRule] = {}
    page = here = Element(tree.root, None, 0)
    elements.append(page)
    _edit(tree.root, tree.root.attributes, plan.rule("html").watch, context)
    link: _Open | None = None
    said = 0  # linked letters so far
    seen = 0  # pictures and the like so far
    before = 0  # letters of the text right before, with nothing between that stays
    stack: list[Node] = []  # open elements
    node: Node | None = tree.root.first_child
    while True:
        if node is None:
            if not stack:
                return layout
            last = stack.pop()
            before = 0
            if last is here.node:
                inner, here = here, here.above or page
                if retain:
                    inner.last = len(links)
                    here.heading = here.heading or inner.heading
            elif link is not None and last is link.node:
                if said > link.said or plan.picture_links and seen > link.seen:
                    here.links += 1
                elif seen == link.seen and len(drops) > link.fallen:
                    layout.hollow.append((last, here))
                link = link.above
            node = _after(last)
            continue
        number = node.tag_id
        rule = numbered[number] if number < NUMBERED else strange.get(number)
        if rule is None:
            rule = plan.rule(node.tag or "")
            if number < NUMBERED:
                numbered[number] = rule
            else:
                strange[number] = rule
        kind = rule.kind
        if kind == TEXT:
            content = node.text_content
            after = node.next
            if content and not content.isspace():
                if filters:
                    content = _refined(node, content, filters)
                size = _letters(content)
                if link is not None:
                    here.linked += size
                    said += size
                    if size + before > prose:
                        here.prose += size if before > prose else size + before
                else:
                    here.letters += size
                    if size + before > _SENTENCE:
                        here.told += size if before > _SENTENCE else size + before
                    if labels and len(content) < _LABEL and content.strip().lower() in labels:
                        here.label += size
                if texts:
                    layout.texts.append((node, here))
                before += size
            node = after
            continue
        if rule.drop:
            drops.append(node)
            droppers.append(rule.drop)
            here.dropped += 1
            if not rule.linkless:
                lost.append(node)
            node = _after(node)
            continue
        if kind == BARE:
            before = 0
            node = _after(node)
            continue
        if chosen and (decided := chosen.get(node.mem_id)):
            _take(layout, here, node, rule, *decided)
            before = before if decided[0] == DROP else 0
            node = _after(node)
            continue
        before, kept = 0, before
        role = rule.role
        if attributes := node.attributes:
            # No loops and no calls into Python for what most elements are: a class that nobody knows.
            verdict, name, rest = KEEP, "", len(attributes)
            if asks:
                if names := attributes.get("class"):
                    rest -= 1
                    known = by_class.get(names)
                    if known is None:
                        known = plan.who_knows(".", names)
                    if known:
                        verdict, name = _confirmed(node, known, ".", names, context)
                        if verdict > 0:
                            role |= verdict
                if rest and verdict >= 0 and (names := attributes.get("id")):
                    rest -= 1
                    known = by_id.get(names)
                    if known is None:
                        known = plan.who_knows("#", names)
                    if known:
                        verdict, name = _confirmed(node, known, "#", names, context)
                        if verdict > 0:
                            role |= verdict
            if verdict >= 0 and (rest or rule.by_names):
                verdict, name = _show(node, attributes, rule.watch, context)
                if verdict > 0:
                    role |= verdict
            if verdict < 0:
                _take(layout, here, node, rule, verdict, name)
                before = kept if verdict == DROP else 0
                node = _after(node)
                continue
        if rule.solid:
            here.substance += 1
            seen += 1
        if rule.fields:
            here.fields += asked(rule.fields, attributes.get("type"))
        if kind == CLOSED:
            if retain and rule.holder:
                links.append(node)
                hrefs.append(None)
                here.heading = here.heading or node
            node = _after(node)
        elif kind == LINK:
            link = _Open(node, link, seen, said, len(drops))
            stack.append(node)
            if retain:
                links.append(node)
                hrefs.append(attributes.get("href") or "")
            if plan.unwrap_links:
                layout.anchors.append((node, here))
            node = node.first_child
        elif role:
            stack.append(node)
            here = Element(node, here, role)
            elements.append(here)
            if retain:
                here.first = len(links)
                if rule.heading:
                    here.heading = node
            node = node.first_child
        elif kind == VOID:
            node = _after(node)
        else:
            if kind == HEADLINE:
                here.headline = True
            elif retain and rule.heading and here.heading is None:
                here.heading = node
            below = node.first_child
            if below is None:
                node = _after(node)
            else:
                stack.append(node)
                node = below


def _after(node: Node) -> Node | None:
    """What follows an element, past white space: that after elements is a quarter of all nodes, and of no interest."""
    after = node.next
    return after.next if after is not None and after.is_empty_text_node else after


def _letters(text: str) -> int:
    """How many letters a text has, without white space. To look for a character takes less time than to count it."""
    size = len(text) - text.count(" ")
    if "\n" in text:
        size -= text.count("\n")
    if "\t" in text:
        size -= text.count("\t")
    return size if text.isascii() else size + dense_surplus(text)


def _take(layout: Layout, here: Element, node: Node, rule: TagRule, verdict: int, name: str) -> None:
    """Note a node that is deleted, or claimed: nobody looks inside either."""
    if verdict == DROP:
        layout.drops.append(node)
        layout.droppers.append(name)
        here.dropped += 1
        if not rule.linkless and name not in FORGOTTEN:
            layout.lost.append(node)
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
    interests = [interest for key in attributes if (interest := watch.get(key)) is not None]
    if not interests:
        return KEEP, ""
    for interest in interests:
        for edit in interest.edits:
            edit(node, attributes, context)
    role = KEEP
    for interest in interests:
        for test in interest.tests:
            verdict = test.call(node, attributes, context)
            if verdict < 0:
                return verdict, test.name
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


def dense_surplus(text: str) -> int:
    """By how many letters more than it has a text counts."""
    # Patterns are slow: most texts of other scripts are told without.
    told = text.encode("utf-8", "surrogatepass")
    if len(told.translate(None, _LEADS)) == len(told):
        return 0
    return int(_SURPLUS * len("".join(_RUNS.findall(text))))
