"""How good printed sheets are: pages as PDF, read back by a machine that looks.

    python benchmarks/quality/sheets.py [DATA] [--pages 1000] [--styles classic] [--papers a4] [--worst DIR]

Extracts pages, prints them (pictures are placeholders drawn here; nothing is fetched) and reads the PDFs back. It
counts documents that fail, holes of more than five lines inside a page of text, headings at the foot of a page, last
pages of fewer than eight lines, lines that leave their column or the page, words that lie on one another, words of the
article that are not on paper or stand there twice, characters without a glyph, and blocks out of order. `--worst` draws
such pages as PNG, `--list` names so many of each kind, `--every` prints every page of the corpus.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from io import BytesIO
from pathlib import Path
from zlib import crc32

import printworthy
from benchmarks.lib.pages import BenchPage, load_pages
from benchmarks.lib.sheet_checks import CHECKS, Frame, Sighting, frame_of, inspect
from benchmarks.lib.sheet_reader import draw_page, read_pdf, stream_of
from printworthy.data.article import Article, Resource
from printworthy.data.blocks import Figure
from printworthy.errors import PrintworthyError
from printworthy.evaluate.report import table
from printworthy.writers.pdf.pdf_writer import PdfWriter
from printworthy.writers.protocol import WriteOptions
from printworthy.writers.sheet import Sheet

_SIZES = ((1200, 800), (800, 1000), (640, 360), (1000, 1000), (300, 200))


@dataclass(frozen=True, slots=True)
class Outcome:
    """One document: how many pages and words it has, and what was seen on it."""

    name: str
    style: str
    paper: str
    sheets: int
    words: int
    seen: tuple[Sighting, ...]


@cache
def placeholder(width: int, height: int) -> Resource:
    """A grey picture of this size with a frame."""
    from PIL import Image, ImageDraw

    image = Image.new("L", (width, height), 170)
    ImageDraw.Draw(image).rectangle((4, 4, width - 5, height - 5), outline=90, width=6)
    out = BytesIO()
    image.save(out, "PNG")
    return Resource(out.getvalue(), "image/png", width, height)


def resource_of(figure: Figure) -> Resource | None:
    """A picture in place of the figure's own; one in twelve is missing."""
    mark = crc32(figure.src.encode())
    if mark % 12 == 0:
        return None
    width, height = figure.width, figure.height
    if not (40 < width <= 2000 and 40 < height <= 2000):
        width, height = _SIZES[mark % len(_SIZES)]
    return placeholder(width // 20 * 20, height // 20 * 20)


def options_for(article: Article, sheet: Sheet) -> WriteOptions:
    """How the article is printed here."""
    found = {figure.src: resource_of(figure) for figure in article.images}
    return WriteOptions(resources={src: one for src, one in found.items() if one}, sheet=sheet)


class Look:
    """Prints and inspects; the typesetter stays warm."""

    def __init__(self, worst: Path | None) -> None:
        self._writer = PdfWriter().__enter__()
        self._worst = worst
        self._frames: dict[tuple[str, str], Frame] = {}

    def close(self) -> None:
        """End the typesetter."""
        self._writer.__exit__()

    def article(self, name: str, article: Article, sheet: Sheet) -> Outcome:
        """The outcome of one article on one sheet."""
        key = (sheet.style, sheet.paper)
        if key not in self._frames:
            self._frames[key] = frame_of(self._writer, sheet)
        try:
            pdf = self._writer.write(article, options_for(article, sheet))
        except PrintworthyError as error:
            return Outcome(name, *key, 0, 0, (Sighting("failures", 0, 1, str(error)),))
        pages = read_pdf(pdf)
        words, seen = inspect(article, pages, stream_of(pdf), self._frames[key])
        if self._worst:
            self._draw(pdf, name, key, seen)
        return Outcome(name, *key, len(pages), words, tuple(seen))

    def _draw(self, pdf: bytes, name: str, key: tuple[str, str], seen: list[Sighting]) -> None:
        for kind, page in {(one.kind, one.page) for one in seen if one.kind != "failures"}:
            folder = self._worst / kind.replace(" ", "-") if self._worst else Path()
            folder.mkdir(parents=True, exist_ok=True)
            if sum(1 for _ in folder.iterdir()) < 40:
                draw_page(pdf, page, folder / f"{Path(name).stem[:40]}-{'-'.join(key)}-{page + 1}.png")


_LOOK: list[Look] = []


def _begin(worst: Path | None) -> None:
    _LOOK.append(Look(worst))


def read_article(page: BenchPage) -> Article:
    """The article of a page, with an address to print."""
    article = printworthy.extract(page.content, url=page.url or None)
    address = article.url or article.metadata.canonical.value or f"https://www.example.org/{page.name}"
    return replace(article, url=address)


def look_at(job: tuple[BenchPage, list[Sheet]]) -> list[Outcome]:
    """A page on every sheet; nothing of a page without text."""
    page, sheets = job
    try:
        article = read_article(page)
    except PrintworthyError:
        return []
    return [_LOOK[0].article(page.name, article, sheet) for sheet in sheets] if article.text.strip() else []


def run(pages: list[BenchPage], sheets: list[Sheet], worst: Path | None, jobs: int) -> Iterator[Outcome]:
    """All outcomes, in the order of the pages."""
    with ProcessPoolExecutor(jobs, initializer=_begin, initargs=(worst,)) as pool:
        for outcomes in pool.map(look_at, [(page, sheets) for page in pages], chunksize=8):
            yield from outcomes


def report(outcomes: list[Outcome], most: int) -> str:
    """Rates, and the documents with most to see."""
    sheets, words = sum(one.sheets for one in outcomes), sum(one.words for one in outcomes)
    rows = []
    for kind, per in CHECKS.items():
        found = [(one, sight) for one in outcomes for sight in one.seen if sight.kind == kind]
        total = sum(sight.count for _, sight in found)
        of = {"page": sheets, "word": words, "document": len(outcomes)}[per]
        documents = len({(one.name, one.style, one.paper) for one, _ in found})
        rows.append([kind, f"{total}", f"{100 * total / max(of, 1):.3f} % of {per}s", f"{documents}"])
    lines = [
        f"{len(outcomes)} documents, {sheets} pages, {words} words",
        "",
        table(["seen", "count", "rate", "documents"], rows),
    ]
    for kind in CHECKS:
        worst = sorted(
            ((sight.count, one, sight) for one in outcomes for sight in one.seen if sight.kind == kind),
            key=lambda entry: -entry[0],
        )
        lines += [
            f"{kind}: {one.name} {one.style} {one.paper} page {sight.page + 1}: {sight.said[:150]}"
            for _, one, sight in worst[:most]
        ]
    return "\n".join(lines)


def main() -> None:
    """Look, and print what was seen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="?", type=Path)
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--every", action="store_true")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--styles", default="classic", help="names with commas")
    parser.add_argument("--papers", default="a4", help="names with commas")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument("--worst", type=Path)
    parser.add_argument("--list", type=int, default=5)
    given = parser.parse_args()
    pages = load_pages(given.data, 10**9 if given.every else given.pages, given.seed)
    sheets = [Sheet(style=style, paper=paper) for style in given.styles.split(",") for paper in given.papers.split(",")]
    outcomes = list(run(pages, sheets, given.worst, given.jobs))
    for style, paper in dict.fromkeys((one.style, one.paper) for one in outcomes):
        print(f"\n{style}, {paper}")
        print(report([one for one in outcomes if (one.style, one.paper) == (style, paper)], given.list))
    kinds = Counter(sight.kind for one in outcomes for sight in one.seen)
    print(f"\nin all: {dict(kinds)}")


if __name__ == "__main__":
    main()
