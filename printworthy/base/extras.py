"""Extras: a door calls `need` when it is entered; without its libraries the caller hears which extra to install."""

from __future__ import annotations

from importlib.util import find_spec

from printworthy.errors import MissingExtraError


def need(extra: str, feature: str, *libraries: str) -> None:
    """Raise `MissingExtraError` unless all libraries are installed; none of them is loaded."""
    if None in map(find_spec, libraries):
        raise MissingExtraError(extra, feature)
