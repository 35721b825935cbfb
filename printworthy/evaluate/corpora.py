"""Corpora: a folder or file on disk → its pages with what is known about them, in whichever of the known layouts."""

from __future__ import annotations

import filecmp
import gzip
import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from printworthy.errors import InputError, UsageError
from printworthy.evaluate.metrics import Measure, Truth


@dataclass(frozen=True, slots=True)
class Sample:
    """A page of a corpus, still on disk, with its truth."""

    id: str
    path: Path
    truth: Truth
    url: str = ""
    page_type: str = ""

    def read(self) -> bytes:
        """The page's bytes."""
        content = self.path.read_bytes()
        return gzip.decompress(content) if self.path.suffix == ".gz" else content


@dataclass(frozen=True, slots=True)
class CorpusLayout:
    """How a corpus lies on disk: `fits` knows it by its files, `read` yields its pages; `measure` is its own one."""

    name: str
    measure: str
    fits: Callable[[Path], bool]
    read: Callable[[Path, Path], Iterator[Sample]]


def detect(data: Path) -> CorpusLayout:
    """The layout of a corpus, by what lies there."""
    if not data.exists():
        raise UsageError(f"{data} does not exist: give the folder or file of a corpus")
    for layout in LAYOUTS.values():
        if layout.fits(data):
            return layout
    known = ", ".join(LAYOUTS)
    raise UsageError(f"{data} has none of the layouts {known}: docs/evaluate.md shows how pages and labels must lie")


def read_samples(data: Path, layout: CorpusLayout, pages: Path | None = None) -> list[Sample]:
    """The pages of a corpus whose truth is not empty. `pages` is where to look for them, if elsewhere."""
    folder = pages or (data if data.is_dir() else data.parent)
    samples = [sample for sample in layout.read(data, folder) if sample.truth.text.strip() or sample.truth.present]
    if not samples:
        raise InputError(f"{data} holds no pages in the layout '{layout.name}': try another --layout or --pages")
    return samples


def with_truth(samples: list[Sample], measure: Measure) -> list[Sample]:
    """The pages that have what the measure counts."""
    found = [sample for sample in samples if measure.tally("", sample.truth).wanted]
    if not found:
        raise UsageError(f"the corpus has nothing to count in {measure.title}: choose another --measure")
    return found


def _read_wcxb(data: Path, folder: Path) -> Iterator[Sample]:
    """`html/<id>.html[.gz]` and `ground-truth/<id>.json`: the Web Content Extraction Benchmark."""
    for path in sorted((data / "ground-truth").glob("*.json")):
        label = _load(path)
        truth = label.get("ground_truth") or {}
        text = truth.get("main_content") or ""
        present, absent = _strings(truth.get("with")), _strings(truth.get("without"))
        kind = (label.get("_internal") or {}).get("page_type") or {}
        page = _page(folder / "html", path.stem)
        # Without a text the page is not labelled, even where snippets are.
        if page and text.strip():
            yield Sample(
                id=path.stem,
                path=page,
                truth=Truth(text, present, absent),
                url=label.get("url") or "",
                page_type=kind.get("primary") or "",
            )


def _read_articles(data: Path, folder: Path) -> Iterator[Sample]:
    """`html/<key>.html[.gz]` and one `ground-truth.json`: Scrapinghub's article extraction benchmark."""
    for key, label in sorted(_load(data / "ground-truth.json").items()):
        if page := _page(folder / "html", key):
            yield Sample(key, page, Truth(label.get("articleBody") or ""), label.get("url") or "", "article")


def _read_snippets(data: Path, folder: Path) -> Iterator[Sample]:
    """One file of url → `file`, `with`, `without`: trafilatura's evaluation. Pages are found by their base names."""
    found = defaultdict(list)
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            found[path.name].append(path)
    for url, label in _load(data).items():
        name = Path(label["file"]).name
        if paths := found.get(name):
            truth = Truth(present=_strings(label.get("with")), absent=_strings(label.get("without")))
            yield Sample(name, _only(paths), truth, url)


def _read_texts(data: Path, folder: Path) -> Iterator[Sample]:
    """`html/<id>.html[.gz]` and `text/<id>.txt`: the Chinese web content extraction dataset."""
    for path in sorted((data / "text").glob("*.txt")):
        if page := _page(folder / "html", path.stem):
            yield Sample(path.stem, page, Truth(path.read_text("utf-8-sig", errors="replace")))


def _page(folder: Path, stem: str) -> Path | None:
    """The saved page of that name, packed or not."""
    return next((path for end in (".html", ".html.gz", ".htm") if (path := folder / (stem + end)).is_file()), None)


def _only(paths: list[Path]) -> Path:
    """The one page among copies; different pages of one name cannot be told apart."""
    first, *others = paths
    for other in others:
        if not filecmp.cmp(first, other, shallow=False):
            raise UsageError(f"{first} and {other} are different pages of one name: name their folder with --pages")
    return first


def _strings(value: object) -> tuple[str, ...]:
    """A label's list of texts; labels made by hand may lack it."""
    return tuple(text for text in value if isinstance(text, str) and text.strip()) if isinstance(value, list) else ()


def _load(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be read as JSON ({error}): repair it or leave it out") from error
    if not isinstance(content, dict):
        raise InputError(f"{path} holds no JSON object: repair it or leave it out")
    return content


LAYOUTS: Final[dict[str, CorpusLayout]] = {
    layout.name: layout
    for layout in (
        CorpusLayout("wcxb", "word", lambda data: (data / "ground-truth").is_dir(), _read_wcxb),
        CorpusLayout("articles", "shingle", lambda data: (data / "ground-truth.json").is_file(), _read_articles),
        CorpusLayout("snippets", "snippet", lambda data: data.is_file() and data.suffix == ".json", _read_snippets),
        CorpusLayout("texts", "script-word", lambda data: (data / "text").is_dir(), _read_texts),
    )
}
