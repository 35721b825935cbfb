"""Hash the class and id names of elements: keys → hashed name parts and whole names, for the learned tables."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import count
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from printworthy.features.text import Floats, Hashes, Ints, hash_words, prefix_hashes, runs


class ClassColumns(NamedTuple):
    """Distinct keys of a page: which element has which, and the hashed parts and whole names of each key."""

    key: Ints  # element → key number
    part_offsets: Ints  # key → its first part; one more than keys
    parts: Hashes
    name_offsets: Ints
    names: Hashes


def class_columns(keys: list[str]) -> ClassColumns:
    """Number the keys and hash their names: `entry-content #main` has three parts and two whole names."""
    numbers: defaultdict[str, int] = defaultdict(count().__next__)
    key = np.fromiter(map(numbers.__getitem__, keys), np.int64, len(keys))
    raw = ("\0".join(numbers) + "\0").encode("utf-8", "replace")
    starts = np.zeros(len(numbers) + 1, np.int64)
    np.add((np.frombuffer(raw, np.uint8) == 0).nonzero()[0], 1, out=starts[1:])
    tables = _tables()
    total = prefix_hashes(np.frombuffer(raw.translate(tables.lower), np.uint8))
    kind = np.frombuffer(raw.translate(tables.kind), np.uint8)
    parts, names = _parts(kind), runs(kind > 0)
    hashes = hash_words(total, *(np.concatenate(both) for both in zip(parts, names, strict=True)))
    return ClassColumns(
        key=key,
        part_offsets=parts[0].searchsorted(starts),
        parts=hashes[: len(parts[0])],
        name_offsets=names[0].searchsorted(starts),
        names=hashes[len(parts[0]) :],
    )


def key_scores(table: Floats, hashes: Hashes, offsets: Ints) -> Floats:
    """Mean, least and greatest score of each key's names, a row each; 0 for a key without names."""
    found = np.zeros((3, len(offsets) - 1), np.float32)
    mean, least, greatest = found
    filled = (offsets[1:] > offsets[:-1]).nonzero()[0]
    if filled.size:
        score = table.take(hashes >> np.uint32(32 - (len(table) - 1).bit_length()))
        begin = offsets[filled]
        mean[filled] = np.add.reduceat(score, begin) / (offsets[filled + 1] - begin)
        least[filled] = np.minimum.reduceat(score, begin)
        greatest[filled] = np.maximum.reduceat(score, begin)
    return found


def _parts(kind: NDArray[np.uint8]) -> tuple[Ints, Ints]:
    """Where each run of letters begins and stops, a new one also beginning at each hump of camelCase."""
    humps = kind == _CAPITAL
    humps[0] = False
    humps[1:] &= kind[:-1] == _SMALL
    return runs(kind > 1, humps)


_SMALL, _CAPITAL = 2, 3


class _ClassTables(NamedTuple):
    """For `bytes.translate`, which is quicker than to index an array by bytes."""

    lower: bytes
    kind: bytes  # 0 = white space, 1 = digit or sign, 2 = small letter, 3 = capital


@cache
def _tables() -> _ClassTables:
    chars = [chr(code) if code < 128 else "\u00e9" for code in range(256)]
    kind = [3 if c.isupper() else 2 if c.isalpha() else 0 if c.isspace() or c in "\0#" else 1 for c in chars]
    return _ClassTables(bytes(ord(c.lower()) if code < 128 else code for code, c in enumerate(chars)), bytes(kind))
