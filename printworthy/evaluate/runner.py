"""Runner: pages and tools → what each tool made of each page, and how long it took.

All tools see the same bytes, page by page, in one thread, each page in another order: whatever slows the machine
for a while slows all of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import process_time
from typing import Final, TypeAlias

from printworthy.evaluate.corpora import Sample
from printworthy.evaluate.metrics import Measure, Tally
from printworthy.evaluate.peers import Tool
from printworthy.metadata.language import detect

Progress: TypeAlias = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One tool on one page: counts by the measures' names, CPU seconds, and the error if it failed."""

    tallies: dict[str, Tally]
    seconds: float
    error: str = ""


@dataclass(frozen=True, slots=True)
class PageOutcome:
    """One page: where it belongs in the tables, and the outcomes by the tools' names."""

    id: str
    url: str
    page_type: str
    language: str
    tools: dict[str, Outcome]


def evaluate(
    samples: Sequence[Sample], tools: Sequence[Tool], measures: Sequence[Measure], progress: Progress
) -> list[PageOutcome]:
    """Every tool on every page."""
    for tool in tools:
        _call(tool, _WARM_UP, "")
    pages = []
    for number, sample in enumerate(samples):
        turn = number % len(tools)
        pages.append(_page(sample, [*tools[turn:], *tools[:turn]], measures))
        progress(number + 1, len(samples))
    return pages


def _page(sample: Sample, tools: Sequence[Tool], measures: Sequence[Measure]) -> PageOutcome:
    content = sample.read()
    outcomes = {}
    for tool in tools:
        text, seconds, error = _call(tool, content, sample.url)
        tallies = {measure.name: measure.tally(text, sample.truth) for measure in measures}
        outcomes[tool.name] = Outcome(tallies, seconds, error)
    language = language_of(content, sample.truth.text or " ".join(sample.truth.present))
    return PageOutcome(sample.id, sample.url, sample.page_type, language, outcomes)


def _call(tool: Tool, content: bytes, url: str) -> tuple[str, float, str]:
    """The text, the CPU seconds, and what went wrong. A tool that fails has given nothing."""
    start = process_time()
    try:
        text, error = tool.extract(content, url), ""
    except Exception as failure:  # noqa: BLE001 - whatever a peer raises, the others go on
        text, error = "", f"{type(failure).__name__}: {failure}"
    return text, process_time() - start, error


# Pays for what a tool imports or loads at its first call, so that no page does.
_WARM_UP = b"<html><title>Warm</title><body><h1>Warm</h1><p>One paragraph of some words, to begin with.</p></body>"


def language_of(content: bytes, text: str) -> str:
    """The language that the page declares, else one guessed from its script and its small words, else `?`."""
    declared = _DECLARED.search(content)
    if declared:
        return declared[1].decode("ascii").lower()
    return guess(text)


def guess(text: str) -> str:
    """A cheap guess, good enough to sort pages into rows: the script first, then the most frequent words."""
    sample = text[:_ENOUGH]
    scripts = Counter({name: len(pattern.findall(sample)) for name, pattern in _SCRIPTS.items()})
    # Japanese is written in Han and kana: some kana decide.
    if scripts["ja"] and scripts["ja"] * 10 > scripts["zh"]:
        return "ja"
    name, count = scripts.most_common(1)[0]
    if count * 5 > len(sample):
        return name
    return detect(sample)[0] or "?"


_ENOUGH: Final = 5000
_DECLARED = re.compile(rb"<html\b[^>]{0,1000}?\slang\s*=\s*[\"']?\s*([a-zA-Z]{2,3})(?![a-zA-Z0-9])", re.IGNORECASE)
_SCRIPTS: Final = {
    "zh": re.compile(r"[\u4e00-\u9fff]"),
    "ja": re.compile(r"[\u3040-\u30ff]"),
    "ko": re.compile(r"[\uac00-\ud7af]"),
    "ru": re.compile(r"[\u0400-\u04ff]"),
    "ar": re.compile(r"[\u0600-\u06ff]"),
    "el": re.compile(r"[\u0370-\u03ff]"),
    "he": re.compile(r"[\u0590-\u05ff]"),
    "hi": re.compile(r"[\u0900-\u097f]"),
    "th": re.compile(r"[\u0e00-\u0e7f]"),
}
