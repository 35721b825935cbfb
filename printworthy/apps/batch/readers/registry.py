"""The readers by the kind of their source."""

from __future__ import annotations

from typing import Final

from printworthy.apps.batch.items import Reader
from printworthy.apps.batch.settings import Settings
from printworthy.apps.batch.tasks import Task
from printworthy.errors import UsageError

_KINDS: Final = ("warc", "jsonl", "parquet", "folder", "urls")


def open_reader(task: Task, settings: Settings) -> Reader:
    """The reader of a task; each is imported only when it is needed."""
    match task.kind:
        case "warc":
            from printworthy.apps.batch.readers.warc import WarcReader

            return WarcReader(task, settings)
        case "jsonl":
            from printworthy.apps.batch.readers.tables import JsonlReader

            return JsonlReader(task, settings)
        case "parquet":
            from printworthy.apps.batch.readers.tables import ParquetReader

            return ParquetReader(task, settings)
        case "folder":
            from printworthy.apps.batch.readers.folder import FolderReader

            return FolderReader(task, settings)
        case "urls":
            from printworthy.apps.batch.readers.urls import UrlReader

            return UrlReader(task, settings)
    raise UsageError(f"{task.kind!r} is no kind of source: choose one of {', '.join(_KINDS)}")
