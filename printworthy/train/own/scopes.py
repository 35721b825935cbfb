"""The documents of a page: HTML as the extension sends it → what our parser sees of it, frames and shadow roots too.

A frame's document stands in its `srcdoc`, an open shadow root in a `<template shadowrootmode>`; each is a scope of its
own, with a stream of its letters: white space and what nobody sees is left out, capitals are made small, so that texts
can be compared whatever a browser did to them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from printworthy.base.encoding import to_utf8
from printworthy.data.annotation import NESTED
from printworthy.data.columns import Columns
from printworthy.data.tree import Node, Tree
from printworthy.parse.xpath import children, find_below, find_node, node_paths
from printworthy.reading.reading import Reading


@dataclass(frozen=True, slots=True)
class Scope:
    """A parsed document, its text nodes, and its letters as one string.

    `owner` says of each letter which text node it is of; `spans` has the letters of every node, by `mem_id`.
    """

    where: tuple[str, str]
    reading: Reading
    nodes: list[Node]
    letters: str
    owner: NDArray[np.int64]
    spans: dict[int, tuple[int, int]]

    @property
    def tree(self) -> Tree:
        """The document."""
        return self.reading.tree

    @property
    def columns(self) -> Columns:
        """Its segments."""
        return self.reading.columns

    def find(self, path: str) -> Node | None:
        """The node of an absolute path; inside a shadow root, a path may also begin at the root's children."""
        found = find_node(self.tree.root, path)
        if found is None and self.where[1] and self.tree.body is not None:
            found = find_below(self.tree.body, path)
        return found


class Scopes:
    """The scopes of one page, opened when they are first asked for."""

    def __init__(self, page: bytes | Reading) -> None:
        self.top = _scope(("", ""), page if isinstance(page, Reading) else Reading(to_utf8(page)))
        self._known: dict[tuple[str, str], Scope | None] = {("", ""): self.top}

    def get(self, frame: str, shadow: str) -> Scope | None:
        """The scope inside those frames and shadow hosts; None if the page has none there."""
        where = (frame, shadow)
        if where not in self._known:
            self._known[where] = self._open(where)
        return self._known[where]

    def inner(self, most: int = 50) -> Iterator[Scope]:
        """Every document inside the page that has text, outer ones first; at most so many."""
        waiting, seen = [self.top], 0
        while waiting and seen < most:
            outer = waiting.pop(0)
            for where in _places(outer):
                scope = self.get(*where)
                if scope is not None and seen < most:
                    seen += 1
                    waiting.append(scope)
                    yield scope

    def _open(self, where: tuple[str, str]) -> Scope | None:
        frames, _, frame = where[0].rpartition(NESTED)
        hosts, _, host = where[1].rpartition(NESTED)
        outer = self.get(where[0], hosts) if host else self.get(frames, "")
        found = outer.find(host or frame) if outer is not None else None
        inner = None if found is None else _shadow(found) if host else _framed(found)
        return _scope(where, Reading(to_utf8(inner))) if inner and inner.strip() else None


def inside_path(scope: Scope, path: str) -> str:
    """A path as a browser gives it: inside a shadow root it begins at the root's children."""
    return path.removeprefix(_ROOT) if scope.where[1] else path


def _places(outer: Scope) -> Iterator[tuple[str, str]]:
    """Where the frames and open shadow roots of a document lead; a frame inside a shadow root has no name."""
    frame, shadow = outer.where
    paths = node_paths(outer.tree.root)
    for node in (*outer.tree.root.css("iframe[srcdoc], frame[srcdoc]"), *outer.tree.root.css("template")):
        if node.tag == "template":
            host = node.parent
            if host is not None and node.attributes.get("shadowrootmode"):
                own = inside_path(outer, paths.get(host.mem_id, ""))
                yield frame, f"{shadow}{NESTED}{own}" if shadow else own
        elif not shadow:
            own = paths.get(node.mem_id, "")
            yield f"{frame}{NESTED}{own}" if frame else own, ""


def squeeze(text: str) -> str:
    """The letters of a text: no white space, no marks that nobody sees, small; one letter stays one letter."""
    bare = _UNSEEN.sub("", text)
    small = bare.lower()
    return small if len(small) == len(bare) else "".join(c.lower() if len(c.lower()) == 1 else c for c in bare)


def _scope(where: tuple[str, str], reading: Reading) -> Scope:
    tree = reading.tree
    nodes: list[Node] = []
    pieces: list[str] = []
    spans: dict[int, tuple[int, int]] = {}
    at = 0
    for node, entering in _walk(tree.root):
        if not entering:
            spans[node.mem_id] = (spans[node.mem_id][0], at)
        elif node.tag == "-text":
            letters = squeeze(node.text_content or "")
            spans[node.mem_id] = (at, at + len(letters))
            if letters:
                nodes.append(node)
                pieces.append(letters)
                at += len(letters)
        else:
            spans[node.mem_id] = (at, at)
    owner = np.repeat(np.arange(len(pieces)), [len(piece) for piece in pieces])
    return Scope(where, reading, nodes, "".join(pieces), owner, spans)


def _walk(root: Node) -> Iterator[tuple[Node, bool]]:
    """Every node that a reader may see, when it begins and, for elements, when it ends."""
    todo: list[tuple[Node, bool]] = [(root, True)]
    while todo:
        node, entering = todo.pop()
        yield node, entering
        if entering and node.tag != "-text":
            todo.append((node, False))
            seen = [child for child in children(node) if (child.tag or "-") not in _SILENT]
            todo.extend((child, True) for child in reversed(seen))


def _framed(frame: Node) -> str | None:
    return frame.attributes.get("srcdoc")


def _shadow(host: Node) -> str | None:
    """The markup of an element's open shadow root."""
    for child in children(host):
        if child.tag == "template" and child.attributes.get("shadowrootmode"):
            inner = _TEMPLATE.sub("", child.html or "", count=1).removesuffix("</template>")
            return f"<html><body>{inner}</body></html>"
    return None


_ROOT: Final = "/html[1]/body[1]"
_UNSEEN: Final = re.compile(r"[\s\u00ad\u200b-\u200f\u2060\ufeff]+")
_SILENT: Final = {"script", "style", "template", "head", "-comment", "!doctype", "-doctype", "#cdata-section"}
_TEMPLATE: Final = re.compile(r"""^<template(?:"[^"]*"|'[^']*'|[^"'>])*>""", re.IGNORECASE)
