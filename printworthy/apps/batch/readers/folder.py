"""Folders of saved pages → items."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path

from printworthy.apps.batch.readers.items import Item, ItemPosition, Raw, UnreadablePage
from printworthy.apps.batch.settings import MB, BatchSettings
from printworthy.apps.batch.tasks import Task


class FolderReader:
    """The files of a task; a page's address is that of its file."""

    def __init__(self, task: Task, settings: BatchSettings) -> None:
        self._task = task
        self._largest = settings.caps.html_mb * MB
        self.began = self.ended = -1

    def items(self, skip: int = 0) -> Iterator[Item]:
        """All items after the first `skip`."""
        read = 0
        for position, name in self._task.entries[skip:]:
            path = Path(self._task.source) / name
            url = path.absolute().as_uri()
            try:
                content = _content(path, self._largest + 1)
                read += path.stat().st_size
            except (OSError, EOFError, zlib.error) as error:
                place = ItemPosition(position, name, read)
                yield UnreadablePage(place, url, "damaged", f"{name} cannot be read ({error}): check the file")
                continue
            if len(content) > self._largest:
                message = f"{name} has more than {self._largest / 1e6:.0f} MB: raise --page-size"
                yield UnreadablePage(ItemPosition(position, name, read), url, "too large", message)
            else:
                yield Raw(ItemPosition(position, name, read), url, content)


def _content(path: Path, most: int) -> bytes:
    if path.suffix.lower() == ".gz":
        with gzip.open(path, "rb") as packed:
            return packed.read(most)
    with path.open("rb") as file:
        return file.read(most)
