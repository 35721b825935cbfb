"""Labels that readers made, segment by segment: how they are kept, and how they are found again in a page.

    python -m fitting.gold ANSWERS.jsonl… -o benchmarks/labels/readers.jsonl

A label says what a segment is: body `B`, lead `L`, title `T`, line about the article `M`, caption `C`, readers' comment
`R`; what is not named is clutter. Pages are not kept here, only their names and hashes. Segments are known by their
numbers as long as the page is cut into the same ones (`digest`), and by hashes of their words if it is not.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from printworthy.base.encoding import to_utf8
from printworthy.reading.reading import Reading

CLASSES: Final = "BLTMCR"
CLUTTER: Final = "-"
_WORDS: Final = re.compile(r"\w+")
_DIGITS: Final = 8  # hexadecimal digits of a segment's hash: enough within one page
_KEPT: Final = ("set", "file", "url", "type", "sure", "title", "authors", "date", "note", "segments", "digest")


def digest(texts: Sequence[str]) -> str:
    """What tells one way of cutting a page into segments from another."""
    return hashlib.sha256("\n".join(texts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def segment_hash(text: str) -> str:
    """A segment's words, whatever stands between them."""
    words = " ".join(_WORDS.findall(text.lower()))
    return hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


def find_labels(record: Mapping[str, Any], texts: Sequence[str]) -> list[str]:
    """The class of each segment of a page, `CLUTTER` for those that no reader named.

    Where the page is cut differently, a segment has the class of one with the same words; of several with these words,
    they are taken in their order.
    """
    found = [CLUTTER] * len(texts)
    if record["digest"] == digest(texts):
        for name, ranges in record["labels"].items():
            for number in numbers(ranges):
                found[number] = name
        return found
    waiting: defaultdict[str, deque[int]] = defaultdict(deque)
    for number, text in enumerate(texts):
        waiting[segment_hash(text)].append(number)
    for name, hashes in record["hashes"].items():
        for at in range(0, len(hashes), _DIGITS):
            if places := waiting[hashes[at : at + _DIGITS]]:
                found[places.popleft()] = name
    return found


def numbers(ranges: str) -> Iterator[int]:
    """The numbers of "3,5-7"."""
    for part in filter(None, ranges.split(",")):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


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
