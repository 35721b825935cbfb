"""Whether memory stays and results repeat: many extractions in one process, and the same pages in new processes.

    python benchmarks/speed/memory.py [DATA] [--pages 100] [--extractions 2000] [--fresh 10] [--json FILE]

Prints the process' memory as it goes on, its growth over the second half, and which pages came out differently from
the first time or from a new process.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from benchmarks.lib.pages import BenchPage, load_pages
from benchmarks.lib.process import fresh_python, peak_mb, resident_mb
from printworthy.evaluate.report import table
from printworthy.reading.extract import extract


class Course(NamedTuple):
    """Memory after so many extractions, the digest of each page's article, and the pages that changed on the way."""

    memory: list[tuple[int, float]]
    digests: list[str]
    changed: set[str]


def digest(page: BenchPage) -> str:
    """A fingerprint of everything that an extraction returns, but its trace."""
    return hashlib.sha256(repr(extract(page.content, page.url)).encode("utf-8", "surrogatepass")).hexdigest()


def run(pages: list[BenchPage], extractions: int) -> Course:
    """Extract the pages over and over."""
    digests = [digest(page) for page in pages]
    memory, changed = [(len(pages), resident_mb())], set()
    step = max(1, extractions // 20)
    for number in range(len(pages), max(extractions, len(pages))):
        place = number % len(pages)
        if digest(pages[place]) != digests[place]:
            changed.add(pages[place].name)
        if (number + 1) % step == 0:
            memory.append((number + 1, resident_mb()))
    return Course(memory, digests, changed)


def growth(memory: list[tuple[int, float]]) -> float:
    """KB gained per 1,000 extractions over the second half of the run."""
    half = memory[len(memory) // 2 :]
    (begin, low), (end, high) = half[0], half[-1]
    return (high - low) * 1e6 / (end - begin) if end > begin else 0.0


def differs_when_fresh(page: BenchPage, expected: str) -> bool:
    """Whether a new process makes something else of the page."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(page.content)
        file.flush()
        return bool(fresh_python(_FRESH, file.name, page.url) != expected)


def main() -> None:
    """Measure and print; exit 1 if a result did not repeat."""
    args = _arguments()
    pages = load_pages(args.data, args.pages)
    course = run(pages, args.extractions)
    pairs = list(zip(pages, course.digests, strict=True))[: args.fresh]
    fresh = {page.name for page, expected in pairs if differs_when_fresh(page, expected)}
    print(table(["extractions", "memory MB"], [[f"{count:,}", f"{mb:.1f}"] for count, mb in course.memory]))
    print(f"\npeak {peak_mb():.1f} MB; growth {growth(course.memory):.0f} KB per 1,000 extractions in the second half")
    print(f"changed within the process: {', '.join(sorted(course.changed)) or 'none'}")
    print(f"other in a new process ({len(pairs)} tried): {', '.join(sorted(fresh)) or 'none'}")
    if args.json:
        result = {"memory": course.memory, "changed": sorted(course.changed), "fresh": sorted(fresh)}
        args.json.write_text(json.dumps(result, indent=1) + "\n", "utf-8")
    sys.exit(bool(course.changed or fresh))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="?", type=Path, help="a corpus or folder of pages (default: those of the tests)")
    parser.add_argument("--pages", type=int, default=100, metavar="N")
    parser.add_argument("--extractions", type=int, default=2000, metavar="N")
    parser.add_argument("--fresh", type=int, default=10, metavar="N", help="pages to try in a new process each")
    parser.add_argument("--json", type=Path, metavar="FILE")
    return parser.parse_args()


_FRESH = """
import json, sys
from pathlib import Path
from benchmarks.lib.pages import BenchPage
from benchmarks.speed.memory import digest
print(json.dumps(digest(BenchPage("", sys.argv[2], Path(sys.argv[1]).read_bytes()))))
"""

if __name__ == "__main__":
    main()
