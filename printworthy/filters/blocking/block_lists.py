"""Block lists in use: files → rules as sets and, where the `adblock` engine is installed, all network rules."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from printworthy.errors import InputError, MissingExtraError
from printworthy.filters.blocking.rules import BlockRules, parents, read_rules

if TYPE_CHECKING:
    from adblock import Engine

# Our own list comes with the program, and is the same as long as it runs.
_ALWAYS: Final = (0, 0)
OWN: Final = Path(__file__).parent / "lists" / "own.txt"


@dataclass(frozen=True, slots=True, eq=False)
class BlockLists:
    """The rules of all lists that the settings name; `allow` are the user's exceptions."""

    rules: BlockRules
    allow: tuple[str, ...]
    engine: Engine | None

    def blocks(self, address: str, host: str, page: str, kind: str) -> bool:
        """Is what a page loads from an address an advertisement? `kind` is the engine's word for it, "" for a link."""
        if self.allow and not frozenset(self.allow).isdisjoint(parents(host)):
            return False
        if self.rules.blocks(host):
            return True
        if self.engine is None or not kind:
            return False
        return bool(self.engine.check_network_urls(address, page or address, kind).matched)


def load_lists(
    builtin: bool, files: tuple[str, ...], block: tuple[str, ...], allow: tuple[str, ...], engine: str
) -> BlockLists:
    """The lists, read again only if a file has changed."""
    own = [(str(OWN), _ALWAYS)] if builtin else []
    return _load((*own, *[(path, _version(path)) for path in files]), block, allow, engine)


@lru_cache(maxsize=4)
def _load(
    files: tuple[tuple[str, tuple[int, int]], ...], block: tuple[str, ...], allow: tuple[str, ...], engine: str
) -> BlockLists:
    texts = [Path(path).read_text("utf-8", "replace") for path, _ in files]
    texts.append("\n".join(f"||{host}^" for host in block))
    # Sets hold all rules of our own list and of the user's hosts: the engine is for lists by others.
    alone = all(path == str(OWN) for path, _ in files)
    return BlockLists(read_rules(texts), allow, None if alone and engine == "auto" else _engine(texts, engine))


def _version(path: str) -> tuple[int, int]:
    """What tells a changed file from the one that was read."""
    try:
        found = os.stat(path)  # noqa: PTH116 - called for every page
    except OSError as error:
        raise InputError(f"the block list {path} cannot be read ({error.strerror}): check ads.lists") from None
    return found.st_mtime_ns, found.st_size


def _engine(texts: list[str], choice: str) -> Engine | None:
    if choice == "sets":
        return None
    try:
        from adblock import Engine, FilterSet
    except ImportError:
        if choice == "adblock":
            raise MissingExtraError("filters", "reading all rules of block lists") from None
        return None
    filters = FilterSet()
    for text in texts:
        filters.add_filter_list(text, format="standard")
    return Engine(filter_set=filters, optimize=True)
