"""The development data: a folder → the pages to learn from, each with its fold and, where known, its article text.

Four sets: pages of all types with hand-made texts (WCXB), news pages, Chinese pages, and saved pages without a text,
which are labelled by the agreement of other extractors. Where readers labelled a page of any of them, that counts.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from printworthy.errors import UsageError
from printworthy.evaluate.corpora import LAYOUTS, read_samples
from printworthy.evaluate.folds import PageKey, group_folds
from printworthy.train.gold import GoldPage, read_gold

FOLDS = 5
_SETS = {"wcxb": ("wcxb-dev", "wcxb"), "news": ("news-dev", "articles"), "zh": ("zh-dev", "texts")}
_UNLABELLED = "pages-dev"


@dataclass(frozen=True, slots=True)
class TrainingSample:
    """A page to learn from. `truth` is None where the page has no text of its own, `gold` what readers say of it."""

    id: str
    group: str
    path: Path
    url: str
    page_type: str
    truth: str | None
    fold: int = -1
    gold: GoldPage | None = None


def read_training(data: Path) -> list[TrainingSample]:
    """All pages below a folder, with folds in which no site and no copy of a page stands twice."""
    samples = _with_gold([*_labelled(data), *_unlabelled(data)], read_gold(data))
    if not samples:
        raise UsageError(f"{data} holds none of {', '.join(folder for folder, _ in _SETS.values())}: give DATA=…")
    keys = [PageKey(sample.id, sample.url, sample.path.read_bytes()) for sample in samples]
    return [replace(sample, fold=fold) for sample, fold in zip(samples, group_folds(keys, FOLDS), strict=True)]


def known_folds(data: Path) -> dict[str, int]:
    """The fold of every page below a folder, by its digest."""
    return {page_digest(sample.path): sample.fold for sample in read_training(data)}


def page_digest(path: Path) -> str:
    """Tells a page by its content: several sets hold the same one under other names."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _with_gold(samples: list[TrainingSample], gold: list[GoldPage]) -> list[TrainingSample]:
    """The samples with what readers say of them, and the pages that only readers labelled."""
    known = {page_digest(page.path): page for page in reversed(gold)}
    found = []
    for sample in samples:
        page = known.get(page_digest(sample.path))
        found.append(replace(sample, gold=page, page_type=page.page_type) if page else sample)
    seen = {page_digest(sample.path) for sample in samples}
    rest = [page for digest, page in known.items() if digest not in seen]
    return found + [
        TrainingSample(f"gold/{page.path.name}", "gold", page.path, page.url, page.page_type, None, gold=page)
        for page in rest
    ]


def _labelled(data: Path) -> Iterator[TrainingSample]:
    for group, (folder, layout) in _SETS.items():
        if (data / folder).is_dir():
            for page in read_samples(data / folder, LAYOUTS[layout]):
                kind = page.page_type or "article"
                yield TrainingSample(f"{group}/{page.id}", group, page.path, page.url, kind, page.truth.text)


def _unlabelled(data: Path) -> Iterator[TrainingSample]:
    """Saved pages, each content once; the first by name stands for its copies."""
    urls = _known_urls(data)
    seen: set[str] = set()
    folder = data / _UNLABELLED
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest = page_digest(path)
        if digest not in seen:
            seen.add(digest)
            name = path.relative_to(folder).as_posix()
            yield TrainingSample(f"pages/{name}", "pages", path, urls.get(path.name, ""), "article", None)


def _known_urls(data: Path) -> dict[str, str]:
    """The addresses of saved pages by file name, from whatever labels give them."""
    urls: dict[str, str] = {}
    for file in sorted((data / "labels").glob("*.jsonl")):
        for line in file.read_text("utf-8").splitlines():
            label = json.loads(line)
            if label.get("url") and label.get("set") != "wcxb-dev":
                urls[Path(label["file"]).name] = label["url"]
    snippets = data / "snippets-dev.json"
    if snippets.is_file():
        urls |= {Path(label["file"]).name: url for url, label in json.loads(snippets.read_text("utf-8")).items()}
    return urls
