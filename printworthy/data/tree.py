"""What the parser hands on: nodes behind a small interface, so that only `parse/` knows the parser's name."""

from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from printworthy.base.links import Resolver

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
