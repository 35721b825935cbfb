"""What the parser hands on: nodes behind a small interface, so that only `parse/` knows the parser's name."""

from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from printworthy.base.links import Resolver
from printworthy.base.tags import BLOCK, INLINE, KINDS, LINK, PHRASE, SKIP, STRONG, TEXT

if TYPE_CHECKING:
    from printworthy.data.looks import Looks


class Node(Protocol):
    """A node of the parsed page. `mem_id` is its identity; wrappers of one node may differ as objects."""

    @property
    def tag(self) -> str | None: ...
    @property
    def tag_id(self) -> int: ...
    @property
    def mem_id(self) -> int: ...
    @property
    def attributes(self) -> dict[str, str | None]: ...
    @property
    def attrs(self) -> MutableMapping[str, str | None]: ...
    @property
    def text_content(self) -> str | None: ...
    @property
    def is_empty_text_node(self) -> bool: ...
    @property
    def child(self) -> Node | None: ...
    @property
    def first_child(self) -> Node | None: ...
    @property
    def next(self) -> Node | None: ...
    @property
    def parent(self) -> Node | None: ...
    def css(self, query: str) -> list[Node]: ...
    def css_first(self, query: str) -> Node | None: ...
    def text(self, deep: bool = True, separator: str = "", strip: bool = False) -> str: ...
    @property
    def prev(self) -> Node | None: ...
    @property
    def html(self) -> str | None: ...

    # Editing, for the filters.
    def decompose(self, recursive: bool = True) -> None: ...
    def unwrap(self, delete_empty: bool = False) -> None: ...
    def replace_with(self, value: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Tree:
    """A parsed page. `kinds` and `codes` have what `base.tags` says of a known tag, by `node.tag_id`.

    `looks` is how the page looks, if it was rendered; `formulas` says that it holds some, each as one `math` element.
    """

    root: Node
    body: Node | None
    head: Node | None
    kinds: tuple[int, ...]
    codes: tuple[int, ...]
    looks: Looks | None = None
    formulas: bool = False


def page_resolver(tree: Tree, url: str) -> Resolver:
    """Resolves against the page's address and the `<base href>` in its head."""
    base = tree.head.css_first("base[href]") if tree.head is not None else None
    return Resolver(url, (base.attributes.get("href") or "") if base is not None else "")


def page_title(tree: Tree) -> str:
    """The page's own title, as its head has it."""
    node = tree.head.first_child if tree.head is not None else None
    while node is not None and node.tag != "title":
        node = node.next
    return node.text() if node is not None else ""


def custom_kind(node: Node) -> int:
    """The kind of a tag that the parser has no number for: a block, unless it is a few words of a sentence.

    Browsers show elements of unknown names in the line (`<relative-time>`, `<price>`, Word's `<st1:city>`), and so they
    are taken where text stands right beside them, or beside an inline element around them, and nothing but text stands
    in them; Word's may stand in each other. All others are containers.
    """
    tag = node.tag or ""
    kind = KINDS.get(tag)
    if kind is not None:
        return kind
    outer = node
    for _ in range(_PHRASE_DEPTH):
        if _is_text(outer.prev) or _is_text(outer.next):
            return PHRASE if _is_phrase(node) else BLOCK
        above = outer.parent
        if above is None or _nested(above.tag or "") not in _IN_LINE:
            break
        outer = above
    return BLOCK


def _nested(tag: str) -> int:
    """The kind of an element inside a phrase, or around one."""
    return KINDS.get(tag, PHRASE if ":" in tag else BLOCK)


def _is_text(node: Node | None) -> bool:
    return node is not None and node.tag == "-text" and not (node.text_content or "").isspace()


def _is_phrase(top: Node) -> bool:
    """Does an element hold text, and besides it only a few inline elements?"""
    above: list[Node] = []
    node, texts = top.child, False
    for _ in range(_PHRASE_NODES):
        while node is None:
            if not above:
                return texts
            node = above.pop().next
        kind = _nested(node.tag or "")
        if kind not in _IN_LINE:
            return False
        texts = texts or _is_text(node)
        above.append(node)
        node = None if kind == SKIP else node.child
    return False


_IN_LINE: Final = frozenset((TEXT, INLINE, PHRASE, LINK, STRONG, SKIP))
_PHRASE_NODES: Final = 32
_PHRASE_DEPTH: Final = 4
