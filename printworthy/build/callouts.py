"""Callouts: boxes that say by their class what they are (a note, a tip, a warning) → `Callout` with kind and title.

Makers of pages agree on the pattern and not on the names: a word for the box (`admonition`, `callout`, `alert`), a word
for the kind beside it (`note`, `warning`), and the title as the first line. So the class names are read word by word.

Quotations (`blockquote`) become `Quote`, with who said it as the last line, or callouts where they are marked as such.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, cast

from printworthy.base.tags import CODE, HEADING
from printworthy.build.inline import plain
from printworthy.build.outline import Outline, tidy
from printworthy.build.scene import Scene
from printworthy.data.blocks import (
    Block,
    Break,
    Callout,
    Figure,
    Gallery,
    Heading,
    Inline,
    Paragraph,
    Quote,
    Style,
    Table,
    Text,
)
from printworthy.data.columns import Columns
from printworthy.data.tree import Node

# What a page calls its box; the names of its parts (`callout-title`) end otherwise and are none.
_BOX: Final = (
    r"(?:admonition(?:block)?|callout(?:-card|-block)?|alert|hint(?:-container)?|notecard|custom-block|"
    r"information-macro|template-box|starlight-aside|note-?box|tip-?box|panel-block|aside-note|message-box)"
)
_KINDS: Final[dict[str, str]] = {
    **{kind: kind for kind in (
        "note tip info important warning caution danger error success question example abstract todo bug failure hint "
        "attention seealso quote check help summary tldr remark definition theorem exercise"
    ).split()},
    "information": "info", "warn": "warning", "tips": "tip", "notes": "note", "faq": "question",
    "fail": "failure", "missing": "failure", "done": "success", "see-also": "seealso", "cite": "quote",
    "critical": "danger", "primary": "note", "secondary": "note", "default": "note",
    "neutral": "note", "accent": "note", "light": "note", "dark": "note", "muted": "note", "notice": "note",
}  # fmt: skip
_WORDS: Final = "|".join(sorted(_KINDS, key=len, reverse=True))
_NAMED: Final = re.compile(rf"(?:^|[\s_-])(?:is-)?{_BOX}[_-]{{1,2}}(?:type-|is-)?({_WORDS})(?=\s|$)", re.I)
# Build tools add a few letters to the names of a component.
_PLAIN: Final = re.compile(
    rf"(?:^|\s)(?:[\w-]{{1,20}}[_-])?{_BOX}(?:_(?-i:(?=[\w-]{{0,9}}[A-Z\d])[A-Za-z\d][\w-]{{3,9}}))?(?=\s|$)", re.I
)
_BESIDE: Final = re.compile(rf"(?:^|\s)(?:is-|type-|theme-)?({_WORDS})(?=\s|$)", re.I)
# Kinds that need no word for the box: nothing else is called so.
_BARE: Final = re.compile(
    r"^(?:docutils |bg-)?(note|tip|warning|caution|important|danger|attention)(?: docutils)?$", re.I
)
_QUICK: Final = re.compile(
    r"admonition|callout|alert|hint|notecard|custom-block|information-macro|template-box|starlight-aside|"
    r"note-?box|tip-?box|panel-block|aside-note|message-box|\b(?:note|tip|warning|caution|important|danger|attention)\b",
    re.I,
)
_MARKS: Final = (
    "admonition", "callout", "alert", "hint", "notecard", "custom-block", "information-macro", "template-box",
    "starlight-aside", "notebox", "note-box", "tipbox", "tip-box", "panel-block", "message-box", "note", "tip",
    "warning", "caution", "important", "danger", "attention",
)  # fmt: skip
_ATTRIBUTES: Final = ("data-callout", "data-callout-type", "data-admonition-type", "data-alert-type")
_OTHER: Final = re.compile(r"dismiss|promo|newsletter|subscri|signup|cookie|consent|toast|navbar|hatnote|group", re.I)
_TITLE: Final = re.compile(r"(?:^|[\s_-])(?:title|heading|header|headline|label|icon|name)(?=[\s_-]|$)|Heading_", re.I)
_VAGUE: Final = re.compile(r"(?:^|\s)(?:alert|hint|message-box)(?=\s|$)", re.I)
_RAW: Final = re.compile(r"\[!([A-Za-z]{2,20})\][+-]?\s*")
_SENTENCE: Final = (*".!?…。！？",)
_LONGEST_TITLE: Final = 120
_LONGEST_LINE: Final = 50
_MOST_SHARE: Final = 0.5
_FEW: Final = 6
_CARDS: Final = 3
_TAGS: Final = frozenset(CODE[tag] for tag in "div aside section p blockquote details article table figure dl".split())
_TITLE_TAGS: Final = frozenset(CODE[tag] for tag in ("summary", "dt", "header"))
_P: Final = CODE["p"]
_BUTTON: Final = CODE["button"]


class CalloutBox(NamedTuple):
    """A callout of the page: its element, its kind, and the element of its title (-1: none)."""

    element: int
    kind: str
    title: int


@dataclass(frozen=True, slots=True)
class CalloutTitle:
    """A title on its way into a `Callout`."""

    children: tuple[Inline, ...]


def find_callouts(columns: Columns, kept: Sequence[bool]) -> list[CalloutBox]:
    """The callouts of which something was kept; none inside another one's title."""
    lowered = "\n".join(columns.key).lower()
    marks = [mark for mark in _MARKS if mark in lowered]
    if not marks:
        return []
    total = sum(kept)
    found: list[CalloutBox] = []
    for element, key in enumerate(lowered.split("\n") if lowered.count("\n") == len(columns.key) - 1 else columns.key):
        if key and columns.tag[element] in _TAGS and any(mark in key for mark in marks) and _QUICK.search(key):
            first, last = columns.first[element], columns.last[element]
            inside = sum(kept[first:last])
            if inside and (inside <= _FEW or inside <= total * _MOST_SHARE) and (kind := _kind(columns, element)):
                found.append(CalloutBox(element, kind, _title(columns, element, last - first)))
    titles = {box.title for box in found}
    return [box for box in found if box.element not in titles and not _is_card(columns, box, found)]


