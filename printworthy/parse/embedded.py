"""Embedded data: a page whose text is made by scripts → the same page with the text that it carries for them.

Such shells bring their article as JSON, in a script or in an attribute, with a paragraph as an object or with all of it
as one string of HTML. What the JSON calls things does not matter: the list that holds most prose is the article.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Final

from printworthy.data.tree import Tree, page_title

_SCRIPTS: Final = 'script[type="application/json"],script[type="application/ld+json"],script:not([type]):not([src])'
_ASSIGNED: Final = re.compile(r"\s*+(?:window|self|globalThis)?[.\[\"'\w\]]{1,60}\s*=\s*(?=[{\[])")
_SMALLEST, _LARGEST = 1_500, 5_000_000
_MOST_SCRIPTS: Final = 40
_MOST_PUSHES: Final = 2_000
_PUSHED: Final = re.compile(r"__next_f\.push\(\[1,\s*(?=\")")
_ROW: Final = re.compile(rb"\s*[0-9a-f]{0,8}:(?:T([0-9a-f]{1,8}),|(?=[^T]))")
_ELEMENT: Final = 4
_DEEPEST: Final = 60
_FEWEST_CHARACTERS: Final = 600
_PROSE: Final = re.compile(r"[.!?…»”\"']\s|[.!?…»”\"']$|[。！？]")
_HTML: Final = re.compile(r"</?(?:p|h[1-6]|ul|ol|li|br|blockquote|div)\b", re.IGNORECASE)
_LONG: Final = 40
# What the text inside an object may be called; `type` and `tag` say what it is.
_TEXTS: Final = ("value", "text", "data", "content", "children", "html", "body", "model", "blocks", "items")
_KINDS: Final = ("type", "tag", "tagName", "_type", "style")
_HEADING: Final = re.compile(r"h[1-6]|head(?:ing|er\d?)|subhead\w*", re.IGNORECASE)
_SKIPPED: Final = re.compile(
    r"image|picture|video|ads?|embed|related|newsletter|script|promo|inline-\w+", re.IGNORECASE
)
_TITLES: Final = re.compile(r"title|headline|name", re.IGNORECASE)
_SHORTEST_TITLE: Final = 12
_FEWEST_PARAGRAPHS: Final = 3
_TAG: Final = re.compile(r"<[^<>]*>")


@dataclass(frozen=True, slots=True, order=True)
class _Piece:
    """Prose found in data: whether it stands beside the page's title, how much it is, and as HTML."""

    titled: bool = False
    size: int = 0
    html: str = ""


def embedded_page(tree: Tree) -> bytes | None:
    """The page with its head and the article found in its data; None if there is none."""
    title = _folded(page_title(tree))
    found = max((_best_piece(data, title) for data in _blobs(tree)), default=_Piece())
    if found.size < _FEWEST_CHARACTERS:
        return None
    head = tree.head.html if tree.head is not None else ""
    return f"<!doctype html><html>{head}<body><main><article>{found.html}</article></main></body></html>".encode()


def _blobs(tree: Tree) -> Iterator[object]:
    """What the page's scripts hold as data."""
    yield from _flight(tree)
    for script in tree.root.css(_SCRIPTS)[:_MOST_SCRIPTS]:
        text = script.text().lstrip()
        if _SMALLEST <= len(text) <= _LARGEST:
            assigned = _ASSIGNED.match(text)
            try:
                yield json.JSONDecoder().raw_decode(text, assigned.end() if assigned else 0)[0]
            except (ValueError, RecursionError):
                continue


def _flight(tree: Tree) -> Iterator[object]:
    """What a page of Next.js pushes to its scripts in pieces: lines of a number and JSON, or of a text's length."""
    pieces: list[object] = []
    for script in tree.root.css("script:not([type]):not([src])")[:_MOST_PUSHES]:
        text = script.text()
        if pushed := _PUSHED.search(text):
            try:
                pieces.append(json.JSONDecoder().raw_decode(text, pushed.end())[0])
            except ValueError:
                continue
    stream = "".join([piece for piece in pieces if isinstance(piece, str)]).encode()[:_LARGEST]
    at = 0
    while row := _ROW.match(stream, at):
        if row[1]:
            end = row.end() + int(row[1], 16)
            yield stream[row.end() : end].decode("utf-8", "replace")
        else:
            end = stream.find(b"\n", row.end()) % (len(stream) + 1) + 1
            yield from _row(stream[row.end() : end])
        at = end


