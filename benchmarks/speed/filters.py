"""How long the filter chain takes beside parsing and writing the page, and how that grows with the page.

    python benchmarks/speed/filters.py [DATA]              ratio on real pages (without DATA: on the pages of the tests)
    python benchmarks/speed/filters.py --growth            pages of 100 KB to 10 MB, tables within tables too

Times are CPU milliseconds, the best of `--repeat` runs for each page and step, so that a busy machine counts less.
"""

from __future__ import annotations

import argparse
import gc
import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import process_time
from typing import Final, TypeVar

from benchmarks.lib.pages import load_pages
from printworthy.base.encoding import to_utf8
from printworthy.errors import InputError
from printworthy.evaluate.report import table
from printworthy.filters.chain import run_chain
from printworthy.filters.filtered_output import append, serialise
from printworthy.filters.settings import OFF, PROFILES, Settings
from printworthy.parse.lexbor import find, parse
from printworthy.parse.tame import tame

T = TypeVar("T")
_SPEECH: Final = PROFILES["speech"]
# Every switch of the chain that keeps a page a page.
FULL: Final = replace(PROFILES["text-only"], profile="full", texts=_SPEECH.texts, discussion=_SPEECH.discussion)
READER: Final = replace(PROFILES["reader"], output=OFF.output)
CHAINS: Final = {"light": PROFILES["light"], "reader": READER, "full": FULL, "off": OFF}
_URL: Final = "https://bench.example/a/b.html"
_SIZES: Final = [100_000, 300_000, 1_000_000, 3_000_000, 10_000_000]


class Times(dict[str, float]):
    """Seconds by step."""

    def take(self, step: str, work: Callable[[], T]) -> T:
        """Do it, and note the time if it is the best."""
        start = process_time()
        made = work()
        self[step] = min(self.get(step, math.inf), process_time() - start)
        return made


def measure(html: bytes, url: str, settings: Settings, repeat: int) -> Times:
    """The steps of one page."""
    times = Times()
    for _ in range(repeat):
        gc.collect(0)
        tree = times.take("parse", lambda: parse(html))
        times.take("serialise", partial(serialise, tree))
        report = times.take("chain", partial(run_chain, tree, settings, url, find))
        append(tree, report.link_list)
        times.take("after", partial(serialise, tree))
    return times


def speed(data: Path | None, count: int, repeat: int) -> None:
    """Print the ratio for each chain."""
    pages = []
    for page in load_pages(data, count):
        try:
            pages.append((page.url or _URL, tame(to_utf8(page.content))))
        except InputError:
            continue
    rows = []
    for name, settings in CHAINS.items():
        run_chain(parse(b"<p>warm</p>"), settings, _URL, find)
        found = [measure(html, url, settings, repeat) for url, html in pages]
        total = {step: sum(one[step] for one in found) / len(found) * 1e3 for step in found[0]}
        base = total["parse"] + total["serialise"]
        whole = total["parse"] + total["chain"] + total["after"]
        rows.append(
            [
                name,
                *(f"{total[step]:.2f}" for step in ("parse", "serialise", "chain", "after")),
                f"{total['chain'] / base:.2f}",
                f"{whole / base:.2f}",
            ]
        )
    heads = ["chain", "parse ms", "serialise ms", "chain ms", "serialise after", "chain ÷ both", "whole ÷ both"]
    print(f"{len(pages)} pages")
    print(table(heads, rows))


def lists(size: int) -> bytes:
    """Lists of links between paragraphs."""
    links = '<li><a href="/a">One</a><li><a href="/b">Two</a><li><a href="/c">Three</a>'
    unit = f'<div class="box"><ul>{links}</ul></div><p>'
    words = "Some words that nobody linked to anything, and some more of them. " * 3
    return _page((unit + words + "</p>") * (size // len(unit + words)))


def nested(size: int) -> bytes:
    """Tables within tables, a hundred deep, again and again."""
    deep = 100
    cell = '<table><tr><td><a href="/a">One</a> <a href="/b">Two</a> <a href="/c">Three</a></td><td>words and words '
    unit = cell * deep + "</td></tr></table>" * deep
    return _page(unit * max(1, size // len(unit)))


def prose(size: int) -> bytes:
    """Paragraphs with a link here and there."""
    unit = '<p class="line">The clock in <a href="/tower">the tower</a> has been keeping time since it was built.</p>'
    return _page(unit * (size // len(unit)))


def growth(repeat: int, largest: float) -> None:
    """Print times and exponents."""
    rows, exponents = [], []
    for name, shape in {"prose": prose, "lists": lists, "nested tables": nested}.items():
        points = []
        for size in [size for size in _SIZES if size <= largest * 1e6]:
            html = tame(shape(size))
            times = measure(html, _URL, FULL, repeat)
            points.append((len(html), times["chain"]))
            rows.append(
                [
                    name,
                    f"{len(html) / 1e6:.1f}",
                    *(f"{times[step] * 1e3:.0f}" for step in ("parse", "chain")),
                    f"{times['chain'] / len(html) * 1e9:.0f}",
                ]
            )
        exponents.append(f"{name} {_exponent(points):.2f}")
    print(table(["shape", "MB", "parse ms", "chain ms", "chain ms/MB"], rows))
    print("\nexponent: " + ", ".join(exponents))


def _exponent(points: list[tuple[int, float]]) -> float:
    logs = [(math.log(size), math.log(seconds)) for size, seconds in points]
    middle_x, middle_y = (sum(column) / len(logs) for column in zip(*logs, strict=True))
    spread = sum((x - middle_x) ** 2 for x, _ in logs)
    return float(sum((x - middle_x) * (y - middle_y) for x, y in logs) / spread)


def _page(body: str) -> bytes:
    return f"<!doctype html><html lang=en><title>Growth</title><body><h1>Growth</h1>{body}</body></html>".encode()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="?", type=Path, metavar="DATA")
    parser.add_argument("--growth", action="store_true")
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--largest", type=float, default=10, metavar="MB")
    args = parser.parse_args()
    if args.growth:
        growth(min(args.repeat, 2), args.largest)
    else:
        speed(args.data, args.pages, args.repeat)


if __name__ == "__main__":
    main()