def _is_card(columns: Columns, box: CalloutBox, found: list[CalloutBox]) -> bool:
    """Is a box one of several that fill the element around them? Then they are a grid of cards."""
    around = columns.parent[box.element]
    beside = [one.element for one in found if columns.parent[one.element] == around]
    held = sum(columns.last[one] - columns.first[one] for one in beside)
    return len(beside) >= _CARDS and held == columns.last[around] - columns.first[around]


def _kind(columns: Columns, element: int) -> str:
    """The kind of callout that an element is, or ""."""
    classes = columns.key[element].partition(" #")[0]
    if not classes or _OTHER.search(classes) or columns.flags[element] & HEADING:
        return ""
    attributes = columns.node[element].attributes
    said = next((value for name in _ATTRIBUTES if (value := attributes.get(name))), "").strip().lower()
    if said and said.replace("-", "").isalpha():
        return said[:20]
    if match := _NAMED.search(classes):
        if "alert" in match[0].lower() and (other := _better(classes)):
            return other
        return _KINDS[match[1].lower()]
    if _PLAIN.search(classes):
        kinds = [kind for match in _BESIDE.finditer(classes) if (kind := _KINDS[match[1].lower()]) != "hint"]
        if kinds:
            return kinds[0]
        return "" if _VAGUE.search(classes) and not attributes.get("role") else "note"
    bare = _BARE.match(classes.strip())
    kind = _KINDS[bare[1].lower()] if bare else ""
    return kind if kind not in ("important", "attention") or "docutils" in classes else ""


def _better(classes: str) -> str:
    """The kind that another name of the same element says: `theme-admonition-tip alert alert--success` is a tip."""
    kinds = [_KINDS[match[1].lower()] for match in _NAMED.finditer(classes) if "alert" not in match[0].lower()]
    return kinds[0] if kinds else ""


def _title(columns: Columns, box: int, segments: int) -> int:
    """The element inside a box that is its title: its first text, and so named, a heading or a line of its own."""
    begin = columns.first[box]
    for element in range(box + 1, len(columns.tag)):
        if columns.parent[element] < box or columns.first[element] > begin or begin >= columns.last[box]:
            return -1
        count = columns.last[element] - columns.first[element]
        if count != 1 or columns.first[element] != begin or columns.tag[element] == _BUTTON:
            continue
        text = columns.text[begin]
        if not any(map(str.isalnum, text)):
            begin += 1  # an icon
            continue
        named = _TITLE.search(columns.key[element].partition(" #")[0]) or columns.tag[element] in _TITLE_TAGS
        if (named or columns.flags[element] & HEADING) and len(text) <= _LONGEST_TITLE:
            return element if segments > 1 else -1
        if columns.tag[element] == _P:
            return element if segments > 1 and len(text) <= _LONGEST_LINE and not text.endswith(_SENTENCE) else -1
    return -1


def with_titles(columns: Columns, kept: Sequence[bool], boxes: list[CalloutBox]) -> Sequence[bool]:
    """What was kept, and the rest of its callouts: a title alone says too little to be chosen for itself."""
    if not boxes:
        return kept
    whole = list(kept)
    for box in boxes:
        first, last = columns.first[box.element], columns.last[box.element]
        if 2 * sum(kept[first:last]) >= last - first - 1:
            whole[first:last] = [True] * (last - first)
        elif box.title >= 0:
            whole[first] = True
    return whole


def add_callouts(scene: Scene, boxes: list[CalloutBox]) -> None:
    """Let the walk open these boxes."""
    nodes = scene.columns.node
    for box in boxes:
        scene.boxes[nodes[box.element].mem_id] = box.kind
        if box.title >= 0:
            scene.boxes[nodes[box.title].mem_id] = ""


