"""Align a page's segments with a known article text: segment texts + truth → a label for each segment."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import LCSseq

# Scripts written without spaces count by the character.
_TOKEN = re.compile(r"[぀-ヿ㐀-䶿一-鿿豈-﫿฀-๿]|[^\W_぀-ヿ㐀-䶿一-鿿豈-﫿฀-๿]+")
_SHINGLE = 3
_COPY = 8
_MAX_CELLS = 2_000_000_000


def tokens(text: str) -> list[str]:
    """Lower-cased words; single characters where a script has no spaces."""
    return _TOKEN.findall(text.lower())


def align(texts: Sequence[str], truth: str) -> NDArray[np.float32]:
    """For each segment the share of its words that belong to the truth, 0 or 1 for very short ones."""
    wanted = tokens(truth)
    pieces = [tokens(text) for text in texts]
    bounds = np.cumsum([0] + [len(piece) for piece in pieces])
    words = [word for piece in pieces for word in piece]
    shares = np.zeros(len(texts), np.float32)
    if not words or not wanted:
        return shares
    covered = _covered(words, wanted)
    place = _places(words, wanted, covered)
    for number, (start, stop) in enumerate(pairwise(bounds.tolist())):
        if stop - start >= _SHINGLE:
            shares[number] = (place[start:stop] >= 0).mean()
        elif stop > start:
            shares[number] = _short_belongs(place, start, stop)
    return _with_copies(shares, pieces)


def _with_copies(shares: NDArray[np.float32], pieces: list[list[str]]) -> NDArray[np.float32]:
    """Copies of a longer text share one label: the truth has it once, and the choice drops copies later."""
    best: dict[tuple[str, ...], np.float32] = {}
    keys = [tuple(piece) if len(piece) >= _COPY else None for piece in pieces]
    for key, share in zip(keys, shares, strict=True):
        if key:
            best[key] = max(share, best.get(key, share))
    return np.array([best[key] if key else share for key, share in zip(keys, shares, strict=True)], np.float32)


def _covered(words: list[str], wanted: list[str]) -> NDArray[np.bool_]:
    """Which words stand in a run of three that also occurs in the truth."""
    known = set(zip(wanted, wanted[1:], wanted[2:], strict=False))
    covered = np.zeros(len(words), bool)
    for at, run in enumerate(zip(words, words[1:], words[2:], strict=False)):
        if run in known:
            covered[at : at + _SHINGLE] = True
    return covered


def _places(words: list[str], wanted: list[str], covered: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The place of each word in the truth by the longest common subsequence, -1 for none."""
    place = np.full(len(words), -1, np.int64)
    vocabulary = set(wanted)
    near = np.convolve(covered, np.ones(17), "same") > 0
    positions = [at for at in range(len(words)) if near[at] and words[at] in vocabulary]
    if not positions or len(positions) * len(wanted) > _MAX_CELLS:
        return place
    numbers = {word: number for number, word in enumerate(vocabulary)}
    ours, theirs = [numbers[words[at]] for at in positions], [numbers[word] for word in wanted]
    for block in LCSseq.opcodes(ours, theirs):
        if block.tag == "equal":
            for step in range(block.src_end - block.src_start):
                place[positions[block.src_start + step]] = block.dest_start + step
    return place


def _short_belongs(place: NDArray[np.int64], start: int, stop: int) -> bool:
    """A segment of one or two words belongs when the truth has it right beside what its neighbours matched."""
    own = place[start:stop]
    if (own < 0).any():
        return False
    before, after = place[max(0, start - 8) : start], place[stop : stop + 8]
    before, after = before[before >= 0], after[after >= 0]
    joined_before = before.size > 0 and 0 < own[0] - before[-1] <= 2
    joined_after = after.size > 0 and 0 < after[0] - own[-1] <= 2
    return bool(joined_before or joined_after)
