"""Rendering: saved pages in a warm browser → what loading and looking cost, and whether anything is left behind.

    python benchmarks/speed/rendering.py [DATA] [--pages 500]

Pages are those of a corpus, or of any folder; if there are too few, they come again. All their requests are refused.
Times are by the clock on the wall. It fails if looking takes more than a third of the time that loading takes, if
memory grows, or if a process is left.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from statistics import fmean, median

from benchmarks.lib.pages import BenchPage, load_pages
from benchmarks.lib.process import resident_mb
from printworthy.errors import RenderError
from printworthy.render.browser import Browser

_SHARE = 1 / 3
_GROWTH_MB = 50.0
_TELL = 50
_STEPS = ("load", "settle", "collect")


@dataclass(slots=True)
class Course:
    """What was seen on the way: seconds by step and page, memory of this process, and the browser's processes."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: {step: [] for step in _STEPS})
    memory: list[float] = field(default_factory=list)
    processes: list[int] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


def main(arguments: list[str] | None = None) -> int:
    """Render, print, judge."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="?", type=Path, help="a corpus or a folder of pages (default: the tests' pages)")
    parser.add_argument("--pages", type=int, default=100, help="how many to render, one after the other")
    args = parser.parse_args(arguments)
    course = go(list(islice(cycle(load_pages(args.data, args.pages)), args.pages)))
    left = sorted(family(os.getpid()))
    print(table(course))
    failures = list(judge(course, left))
    print("\n".join(failures) if failures else "no growth, nothing left")
    return 1 if failures else 0


def go(pages: Sequence[BenchPage]) -> Course:
    """All pages in one browser; it is warm before the first one counts."""
    course = Course()
    with Browser() as browser:
        browser.render("<p>Warm.</p>")
        for number, page in enumerate(pages):
            if number % _TELL == 0:
                print(f"page {number} of {len(pages)}", file=sys.stderr)
            try:
                timings = browser.render(page.content, page.url).timings
            except RenderError as error:
                course.errors.append(f"{page.name}: {error}")
                continue
            for step in _STEPS:
                course.seconds[step].append(timings[step])
            course.memory.append(resident_mb())
            course.processes.append(len(family(os.getpid())))
    return course


def table(course: Course) -> str:
    """The figures, for people."""
    lines = [f"{'step':>8} {'mean ms':>9} {'median ms':>10}"]
    for step, seconds in course.seconds.items():
        lines.append(f"{step:>8} {1000 * fmean(seconds):9.1f} {1000 * median(seconds):10.1f}")
    tenth = max(1, len(course.memory) // 10)
    lines += [
        f"collecting / loading: {share(course):.3f} (of the means), {_typical(course):.3f} (median page)",
        f"memory of this process: {fmean(course.memory[tenth : 2 * tenth] or course.memory):.0f} MB early, "
        f"{fmean(course.memory[-tenth:]):.0f} MB at the end",
        f"processes: at most {max(course.processes)}, {course.processes[-1]} at the end",
        f"{len(course.memory)} pages rendered, {len(course.errors)} refused",
        *course.errors[:10],
    ]
    return "\n".join(lines)


def judge(course: Course, left: Sequence[int]) -> Iterator[str]:
    """What is wrong, if anything."""
    if share(course) > _SHARE:
        yield f"collecting takes {share(course):.2f} of loading, more than a third"
    tenth = max(1, len(course.memory) // 10)
    growth = fmean(course.memory[-tenth:]) - fmean(course.memory[tenth : 2 * tenth] or course.memory)
    if growth > _GROWTH_MB:
        yield f"memory has grown by {growth:.0f} MB"
    if left:
        yield f"processes are left: {left}"


def share(course: Course) -> float:
    """Seconds of collecting for each second of loading."""
    return sum(course.seconds["collect"]) / sum(course.seconds["load"])


def _typical(course: Course) -> float:
    return median(look / load for look, load in zip(course.seconds["collect"], course.seconds["load"], strict=True))


def family(process: int) -> set[int]:
    """The processes that descend from one, zombies too."""
    parents = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                parents[int(folder.name)] = int((folder / "stat").read_text("utf-8").rpartition(")")[2].split()[1])
            except OSError:
                continue
    found: set[int] = set()
    todo = [process]
    while todo:
        here = todo.pop()
        children = {child for child, parent in parents.items() if parent == here} - found
        found |= children
        todo += children
    return found


if __name__ == "__main__":
    sys.exit(main())