def _row(line: bytes) -> Iterator[object]:
    if len(line) >= _SMALLEST:
        try:
            yield _plain(json.loads(line), 0)
        except (ValueError, RecursionError):
            return


def _plain(item: object, depth: int) -> object:
    """Elements as React writes them, `["$", tag, key, properties]`, as objects with a type and children."""
    if depth >= _DEEPEST:
        return None
    if isinstance(item, dict):
        return {key: _plain(value, depth + 1) for key, value in item.items()}
    if not isinstance(item, list):
        return item
    if len(item) >= _ELEMENT and item[0] == "$" and isinstance(item[3], dict):
        inside = _plain(item[3].get("children"), depth + 1)
        rest = {key: _plain(value, depth + 1) for key, value in item[3].items() if key != "children"}
        return rest | {"type": str(item[1]), "children": [inside] if isinstance(inside, dict) else inside}
    return [_plain(one, depth + 1) for one in item]


def _best_piece(data: object, title: str) -> _Piece:
    """The piece of the data with most prose, those first that stand beside the page's title."""
    best = _Piece()
    stack: list[tuple[object, int, bool]] = [(data, 0, False)]
    while stack:
        here, depth, titled = stack.pop()
        if isinstance(here, str):
            if len(here) > _FEWEST_CHARACTERS:
                html, size = _from_string(here)
                best = max(best, _Piece(titled, size, html))
        elif depth < _DEEPEST and isinstance(here, dict):
            titled = titled or _names(here, title)
            stack += [(one, depth + 1, titled) for one in here.values()]
        elif depth < _DEEPEST and isinstance(here, list):
            stack += [(one, depth + 1, titled) for one in here]
            html, size = _from_list(here)
            best = max(best, _Piece(titled, size, html))
    return best


def _names(item: dict[str, object], title: str) -> bool:
    """Does an object bear the page's title?"""
    for key, value in item.items():
        if isinstance(value, str) and len(value) >= _SHORTEST_TITLE and _TITLES.search(key):
            name = _folded(value)
            if name in title or title and title in name:
                return True
    return False


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def _from_string(text: str) -> tuple[str, int]:
    """A long string, of HTML or of lines, as HTML, and how much prose it is."""
    if _HTML.search(text):
        return text, _html_prose(text)
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    return "".join(f"<p>{escape(line)}</p>" for line in lines), sum(map(_prose, lines)) if len(lines) > 1 else 0


def _from_list(items: list[object]) -> tuple[str, int]:
    """A list of blocks as HTML, and how much prose it is; a list of teasers has one sentence each, a text has more."""
    blocks = [_paragraph(one) for one in items if isinstance(one, dict)]
    if sum(size >= _LONG for _, size in blocks) < _FEWEST_PARAGRAPHS:
        return "", 0
    return "".join(html for html, _ in blocks), sum(size for _, size in blocks)


def _paragraph(item: dict[str, object]) -> tuple[str, int]:
    """A block of a list as HTML, and how much prose it is."""
    kind = next((str(item[key]) for key in _KINDS if isinstance(item.get(key), str)), "")
    if _SKIPPED.fullmatch(kind):
        return "", 0
    text = " ".join("".join(_words(item, 0)).split())
    if not text:
        return "", 0
    if _HTML.search(text):
        return text, _html_prose(text)
    if _HEADING.fullmatch(kind):
        return f"<h2>{escape(text)}</h2>", 0
    return f"<p>{escape(text)}</p>", _prose(text)


def _words(item: object, depth: int) -> Iterator[str]:
    """The text inside a block: of each object, the first field that may hold it."""
    if isinstance(item, str):
        yield item
    elif depth < _DEEPEST and isinstance(item, list):
        for one in item:
            yield from _words(one, depth + 1)
    elif depth < _DEEPEST and isinstance(item, dict):
        for key in _TEXTS:
            if (inside := item.get(key)) and isinstance(inside, str | list):
                yield from _words(inside, depth + 1)
                return


def _prose(text: str) -> int:
    """The length of a text if it is made of sentences."""
    return len(text) if len(text) >= _LONG and _PROSE.search(text) else 0


def _html_prose(html: str) -> int:
    """How much of a string of HTML is prose; style sheets and scripts are none."""
    return sum(_prose(part) for part in _TAG.split(html) if "{" not in part)
