"""What kept text calls for: the kept segments → also the notes to which its links lead, the captions of its tables, and
who said its quotations.

A note stands far from the text, in small type and full of links, and a table's caption or a name is short, so that
methods leave them out. But what they belong to is not whole without them. Only the document has them; the plain running
text stays as it was chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from urllib.parse import unquote

from printworthy.base.tags import CODE, HEADING, PRE
from printworthy.build.notes import looks_like_call, named_blocks
from printworthy.build.quotes import is_below_quote
from printworthy.data.columns import Columns
from printworthy.data.tree import Node, Tree

_CAPTION, _BLOCKQUOTE = CODE["caption"], CODE["blockquote"]
# Where a page says who is quoted; for people, not for more text.
_SPEAKERS = (CODE["footer"], CODE["figcaption"])
_LONGEST_NAME = 160
_PICTURES = "img,picture,video,iframe"
_LONGEST_CALL = 12
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
    blocks = named_blocks(columns.key)
    whole = list(kept)
    for node, fragment in calls:
        element, here = blocks.get(fragment, -1), places.get(_first_text(node), -1)
        first, last = (columns.first[element], columns.last[element]) if element > 0 else (0, 0)
        if 0 <= here < first and kept[here] and last - first <= _MOST_SEGMENTS and _may_be_note(columns, element):
            whole[first:last] = [True] * (last - first)
    return whole


def _called(node: Node, url: str) -> str:
    """The name of the note that a link calls, or ""."""
    address, _, fragment = (node.attributes.get("href") or "").partition("#")
    here = not address or url.partition("#")[0].endswith(address)
    if not fragment or not here or len(node.text()) > _LONGEST_CALL:
        return ""
    above = node.parent
    raised = above is not None and above.tag in _RAISED or node.css_first("sup") is not None
    return unquote(fragment) if looks_like_call(node, fragment, raised) else ""


def _may_be_note(columns: Columns, element: int) -> bool:
    return not columns.flags[element] & (HEADING | PRE)


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
