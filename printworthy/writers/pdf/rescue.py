"""A document that the typesetter refuses: it goes in; the same document, with what it refuses as plain text, comes out.

What is wrong is found by halving: parts of the document are set alone. A formula becomes its source, any other block
its words, a picture its caption. In an issue an article that cannot be set at all is named among the failures.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Final

from printworthy.writers.pdf.lines import Node

_LOG: Final = logging.getLogger(__name__)
Sets = Callable[[Node], bool]

# Where a block keeps its words, in the order of reading.
_WORDS: Final = ("caption", "label", "title", "terms", "c", "lines", "v", "latex", "items", "blocks", "cells", "rows")
_SHOWN: Final = 60
_REASON: Final = "it cannot be typeset; print it alone, or make an e-book (.epub)"


def rescued(document: Node, sets: Sets) -> Node | None:
    """The document that can be set; None if not even an empty one can, so that the style is at fault."""
    probe = _Probe(document, sets)
    articles, failures = [], list(document["failures"])
    for article in document["articles"]:
        mended = probe.article(article)
        if mended is None:
            failures.append({"source": article["shown-url"] or article["title"], "reason": _REASON})
        else:
            articles.append(mended)
    if not articles:
        return None
    numbered = [{**article, "index": number} for number, article in enumerate(articles)]
    return {**document, "articles": numbered, "failures": failures}


class _Probe:
    """Sets parts of a document alone."""

    def __init__(self, document: Node, sets: Sets) -> None:
        self._document, self._sets = document, sets
        self._article: Node = {}

    def article(self, article: Node) -> Node | None:
        """The article without what cannot be set; None if that is not its blocks."""
        bare = {**article, "lead": None, "blocks": [], "comments": [], "index": 0}
        self._article = bare
        if self._is_set({}):
            if self._is_set({"lead": article["lead"], "blocks": article["blocks"], "comments": article["comments"]}):
                return article
            return self._mended(article)
        return None

    def _mended(self, article: Node) -> Node:
        lead = article["lead"]
        found: Node = {
            "lead": lead if lead is None or self._is_set({"lead": lead}) else None,
            "blocks": self._blocks(article["blocks"]),
            "comments": self._blocks(article["comments"]),
        }
        if lead and not found["lead"]:
            found["blocks"] = [*self._plain(lead), *found["blocks"]]
        known = {note["id"] for note in _notes(found) if note["first"]}
        return {**article, **_without_calls(found, known)}

    def _blocks(self, blocks: list[Node]) -> list[Node]:
        """The blocks, of which those that cannot be set are softened."""
        if not blocks or self._is_set({"blocks": blocks}):
            return blocks
        half = len(blocks) // 2
        return [*self._blocks(blocks[:half]), *self._blocks(blocks[half:])] if half else self._softened(blocks[0])

    def _softened(self, block: Node) -> list[Node]:
        source = _without_trees(block)
        kind = "formula" if source != block and self._is_set({"blocks": [source]}) else str(block["t"])
        words = " ".join(_words(block))
        shown = words if len(words) <= _SHOWN else f"{words[:_SHOWN]}…"
        form = "its source" if kind == "formula" else "plain text"
        _LOG.warning("a %s cannot be typeset and is printed as %s: %s", kind, form, shown)
        return [source] if kind == "formula" else self._plain(block)

    def _plain(self, block: Node) -> list[Node]:
        words = " ".join(_words(block)).strip()
        node: Node = {"t": "paragraph", "c": [words]}
        return [node] if words and self._is_set({"blocks": [node]}) else []

    def _is_set(self, parts: Node) -> bool:
        """Whether the article can be set with these parts alone; calls of notes elsewhere do not count."""
        known = {note["id"] for note in _notes(parts) if note["first"]}
        article = {**self._article, **_without_calls(parts, known)}
        return self._sets({**self._document, "several": False, "failures": [], "articles": [article]})


def _notes(node: object) -> Iterator[Node]:
    if isinstance(node, dict):
        if node.get("t") == "note":
            yield node
        for value in node.values():
            yield from _notes(value)
    elif isinstance(node, list):
        for one in node:
            yield from _notes(one)


def _without_calls(node: Node, known: set[str]) -> Node:
    """The node without second calls of notes that are not in it."""
    found = _changed(node, lambda one: None if one.get("t") == "note" and one["id"] not in known else one)
    return found or {}


def _without_trees(node: Node) -> Node:
    """The node with the sources of its formulas."""
    return _changed(node, lambda one: {**one, "tree": None} if one.get("tree") else one) or node


def _changed(node: Node, change: Callable[[Node], Node | None]) -> Node | None:
    made = change(node)
    if made is None:
        return None
    return {key: _changed_value(value, change) for key, value in made.items()}


def _changed_value(value: object, change: Callable[[Node], Node | None]) -> object:
    if isinstance(value, dict):
        return _changed(value, change)
    if isinstance(value, list):
        found = [_changed_value(one, change) for one in value]
        return [one for one, old in zip(found, value, strict=True) if one is not None or old is None]
    return value


def _words(node: object) -> Iterator[str]:
    """The words of a node, wherever they stand in it."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, list):
        for one in node:
            yield from _words(one)
    elif isinstance(node, dict):
        for key in _WORDS:
            yield from _words(node.get(key))
