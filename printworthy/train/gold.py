"""Labels that readers made, segment by segment: files of them → the class of each segment of a page.

A label says what a segment is: body `B`, lead `L`, title `T`, line about the article `M`, caption `C`, readers' comment
`R`; what is not named is clutter. Segments are known by their numbers as long as the page is cut into the same ones
(`digest`), and by hashes of their words if it is not.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

CLASSES: Final = "BLTMCR"
CLUTTER: Final = "-"
TEXT: Final = "BL"  # what a reader wants on paper: body and lead
NOTHING: Final = "none"  # the type of a page that holds nothing to print
OWN: Final = Path(__file__).resolve().parents[2] / "benchmarks" / "labels" / "readers.jsonl"
_GIVEN: Final = "labels/gold-dev.jsonl"  # below the folder of development data
_WORDS: Final = re.compile(r"\w+")
DIGITS: Final = 8  # hexadecimal digits of a segment's hash: enough within one page
_SETS: Final = {
    "wcxb-dev": "wcxb-dev/html", "news-dev": "news-dev/html", "zh-dev": "zh-dev/html",
    "trafilatura": "pages-dev/trafilatura", "htmldate": "pages-dev/htmldate",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class GoldPage:
    """What readers say of a page: `places` are the numbers of named segments, with their classes and hashes."""

    path: Path
    url: str
    page_type: str
    sure: bool
    digest: str
    places: tuple[tuple[int, str, str], ...]
    known: str | None = None  # body and lead, where the file of labels has them in full

    def classes(self, texts: Sequence[str]) -> list[str]:
        """The class of each segment, `CLUTTER` for those that no reader named."""
        found = [CLUTTER] * len(texts)
        if self.digest == digest(texts):
            for number, name, _ in self.places:
                found[number] = name
            return found
        for place, name in _matched(self.places, texts):
            found[place] = name
        return found

    def text(self, texts: Sequence[str]) -> str:
        """Body and lead, a line for each segment, however the page is cut now."""
        if self.known is not None:
            return self.known
        classes = self.classes(texts)
        return "\n".join(text for text, name in zip(texts, classes, strict=True) if name in TEXT)


def read_gold(data: Path) -> list[GoldPage]:
    """The labels of the development data and those of the repository, for all pages that are there."""
    files = [file for file in (data / _GIVEN, OWN) if file.is_file()]
    records = (json.loads(line) for file in files for line in file.read_text("utf-8").splitlines())
    pages = (gold_page(record, data) for record in records)
    return [page for page in pages if page.path.is_file()]


def gold_page(record: Mapping[str, Any], data: Path) -> GoldPage:
    """One line of a file of labels."""
    folder = data / _SETS.get(record["set"], record["set"])
    name = record["file"].removesuffix(".gz")
    path = next((one for one in (folder / name, folder / Path(name).name) if one.is_file()), folder / name)
    return GoldPage(
        path=path, url=record["url"], page_type=record["type"], sure=record["sure"], digest=record["digest"],
        places=tuple(sorted(_places(record))), known=_known(record) if "texts" in record else None,
    )  # fmt: skip


def _known(record: Mapping[str, Any]) -> str:
    pairs = (pair for name in TEXT if name in record["labels"] for pair in zip(*_of(record, name), strict=True))
    return "\n".join(text for _, text in sorted(pairs))


def _of(record: Mapping[str, Any], name: str) -> tuple[list[int], list[str]]:
    return record["labels"][name], record["texts"][name]


def _places(record: Mapping[str, Any]) -> Iterator[tuple[int, str, str]]:
    for name, found in record["labels"].items():
        places = list(numbers(found) if isinstance(found, str) else found)
        if "hashes" in record:
            joined = record["hashes"][name]
            hashes = [joined[at : at + DIGITS] for at in range(0, len(joined), DIGITS)]
        else:
            hashes = [segment_hash(text) for text in record["texts"][name]]
        yield from ((place, name, key) for place, key in zip(places, hashes, strict=True))


def _matched(places: Iterable[tuple[int, str, str]], texts: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Where segments with the same words stand now. Of several, the one nearest to where it should be."""
    there: defaultdict[str, list[int]] = defaultdict(list)
    for number, text in enumerate(texts):
        there[segment_hash(text)].append(number)
    moved = 0
    for number, name, key in places:
        if candidates := there[key]:
            place = min(candidates, key=lambda one: abs(one - number - moved))
            candidates.remove(place)
            moved = place - number
            yield place, name


def digest(texts: Sequence[str]) -> str:
    """What tells one way of cutting a page into segments from another."""
    return hashlib.sha256("\n".join(texts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def segment_hash(text: str) -> str:
    """A segment's words, whatever stands between them."""
    words = " ".join(_WORDS.findall(text.lower()))
    return hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]


def numbers(ranges: str) -> Iterator[int]:
    """The numbers of "3,5-7"."""
    for part in filter(None, ranges.split(",")):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)
