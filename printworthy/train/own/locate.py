"""Align: an annotation → the text nodes of our parser that it means, or why it cannot be said.

By exact path; else by the text; else by nearly the same text. What could stand in two places is reported as ambiguous,
what stands nowhere as lost; nothing is guessed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from printworthy.data.annotation import Annotation
from printworthy.data.tree import Node
from printworthy.errors import MissingExtraError
from printworthy.train.own.scopes import Scope, Scopes, squeeze

Way: TypeAlias = Literal["path", "text", "fuzzy", "blank", "ambiguous", "lost"]
# A blank annotation, of white space or of a script, means nothing that a reader sees; there is nothing to find.
FOUND: Final = ("path", "text", "fuzzy", "blank")
# Nearly the same: of a hundred letters, this many; and the next best place is worse by this much.
_LIKE: Final = 92.0
_CLEAR: Final = 4.0
# A search of nearly the same text in more than this takes too long.
_MOST_CELLS: Final = 400_000_000
_LEAST_LETTERS: Final = 12
_SCRIPT: Final = re.compile(r"/(?:script|style)\[\d+\]/text\(\)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Placed:
    """Where an annotation stands: the letters `start` to `end` of its scope. `why` says what was wrong, if anything."""

    annotation: Annotation
    way: Way
    scope: Scope | None = None
    start: int = 0
    end: int = 0
    why: str = ""

    @property
    def found(self) -> bool:
        """Whether it stands in one place."""
        return self.way in FOUND

    @property
    def nodes(self) -> list[Node]:
        """The text nodes that hold any of its letters, in their order."""
        if self.scope is None or self.end <= self.start:
            return []
        first, last = (int(self.scope.owner[at]) for at in (self.start, self.end - 1))
        return self.scope.nodes[first : last + 1]


def place(annotation: Annotation, scopes: Scopes) -> Placed:
    """Where an annotation stands on the page."""
    scope = scopes.get(annotation.frame, annotation.shadow)
    if scope is None:
        inside = annotation.shadow or annotation.frame
        return Placed(annotation, "lost", why=f"the page has no such frame or shadow root: {inside}")
    selected = squeeze(annotation.selected) or squeeze(annotation.text)
    if not selected or _SCRIPT.search(annotation.xpath):
        return Placed(annotation, "blank", scope)
    return (
        _by_path(annotation, scope, selected)
        or _by_node_text(annotation, scope, selected)
        or _by_text(annotation, scope, selected)
        or _by_likeness(annotation, scope, selected)
    )


def _by_path(annotation: Annotation, scope: Scope, selected: str) -> Placed | None:
    """The node at the path, if it says what the annotation says."""
    node = scope.find(annotation.xpath)
    if node is None or node.mem_id not in scope.spans:
        return None
    start, end = scope.spans[node.mem_id]
    inside = scope.letters[start:end]
    if inside == squeeze(annotation.text):
        within = _within(annotation, selected)
        if within is not None:
            return Placed(annotation, "path", scope, start + within, start + within + len(selected))
    if inside.count(selected) == 1:
        at = start + inside.index(selected)
        return Placed(annotation, "path", scope, at, at + len(selected))
    if inside and selected.startswith(inside) and scope.letters.startswith(selected, start):
        return Placed(annotation, "path", scope, start, start + len(selected))  # it goes on beyond the node
    return None


def _by_node_text(annotation: Annotation, scope: Scope, selected: str) -> Placed | None:
    """The only node that has the same text; elements that hold nothing but it are the same place."""
    wanted = squeeze(annotation.text)
    within = _within(annotation, selected)
    if not wanted or within is None:
        return None
    places = {span for span in scope.spans.values() if scope.letters[span[0] : span[1]] == wanted}
    if len(places) == 1:
        start = min(places)[0] + within
        return Placed(annotation, "text", scope, start, start + len(selected))
    if places:
        told = f"{len(places)} nodes have this text, and none stands at its path"
        return Placed(annotation, "ambiguous", scope, why=told)
    return None


def _by_text(annotation: Annotation, scope: Scope, selected: str) -> Placed | None:
    """The only place where the selected text stands."""
    count = scope.letters.count(selected)
    if count == 1:
        at = scope.letters.index(selected)
        return Placed(annotation, "text", scope, at, at + len(selected))
    if count:
        return Placed(annotation, "ambiguous", scope, why=f"the text stands {count} times on the page")
    return None


def _by_likeness(annotation: Annotation, scope: Scope, selected: str) -> Placed:
    """The place with nearly the same text, if there is one and no other comes close."""
    if len(selected) < _LEAST_LETTERS or len(selected) * len(scope.letters) > _MOST_CELLS:
        return Placed(annotation, "lost", scope, why="the text is not on the page")
    try:
        from rapidfuzz.fuzz import partial_ratio_alignment
    except ImportError:
        raise MissingExtraError("train", "aligning annotations") from None
    best = partial_ratio_alignment(selected, scope.letters, score_cutoff=_LIKE)
    if best is None or not best.dest_end or len(scope.letters) < len(selected):
        return Placed(annotation, "lost", scope, why="neither this text nor one like it is on the page")
    start, end = best.dest_start, best.dest_end
    rest = (scope.letters[:start], scope.letters[end:])
    others = [partial_ratio_alignment(selected, part) for part in rest if len(part) >= len(selected)]
    if any(other is not None and other.score > best.score - _CLEAR for other in others):
        return Placed(annotation, "ambiguous", scope, why="several texts on the page are like it")
    return Placed(annotation, "fuzzy", scope, start, end)


def _within(annotation: Annotation, selected: str) -> int | None:
    """How many letters of the node stand before the selection; None if offsets and selection do not fit."""
    units = annotation.text.encode("utf-16-le", "surrogatepass")
    before = len(squeeze(units[: 2 * annotation.start].decode("utf-16-le", "replace")))
    whole = squeeze(annotation.text)
    if whole[before : before + len(selected)] == selected:
        return before
    return whole.index(selected) if whole.count(selected) == 1 else None
