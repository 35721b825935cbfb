"""Metrics: an extracted text and the truth about its page → counts; the counts of many pages → precision, recall, F1.

Each measure counts in its own units (words, runs of four words, snippets, segments) and combines pages in its own way,
as those who introduced it do; figures are comparable with theirs only so.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final, TypeAlias


@dataclass(frozen=True, slots=True)
class Truth:
    """What is known about a page: its whole text, or snippets that must and must not be found; or both."""

    text: str = ""
    present: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tally:
    """Units on one page: `right` of the `given` ones belong there, and `found` of the `wanted` ones were given."""

    right: float
    given: float
    found: float
    wanted: float


@dataclass(frozen=True, slots=True)
class Score:
    """Precision, recall and F1, each 0 to 1."""

    precision: float
    recall: float
    f1: float


Tokenise: TypeAlias = Callable[[str], list[str]]
Combine: TypeAlias = Callable[[Sequence[Tally]], Score]


def words(text: str) -> list[str]:
    """Lower-case runs of letters and digits."""
    return _WORD.findall(text.lower())


def script_words(text: str) -> list[str]:
    """As `words`, but in scripts that write without spaces each character is a word."""
    return _SCRIPT_WORD.findall(text.lower())


def word_tally(text: str, truth: str, tokenise: Tokenise = words) -> Tally:
    """Words, each as often as it occurs, wherever it stands."""
    return _overlap(tokenise(text), tokenise(truth))


def shingle_tally(text: str, truth: str, size: int = 4) -> Tally:
    """Runs of `size` words, case kept; a text that is shorter is one run. Order matters, paragraphs do not."""
    return _overlap(_shingles(text, size), _shingles(truth, size))


def snippet_tally(text: str, present: Iterable[str], absent: Iterable[str]) -> Tally:
    """Snippets found in the text; white space is compared as a single space."""
    plain = _spaced(text)
    wanted, unwanted = [_spaced(snippet) for snippet in present], [_spaced(snippet) for snippet in absent]
    found = sum(snippet in plain for snippet in wanted)
    wrong = sum(snippet in plain for snippet in unwanted)
    return Tally(right=found, given=found + wrong, found=found, wanted=len(wanted))


def segment_tally(text: str, truth: str) -> Tally:
    """Segments, that is lines: given ones that the truth holds, and the truth's that were given (Luo 2009, section 5).

    A line counts as held when its words stand in the other text in this order, however that one is broken into lines.
    """
    given, wanted = _segments(text), _segments(truth)
    text_run, truth_run = "".join(given), "".join(wanted)
    right = sum(_held(segment, truth_run) for segment in given)
    found = sum(_held(segment, text_run) for segment in wanted)
    return Tally(right=right, given=len(given), found=found, wanted=len(wanted))


def score(tally: Tally) -> Score:
    """The score of one page. Nothing given where nothing was wanted is right."""
    if not tally.given and not tally.wanted:
        return Score(1.0, 1.0, 1.0)
    precision = tally.right / tally.given if tally.given else 0.0
    recall = tally.found / tally.wanted if tally.wanted else 0.0
    return Score(precision, recall, harmonic(precision, recall))


def harmonic(precision: float, recall: float) -> float:
    """The harmonic mean of precision and recall."""
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def mean_of_pages(tallies: Sequence[Tally]) -> Score:
    """Every page weighs the same: the means of the pages' precision, recall and F1."""
    scores = [score(tally) for tally in tallies]
    precision = _mean(one.precision for one in scores)
    recall = _mean(one.recall for one in scores)
    return Score(precision, recall, _mean(one.f1 for one in scores))


def f1_of_means(tallies: Sequence[Tally]) -> Score:
    """F1 of the mean precision (of pages that gave something) and the mean recall (of pages that have something)."""
    precision = _mean(tally.right / tally.given for tally in tallies if tally.given)
    recall = _mean(tally.found / tally.wanted for tally in tallies if tally.wanted)
    return Score(precision, recall, harmonic(precision, recall))


def pooled(tallies: Sequence[Tally]) -> Score:
    """All pages as one: every unit weighs the same."""
    total = Tally(
        right=sum(tally.right for tally in tallies),
        given=sum(tally.given for tally in tallies),
        found=sum(tally.found for tally in tallies),
        wanted=sum(tally.wanted for tally in tallies),
    )
    return score(total)


def word_f1(text: str, truth: str, tokenise: Tokenise = words) -> Score:
    """Word precision, recall and F1 of one page, as WCXB measures them."""
    return score(word_tally(text, truth, tokenise))


@dataclass(frozen=True, slots=True)
class Measure:
    """How a page's text is counted against its truth, and how pages are combined."""

    name: str
    title: str
    tally: Callable[[str, Truth], Tally]
    combine: Combine


MEASURES: Final[dict[str, Measure]] = {
    measure.name: measure
    for measure in (
        Measure("word", "words", lambda text, truth: word_tally(text, truth.text), mean_of_pages),
        Measure(
            "script-word",
            "words, or characters in scripts without spaces",
            lambda text, truth: word_tally(text, truth.text, script_words),
            mean_of_pages,
        ),
        Measure("shingle", "runs of four words", lambda text, truth: shingle_tally(text, truth.text), f1_of_means),
        Measure("snippet", "snippets", lambda text, truth: snippet_tally(text, truth.present, truth.absent), pooled),
        Measure("segment", "segments", lambda text, truth: segment_tally(text, truth.text), pooled),
    )
}


def _overlap(given: Sequence[Hashable], wanted: Sequence[Hashable]) -> Tally:
    common = (Counter(given) & Counter(wanted)).total()
    return Tally(right=common, given=len(given), found=common, wanted=len(wanted))


def _shingles(text: str, size: int) -> list[tuple[str, ...]]:
    tokens = _WORD.findall(text)
    return [tuple(tokens[start : start + size]) for start in range(max(1, len(tokens) - size + 1)) if tokens]


def _segments(text: str) -> list[str]:
    """The lines of a text that have words, as their words, each with a space before and none after the last."""
    lines = (words(line) for line in text.splitlines())
    return ["".join(f" {word}" for word in line) for line in lines if line]


def _held(segment: str, run: str) -> bool:
    """Whether the segment's words stand in the run, as whole words."""
    return f"{segment} " in f"{run} "


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _mean(values: Iterable[float]) -> float:
    given = list(values)
    return fmean(given) if given else 0.0


# Thai, Lao, Tibetan, Burmese, Khmer; kana, Han with its extensions and compatibility forms, half-width kana.
_SPACELESS = (
    r"\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    r"\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
_WORD = re.compile(r"\w+")
_SCRIPT_WORD = re.compile(rf"[{_SPACELESS}]|[^\W{_SPACELESS}]+")
