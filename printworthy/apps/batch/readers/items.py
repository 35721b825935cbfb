"""What readers give, one after the other and always in the same order: a page, a problem, or something passed over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from printworthy.apps.batch.settings import BatchSettings
from printworthy.apps.batch.tasks import Task


@dataclass(frozen=True, slots=True)
class ItemPosition:
    """Where an item stands.

    position: its place in the source, by which it is known for ever.
    record:   the source's own name for it: a WARC-Record-ID, a file's name.
    read:     how many bytes of the task's share have been read up to its end.
    fetched:  when it was fetched, as the source says.
    """

    position: int
    record: str = ""
    read: int = 0
    fetched: str = ""


@dataclass(frozen=True, slots=True)
class Raw:
    """A page as it was found."""

    place: ItemPosition
    url: str
    html: bytes | str
    charset: str = ""
    status: int = 200


@dataclass(frozen=True, slots=True)
class UnreadablePage:
    """A page, or a stretch of an archive, that could not be read: an error row."""

    place: ItemPosition
    url: str
    kind: str
    message: str


@dataclass(frozen=True, slots=True)
class Passed:
    """Something that is no page: counted by its kind, and no row."""

    place: ItemPosition
    kind: str


Item: TypeAlias = Raw | UnreadablePage | Passed


class ItemReader(Protocol):
    """Reads a task's share of its source.

    `began` is where the first record was found and `ended` where the next share's first record stands, in bytes of the
    file; -1 means that nobody knows. They let the run prove that two shares of one archive meet.
    """

    began: int
    ended: int

    def __init__(self, task: Task, settings: BatchSettings) -> None: ...

    def items(self, skip: int = 0) -> Iterator[Item]:
        """All items after the first `skip`, which are passed as cheaply as can be."""
        ...
