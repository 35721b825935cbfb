"""Results of a job: a folder in which its finished articles wait, with their pictures, to be bound.

    0.json      the first article
    0.pictures  its pictures: a line of JSON with their addresses, types and sizes, then their bytes
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from printworthy.data.article import Article
from printworthy.data.resources import Resource
from printworthy.writers.json.json_reader import read_json
from printworthy.writers.save import save_bytes


class ResultFolder:
    """Files by the article's place."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def put(self, place: int, article: bytes, pictures: dict[str, Resource]) -> None:
        """Keep an article; its own file comes last, and says that all of it is there."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        head = [[src, one.media_type, len(one.content)] for src, one in pictures.items()]
        bodies = b"".join(one.content for one in pictures.values())
        save_bytes(json.dumps(head).encode() + b"\n" + bodies, self.folder / f"{place}.pictures")
        save_bytes(article, self.folder / f"{place}.json")

    def article(self, place: int) -> Article:
        """The article."""
        return read_json((self.folder / f"{place}.json").read_bytes())

    def pictures(self, place: int) -> dict[str, Resource]:
        """Its pictures by address."""
        line, _, rest = (self.folder / f"{place}.pictures").read_bytes().partition(b"\n")
        found: dict[str, Resource] = {}
        begin = 0
        for src, media_type, size in json.loads(line):
            found[src] = Resource(rest[begin : begin + size], media_type)
            begin += size
        return found

    def clear(self) -> None:
        """Remove everything."""
        shutil.rmtree(self.folder, ignore_errors=True)
