"""What kept text calls for: the kept segments → also the notes to which its links lead, the captions of its tables, and
who said its quotations.

A note stands far from the text, in small type and full of links, and a table's caption or a name is short, so that
methods leave them out. But what they belong to is not whole without them. Only the document has them; the plain running
text stays as it was chosen.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate, pairwise
from urllib.parse import unquote

from printworthy.base.tags import CODE, HEADING
from printworthy.build.notes import Places, looks_like_call
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
_RAISED = ("sup", "small")


def with_belongings(tree: Tree, columns: Columns, kept: Sequence[bool], url: str) -> Sequence[bool]:
    """What was kept, with captions, names and notes."""
    return _with_notes(tree, columns, _with_captions(columns, kept), url)


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