def open_callout(scene: Scene, node: Node, element: int) -> None:
    """A callout, or the title of one."""
    kind = scene.boxes[node.mem_id]
    if kind:
        scene.outline.open("callout", _close, (kind, (node.attributes.get("aria-label") or "").strip()))
    else:
        scene.outline.open_flat("callout-title", _close_title)


def _close_title(children: tuple[Inline, ...], data: object) -> CalloutTitle | None:
    return CalloutTitle(children) if children else None


def _close(outline: Outline, parts: list[object], data: object) -> Callout | None:
    kind, spoken = cast("tuple[str, str]", data)
    title: tuple[Inline, ...] = ()
    blocks: list[object] = []
    for part in parts:
        if isinstance(part, CalloutTitle):
            title = title or part.children
        else:
            blocks.append(part)
    found = tidy(blocks)
    if found and isinstance(found[0], Paragraph) and not any(map(str.isalnum, plain(found[0].children))):
        found = found[1:]  # an icon
    if all(isinstance(block, Figure | Gallery) for block in found):
        outline.out.extend(found)
        return None
    if not title:
        title, found = _with_title(found)
    if not title and 0 < len(spoken) <= _LONGEST_TITLE:
        title = (Text(spoken),)
    if len(found) == 1 and isinstance(found[0], Callout):
        return found[0] if found[0].title else replace(found[0], title=title)
    said = _KINDS.get(plain(title).strip(" :!").lower(), "")
    return Callout(said or kind, found, title) if found else None


def _with_title(blocks: tuple[Block, ...]) -> tuple[tuple[Inline, ...], tuple[Block, ...]]:
    """A title that stands as a heading or in bold on the first line, and what follows it."""
    first = blocks[0]
    if isinstance(first, Heading) and len(blocks) > 1:
        return first.children, blocks[1:]
    if isinstance(first, Paragraph) and isinstance(bold := first.children[0], Style) and bold.kind == "strong":
        if len(first.children) == 1 and len(blocks) > 1:
            return bold.children, blocks[1:]
        if len(first.children) > 2 and isinstance(first.children[1], Break):
            return bold.children, (Paragraph(first.children[2:]), *blocks[1:])
    return (), blocks


def as_callout(quote: Quote) -> Quote | Callout:
    """A quotation that begins with "[!NOTE]", as plain Markdown readers show a callout, as one."""
    first = quote.blocks[0] if quote.blocks else None
    if not isinstance(first, Paragraph) or not first.children or not isinstance(first.children[0], Text):
        return quote
    match = _RAW.match(first.children[0].text)
    if match is None:
        return quote
    rest = first.children[0].text[match.end() :]
    line = (*((Text(rest),) if rest else ()), *first.children[1:])
    end = next((at for at, child in enumerate(line) if isinstance(child, Break)), -1)
    title, said = (line[:end], line[end + 1 :]) if end >= 0 else ((), line)
    blocks: Iterator[Block] = iter((*((Paragraph(said),) if said else ()), *quote.blocks[1:]))
    return Callout(match[1].lower(), tuple(blocks), cast("tuple[Inline, ...]", title))


# A figure of more elements holds more than a quotation.
_REACH: Final = 60
_FIGURE, _BLOCKQUOTE = (CODE[name] for name in ("figure", "blockquote"))


def open_quote(scene: Scene, node: Node, element: int) -> bool:
    """`blockquote`."""
    scene.outline.open("quote", _close_quote, scene.links.picture(node.attributes.get("cite")))
    return False


def open_speaker(scene: Scene, node: Node, element: int) -> bool:
    """`figcaption`: below a quotation it says who said that; below a table it is the table's caption."""
    outline = scene.outline
    last = outline.out[-1] if outline.out else None
    if isinstance(last, Table) and not last.caption and scene.columns.tag[scene.columns.parent[element]] == _FIGURE:
        outline.open_flat("caption", _close_caption, outline)
        return False
    if outline.out and isinstance(outline.out[-1], Quote) and is_below_quote(scene.columns, element):
        outline.open("speaker", _close_speaker)
    return False


def is_below_quote(columns: Columns, element: int) -> bool:
    """Does an element stand in a figure, below a quotation?"""
    figure = columns.parent[element]
    near = element - figure <= _REACH
    return near and columns.tag[figure] == _FIGURE and _BLOCKQUOTE in columns.tag[figure:element]


def _close_caption(children: tuple[Inline, ...], data: object) -> Table | None:
    """The table, which is taken back from the outline, with its caption."""
    outline = cast(Outline, data)
    if not children:
        return None
    table = cast(Table, outline.out.pop())
    return replace(table, caption=children)


def _close_speaker(outline: Outline, parts: list[object], data: object) -> Quote:
    quote = cast(Quote, outline.out.pop())
    return Quote((*quote.blocks, *tidy(parts)), quote.cite)


def _close_quote(outline: Outline, parts: list[object], data: object) -> Quote | Callout | None:
    blocks = tidy(parts)
    return as_callout(Quote(blocks, cast(str, data))) if blocks else None
