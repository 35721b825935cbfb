"""Import and export: other formats' folders ↔ a folder of annotations. What was left out is told, line by line."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from printworthy.apps.annotate.store import Store, write_durably
from printworthy.errors import InputError, UsageError
from printworthy.parse.xpath import node_paths
from printworthy.train.own.labels import Marked, mark_files, read_marks
from printworthy.train.own.labels import told as tell
from printworthy.train.own.locate import place
from printworthy.train.own.scopes import Scopes
from printworthy.train.own.webnews import FIELDS, TABLES, Record, data_folder, read_webnews, write_webnews

Pairs = list[tuple[str, str]]


def import_folder(folder: Path, source: Path, form: str, html: Path | None = None) -> Iterator[str]:
    """Store every page of another format; the same page twice is stored once."""
    store = Store(folder)
    new = seen = without = 0
    with store.claimed():
        for record in list(_records(source, form, html)):  # all are read before any is stored
            stored = store.save(record.submission, record.html, more=record.more)
            new, seen = new + stored.new, seen + 1
            without += not record.html
        if form == "webnews":
            _keep_tables(folder, source)
    yield f"{seen} pages read, {new} of them new"
    if without:
        yield f"{without} pages have no HTML and cannot be learned from: name the folder of their HTML with --html"


def export_folder(folder: Path, target: Path, form: str) -> Iterator[str]:
    """Write every page, each once: where several marked it, as the one whose marks are newest."""
    if target.exists() and any(target.iterdir()):
        raise UsageError(f"{target} is not empty: choose a new folder to export to")
    count = 0
    told: list[str] = []
    for marked in _newest(folder, told):
        _EXPORTS[form](target, marked, told)
        count += 1
    if form == "webnews":
        _write_tables(folder, target)
    yield from told
    yield f"{count} pages written to {target}"


def _records(source: Path, form: str, html: Path | None) -> Iterator[Record]:
    if form == "webnews":
        return read_webnews(source, html)
    from printworthy.train.own.wcxb import read_wcxb  # it needs the extra train

    return read_wcxb(source)


def _newest(folder: Path, told: list[str]) -> Iterator[Marked]:
    """The marks to export: imported ones each by itself, others by page."""
    newest: dict[str, Marked] = {}
    for path in mark_files(folder):
        try:
            marked = read_marks(path)
        except InputError as error:
            told.append(f"left out: {path}: {error}")
            continue
        name = f"{marked.page}/{path.stem}" if marked.more else marked.page
        known = newest.get(name)
        if known is None or known.submission.time < marked.submission.time:
            newest[name] = marked
    yield from newest.values()


def _export_webnews(target: Path, marked: Marked, told: list[str]) -> None:
    own: dict[str, Any] = marked.more.get("webnews") or {}
    if own:
        marks = marked.submission.annotations
        pairs = {
            field: [(mark.xpath, mark.text) for mark in marks if mark.label == label] for field, label in FIELDS.items()
        }
        fields: dict[str, tuple[str, Pairs | None]] = {
            field: (said["text"], pairs[field] if said["nodes"] else None) for field, said in own["fields"].items()
        }
        write_webnews(target, own["id"], fields)
        return
    found = _marked_nodes(marked, told)
    texts = {label: "\n\n".join(text for _, text, _ in nodes) for label, nodes in found.items()}
    made: dict[str, tuple[str, Pairs | None]] = {}
    for field, label in FIELDS.items():
        nodes = [(path, whole) for path, _, whole in found.get(label, ())]
        made[field] = (f" {texts[label]}" if label in texts else "", nodes)
    write_webnews(target, _number(marked.page), made)


def _export_wcxb(target: Path, marked: Marked, told: list[str]) -> None:
    from printworthy.train.own.wcxb import WcxbPage, make_label, write_wcxb  # they need the extra train

    if not marked.path.is_file():
        told.append(f"left out: {marked.page} has no HTML")
        return
    own: dict[str, Any] = marked.more.get("wcxb") or {}
    if own:
        page = WcxbPage(own["id"], marked.path.read_bytes(), own["label"], own["end"])
    else:
        said = {label: [text for _, text, _ in nodes] for label, nodes in _marked_nodes(marked, told).items()}
        page = WcxbPage(marked.page, marked.path.read_bytes(), make_label(marked.page, marked.submission.url, said))
    write_wcxb(target, page)


def _marked_nodes(marked: Marked, told: list[str]) -> dict[str, list[tuple[str, str, str]]]:
    """By label, for each text node: its path, what of it was selected, and its whole text; in the page's order."""
    scopes = Scopes(marked.path.read_bytes())
    found: dict[str, list[tuple[str, str, str]]] = {}
    placed = [place(mark, scopes) for mark in marked.submission.annotations]
    for one in sorted((one for one in placed if one.found), key=lambda one: one.start):
        if one.scope is not None and not any(one.scope.where):
            paths = node_paths(one.scope.tree.root)
            nodes = one.nodes
            for node in nodes:
                whole = node.text_content or ""
                text = one.annotation.selected.strip() if len(nodes) == 1 else whole.strip()
                found.setdefault(one.annotation.label, []).append((paths[node.mem_id], text, whole))
        elif one.scope is not None:
            told.append(f"left out: a {one.annotation.label} of {marked.page} stands in a frame or shadow root")
    told += [tell(marked, one) for one in placed if not one.found]
    return found


def _keep_tables(folder: Path, source: Path) -> None:
    """Keep the tables of addresses as they are: they also name pages that nobody annotated."""
    for table in TABLES:
        path = data_folder(source) / "train" / table
        if path.is_file():
            write_durably(folder / "webnews" / table, path.read_bytes())


def _write_tables(folder: Path, target: Path) -> None:
    """The kept tables, and a row for each page that is in none of them."""
    out = target / "train"
    out.mkdir(parents=True, exist_ok=True)
    kept = {table: path.read_bytes() for table in TABLES if (path := folder / "webnews" / table).is_file()}
    new = [
        f"{_number(one.page)},{one.submission.url},{one.submission.url}\n"
        for one in _newest(folder, []) if not one.more.get("webnews")
    ]  # fmt: skip
    for table, content in kept.items():
        (out / table).write_bytes(content)
    if new:
        with (out / TABLES[0]).open("ab") as file:
            file.write("".join(new).encode())


def _number(page: str) -> str:
    """A page's id in digits, as the format's names are."""
    return str(int(hashlib.sha256(page.encode()).hexdigest()[:12], 16))


_EXPORTS = {"webnews": _export_webnews, "wcxb": _export_wcxb}
