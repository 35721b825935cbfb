"""Files that hold pages → items: folders of saved pages, and tables with a column of HTML and one of addresses.

Tables are JSON lines (plain, gzip, zstd) or Parquet.
"""

from __future__ import annotations

import gzip
import io
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final

import zstandard
from pyarrow import parquet

from printworthy.apps.batch.readers.items import Item, ItemPosition, Raw, UnreadablePage
from printworthy.apps.batch.settings import MB, BatchSettings
from printworthy.apps.batch.tasks import Task

_ROWS: Final = 64
_SLACK: Final = 1024 * 1024


class JsonlReader:
    """The lines that begin in a task's share of the file."""

    def __init__(self, task: Task, settings: BatchSettings) -> None:
        self._task = task
        self._html, self._url = settings.html_column, settings.url_column
        # JSON may write one byte of HTML as six.
        self._largest, self._longest = settings.caps.html_mb * MB, settings.caps.html_mb * MB * 6 + _SLACK
        self.began = self.ended = -1

    def items(self, skip: int = 0) -> Iterator[Item]:
        """All items after the first `skip`."""
        with Path(self._task.source).open("rb") as file, _unpacked(file) as lines:
            whole = lines is not file
            at = 0 if whole else self._find(file)
            end = -1 if whole else self._task.end
            for number, (place, line) in enumerate(self._lines(lines, at, end)):
                read = file.tell() if whole else place - self._task.start + len(line)
                if number >= skip:
                    yield self._item(ItemPosition(place, "", read), line)

    def _find(self, file: BinaryIO) -> int:
        """The first line that begins in the share."""
        if self._task.start == 0:
            return 0
        file.seek(self._task.start - 1)
        while (piece := file.readline(_SLACK)) and not piece.endswith(b"\n"):
            pass
        return file.tell()

    def _lines(self, file: BinaryIO, at: int, end: int) -> Iterator[tuple[int, bytes]]:
        """Lines with their places; one that is too long comes cut, and empty ones not at all."""
        while end < 0 or at < end:
            try:
                line = file.readline(self._longest)
                whole = len(line)
                while len(line) == self._longest and (more := file.readline(_SLACK)):
                    whole += len(more)
                    if more.endswith(b"\n"):
                        break
            except (OSError, EOFError, zlib.error, ValueError) as error:
                yield at, f"!{error}".encode()
                return
            if not line:
                return
            if line.strip():
                yield at, line
            at += whole

    def _item(self, place: ItemPosition, line: bytes) -> Item:
        if len(line) == self._longest:
            message = f"the line at byte {place.position:,} is too long: raise --page-size"
            return UnreadablePage(place, "", "too large", message)
        try:
            row: Any = json.loads(line)
            url, html = str(row.get(self._url) or ""), row[self._html]
        except (ValueError, KeyError, AttributeError, RecursionError) as error:
            message = f"the line at byte {place.position:,} is no row with {self._html!r} ({error}): check the file"
            return UnreadablePage(place, "", "damaged", message)
        return _page(place, url, html, self._largest)


class ParquetReader:
    """The rows of a task's row groups."""

    def __init__(self, task: Task, settings: BatchSettings) -> None:
        self._task = task
        self._html, self._url = settings.html_column, settings.url_column
        self._largest = settings.caps.html_mb * MB
        self.began = self.ended = -1

    def items(self, skip: int = 0) -> Iterator[Item]:
        """All items after the first `skip`."""
        with parquet.ParquetFile(self._task.source) as file:
            groups = range(self._task.start, self._task.end)
            first = sum(file.metadata.row_group(number).num_rows for number in range(self._task.start))
            total = sum(file.metadata.row_group(number).num_rows for number in groups)
            for number, (url, html) in enumerate(self._rows(file, list(groups))):
                if number >= skip:
                    place = ItemPosition(first + number, "", self._task.size * (number + 1) // max(1, total))
                    yield _page(place, url, html, self._largest)

    def _rows(self, file: Any, groups: list[int]) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - pyarrow's
        columns = [self._url, self._html]
        for batch in file.iter_batches(_ROWS, row_groups=groups, columns=columns):
            for url, html in zip(batch.column(self._url), batch.column(self._html), strict=True):
                yield str(url.as_py() or ""), html.as_py()


def _page(place: ItemPosition, url: str, html: object, largest: int) -> Item:
    if not isinstance(html, str | bytes):
        return UnreadablePage(place, url, "damaged", f"there is no HTML in row {place.position:,}: check the file")
    if len(html) > largest:
        return UnreadablePage(place, url, "too large", f"the page has {len(html) / 1e6:,.0f} MB: raise --page-size")
    return Raw(place, url, html)


def _unpacked(file: BinaryIO) -> BinaryIO:
    """The file as plain lines."""
    head = file.read(4)
    file.seek(0)
    if head.startswith(b"\x1f\x8b"):
        return gzip.open(file, "rb")  # type: ignore[return-value]
    if head == b"\x28\xb5\x2f\xfd":
        reader = zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True)
        return io.BufferedReader(reader, 1024 * 1024)
    return file


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
