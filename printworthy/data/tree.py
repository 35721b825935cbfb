"""What the parser hands on: nodes behind a small interface, so that only `parse/` knows the parser's name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


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
    def text_content(self) -> str | None: ...
    @property
    def child(self) -> Node | None: ...
    @property
    def next(self) -> Node | None: ...
    @property
    def parent(self) -> Node | None: ...
    def css(self, query: str) -> list[Node]: ...
    def css_first(self, query: str) -> Node | None: ...
    def text(self, deep: bool = True, separator: str = "", strip: bool = False) -> str: ...


@dataclass(frozen=True, slots=True)
class Tree:
    """A parsed page. `kinds` and `codes` have what `base.tags` says of a known tag, by `node.tag_id`."""

    root: Node
    body: Node | None
    head: Node | None
    kinds: tuple[int, ...]
    codes: tuple[int, ...]
