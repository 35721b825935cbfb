"""Bind: the articles on a job's shelf → one document, or a zip with a file for each. Runs in a worker."""

from __future__ import annotations

import json
import shutil
import zipfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from printworthy.apps.service.formats import SUFFIXES, plain_name
from printworthy.apps.service.orders import Order
from printworthy.apps.service.work import write_article, write_issue
from printworthy.data.article import Article
from printworthy.data.issue import Failure, Issue
from printworthy.data.resources import Resource
from printworthy.writers.json_reader import read_json
from printworthy.writers.save import save_bytes

_MOST_BYTES: Final = 200 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Binding:
    """What is to be bound: the places of the articles on the shelf, and which pages failed and why."""

    folder: Path
    places: tuple[int, ...]
    title: str
    failures: tuple[tuple[str, str], ...] = ()


def bind_document(binding: Binding, order: Order) -> str:
    """One document of all articles; the name of its file comes back."""
    shelf = Shelf(binding.folder)
    pictures: dict[str, Resource] = {}
    left = _MOST_BYTES
    for place in binding.places:
        for src, one in shelf.pictures(place).items():
            if src not in pictures and len(one.content) <= left:
                pictures[src] = one
                left -= len(one.content)
    failures = tuple(Failure(source or "a page", reason) for source, reason in binding.failures)
    day = order.options.sheet.printed
    articles = tuple(shelf.article(place) for place in binding.places)
    issue = Issue(binding.title or day, articles, day, failures)
    made = write_issue(issue, _with_pictures(order, pictures))
    return _kept(binding, made.content, f"result.{SUFFIXES[order.format]}")


def bind_zip(binding: Binding, order: Order) -> str:
    """A zip with a file for each article, and one that says which pages failed."""
    shelf = Shelf(binding.folder)
    target = binding.folder / "result.part"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as bundle:
        for place in binding.places:
            made = write_article(shelf.article(place), _with_pictures(order, shelf.pictures(place)))
            name = f"{place + 1:03d}-{plain_name(made.title)}.{SUFFIXES[order.format]}"
            bundle.writestr(zipfile.ZipInfo(name), made.content, zipfile.ZIP_DEFLATED)
        if binding.failures:
            lines = "".join(f"{source or 'a page'}\n    {reason}\n" for source, reason in binding.failures)
            bundle.writestr(zipfile.ZipInfo("left out.txt"), lines.encode("utf-8", "replace"))
    target.replace(binding.folder / "result.zip")
    return "result.zip"


def _with_pictures(order: Order, pictures: dict[str, Resource]) -> Order:
    return replace(order, options=replace(order.options, resources=pictures))


def _kept(binding: Binding, content: bytes, name: str) -> str:
    save_bytes(content, binding.folder / name)
    return name


class Shelf:
    """A folder in which the finished articles of a job wait, by their places, to be bound.

    0.json      the first article
    0.pictures  its pictures: a line of JSON with their addresses, types and sizes, then their bytes
    """

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
