"""A task: one share of one source, small enough to be done again. Sources go in, tasks come out, in a fixed order."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from printworthy.apps.batch.readers.sources import InputSource
from printworthy.apps.batch.settings import MB, BatchSettings

_ADDRESSES: Final = 2000
# A guess at what a page weighs, so that lists of addresses have a share in the estimate of the time left.
_USUAL_PAGE: Final = 100_000


@dataclass(frozen=True, slots=True)
class Task:
    """A share of a source.

    start, end: bytes, rows or row groups of the file, by its kind; `exact` says that a record begins at `start`.
    size:       bytes of input that it stands for.
    entries:    the files or addresses, where the share is a list; each with its place in the source.
    """

    number: int
    kind: str
    source: str
    start: int = 0
    end: int = 0
    size: int = 0
    exact: bool = False
    entries: tuple[tuple[int, str], ...] = ()

    def to_json(self) -> str:
        """One line that `from_json` reads back."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @staticmethod
    def from_json(text: str) -> Task:
        """The task that `to_json` wrote."""
        values: dict[str, Any] = json.loads(text)
        entries = tuple((place, name) for place, name in values.pop("entries"))
        return Task(**values, entries=entries)

    @property
    def name(self) -> str:
        """The task's number as it stands in the names of its parts."""
        return f"{self.number:06d}"


def cut_all(sources: Sequence[InputSource], settings: BatchSettings) -> Iterator[Task]:
    """The tasks of all sources, numbered in their order."""
    number = 0
    for source in sources:
        for share in _cut(source, settings):
            yield Task(number, source.kind, source.path, **share)
            number += 1


def _cut(source: InputSource, settings: BatchSettings) -> Iterator[dict[str, Any]]:
    cut = int(settings.cut_mb * MB)
    match source.kind:
        case "warc" | "jsonl" if source.splits:
            yield from _ranges(source.size, cut)
        case "parquet":
            yield from _row_groups(source, cut)
        case "folder":
            yield from _files(source, cut)
        case "urls":
            yield from _addresses(source)
        case _:
            yield {"start": 0, "end": source.size, "size": source.size, "exact": True}


def _ranges(size: int, cut: int) -> Iterator[dict[str, Any]]:
    """Shares of equal size; the last one takes what is left over, up to half as much again."""
    count = max(1, round(size / cut))
    edges = [size * part // count for part in range(count + 1)]
    for start, end in pairwise(edges):
        yield {"start": start, "end": end, "size": end - start, "exact": start == 0}


def _row_groups(source: InputSource, cut: int) -> Iterator[dict[str, Any]]:
    """Row groups taken together until they weigh enough."""
    start, weight = 0, 0
    for number, size in enumerate(source.groups):
        weight += size
        if weight >= cut or number == len(source.groups) - 1:
            yield {"start": start, "end": number + 1, "size": weight}
            start, weight = number + 1, 0


def _files(source: InputSource, cut: int) -> Iterator[dict[str, Any]]:
    """Files of a folder taken together until they weigh enough."""
    share: list[tuple[int, str]] = []
    weight = 0
    for place, name in enumerate(source.entries):
        share.append((place, name))
        weight += _size(Path(source.path) / name)
        if weight >= cut:
            yield {"entries": tuple(share), "size": weight}
            share, weight = [], 0
    if share:
        yield {"entries": tuple(share), "size": weight}


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0  # the reader will say what is wrong with it


def _addresses(source: InputSource) -> Iterator[dict[str, Any]]:
    """Addresses by host: all of one host are in one task, so that one worker alone knows when it was last asked."""
    hosts: dict[str, list[tuple[int, str]]] = {}
    for place, url in enumerate(source.entries):
        hosts.setdefault((urlsplit(url).hostname or "").lower(), []).append((place, url))
    share: list[list[tuple[int, str]]] = []
    for queue in hosts.values():
        share.append(queue)
        if sum(map(len, share)) >= _ADDRESSES:
            yield _interleaved(share)
            share = []
    if share:
        yield _interleaved(share)


def _interleaved(queues: list[list[tuple[int, str]]]) -> dict[str, Any]:
    """The hosts in turn, so that the wait for one is spent on the others."""
    longest = max(map(len, queues))
    entries = tuple(queue[turn] for turn in range(longest) for queue in queues if turn < len(queue))
    return {"entries": entries, "size": len(entries) * _USUAL_PAGE}
