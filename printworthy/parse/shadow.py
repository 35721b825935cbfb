"""Shadow roots: bytes of HTML → the same page with the shadow roots that it declares, in place and with slots filled.

A browser shows, instead of an element's own children, the content of its `<template shadowrootmode>`; the children go
where a `<slot>` asks for them (the HTML standard, section 4.8.4, and the DOM standard, section 4.2.2). To the parser a
template is empty, so this is done before, on the tags. Styles of a shadow root hold inside it alone; they are written
with `media="shadow"`, which no screen matches.
"""

from __future__ import annotations

import re
from html import unescape
from typing import Final

from printworthy.parse.tokens import RAW, RAW_END, TOKEN, VOID

_DECLARED: Final = re.compile(rb"<template[^<>]{0,2000}\bshadowroot(?:mode)?[ \t\n\f\r]{0,9}=", re.IGNORECASE)
_MODE: Final = re.compile(rb"(?:^|[\s\"'/])shadowroot(?:mode)?\s*+=\s*+[\"']?(?:open|closed)(?![\w-])", re.IGNORECASE)
_NAME: Final = re.compile(rb"(?:^|[\s\"'/])name\s*+=\s*+(?:\"([^\"]*+)|'([^']*+)|([^\s\"'>]++))", re.IGNORECASE)
_SLOT: Final = re.compile(rb"(?:^|[\s\"'/])slot\s*+=\s*+(?:\"([^\"]*+)|'([^']*+)|([^\s\"'>]++))", re.IGNORECASE)
_HOSTS: Final = frozenset(
    b"article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split()
)
# A start tag closes an open element of these names right above it, as the parser would.
_CLOSED: Final[dict[bytes, frozenset[bytes]]] = {
    **dict.fromkeys((b"dt", b"dd"), frozenset([b"dt", b"dd", b"p"])),
    **dict.fromkeys((b"td", b"th"), frozenset([b"td", b"th", b"p"])),
    b"tr": frozenset([b"tr", b"td", b"th", b"p"]),
    b"li": frozenset([b"li", b"p"]),
    b"option": frozenset([b"option"]),
    **dict.fromkeys(
        b"address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form "
        b"h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre section table ul".split(),
        frozenset([b"p"]),
    ),
}
_OPTIONAL: Final = frozenset(b"p li dt dd td th tr tbody thead tfoot option".split())
_SCOPED_STYLE: Final = b'<style media="shadow">'
# Deeper than this, and with more roots than this, templates stay closed: nobody writes such pages for readers.
_DEEPEST: Final = 64
_MOST: Final = 5_000


class _Element:
    """An element as its tags were written, with what stands inside; pieces of text are bytes."""

    __slots__ = ("children", "depth", "end", "inside", "name", "root", "start")

    def __init__(self, name: bytes, start: bytes, inside: bytes) -> None:
        self.name, self.start, self.inside, self.end = name, start, inside, b""
        self.children: list[_Element | bytes] = []
        self.root: _Element | None = None
        self.depth = 0  # how many roots stand around it


def with_shadows(html: bytes) -> bytes:
    """The page with its declared shadow roots opened; a page without any as it came."""
    if b"shadowroot" not in html or _DECLARED.search(html) is None:
        return html
    page = _read(html)
    return page if isinstance(page, bytes) else b"".join(_written(page))


def _read(html: bytes) -> _Element | bytes:
    """The page as a tree of its tags; the page itself if nothing in it is a root."""
    stack = [_Element(b"", b"", b"")]
    roots = at = 0
    while (found := TOKEN.search(html, at)) is not None:
        if found.start() > at:
            stack[-1].children.append(html[at : found.start()])
        at = found.end()
        name = (found["start"] or found["end"] or b"").lower()
        if found["start"]:
            while name in _CLOSED and stack[-1].name in _CLOSED[name]:
                stack.pop()
            one = _Element(name, found[0], found["inside"])
            one.depth = stack[-1].depth
            if roots < _MOST and _is_root(one, stack):
                roots += 1
                one.depth += 1
                stack[-1].root = one
            else:
                stack[-1].children.append(one)
            at = _open(one, stack, html, at)
        elif found["end"]:
            _close(name, found[0], stack)
        else:
            stack[-1].children.append(found[0])
    stack[-1].children.append(html[at:])
    return stack[0] if roots else html


def _is_root(one: _Element, stack: list[_Element]) -> bool:
    """Is a template the shadow root of the element around it?"""
    host = stack[-1]
    if one.name != b"template" or host.root is not None or _MODE.search(one.inside) is None:
        return False
    return (host.name in _HOSTS or b"-" in host.name) and host.depth < _DEEPEST


def _open(one: _Element, stack: list[_Element], html: bytes, at: int) -> int:
    """Put an element on the stack if others may stand inside it; where to read on."""
    if one.name in VOID:
        return at
    if one.name in RAW:
        end = RAW_END[one.name].search(html, at)
        stop = end.start() if end else len(html)
        one.children.append(html[at:stop])
        closing = TOKEN.match(html, stop)
        one.end = closing[0] if closing else b""
        return closing.end() if closing else stop
    stack.append(one)
    return at


def _close(name: bytes, tag: bytes, stack: list[_Element]) -> None:
    """Close the element that an end tag means; one that means none stays as text. A template holds its own."""
    for depth in range(len(stack) - 1, max(0, len(stack) - _REACH), -1):
        if stack[depth].name == name:
            stack[depth].end = tag
            del stack[depth:]
            return
        if stack[depth].name == b"template":
            break
    stack[-1].children.append(tag)


_REACH: Final = 40


def _written(page: _Element) -> list[bytes]:
    """The page with every host's children in the slots of its root."""
    out: list[bytes] = []
    # What is still to be written, and in which root it stands: the children that its slots may take, by name.
    todo: list[tuple[_Element | bytes, _Slots | None]] = [(page, None)]
    while todo:
        one, slots = todo.pop()
        if isinstance(one, bytes):
            out.append(one)
        elif one.name == b"slot" and slots is not None:
            taken = slots.take(_named(_NAME, one.inside))
            todo += [(child, slots.outer) for child in reversed(taken)] or [(c, slots) for c in reversed(one.children)]
        elif one.root is not None:
            inner = _Slots(one.children, slots)
            todo.append((one.end, None))
            todo += [(child, inner) for child in reversed(one.root.children)]
            out.append(one.start)
        else:
            out.append(_SCOPED_STYLE if one.name == b"style" and slots is not None else one.start)
            todo.append((one.end, None))
            todo += [(child, slots) for child in reversed(one.children)]
    return out


class _Slots:
    """The children of a host, by the name of the slot that they ask for; each is taken once."""

    __slots__ = ("children", "outer")

    def __init__(self, children: list[_Element | bytes], outer: _Slots | None) -> None:
        self.outer = outer
        self.children: dict[bytes, list[_Element | bytes]] = {}
        for child in children:
            name = b"" if isinstance(child, bytes) else _named(_SLOT, child.inside)
            if not (isinstance(child, bytes) and child.startswith((b"<!", b"</", b"<?"))):
                self.children.setdefault(name, []).append(child)

    def take(self, name: bytes) -> list[_Element | bytes]:
        """The children for a slot; none if they are white space only."""
        taken = self.children.pop(name, [])
        return taken if any(not isinstance(one, bytes) or one.strip() for one in taken) else []


def _named(pattern: re.Pattern[bytes], inside: bytes) -> bytes:
    found = pattern.search(inside)
    value = next((part for part in found.groups() if part is not None), b"") if found else b""
    return unescape(value.decode("utf-8", "replace")).strip().encode()
