"""What kept text calls for: the kept segments → also the notes to which its links lead, the captions of its tables, and
who said its quotations.

A note stands far from the text, in small type and full of links, and a table's caption or a name is short, so that
methods leave them out. But what they belong to is not whole without them. Only the document has them; the plain running
text stays as it was chosen.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from urllib.parse import unquote

from printworthy.base.tags import CODE, HEADING
from printworthy.build.notes import LOOSE_CALL, Places, looks_like_call
from printworthy.build.quotes import is_below_quote
from printworthy.data.columns import Columns
from printworthy.data.tree import Node, Tree

_CAPTION, _BLOCKQUOTE = CODE["caption"], CODE["blockquote"]
# Where a page says who is quoted; for people, not for more text.
_SPEAKERS = (CODE["footer"], CODE["figcaption"])
_LONGEST_NAME = 160
_PICTURES = "img,picture,video,iframe"
_LONGEST_CALL = 12
_LONGEST_TITLE = 40
_NOTES_TITLE = re.compile(r"(?:^|[\s_-])(?:title|label|heading)(?=[\s_-]|$)", re.I)
_MOST_SEGMENTS = 10
_CALL = re.compile(r"[\[(]?(?:\d{1,3}|[a-z]|[*†‡§]{1,3})[\])]?")
_AREA = re.compile(
    r"(?:^|[\s_#-])(?:foot-?notes?|end-?notes?|footnotes-footer|footnote-footer|references)(?=[\s_-]|$)", re.I
)
_NOTE_BEGINS = frozenset("[(0123456789*†‡§")
_NOTE_START = re.compile(r"(?:[\[(](\d{1,3})[\])]|(\d{1,3})(?:[.):]\s|\s|(?=[^\W\d]))|([*†‡§]{1,3})\s?)\s*\S")
_LOOSE_SIGNS = frozenset("[*†‡")
_MOST_NOTES = 300
_LI, _OL = CODE["li"], CODE["ol"]
_RAISED = ("sup", "small")


@dataclass(slots=True)
class Belongings:
    """What was kept with what belongs to it; notes without links by their label, and notes that buttons open."""

    chosen: Sequence[bool]
    loose: dict[str, int] = field(default_factory=dict)
    buttons: dict[int, int] = field(default_factory=dict)


def with_belongings(tree: Tree, columns: Columns, kept: Sequence[bool], url: str) -> Belongings:
    """What was kept, with captions, names and notes."""
    found = Belongings(_with_notes(tree, columns, _with_captions(columns, kept), url))
    _add_loose(tree, columns, found)
    _add_buttons(tree, columns, found)
    return found


def _add_buttons(tree: Tree, columns: Columns, found: Belongings) -> None:
    """Add the notes that small buttons in the text open."""
    buttons = tree.body.css("button[aria-controls]") if tree.body is not None else []
    calls = [node for node in buttons if _CALL.fullmatch(node.text().strip())]
    names = Places(tree, columns) if calls else None
    for node in calls:
        element = names.note(node.attributes.get("aria-controls") or "") if names is not None else -1
        if element > 0:
            found.buttons[node.mem_id] = element
    if found.buttons:
        found.chosen = _with_elements(columns, found.chosen, [*found.buttons.values()])


def _with_elements(columns: Columns, chosen: Sequence[bool], notes: list[int]) -> list[bool]:
    whole = list(chosen)
    for element in notes:
        first, last = columns.first[element], columns.last[element]
        whole[first:last] = [True] * (last - first)
    return _without_headings(columns, whole, notes)


def _add_loose(tree: Tree, columns: Columns, found: Belongings) -> None:
    """Add notes that no link leads to: they begin with the number, or the sign, that stands in the text."""
    notes = _numbered(columns)
    if not notes:
        return
    begin = min(columns.first[element] for element in notes.values())
    raised = {node.text().strip(" []()") for node in tree.body.css("sup")} if tree.body is not None else set()
    called = {label for label in notes if label in raised}
    for segment in range(begin):
        if found.chosen[segment] and not _LOOSE_SIGNS.isdisjoint(columns.text[segment]):
            called |= {match[1] or match[2] for match in LOOSE_CALL.finditer(columns.text[segment])}
    chosen = {label: element for label, element in notes.items() if label in called}
    if chosen and 2 * len(chosen) >= len(notes):
        found.loose = chosen
        found.chosen = _with_elements(columns, found.chosen, [*chosen.values()])


def _numbered(columns: Columns) -> dict[str, int]:
    """The last run of blocks that are numbered like notes and said to be some: by a rule, a heading or a class."""
    found: dict[str, int] = {}
    best: dict[str, int] = {}
    every = "\n".join(columns.key).lower()
    listed = any(mark in every for mark in ("footnote", "foot-note", "endnote", "end-note", "references"))
    for segment, text in enumerate(columns.text):
        if not listed and text[0] not in _NOTE_BEGINS:
            continue
        label = _label_of(columns, segment, text)
        if not label:
            continue
        element = columns.owner[segment]
        if columns.first[element] != segment:
            continue
        if label in ("1", "*"):
            found = {label: element} if _is_announced(columns, element) else {}
        elif found and label not in found and (not label.isdigit() or str(int(label) - 1) in found):
            found[label] = element
        if found:
            best = found
    return best


def _label_of(columns: Columns, segment: int, text: str) -> str:
    """The number or sign that a segment begins with, as a note does, or ""."""
    if text[0] in _NOTE_BEGINS:
        match = _NOTE_START.match(text)
        return (match[1] or match[2] or match[3]) if match else ""
    element = columns.owner[segment]
    while element > 0 and columns.tag[element] != _LI and columns.first[element] == segment:
        element = columns.parent[element]
    around = columns.parent[element]
    if columns.tag[element] != _LI or columns.tag[around] != _OL or columns.first[element] != segment:
        return ""
    if not _is_area(columns, around):
        return ""
    siblings = [at for at in range(around + 1, element + 1) if columns.parent[at] == around]
    return str(len(siblings)) if len(siblings) <= _MOST_NOTES else ""


def _is_announced(columns: Columns, element: int) -> bool:
    """Does a class, a rule or a heading say that notes begin here?"""
    if _is_area(columns, element):
        return True
    before = columns.first[element] - 1
    if before >= 0 and columns.flags[columns.owner[before]] & HEADING and len(columns.text[before]) <= _LONGEST_TITLE:
        return True
    node: Node | None = columns.node[element]
    for _ in range(3):
        above = node.prev if node is not None else None
        while above is not None and above.tag in ("-text", "-comment", "br") and not (above.text_content or "").strip():
            above = above.prev
        if above is not None:
            return above.tag == "hr"
        node = node.parent if node is not None else None
    return False


def _is_area(columns: Columns, element: int) -> bool:
    """Is an element, or one of three around it, called notes by its class?"""
    for _ in range(4):
        if element <= 0:
            return False
        if _AREA.search(columns.key[element]):
            return True
        element = columns.parent[element]
    return False


def _with_captions(columns: Columns, kept: Sequence[bool]) -> Sequence[bool]:
    """What was kept, and the captions of tables of which something was, and of quotations."""
    found = [
        element
        for element, tag in enumerate(columns.tag)
        if tag == _CAPTION or tag in _SPEAKERS and _names_speaker(columns, element)
    ]
    if not found:
        return kept
    before, whole = [0, *accumulate(kept)], list(kept)
    for element in found:
        around, first, last = columns.parent[element], columns.first[element], columns.last[element]
        if before[columns.last[around]] > before[columns.first[around]]:
            whole[first:last] = [True] * (last - first)
    return whole


def _names_speaker(columns: Columns, element: int) -> bool:
    """Does a line below a quotation say who said it?"""
    around, first, last = columns.parent[element], columns.first[element], columns.last[element]
    if last - first > _MOST_SEGMENTS or sum(map(len, columns.text[first:last])) > _LONGEST_NAME:
        return False
    if columns.tag[around] == _BLOCKQUOTE:
        return True
    return is_below_quote(columns, element) and columns.node[around].css_first(_PICTURES) is None


def _with_notes(tree: Tree, columns: Columns, kept: Sequence[bool], url: str) -> Sequence[bool]:
    """What was kept, and the notes that it calls further down."""
    links = tree.body.css('a[href*="#"]') if tree.body is not None else []
    calls = [(node, fragment) for node in links if (fragment := _called(node, url))]
    if not calls:
        return kept
    places = _segments(columns)
    names = Places(tree, columns)
    whole = list(kept)
    notes: list[int] = []
    for node, fragment in calls:
        here = places.get(_first_text(node), -1)
        element = names.note(fragment) if here >= 0 and kept[here] else -1
        first, last = (columns.first[element], columns.last[element]) if element > 0 else (0, 0)
        if here < first and last - first <= _MOST_SEGMENTS:
            whole[first:last] = [True] * (last - first)
            notes.append(element)
    return _without_headings(columns, whole, notes)


def _without_headings(columns: Columns, whole: list[bool], notes: list[int]) -> list[bool]:
    """Without the headings over nothing but notes, as those stand elsewhere in the document."""
    held = {segment for element in notes for segment in range(columns.first[element], columns.last[element])}
    for first in sorted(columns.first[element] for element in notes):
        above = first - 1
        while above >= 0 and (not whole[above] or above in held or _is_label(columns, above)):
            above -= 1
        if above < 0 or not (columns.flags[columns.owner[above]] & HEADING or _is_notes_title(columns, above)):
            continue
        below = first
        while below < len(whole) and (below in held or not whole[below] or _is_label(columns, below)):
            below += 1
        if below == len(whole) or columns.flags[columns.owner[below]] & HEADING:
            whole[above] = False
    return whole


def _is_label(columns: Columns, segment: int) -> bool:
    """Is a segment nothing but a note's number?"""
    text = columns.text[segment]
    return len(text) <= _LONGEST_CALL and not any(map(str.isalpha, text))


def _is_notes_title(columns: Columns, segment: int) -> bool:
    """Is a short line a title of notes by its class?"""
    key = columns.key[columns.owner[segment]]
    return len(columns.text[segment]) <= _LONGEST_TITLE and _NOTES_TITLE.search(key) is not None


def _called(node: Node, url: str) -> str:
    """The name of the note that a link calls, or ""."""
    address, _, fragment = (node.attributes.get("href") or "").partition("#")
    here = not address or url.partition("#")[0].endswith(address)
    if not fragment or not here or len(node.text()) > _LONGEST_CALL:
        return ""
    above = node.parent
    raised = above is not None and above.tag in _RAISED or node.css_first("sup") is not None
    return unquote(fragment) if looks_like_call(node, fragment, raised) else ""


def _segments(columns: Columns) -> dict[int, int]:
    """The segment of each text node."""
    return {
        node.mem_id: segment
        for segment, (start, stop) in enumerate(pairwise(columns.node_start))
        for node in columns.text_nodes[start:stop]
    }


def _first_text(node: Node) -> int:
    """The identity of the first text inside a link; 0 for none."""
    below: Node | None = node
    while below is not None and below.tag != "-text":
        below = below.child
    return below.mem_id if below is not None else 0
