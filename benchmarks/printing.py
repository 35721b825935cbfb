"""How fast a page is printed: the same article of three pages and two pictures, as PDF, CPU seconds of all processes.

`python benchmarks/printing.py [DOCUMENTS]` prints a table: Printworthy, WeasyPrint and Chromium where installed, all
warm; then the typesetter's memory over DOCUMENTS (default 100) documents.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from printworthy.writers.html import HtmlWriter
from printworthy.writers.pdf.writer import PdfWriter
from printworthy.writers.protocol import WriteOptions
from tests.writers.pdf.specimens import RESOURCES, load

ROUNDS = 7
TICKS = os.sysconf("SC_CLK_TCK")


def cpu_of(pid: int) -> float:
    """CPU seconds of a process, and of those it has started and that still run."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS + sum(map(cpu_of, children(pid)))


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    lists = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(one) for path in lists for one in path.read_text().split()]


def cost(work: Callable[[], object]) -> float:
    """The median CPU seconds of a round, after one to warm up."""
    work()
    costs = []
    for _ in range(ROUNDS):
        start = cpu_of(os.getpid())
        work()
        costs.append(cpu_of(os.getpid()) - start)
    return median(costs)


def many(work: Callable[[], object], times: int = 10) -> Callable[[], None]:
    """The work several times over, because the system counts CPU in hundredths of a second."""
    return lambda: [work() for _ in range(times)] and None


def chromium(html: bytes) -> float | None:
    """CPU seconds of printing in a browser that runs already."""
    binary = shutil.which("chromium")
    if not binary or find_spec("playwright") is None:
        return None
    from playwright.sync_api import sync_playwright

    with TemporaryDirectory() as folder, sync_playwright() as play:
        path = Path(folder) / "page.html"
        path.write_bytes(html)
        browser = play.chromium.launch(executable_path=binary, args=["--no-sandbox"])
        page = browser.new_page()

        def once() -> None:
            page.goto(path.as_uri())
            page.pdf(format="A4")

        return cost(many(once, 3)) / 3


def weasyprint(html: bytes) -> float | None:
    """CPU seconds of WeasyPrint in this process."""
    if find_spec("weasyprint") is None:
        return None
    from weasyprint import HTML

    return cost(lambda: HTML(string=html.decode()).write_pdf())


def memory(pid: int) -> float:
    """Megabytes that a process holds now."""
    line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def main() -> None:
    """Measure and print."""
    documents = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    article, options = load("clock"), WriteOptions(resources=RESOURCES())
    html = HtmlWriter().write(article, options)
    with PdfWriter() as writer:
        ours = cost(many(lambda: writer.write(article, options))) / 10
        rows = {"printworthy": ours, "weasyprint": weasyprint(html), "chromium": chromium(html)}
        for name, seconds in rows.items():
            told = f"{1000 * seconds:8.1f} ms {seconds / ours:6.1f} x" if seconds is not None else "not installed"
            print(f"{name:12} {told}")
        (worker,) = children(os.getpid())[:1]
        for number in range(documents + 1):
            if number in (1, documents // 2, documents):
                held = f"{memory(worker):.0f} MB in the typesetter, {memory(os.getpid()):.0f} MB here"
                print(f"after {number:4} documents: {held}")
            writer.write(article, options)


if __name__ == "__main__":
    main()
