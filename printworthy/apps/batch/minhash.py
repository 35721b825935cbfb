"""MinHash: a text → 128 numbers, of which two texts share about as many as their five-word runs (Broder, 1997).

Sixteen bands of eight make two texts that share four fifths of their runs meet in a band with 95 % probability, and
two that share half of them with 6 %; what meets is then compared number by number.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from printworthy.base.words import words

# Where a row carries them, beside its columns, to the file of signatures.
HASH: Final = "_hash"
SIGNATURE: Final = "_signature"

SIZE: Final = 128
BANDS: Final = 16
_RUN: Final = 5
# Fewer words say too little about where a text comes from: "Page not found" is on many sites.
_FEWEST: Final = 20
_STEP: Final = 2048
_MIX: Final = np.uint64(0x9E3779B97F4A7C15)


def text_hash(text: str) -> bytes:
    """16 bytes that two texts share if they differ in white space only; zeros if there is no text."""
    joined = " ".join(text.split())
    return blake2b(joined.encode("utf-8", "replace"), digest_size=16).digest() if joined else bytes(16)


def signature(text: str) -> bytes:
    """The text's numbers, four bytes each; empty if it is too short to tell."""
    found = words(text.casefold())
    if len(found) < _FEWEST:
        return b""
    runs = _runs(np.fromiter((crc32(word.encode("utf-8", "replace")) for word in found), np.uint64, len(found)))
    factors, shifts = _functions()
    smallest = np.full(SIZE, np.iinfo(np.uint32).max, np.uint32)
    for start in range(0, len(runs), _STEP):
        values = factors[:, None] * runs[None, start : start + _STEP] + shifts[:, None]
        np.minimum(smallest, (values >> np.uint64(32)).astype(np.uint32).min(axis=1), out=smallest)
    return smallest.tobytes()


def bands(signatures: NDArray[np.uint32]) -> NDArray[np.uint64]:
    """One number a band and text: texts that share it may be near duplicates."""
    parts = signatures.reshape(len(signatures), BANDS, SIZE // BANDS).astype(np.uint64)
    keys = np.zeros((len(signatures), BANDS), np.uint64)
    for column in range(SIZE // BANDS):
        keys = (keys ^ parts[:, :, column]) * _MIX
        keys ^= keys >> np.uint64(29)
    return keys


def _runs(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """A hash for each run of five words, each once."""
    count = len(values) - _RUN + 1
    total = np.zeros(count, np.uint64)
    for place in range(_RUN):
        total = (total ^ values[place : place + count]) * _MIX
        total ^= total >> np.uint64(32)
    return np.unique(total)


def _functions() -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """The hash functions: odd factors and shifts, the same for ever."""
    made = np.arange(1, 2 * SIZE + 1, dtype=np.uint64) * _MIX
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        made = (made ^ (made >> np.uint64(shift))) * np.uint64(factor)
    return made[:SIZE] | np.uint64(1), made[SIZE:]
