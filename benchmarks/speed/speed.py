"""How fast: CPU a page beside other extractors, the cost of a first extraction, and of `import printworthy`.

    python benchmarks/speed/speed.py [DATA] [--pages 300] [--repeat 3] [--against trafilatura,resiliparse] [--json FILE]

All tools take turns on the same bytes, in random order, in one process and one thread; a page's time is the median of
its repetitions.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
from collections import defaultdict
from pathlib import Path
from statistics import fmean, median
from time import process_time
from typing import Any

from benchmarks.lib.pages import BenchPage, load_pages
from benchmarks.lib.process import fresh_python
from printworthy.evaluate.peers import Tool, find_peers, load_peers, ours
from printworthy.evaluate.report import table
from printworthy.options import Options


def main() -> None:
    """Measure and print."""
    args = _arguments()
    pages = load_pages(args.data, args.pages)
    others, missing = load_peers(find_peers(args.against))
    for peer in missing:
        print(f"{peer.name} is not installed and left out: pip install {peer.package}\n")
    tools = [ours(Options()), *others]
    result = {
        "pages": len(pages),
        "bytes": sum(len(page.content) for page in pages),
        "speed": measure(tools, pages, args.repeat),
        "first": {tool.name: first_extraction(tool.name) for tool in tools},
        "import_ms": import_time(),
    }
    print(render(tools, result))
    if args.json:
        args.json.write_text(json.dumps(result, indent=1) + "\n", "utf-8")


def measure(tools: list[Tool], pages: list[BenchPage], repeat: int) -> dict[str, dict[str, float]]:
    """CPU milliseconds a page, by tool: mean, median and 99th percentile of the pages' medians."""
    order = random.Random(0)  # noqa: S311 - not for secrets
    times: dict[tuple[str, int], list[float]] = defaultdict(list)
    for tool in tools:
        _time(tool, pages[0])
    for _ in range(repeat):
        for number in order.sample(range(len(pages)), len(pages)):
            for tool in order.sample(tools, len(tools)):
                times[tool.name, number].append(_time(tool, pages[number]))
    return {tool.name: _spread([median(times[tool.name, number]) for number in range(len(pages))]) for tool in tools}


def first_extraction(name: str) -> dict[str, float]:
    """What it costs to import a tool and extract one small page, in a new process: CPU and memory over bare Python."""
    found: dict[str, float] = fresh_python(_FIRST, name)
    return found


def import_time(runs: int = 5) -> float:
    """CPU milliseconds of `import printworthy` in a new process."""
    return median(float(fresh_python(_IMPORT)) for _ in range(runs))


def render(tools: list[Tool], result: dict[str, Any]) -> str:
    """The figures as Markdown."""
    head = ["tool", "version", "CPU ms/page mean", "p50", "p99", *(f"× {tool.name}" for tool in tools[1:])]
    head += ["first page ms", "memory MB"]
    rows = []
    for tool in tools:
        own, first = result["speed"][tool.name], result["first"][tool.name]
        ratios = [f"{own['mean'] / result['speed'][other.name]['mean']:.3f}" for other in tools[1:]]
        numbers = [f"{own[name]:.2f}" for name in ("mean", "p50", "p99")]
        rows.append([tool.name, tool.version, *numbers, *ratios, f"{first['ms']:.0f}", f"{first['mb']:.0f}"])
    size = result["bytes"] / result["pages"] / 1000
    return (
        f"{result['pages']} pages, {size:.0f} KB on average; `import printworthy`: {result['import_ms']:.1f} ms CPU\n\n"
        f"{table(head, rows)}\n"
    )


def _time(tool: Tool, page: BenchPage) -> float:
    """CPU milliseconds of one extraction. What others left for the garbage collector is not charged to it."""
    gc.collect(0)
    start = process_time()
    tool.extract(page.content, page.url)
    return (process_time() - start) * 1000


def _spread(values: list[float]) -> dict[str, float]:
    ordered = sorted(values)
    p99 = ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
    return {"mean": fmean(ordered), "p50": median(ordered), "p99": p99}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="?", type=Path, help="a corpus or folder of pages (default: those of the tests)")
    parser.add_argument("--pages", type=int, default=300, metavar="N")
    parser.add_argument("--repeat", type=int, default=3, metavar="N")
    parser.add_argument("--against", default="trafilatura,resiliparse", metavar="NAMES")
    parser.add_argument("--json", type=Path, metavar="FILE")
    return parser.parse_args()


_IMPORT = (
    "import time, json; start = time.process_time(); import printworthy; print((time.process_time() - start) * 1e3)"
)
_FIRST = """
import json, sys, time
from benchmarks.lib.process import resident_mb
from printworthy.evaluate.peers import PEERS, load_peers, ours
from printworthy.options import Options
name = sys.argv[1]
memory, start = resident_mb(), time.process_time()
tool = load_peers([PEERS[name]])[0][0] if name in PEERS else ours(Options())
tool.extract(b"<html><title>One</title><body><p>A first page, with a paragraph of words.</p></body></html>", "")
print(json.dumps({"ms": (time.process_time() - start) * 1e3, "mb": resident_mb() - memory}))
"""

if __name__ == "__main__":
    main()
