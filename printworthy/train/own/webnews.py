"""The format of 2016 (WebNewsExtraction): a tree of ground truths ↔ marks.

    FullDataset/{Title,Publish_date,Body}/<id>.groundtruth           the selected text, as it is
    FullDataset/{Title,Publish_date,Body}/<id>.WithNode.groundtruth  [[xpath, text of the node], …]
    train/field.csv                                                  id,cached_url,original_url

An empty pair says that the page has no such field, a missing pair that nobody looked. Editors' backups are left out.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from printworthy.data.annotation import Annotation, Submission
from printworthy.errors import InputError
from printworthy.train.own.scopes import squeeze

FIELDS: Final = {"Title": "title", "Publish_date": "date", "Body": "body"}
TABLES: Final = ("field.csv", "field_recent.csv")
TIME: Final = "2016-01-01T00:00:00Z"
_TEXT, _NODES = ".groundtruth", ".WithNode.groundtruth"


@dataclass(frozen=True, slots=True)
class Record:
    """A page of another format: its marks, its HTML where it is known, and what the format says besides."""

    submission: Submission
    html: bytes
    more: dict[str, Any]


def data_folder(source: Path) -> Path:
    """The folder that holds `FullDataset`."""
    for folder in (source, source / "data", source.parent):
        if (folder / "FullDataset").is_dir():
            return folder
    raise InputError(f"{source} holds no FullDataset with Title, Publish_date and Body: give the folder above it")


def read_webnews(source: Path, pages: Path | None = None) -> Iterator[Record]:
    """All annotated pages of a tree. `pages` is where their HTML lies, by id or by the name in the table."""
    data = data_folder(source)
    urls = _urls(data)
    names = {
        path.name.partition(".")[0]
        for field in FIELDS
        for path in (data / "FullDataset" / field).glob(f"*{_TEXT}")
    }  # fmt: skip
    if not names:
        raise InputError(f"{data / 'FullDataset'} holds no annotations: it needs files like Title/790140.groundtruth")
    for name in sorted(names):
        yield _record(data, name, urls.get(name, ("", "")), pages)


def write_webnews(target: Path, name: str, fields: Mapping[str, tuple[str, Sequence[tuple[str, str]] | None]]) -> None:
    """One page's ground truths: for each field the text and the nodes, or None where only the text is known."""
    for field, (text, nodes) in fields.items():
        folder = target / "FullDataset" / field
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}{_TEXT}").write_bytes(text.encode())
        if nodes is not None:
            content = json.dumps([list(pair) for pair in nodes], separators=(",", ":"), ensure_ascii=False)
            (folder / f"{name}{_NODES}").write_bytes(content.encode() if nodes or text else b"")


def _record(data: Path, name: str, urls: tuple[str, str], pages: Path | None) -> Record:
    fields: dict[str, dict[str, object]] = {}
    marks: list[Annotation] = []
    for field, label in FIELDS.items():
        stem = data / "FullDataset" / field / name
        text_file, node_file = (stem.with_name(f"{name}{end}") for end in (_TEXT, _NODES))
        if text_file.is_file():
            text = _decoded(text_file)
            nodes = _pairs(node_file) if node_file.is_file() else None
            fields[field] = {"text": text, "nodes": nodes is not None}
            marks += _marks(label, text, nodes or [])
    cached, url = urls
    more = {"webnews": {"id": name, "cached": cached, "fields": fields}}
    digest = hashlib.sha256(repr((name, url, fields, marks)).encode()).hexdigest()[:32]
    submission = Submission(f"webnews-{digest}", f"webnews {name}", url, TIME, tuple(marks))
    return Record(submission, _html(pages, name, cached), more)


def _marks(label: str, text: str, nodes: Sequence[tuple[str, str]]) -> Iterator[Annotation]:
    """A mark for each node: what of it was selected, as far as the selected text tells."""
    for number, (xpath, node) in enumerate(nodes):
        start, end = _selected(node, text, number == 0, number == len(nodes) - 1)
        before, upto = (len(node[:at].encode("utf-16-le", "surrogatepass")) // 2 for at in (start, end))
        yield Annotation(label, xpath, node, node[start:end], before, upto)


def _selected(node: str, text: str, first: bool, last: bool) -> tuple[int, int]:
    """From where to where a node was selected: only the first and the last one can be cut."""
    own, whole = squeeze(node), squeeze(text)
    if not own or own in whole:
        return 0, len(node)
    if whole and whole in own:
        at = own.index(whole)
        return _place(node, at), _place(node, at + len(whole), after=True)
    if first:
        kept = next((size for size in range(len(own), 0, -1) if whole.startswith(own[-size:])), len(own))
        return _place(node, len(own) - kept), len(node)
    if last:
        kept = next((size for size in range(len(own), 0, -1) if whole.endswith(own[:size])), len(own))
        return 0, _place(node, kept, after=True)
    return 0, len(node)


def _place(node: str, letters: int, after: bool = False) -> int:
    """Where in a node the letter of that number begins; with `after`, where the one before it ends."""
    seen = 0
    for at, sign in enumerate(node):
        if after and seen == letters:
            return at
        size = len(squeeze(sign))
        if not after and seen == letters and size:
            return at
        seen += size
    return len(node)


def _pairs(path: Path) -> list[tuple[str, str]]:
    text = _decoded(path)
    if not text:
        return []
    told = f"{path} is no list of [xpath, text] pairs: repair it or leave the page out"
    try:
        pairs = json.loads(text)
    except ValueError as error:
        raise InputError(told) from error
    if not isinstance(pairs, list) or not all(
        isinstance(pair, list) and len(pair) == 2 and all(isinstance(part, str) for part in pair) for pair in pairs
    ):
        raise InputError(told)
    return [(xpath, node) for xpath, node in pairs]


def _urls(data: Path) -> dict[str, tuple[str, str]]:
    """Cached and original address by id; the first row of an id counts, and rows without an address do not."""
    found: dict[str, tuple[str, str]] = {}
    for table in TABLES:
        path = data / "train" / table
        for line in _decoded(path).splitlines() if path.is_file() else ():
            name, cached, url = (*line.split(",", 2), "", "")[:3]
            if cached.startswith("http"):
                found.setdefault(name, (cached, url.strip()))
    return found


def _html(pages: Path | None, name: str, cached: str) -> bytes:
    """The page's HTML; empty where it is not known."""
    if pages is None:
        return b""
    for file in (f"{name}.html", cached.rpartition("/")[2]):
        if file and (pages / file).is_file():
            return (pages / file).read_bytes()
    return b""


def _decoded(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{path} is not in UTF-8: convert it or leave it out") from None
