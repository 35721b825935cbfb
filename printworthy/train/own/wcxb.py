"""WCXB's layout (`html/<id>.html`, `ground-truth/<id>.json`) ↔ marks.

A text known as a whole becomes marks on the segments that it is aligned with; the label itself is kept beside them.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from printworthy.data.annotation import Annotation, Submission
from printworthy.errors import InputError
from printworthy.evaluate.corpora import LAYOUTS
from printworthy.parse.xpath import node_paths
from printworthy.train.align import align
from printworthy.train.own.scopes import Scopes, squeeze
from printworthy.train.own.webnews import Record

TIME = "2026-01-01T00:00:00Z"


@dataclass(frozen=True, slots=True)
class WcxbPage:
    """A page to write: its name, its HTML and its label."""

    name: str
    html: bytes
    label: dict[str, Any]
    end: str = "\n"


def read_wcxb(source: Path) -> Iterator[Record]:
    """All labelled pages of a folder."""
    if not LAYOUTS["wcxb"].fits(source):
        raise InputError(f"{source} holds no folder ground-truth: give a folder in WCXB's layout")
    for path in sorted((source / "ground-truth").glob("*.json")):
        html = _page(source / "html", path.stem)
        if html is not None:
            yield _record(path, html)


def write_wcxb(target: Path, page: WcxbPage) -> None:
    """One page and its label."""
    for folder in ("html", "ground-truth"):
        (target / folder).mkdir(parents=True, exist_ok=True)
    (target / "html" / f"{page.name}.html").write_bytes(page.html)
    text = json.dumps(page.label, ensure_ascii=False, indent=2) + page.end
    (target / "ground-truth" / f"{page.name}.json").write_bytes(text.encode())


def make_label(name: str, url: str, said: dict[str, list[str]]) -> dict[str, Any]:
    """A label from what was marked: texts by our labels, paragraphs in their order."""
    truth = {
        "title": " ".join(said.get("title", ())) or None,
        "author": ", ".join(said.get("author", ())) or None,
        "publish_date": " ".join(said.get("date", ())) or None,
        "main_content": "\n\n".join(said.get("body", ())),
        "with": [],
        "without": said.get("junk", [])[:5],
    }
    return {"schema_version": "2.0", "url": url, "file_id": name, "ground_truth": truth}


def _record(path: Path, html: bytes) -> Record:
    try:
        text = path.read_bytes().decode("utf-8")
        label = json.loads(text)
        truth = label.get("ground_truth") or {}
        url = label.get("url") or ""
    except (ValueError, AttributeError) as error:
        raise InputError(f"{path} cannot be read as a label ({error}): repair it or leave it out") from error
    marks = tuple(_marks(html, truth))
    digest = hashlib.sha256(html + text.encode()).hexdigest()[:32]
    submission = Submission(f"wcxb-{digest}", f"wcxb {path.stem}", url, TIME, marks)
    end = text[len(text.rstrip("\n")) :]
    return Record(submission, html, {"wcxb": {"id": path.stem, "label": label, "end": end}})


def _marks(html: bytes, truth: dict[str, Any]) -> Iterator[Annotation]:
    """Marks on the text nodes of the segments that hold the known text, and of the one that is the title."""
    scope = Scopes(html).top
    columns, paths = scope.columns, node_paths(scope.tree.root)
    shares = align(columns.text, truth.get("main_content") or "")
    title = squeeze(truth.get("title") or "")
    for number, text in enumerate(columns.text):
        label = "title" if title and squeeze(text) == title else "body" if shares[number] >= 0.5 else ""
        if label:
            for node in columns.text_nodes[columns.node_start[number] : columns.node_start[number + 1]]:
                whole = node.text_content or ""
                size = len(whole.encode("utf-16-le", "surrogatepass")) // 2
                yield Annotation(label, paths[node.mem_id], whole, whole, 0, size)


def _page(folder: Path, stem: str) -> bytes | None:
    plain, packed = folder / f"{stem}.html", folder / f"{stem}.html.gz"
    if plain.is_file():
        return plain.read_bytes()
    return gzip.decompress(packed.read_bytes()) if packed.is_file() else None
