"""How time grows: CPU against the size of generated pages, in text, in elements and in depth, with the fitted exponent.

    python benchmarks/speed/growth.py [--largest 50] [--budget 60] [--json FILE]

An exponent of 1 means that twice the page takes twice the time. A shape ends where a page is refused, or where the
next page would take longer than the budget if time were quadratic.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from typing import Final, NamedTuple

from printworthy.errors import LimitError
from printworthy.evaluate.peers import Tool, ours
from printworthy.evaluate.report import table
from printworthy.options import Options


class Point(NamedTuple):
    """One extraction: the page's size, CPU seconds, and what came of it."""

    size: int
    seconds: float
    outcome: str


def text(size: int) -> bytes:
    """Twenty paragraphs that share all the text."""
    share = size // 20 // 6
    return _page("".join(f"<p>{' '.join(_words(share, number))}</p>\n" for number in range(20)))


def elements(size: int) -> bytes:
    """Many short paragraphs, each with a link, in sections of ten."""
    count = max(10, size // 74)
    parts = []
    for number, word in enumerate(_words(count, 1)):
        opening = '<section class="part">' if number % 10 == 0 else ""
        closing = "</section>\n" if number % 10 == 9 else ""
        line = f'<p class="line">The {word} of <a href="/{number}">{word} {number}</a> is here.</p>'
        parts.append(f"{opening}{line}{closing}")
    return _page("".join(parts))


def depth(size: int) -> bytes:
    """Elements within elements, a few words in each."""
    count = max(10, size // 16)
    return _page("".join(f"<div>{word}" for word in _words(count, 2)) + "</div>" * count)


SHAPES: Final[dict[str, Callable[[int], bytes]]] = {"text": text, "elements": elements, "depth": depth}


def grow(tool: Tool, shape: Callable[[int], bytes], sizes: list[int], budget: float) -> list[Point]:
    """Extract pages of growing size until one is refused, or the next would take too long if time were quadratic."""
    points: list[Point] = []
    for size in sizes:
        if points and points[-1].seconds * (size / points[-1].size) ** 2 > budget:
            break
        page = shape(size)
        start = process_time()
        try:
            outcome = f"{len(tool.extract(page, '')):,} characters"
        except LimitError as error:
            outcome = f"refused: {error}"
        points.append(Point(len(page), process_time() - start, outcome))
        if outcome.startswith("refused"):
            break
    return points


def exponent(points: list[Point]) -> float:
    """The slope of log time over log size, by least squares, of the pages that were extracted."""
    kept = [
        (math.log(p.size), math.log(p.seconds)) for p in points if p.seconds and not p.outcome.startswith("refused")
    ]
    if len(kept) < 2:
        return math.nan
    middle_x, middle_y = (sum(column) / len(kept) for column in zip(*kept, strict=True))
    spread = sum((x - middle_x) ** 2 for x, _ in kept)
    return float(sum((x - middle_x) * (y - middle_y) for x, y in kept) / spread)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--largest", type=float, default=50, metavar="MB")
    parser.add_argument("--budget", type=float, default=60, metavar="SECONDS")
    parser.add_argument("--json", type=Path, metavar="FILE")
    args = parser.parse_args()
    tool = ours(Options())
    tool.extract(text(1000), "")
    sizes = [size for size in _SIZES if size <= args.largest * 1e6]
    found = {name: grow(tool, shape, sizes, args.budget) for name, shape in SHAPES.items()}
    rows = [_row(name, point) for name, points in found.items() for point in points]
    print(table(["shape", "MB", "CPU ms", "ms/MB", "outcome"], rows))
    exponents = {name: exponent(points) for name, points in found.items()}
    print("\nexponent: " + ", ".join(f"{name} {value:.2f}" for name, value in exponents.items()))
    if args.json:
        args.json.write_text(json.dumps({"points": found, "exponents": exponents}, indent=1) + "\n", "utf-8")


def _row(shape: str, point: Point) -> list[str]:
    pace = point.seconds / point.size * 1e9
    return [shape, f"{point.size / 1e6:.1f}", f"{point.seconds * 1e3:.0f}", f"{pace:.0f}", point.outcome]


def _page(body: str) -> bytes:
    return f"<!doctype html><html lang=en><title>Growth</title><body><h1>Growth</h1>{body}</body></html>".encode()


def _words(count: int, seed: int) -> Iterator[str]:
    """Words of a made-up language, five letters on average."""
    chance = random.Random(seed)  # noqa: S311 - not for secrets
    for _ in range(count):
        yield "".join(chance.choice("bdfgklmnprstv") + chance.choice("aeiou") for _ in range(chance.randint(1, 4)))


_SIZES: Final = [100_000, 300_000, 1_000_000, 3_000_000, 10_000_000, 25_000_000, 50_000_000]

if __name__ == "__main__":
    main()
