"""Hash the class and id names of elements: keys → hashed name parts and whole names, for the learned tables."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from printworthy.features.text import Floats, Hashes, Ints, hash_words


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
    lower = tables.lower[data]
    kind = tables.kind[data]
    parts = _bounds(kind > 1, (kind == 3) & np.append(False, kind[:-1] == 2))
    names = _bounds(kind > 0, np.zeros(len(data), bool))
    return ClassColumns(
        key=key,
        part_offsets=np.searchsorted(parts[0], starts),
        parts=hash_words(lower, *parts),
        name_offsets=np.searchsorted(names[0], starts),
        names=hash_words(lower, *names),
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


def _bounds(inside: NDArray[np.bool_], hump: NDArray[np.bool_]) -> tuple[Ints, Ints]:
    """First and last byte of each run, a new one also beginning at each hump of camelCase."""
    starts = inside & ~np.append(False, inside[:-1]) | hump
    ends = inside & (~np.append(inside[1:], False) | np.append(starts[1:], False))
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
