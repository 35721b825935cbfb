"""How fast and how large: an article of three pages and two pictures as PDF, beside WeasyPrint and Chromium.

    python benchmarks/speed/printing.py [speed] [--rounds 9]
    python benchmarks/speed/printing.py memory [--documents 500]
    python benchmarks/speed/printing.py size

`speed` counts the CPU seconds of all processes; all are warm and take turns. First they print the same article again
and again, then one that is new each time: our typesetter remembers what it has set before. `memory` adds up what this
process and the typesetter hold.
`size` is that of the file, with and without its pictures.
"""

from __future__ import annotations

import argparse
import gc
import os
import shutil
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.lib.process import children, cpu_of
from printworthy.data.article import Article
from printworthy.data.blocks import Block, Paragraph, Text
from printworthy.evaluate.report import table
from printworthy.writers.html.html_writer import HtmlWriter
from printworthy.writers.pdf.pdf_writer import PdfWriter
from printworthy.writers.protocol import WriteOptions
from printworthy.writers.sheet import Sheet
from tests.writers.pdf.specimens import RESOURCES, load

# The system counts CPU in hundredths of a second: a turn is several articles.
TURN = 8
Work = Callable[[Article], object]


def variant(article: Article, number: int) -> Article:
    """The article with a few letters of its own in the title and in each paragraph."""

    def changed(block: Block) -> Block:
        return Paragraph((*block.children, Text(f" ({number})"))) if isinstance(block, Paragraph) else block

    return replace(article, title=f"{article.title} {number}", blocks=tuple(map(changed, article.blocks)))


def weasyprint(options: WriteOptions) -> Work:
    """WeasyPrint in this process, on our own page."""
    from weasyprint import HTML

    return lambda article: HTML(string=HtmlWriter().write(article, options).decode()).write_pdf()


def chromium(options: WriteOptions, stack: ExitStack) -> Work:
    """A browser that runs already, and loads and prints our own page."""
    from playwright.sync_api import sync_playwright

    path = Path(stack.enter_context(TemporaryDirectory())) / "page.html"
    play = stack.enter_context(sync_playwright())
    browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
    stack.callback(browser.close)
    page = browser.new_page()

    def printed(article: Article) -> bytes:
        path.write_bytes(HtmlWriter().write(article, options))
        page.goto(path.as_uri())
        return page.pdf(format="A4")

    return printed


def speed(rounds: int) -> None:
    """CPU of each, in turns."""
    options = WriteOptions(resources=RESOURCES())
    with ExitStack() as stack:
        writer = stack.enter_context(PdfWriter())
        works: dict[str, Work] = {"printworthy": lambda article: writer.write(article, options)}
        if find_spec("weasyprint"):
            works["weasyprint"] = weasyprint(options)
        if shutil.which("chromium") and find_spec("playwright"):
            works["chromium"] = chromium(options, stack)
        article, numbers = load("clock"), count(1)
        again = take_turns(works, rounds, lambda: article)
        new = take_turns(works, rounds, lambda: variant(article, next(numbers)))
    rows = [[name, *told(again, name), *told(new, name)] for name in works]
    print(table(["CPU ms a document", "the same again", "beside ours", "a new one", "beside ours"], rows))


def told(costs: dict[str, list[float]], name: str) -> list[str]:
    """Milliseconds, and how many times ours."""
    mine, ours = median(costs[name]), median(costs["printworthy"])
    return [f"{1000 * mine:.1f}", f"{mine / ours:.1f} x"]


def take_turns(works: dict[str, Work], rounds: int, article: Callable[[], Article]) -> dict[str, list[float]]:
    """CPU seconds an article, one figure for each round after the first, which warms up."""
    costs: dict[str, list[float]] = {name: [] for name in works}
    for turn in range(rounds + 1):
        articles = [article() for _ in range(TURN)]
        for name, work in works.items():
            gc.collect()  # nobody pays for what another has left
            gc.freeze()
            start = cpu_of(os.getpid())
            for one in articles:
                work(one)
            if turn:
                costs[name].append((cpu_of(os.getpid()) - start) / TURN)
    return costs


def resident(pid: int) -> float:
    """Megabytes that a process holds, with what it shares counted in."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def memory(documents: int) -> None:
    """What both processes hold while documents are written; none comes twice."""
    article, options, rows = load("clock"), WriteOptions(resources=RESOURCES()), []
    with PdfWriter() as writer:
        for number in range(1, documents + 1):
            writer.write(variant(article, number), options)
            if number in (1, 10) or number % max(1, documents // 10) == 0:
                here, there = resident(os.getpid()), sum(map(resident, children(os.getpid())))
                rows.append([f"{number:,}", f"{here:.0f}", f"{there:.0f}", f"{here + there:.0f}"])
    print(table(["documents", "here MB", "typesetter MB", "together MB"], rows))


def size() -> None:
    """Kilobytes of the file."""
    with PdfWriter() as writer:
        kinds = {"with two pictures": Sheet(), "without": Sheet(images=False)}
        files = {
            name: writer.write(load("clock"), WriteOptions(resources=RESOURCES(), sheet=sheet))
            for name, sheet in kinds.items()
        }
    print(table(["three pages", "KB"], [[name, f"{len(pdf) / 1000:.0f}"] for name, pdf in files.items()]))


def main() -> None:
    """Measure what is asked for, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=("speed", "memory", "size"), default="speed")
    parser.add_argument("--rounds", type=int, default=9, metavar="N")
    parser.add_argument("--documents", type=int, default=500, metavar="N")
    args = parser.parse_args()
    if args.what == "speed":
        speed(args.rounds)
    elif args.what == "memory":
        memory(args.documents)
    else:
        size()


if __name__ == "__main__":
    main()
