"""Labels that readers made, segment by segment: how they are kept. `printworthy/train/gold.py` finds them again.

    python -m fitting.gold ANSWERS.jsonl… -o benchmarks/labels/readers.jsonl

A label says what a segment is: body `B`, lead `L`, title `T`, line about the article `M`, caption `C`, readers' comment
`R`; what is not named is clutter. Pages are not kept here, only their names and hashes. Segments are known by their
numbers as long as the page is cut into the same ones (`digest`), and by hashes of their words if it is not.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from printworthy.base.encoding import to_utf8
from printworthy.reading.reading import Reading
from printworthy.train.gold import digest, segment_hash

_KEPT: Final = ("set", "file", "url", "type", "sure", "title", "authors", "date", "note", "segments", "digest")


def as_ranges(found: Iterable[int]) -> str:
    """Numbers as "3,5-7"."""
    runs: list[list[int]] = []
    for number in sorted(found):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ",".join(f"{first}-{last}" if last > first else str(first) for first, last in runs)


def packed(answer: Mapping[str, Any], texts: Sequence[str]) -> dict[str, Any]:
    """A reader's answer as it is kept."""
    assert answer["digest"] == digest(texts), f"{answer['id']}: the page is cut into other segments than it was read in"
    labels: Mapping[str, list[int]] = answer["labels"]
    hashes = {name: "".join(segment_hash(texts[one]) for one in found) for name, found in labels.items()}
    return {"labels": {name: as_ranges(found) for name, found in labels.items()}, "hashes": hashes}


def pack(answers: Iterable[Mapping[str, Any]], pages: Mapping[str, Path]) -> list[dict[str, Any]]:
    """The records of all answers; a second reader's answer to the same page stands inside the first one's."""
    records: dict[tuple[str, str], dict[str, Any]] = {}
    for answer in answers:
        key = (answer["set"], answer["file"])
        page = pages[answer["id"]].read_bytes()
        texts = Reading(to_utf8(page)).columns.text if answer["segments"] else []
        record = {name: answer[name] for name in _KEPT} | packed(answer, texts)
        if key in records:
            records[key]["second"] = {name: record[name] for name in ("type", "sure", "labels", "hashes")}
        else:
            records[key] = {**record, "page": hashlib.sha256(page).hexdigest()[:16]}
    return [records[key] for key in sorted(records)]


def main() -> None:
    """Pack the answers of readers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("answers", type=Path, nargs="+", help="files that the labelling tool wrote")
    parser.add_argument("--plan", type=Path, nargs="+", required=True, help="the plans they were read by")
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    plans = (json.loads(line) for plan in options.plan for line in plan.read_text("utf-8").splitlines())
    pages = {page["id"]: Path(page["path"]) for page in plans}
    answers = (json.loads(line) for one in options.answers for line in one.read_text("utf-8").splitlines())
    lines = [json.dumps(record, ensure_ascii=False) for record in pack(answers, pages)]
    options.output.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
