"""A glance at an element: its first nodes and words, what it says, and where it stands.

Only the first nodes are read, so that banners within banners stay cheap.
"""

from __future__ import annotations

import re
from typing import Final

from printworthy.base.languages import whole, words
from printworthy.data.tree import Node

HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
# With these, readers answer.
CONTROLS: Final = frozenset({"button", "input", "form", "select", "textarea"})
_UNSEEN: Final = frozenset({"script", "style", "template", "svg"})
_LOOK: Final = 200
# So many characters are enough to know what something speaks of.
_ENOUGH: Final = 2000
# So far up and down one looks for what makes an element a section of a text.
_CLIMB: Final = 30
_FIRST: Final = 3
_WORD: Final = re.compile(r"[^\W_]+")
_NUMBER: Final = re.compile(r"^\s*(?:\d{1,4}\.){1,9}\d{0,4}\s")
# One of these, or "cookie", stands in all that notices say; to look for them takes less time than the pattern does.
_COOKIES: Final = words("cookies")
_SAYS: Final = re.compile(whole("uses_cookies", end=""))


def first_nodes(node: Node, most: int = _LOOK) -> list[Node]:
    """The first nodes inside an element, in their order."""
    found: list[Node] = []
    size = 0
    todo: list[Node | None] = [node.child]
    for _ in range(most):
        one = todo.pop() if todo else None
        if one is None:
            if not todo:
                break
            continue
        found.append(one)
        if words := one.text_content:
            size += len(words)
            if size > _ENOUGH:
                break
        todo.append(one.next)
        if one.tag not in _UNSEEN:
            todo.append(one.child)
    return found


def words_of(nodes: list[Node]) -> str:
    """What text there is among these nodes, in small letters."""
    return " ".join([words for one in nodes if (words := one.text_content)]).lower()


def says_cookies(words: str) -> bool:
    """Whether words, in small letters, tell that cookies are used."""
    return ("cookie" in words or any(word in words for word in _COOKIES)) and _SAYS.search(words) is not None


def is_within_text(node: Node) -> bool:
    """Whether it stands in what the page says is its main part."""
    above = node.parent
    for _ in range(_CLIMB):
        if above is None:
            return False
        if above.tag in ("main", "article") or above.attributes.get("role") == "main":
            return True
        above = above.parent
    return False


def is_section(node: Node, but: frozenset[str] = CONTROLS, name: str = "") -> bool:
    """Whether it is a section of a text, maybe one about banners: it begins with a heading, and has nothing of `but`.

    That heading has the words of `name`, its id; without one, it stands in the page's main part.
    """
    one, tried = node.child, 0
    while one is not None and tried < _FIRST:
        if one.tag in HEADINGS:
            heading = _NUMBER.sub("", words_of(first_nodes(one)), count=1)
            called = _WORD.findall(heading) == _WORD.findall(name.lower()) if name else is_within_text(node)
            return called and not any(inner.tag in but for inner in first_nodes(node))
        one, tried = one.next, tried + 1
    return False
