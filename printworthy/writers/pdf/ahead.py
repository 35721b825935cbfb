"""What is set ahead: a document goes in; one with the later half of its plain paragraphs comes out, the last one first.

The typesetter breaks paragraphs into lines one after the other, which takes more than half of its time, and remembers
each that it has seen. So a second thread of its process begins at the end while the first begins at the front; where
they meet, the first finds the rest done. What comes out is the same, and comes sooner where a second processor is free.
"""

from __future__ import annotations

from typing import Final

from printworthy.writers.pdf.lines import Node

# Fewer paragraphs are not worth a second thread.
_LEAST: Final = 8
_FIRST: Final[Node] = {"t": "paragraph", "c": ["–"]}


def set_ahead(document: Node) -> Node | None:
    """The document for the second thread, or None if it is not worth the while."""
    if document["several"] or document["settings"]["marks"] or document["emoji"]:
        return None
    article = document["articles"][0]
    plain = [block for block in article["blocks"] if _is_plain(block)]
    if len(plain) < _LEAST:
        return None
    # Another paragraph comes first: those after it are indented, as they are in the article.
    early = [_FIRST, *plain[: len(plain) // 2 : -1]]
    return {**document, "ahead": True, "articles": [{**article, "blocks": early}]}


def _is_plain(block: Node) -> bool:
    """Whether it is nothing but words, as the template sees it, too."""
    if block["t"] != "paragraph" or "last" in block:
        return False
    return len(block["c"]) == 1 and isinstance(block["c"][0], str)
