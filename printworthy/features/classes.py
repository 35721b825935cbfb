"""Hash the class and id names of elements: keys → hashed name parts and whole names, for the learned tables."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from printworthy.features.text import Floats, Hashes, Ints, hash_words, prefix_hashes


@dataclass(frozen=True, slots=True)
class ClassColumns:
    """Distinct keys of a page: which element has which, and the hashed parts and whole names of each key."""

    key: Ints  # element → key number
    part_offsets: Ints  # key → its first part; one more than keys
    parts: Hashes
    name_offsets: Ints
    names: Hashes


def class_columns(keys: list[str]) -> ClassColumns:
    """Number the keys and hash their names: `entry-content #main` has three parts and two whole names."""
    numbers = {key: number for number, key in enumerate(dict.fromkeys(keys))}
    key = np.fromiter(map(numbers.__getitem__, keys), np.int64, len(keys))
    data = np.frombuffer(("\0".join(numbers) + "\0").encode("utf-8", "replace"), np.uint8)
    zeros = np.flatnonzero(data == 0)
    starts = np.append(0, zeros + 1)
    tables = _tables()
    total = prefix_hashes(tables.lower[data])
    kind = tables.kind[data]
    letters = kind > 1
    humps = kind == 3
    humps[0] = False
    humps[1:] &= kind[:-1] == 2
    parts = _bounds(letters, humps)
    names = _bounds(kind > 0)
    return ClassColumns(
        key=key,
        part_offsets=np.searchsorted(parts[0], starts),
        parts=hash_words(total, *parts),
        name_offsets=np.searchsorted(names[0], starts),
        names=hash_words(total, *names),
    )


def key_scores(table: Floats, hashes: Hashes, offsets: Ints) -> tuple[Floats, Floats, Floats]:
    """Mean, least and greatest score of each key's names; 0 for a key without names."""
    keys = len(offsets) - 1
    mean, least, greatest = (np.zeros(keys, np.float32) for _ in range(3))
    filled = np.flatnonzero(offsets[1:] > offsets[:-1])
    if filled.size:
        score = table[hashes >> np.uint32(32 - (len(table) - 1).bit_length())]
        begin = offsets[filled]
        mean[filled] = np.add.reduceat(score, begin) / (offsets[filled + 1] - begin)
        least[filled] = np.minimum.reduceat(score, begin)
        greatest[filled] = np.maximum.reduceat(score, begin)
    return mean, least, greatest


def _bounds(inside: NDArray[np.bool_], humps: NDArray[np.bool_] | None = None) -> tuple[Ints, Ints]:
    """First and last byte of each run, a new one also beginning at each hump of camelCase; the last byte is NUL."""
    starts = inside.copy()
    starts[1:] &= ~inside[:-1]
    if humps is not None:
        starts |= humps
    ends = inside.copy()
    ends[:-1] &= ~inside[1:] | starts[1:]
    return np.flatnonzero(starts), np.flatnonzero(ends)


@dataclass(frozen=True, slots=True)
class _Tables:
    lower: NDArray[np.uint32]
    kind: NDArray[np.uint8]  # 0 = white space, 1 = digit or sign, 2 = small letter, 3 = capital


@cache
def _tables() -> _Tables:
    chars = [chr(code) if code < 128 else "\u00e9" for code in range(256)]
    kind = [3 if c.isupper() else 2 if c.isalpha() else 0 if c.isspace() or c in "\0#" else 1 for c in chars]
    lower = [ord(c.lower()) if code < 128 else code for code, c in enumerate(chars)]
    return _Tables(np.array(lower, np.uint32), np.array(kind, np.uint8))
