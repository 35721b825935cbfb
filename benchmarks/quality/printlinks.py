"""Score and time the search for print links: `python benchmarks/quality/printlinks.py LABELS PAGES [--wrong]`.

LABELS is a file of JSON lines (set, file, url, status, print_url); PAGES is the folder that holds the sets.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypedDict

from printworthy.base.encoding import to_utf8
from printworthy.base.urls import normalise
from printworthy.errors import InputError
from printworthy.follow.printlink import PrintLink, find_link
from printworthy.parse.lexbor import parse_page


class Label(TypedDict):
    """One line of the labels."""

    set: str
    file: str
    url: str | None
    status: str
    print_url: str | None
    anchor_html: str | None


@dataclass(slots=True)
class Score:
    """Right and wrong answers so far."""

    right: int = 0
    usable: int = 0
    given: int = 0
    pages: int = 0
    seconds: float = 0.0
    false: Counter[str] = field(default_factory=Counter)

    def table(self) -> str:
        """The figures, one a line."""
        rows = {
            "pages": f"{self.pages}",
            "precision": f"{self.right / max(1, self.given):.4f}  ({self.right} of {self.given})",
            "recall": f"{self.right / max(1, self.usable):.4f}  ({self.right} of {self.usable})",
            "false on hard negatives": f"{self.false['hard-negative']}",
            "false on unusable": f"{self.false['unusable']}",
            "false on plain negatives": f"{self.false['negative']}",
            "false on usable": f"{self.false['usable']}",
            "ms CPU a page": f"{1000 * self.seconds / max(1, self.pages):.3f}",
        }
        return "\n".join(f"{name:26} {value}" for name, value in rows.items())


def page_path(pages: Path, label: Label) -> Path:
    """Where a labelled page lies."""
    if label["set"] == "wcxb-dev":
        return pages / "wcxb-dev" / "html" / Path(label["file"]).name.removesuffix(".gz")
    return pages / "pages-dev" / label["set"] / label["file"]


def judge(score: Score, label: Label, found: PrintLink | None) -> str:
    """Count one answer; what was wrong with it, or ""."""
    wanted = label["print_url"] if label["status"] == "usable" else None
    score.pages += 1
    score.usable += wanted is not None
    score.given += found is not None
    if found is None:
        return f"missed {wanted}" if wanted else ""
    if wanted and normalise(found.url) == normalise(wanted):
        score.right += 1
        return ""
    score.false[label["status"]] += 1
    return f"false {found.url} ({found.reason}), wanted {wanted}"


def look(path: Path, url: str) -> tuple[PrintLink | None, float]:
    """The answer for one page, and its CPU seconds beyond parsing."""
    try:
        tree = parse_page(to_utf8(path.read_bytes()))
    except InputError:
        return None, 0.0
    start = time.process_time()
    found = find_link(tree, url)
    return found, time.process_time() - start


def main() -> None:
    """Run over all labels and print the table."""
    parser = argparse.ArgumentParser(description="score and time the search for print links")
    parser.add_argument("labels", type=Path)
    parser.add_argument("pages", type=Path)
    parser.add_argument("--wrong", action="store_true", help="also list the wrong answers")
    options = parser.parse_args()
    score = Score()
    for line in options.labels.read_text("utf-8").splitlines():
        label: Label = json.loads(line)
        found, seconds = look(page_path(options.pages, label), label["url"] or "")
        score.seconds += seconds
        wrong = judge(score, label, found)
        if wrong and options.wrong:
            print(f"{label['status']:14} {label['url']}\n    {wrong}\n    {(label['anchor_html'] or '')[:300]}")
    print(score.table())


if __name__ == "__main__":
    main()
