"""What the filters know of the page that they are at work on: its address, and answers that they remember."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from printworthy.base.links import Resolver
from printworthy.data.tree import Node

# All elements below a node that a CSS selector means, or `UsageError` if it is none.
Find: TypeAlias = Callable[[Node, str], list[Node]]


@dataclass(slots=True)
class Context:
    """One page.

    chosen: what tests need not ask for: nodes by their identity, with the filter's name and a verdict.
    spared: nothing here is taken for an advertisement.
    own:    what addresses on the page's own host begin with.
    known:  verdicts by address, because pages repeat them; `matched`: what selectors mean.
    """

    root: Node
    url: str
    host: str
    resolver: Resolver
    find: Find
    own: tuple[str, ...] = ()
    spared: bool = False
    chosen: dict[int, tuple[int, str]] = field(default_factory=dict)
    known: dict[str, int] = field(default_factory=dict)
    matched: dict[str, frozenset[int]] = field(default_factory=dict)
