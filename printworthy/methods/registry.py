"""The methods by name. A method takes a parsed page and says which of its segments are the article."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from printworthy.data.columns import Columns
from printworthy.data.selection import Selection
from printworthy.data.tree import Tree
from printworthy.errors import UsageError
from printworthy.methods.learned import select
from printworthy.model.store import load_model
from printworthy.options import Options

Method: TypeAlias = Callable[[Tree, Columns, Options], Selection]


def find_method(name: str) -> Method:
    """The method of that name."""
    if name not in METHODS:
        raise UsageError(f"there is no method {name!r}: choose one of {', '.join(METHODS)}")
    return METHODS[name]


def _learned(tree: Tree, columns: Columns, options: Options) -> Selection:
    return select(tree, columns, load_model(options.model))


METHODS: Final[dict[str, Method]] = {"learned": _learned}
