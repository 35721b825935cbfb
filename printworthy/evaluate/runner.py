"""Runner: pages and tools → what each tool made of each page, and how long it took.

All tools see the same bytes, page by page, in one thread, each page in another order: whatever slows the machine
for a while slows all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import process_time
from typing import TypeAlias

from printworthy.evaluate.corpora import Sample
from printworthy.evaluate.language import language_of
from printworthy.evaluate.metrics import Measure, Tally
from printworthy.evaluate.peers import Tool

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
