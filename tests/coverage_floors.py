"""Hold the coverage of each folder of the package to its floor: `python tests/coverage_floors.py REPORT [--raise]`.

REPORT is what `coverage json` writes; the floors are in tests/coverage.json, in percent of the lines that `make quick`
runs. `--raise` lifts them to what was measured, and gives new folders theirs; it lowers none.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

FLOORS = Path(__file__).with_name("coverage.json")


def percentages(report: dict[str, Any]) -> dict[str, float]:
    """Percent of the lines that ran, by folder of the package; the files beside the folders count as one."""
    lines, covered = Counter[str](), Counter[str]()
    for name, file in report["files"].items():
        parts = Path(name).parts
        folder = "/".join(parts[: 2 if len(parts) > 2 else 1])
        lines[folder] += file["summary"]["num_statements"]
        covered[folder] += file["summary"]["covered_lines"]
    return {folder: 100 * covered[folder] / lines[folder] for folder in sorted(lines) if lines[folder]}


def complaints(found: dict[str, float], floors: dict[str, int]) -> list[str]:
    """What is wrong, a line each."""
    low = [
        f"{folder}: {share:.1f} % of the lines are covered, the floor is {floors[folder]} %: add tests"
        for folder, share in found.items()
        if share < floors.get(folder, 0)
    ]
    new = [f"{folder}: no floor: run with --raise" for folder in sorted(found.keys() - floors.keys())]
    gone = [f"{folder}: no such folder: remove its floor" for folder in sorted(floors.keys() - found.keys())]
    return low + new + gone


def raised(found: dict[str, float], floors: dict[str, int]) -> dict[str, int]:
    """The floors, lifted to what was found: whole percents, one below, because runs differ by a few lines."""
    return {folder: max(int(share) - 1, floors.get(folder, 0)) for folder, share in found.items()}


def main() -> None:
    """Print each folder's share; exit 1 with what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("report", type=Path)
    parser.add_argument("--raise", dest="lift", action="store_true")
    args = parser.parse_args()
    found = percentages(json.loads(args.report.read_text("utf-8")))
    floors: dict[str, int] = json.loads(FLOORS.read_text("utf-8"))
    if args.lift:
        floors = raised(found, floors)
        FLOORS.write_text(json.dumps(floors, indent=4) + "\n", "utf-8")
    for folder, share in found.items():
        print(f"{share:5.1f} %  floor {floors.get(folder, 0):3} %  {folder}")
    if wrong := complaints(found, floors):
        raise SystemExit("\n".join(wrong))


if __name__ == "__main__":
    main()
