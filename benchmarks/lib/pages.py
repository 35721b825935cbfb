"""Pages for the benchmarks: those of a corpus, or of any folder; without one, the pages that the tests use."""

from __future__ import annotations

import gzip
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from printworthy.errors import UsageError
from printworthy.evaluate.corpora import detect, read_samples

OWN = Path(__file__).parents[2] / "tests" / "pages"


@dataclass(frozen=True, slots=True)
class BenchPage:
    """A page in memory."""

    name: str
    url: str
    content: bytes


def load_pages(data: Path | None, count: int, seed: int = 0) -> list[BenchPage]:
    """At most `count` pages, the same ones for the same seed."""
    found = list(_find(data or OWN))
    if not found:
        raise SystemExit(f"{data or OWN} holds no pages: give a folder with .html files")
    chance = random.Random(seed)  # noqa: S311 - not for secrets
    chosen = found if len(found) <= count else chance.sample(found, count)
    return [BenchPage(path.name, url, _read(path)) for path, url in chosen]


def _find(data: Path) -> Iterator[tuple[Path, str]]:
    try:
        samples = read_samples(data, detect(data))
    except UsageError:
        files = (path for pattern in ("*.html", "*.html.gz", "*.htm") for path in data.rglob(pattern))
        yield from ((path, "") for path in sorted(files))
    else:
        yield from ((sample.path, sample.url) for sample in samples)


def _read(path: Path) -> bytes:
    content = path.read_bytes()
    return gzip.decompress(content) if path.suffix == ".gz" else content
