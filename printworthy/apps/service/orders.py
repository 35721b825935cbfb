"""What travels between the service and its workers: pages at hand, orders, and finished documents."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from printworthy.data.article import Article
from printworthy.data.looks import Snapshot
from printworthy.writers.protocol import DEFAULTS, WriteOptions

# Formats that carry the pictures themselves; the others name their addresses.
EMBEDDING: Final = frozenset({"pdf", "epub", "html"})
# Pictures of a document that are fetched, at most.
MOST_PICTURES: Final = 100


@dataclass(frozen=True, slots=True)
class Given:
    """A page at hand: its HTML, its address ("" if unknown), and what a browser made of it, if one was asked.

    unseen: why no browser showed it, although one was wanted.
    """

    html: bytes = field(repr=False)
    url: str = ""
    snapshot: Snapshot | None = field(default=None, repr=False)
    unseen: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    """What is to come out: a format's name, how to write, and whether a page without an article is taken, too."""

    format: str
    options: WriteOptions = DEFAULTS
    force: bool = False


@dataclass(frozen=True, slots=True)
class Printed:
    """A finished document; or an article whose pictures are to be fetched first."""

    content: bytes = field(default=b"", repr=False)
    title: str = ""
    article: Article | None = field(default=None, repr=False)
