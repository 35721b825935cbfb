"""The methods by name. A method takes a parsed page and says which of its segments are the article.

Each is a module of this folder with a function `select(tree, columns, options)`, imported when it is first asked for. A
page that was rendered has its styles and boxes in `tree.looks`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Final, TypeAlias

from printworthy.data.columns import Columns, Selection
from printworthy.data.tree import Tree
from printworthy.errors import UsageError
from printworthy.methods.learned import select
from printworthy.model.store import load_model
from printworthy.options import Options

Method: TypeAlias = Callable[[Tree, Columns, Options], Selection]


def find_method(name: str) -> Method:
    """The method of that name."""
    method = METHODS.get(name) or VARIANTS.get(name)
    if method is None:
        raise UsageError(f"there is no method {name!r}: choose one of {', '.join((*METHODS, *VARIANTS))}")
    return method


def _learned(tree: Tree, columns: Columns, options: Options) -> Selection:
    return select(tree, columns, load_model(options.model))


def _later(name: str) -> Method:
    """A method whose file is imported when it is used."""

    def method(tree: Tree, columns: Columns, options: Options) -> Selection:
        found: Method = import_module(f"printworthy.methods.{name}").select
        return found(tree, columns, options)

    return method


def _nodes(kind: str) -> Method:
    """The method `nodes` with one of its models rather than the best one."""

    def method(tree: Tree, columns: Columns, options: Options) -> Selection:
        found: Selection = import_module("printworthy.methods.nodes").select_by(tree, columns, options, kind)
        return found

    return method


METHODS: Final[dict[str, Method]] = {
    "learned": _learned,
    "visual": _later("visual.visual"),
    **{name: _later(name) for name in ("subtree", "filters", "nodes")},
}
# The same methods with another of their models.
VARIANTS: Final[dict[str, Method]] = {
    f"nodes_{kind}": _nodes(kind) for kind in ("logistic", "forest", "crf", "viterbi")
}
