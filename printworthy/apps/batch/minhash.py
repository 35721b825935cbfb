"""MinHash: a text → 128 numbers, of which two texts share about as many as their five-word runs (Broder, 1997).

Sixteen bands of eight make two texts that share four fifths of their runs meet in a band with 95 % probability, and
two that share half of them with 6 %; what meets is then compared number by number. Words are found and hashed in all
the text at once, as the engine does it: word by word, a page's signature would cost a tenth of its extraction.
"""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from printworthy.features.text import hash_words, prefix_hashes

Numbers: TypeAlias = NDArray[np.uint32]

# Where a row carries them, beside its columns, to the file of signatures.
HASH: Final = "_hash"
SIGNATURE: Final = "_signature"

SIZE: Final = 128
BANDS: Final = 16
# A factor for each word of a run, odd, so that no word is lost.
_PLACES: Final = np.array([0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x27D4EB2F, 0x165667B1], np.uint32)
# Fewer words say too little about where a text comes from: "Page not found" is on many sites.
_FEWEST: Final = 20
_STEP: Final = 1024
_MIX: Final = np.uint64(0x9E3779B97F4A7C15)
_WHITE: Final = b" \t\n\r\v\f"
_SPACES: Final = tuple(space.encode() for space in "\u00a0\u2009\u202f\u3000")


def text_hash(text: str) -> bytes:
    """16 bytes that two texts share if they differ in white space only; zeros if there is no text."""
    data = text.encode("utf-8", "replace").translate(None, _WHITE)
    for space in _SPACES:
        data = data.replace(space, b"")
    return blake2b(data, digest_size=16).digest() if data else bytes(16)


def signature(text: str) -> bytes:
    """The text's numbers, four bytes each; empty if it is too short to tell."""
    data = np.frombuffer(text.encode("utf-8", "replace"), np.uint8)
    letter, lower = _tables()
    begin, stop = _words(data, letter[data])
    if len(begin) < _FEWEST:
        return b""
    runs, factors = _runs(hash_words(prefix_hashes(lower[data]), begin, stop)), _factors()[:, None]
    smallest: Numbers = (factors * runs[:_STEP]).min(axis=1)
    for start in range(_STEP, len(runs), _STEP):
        np.minimum(smallest, (factors * runs[start : start + _STEP]).min(axis=1), out=smallest)
    return smallest.astype("<u4").tobytes()


def bands(signatures: Numbers) -> NDArray[np.uint64]:
    """One number a band and text: texts that share it may be near duplicates."""
    parts = signatures.reshape(len(signatures), BANDS, SIZE // BANDS).astype(np.uint64)
    keys = np.zeros((len(signatures), BANDS), np.uint64)
    for column in range(SIZE // BANDS):
        keys = (keys ^ parts[:, :, column]) * _MIX
        keys ^= keys >> np.uint64(29)
    return keys


def _words(data: NDArray[np.uint8], inside: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Where each word begins and stops. In scripts without spaces, each character is one."""
    # Dashes, quotation marks and the like, from U+0080 to U+00BF and from U+2000 to U+207F, are in no word.
    signs = np.flatnonzero(data == 0xC2)
    inside[signs] = inside[signs + 1] = False
    signs = np.flatnonzero(data == 0xE2)
    signs = signs[data[signs + 1] <= 0x81]
    inside[signs] = inside[signs + 1] = inside[signs + 2] = False
    before = np.concatenate(([False], inside[:-1]))
    starts = inside & ~before
    alone = _alone(data)
    if alone.any():
        starts |= alone
        starts[3:] |= alone[:-3] & inside[3:]  # these characters have three bytes
    after = np.concatenate((starts[1:] | ~inside[1:], [True]))
    return np.flatnonzero(starts), np.flatnonzero(inside & after) + 1


def _alone(data: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Where a character of Chinese, Japanese, Thai, Lao, Burmese or Khmer begins."""
    found = (data >= 0xE3) & (data <= 0xE9)
    lead = np.flatnonzero((data[:-1] == 0xE0) | (data[:-1] == 0xE1))
    if lead.size:
        pairs = data[lead].astype(np.int64) << 8 | data[lead + 1]
        found[lead] = (pairs >= 0xE0B8) & (pairs <= 0xE0BB) | (pairs >= 0xE180) & (pairs <= 0xE182) | (pairs == 0xE19E)
    return found


def _runs(values: Numbers) -> Numbers:
    """A hash for each run of five words: their hashes, which are mixed well, each times a factor of its own."""
    count = len(values) - len(_PLACES) + 1
    total: Numbers = values[:count] * _PLACES[0]
    for place, factor in enumerate(_PLACES[1:], 1):
        total += values[place : place + count] * factor
    return total


@cache
def _tables() -> tuple[NDArray[np.bool_], Numbers]:
    """Which bytes are parts of words: letters, digits, and all beyond ASCII; and each byte in lower case."""
    letter = np.array([code >= 128 or chr(code).isalnum() for code in range(256)])
    return letter, np.array([ord(chr(code).lower()) if code < 128 else code for code in range(256)], np.uint32)


@cache
def _factors() -> Numbers:
    """The hash functions, the same for ever: products with odd numbers. The runs are hashes, so this is enough."""
    made = np.arange(1, SIZE + 1, dtype=np.uint64) * _MIX
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        made = (made ^ (made >> np.uint64(shift))) * np.uint64(factor)
    return (made >> np.uint64(32)).astype(np.uint32) | np.uint32(1)
