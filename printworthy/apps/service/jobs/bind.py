"""Bind: the articles in a job's folder → one document, or a zip with a file for each. Runs in a worker."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from typing import Final

from printworthy.apps.service.http.formats import SUFFIXES, plain_name
from printworthy.apps.service.jobs.data import Binding, ResultFolder
from printworthy.data.article import Failure, Resource
from printworthy.printing.messages import PrintOrder
from printworthy.printing.steps import write_article, write_issue
from printworthy.writers.save import save_bytes

_MOST_BYTES: Final = 200 * 1024 * 1024


def bind_document(binding: Binding, order: PrintOrder) -> str:
    """One document of all articles; the name of its file comes back."""
    results = ResultFolder(binding.folder)
    pictures: dict[str, Resource] = {}
    left = _MOST_BYTES
    for place in binding.places:
        for src, one in results.pictures(place).items():
            if src not in pictures and len(one.content) <= left:
                pictures[src] = one
                left -= len(one.content)
    failures = tuple(Failure(source or "a page", reason) for source, reason in binding.failures)
    day = order.options.sheet.printed
    articles = [results.article(place) for place in binding.places]
    made = write_issue(binding.title or day, day, failures, articles, _with_pictures(order, pictures))
    return _kept(binding, made.content, f"result.{SUFFIXES[order.format]}")


def bind_zip(binding: Binding, order: PrintOrder) -> str:
    """A zip with a file for each article, and one that says which pages failed."""
    results = ResultFolder(binding.folder)
    target = binding.folder / "result.part"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as bundle:
        for place in binding.places:
            made = write_article(results.article(place), _with_pictures(order, results.pictures(place)))
            name = f"{place + 1:03d}-{plain_name(made.title)}.{SUFFIXES[order.format]}"
            bundle.writestr(zipfile.ZipInfo(name), made.content, zipfile.ZIP_DEFLATED)
        if binding.failures:
            lines = "".join(f"{source or 'a page'}\n    {reason}\n" for source, reason in binding.failures)
            bundle.writestr(zipfile.ZipInfo("left out.txt"), lines.encode("utf-8", "replace"))
    target.replace(binding.folder / "result.zip")
    return "result.zip"


def _with_pictures(order: PrintOrder, pictures: dict[str, Resource]) -> PrintOrder:
    return replace(order, options=replace(order.options, resources=pictures))


def _kept(binding: Binding, content: bytes, name: str) -> str:
    save_bytes(content, binding.folder / name)
    return name
