"""The table of README.md: `python benchmarks/quality/figures.py DATA` measures it anew and writes docs/figures.json.

Our quality is that of models that have not seen a page's site (`make quality`), the peers' that of `printworthy
evaluate` on the same pages; CPU time is that of `make bench`, all tools in turn on 300 pages. `tests/test_docs.py`
holds README to this file.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from benchmarks.lib.pages import load_pages
from benchmarks.speed import speed
from printworthy.evaluate.corpora import LAYOUTS, read_samples
from printworthy.evaluate.metrics import MEASURES
from printworthy.evaluate.peers import Tool, find_peers, load_peers, ours
from printworthy.evaluate.report import group_scores
from printworthy.evaluate.runner import evaluate
from printworthy.options import Options
from printworthy.train import quality
from printworthy.train.fit import FOLD_MODELS
from printworthy.version import VERSION

FILE = Path(__file__).resolve().parents[2] / "docs" / "figures.json"
PEERS = "trafilatura,readability,resiliparse"
SETS = ("wcxb", "news", "snippets")


def main() -> None:
    """Measure, write, and print the rows."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="the folder with the development data")
    data = parser.parse_args().data
    peers, _ = load_peers(find_peers(PEERS))
    result = {"printworthy": {"version": VERSION, **own(data)}}
    for tool in peers:
        result[tool.name] = {"version": tool.version, **foreign(data, tool)}
    times = speed.measure([ours(Options()), *peers], load_pages(data / "wcxb-dev", 300), 3)
    for name, figures in result.items():
        figures["cpu"] = round(times[name]["mean"] / times["trafilatura"]["mean"], 3)
    FILE.write_text(json.dumps(result, indent=1) + "\n", "utf-8")
    print("\n".join(rows(result)))


def own(data: Path) -> dict[str, float]:
    """Our F1 on each set, out of fold."""
    scores = quality.summarise(quality.run(quality.tasks(data), FOLD_MODELS))
    return {name: round(scores[name][0].f1, 3) for name in SETS}


def foreign(data: Path, tool: Tool) -> dict[str, float]:
    """A peer's F1 on each set."""
    found = {}
    for name in SETS:
        folder, layout, pages = quality.SETS[name]
        samples = read_samples(data / folder, LAYOUTS[layout], data / pages if pages else None)
        measure = MEASURES[LAYOUTS[layout].measure]
        outcomes = evaluate(samples, [tool], [measure], lambda *_: None)
        found[name] = round(group_scores(outcomes, tool.name, measure, lambda _: "all")["all"].f1, 3)
    return found


def rows(result: dict[str, dict[str, Any]]) -> list[str]:
    """The table as README has it."""
    return [
        f"| {name} {one['version']} | " + " | ".join(f"{one[key]:.3f}" for key in SETS) + f" | {one['cpu']:.2f} |"
        for name, one in result.items()
    ]


if __name__ == "__main__":
    main()
