"""Count and hash the words of all segments at once: texts → columns, with no Python loop over segments.

The texts are joined by NUL, encoded once, and read through byte tables; a word's hash is a difference of prefix sums.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]
Ints = NDArray[np.int64]
Hashes = NDArray[np.uint32]

_MAX_CHARS = 1_000_000
FIRST_WORDS = 25
_LETTERS_A_WORD = np.float32(4.5)
_WIDE, _WIDEST = np.uint8(0xE3), np.uint8(0xE9)  # how Chinese, Japanese and Korean characters begin
_BASE = 0x01000193 | 1
# Punctuation of other scripts, read as its ASCII like so that one byte table serves all.
_ASCII_LIKE = (
    ("\u00a0", " "), ("\u3002", ". "), ("\uff0c", ", "), ("\u3001", ", "), ("\uff01", "! "), ("\uff1f", "? "),
    ("\uff1a", ": "), ("\u3000", " "), ("\u060c", ", "), ("\u061f", "? "), ("\u06d4", ". "), ("\u0964", ". "),
    ("\u2019", "'"), ("\u2018", "'"), ("\u201c", '"'), ("\u201d", '"'), ("\u00ab", '"'), ("\u00bb", '"'),
    ("\u2013", "-"), ("\u2014", "-"), ("\u2026", "."), ("\u2022", " "), ("\u00b7", " "), ("\u200b", " "),
    ("\u00a9", " \u00a9 "),
)  # fmt: skip


class TextColumns(NamedTuple):
    """Counts over segments, and the hashed words of all of them in order."""

    words: Floats
    chars: Floats
    digits: Floats
    commas: Floats
    stops: Floats
    ends: Floats  # 2 = full stop or the like, 1 = colon or comma, 0 = none
    offsets: Ints  # segment → its first word; one more than segments
    hashes: Hashes  # word → mixed hash
    rank: Ints  # word → its place in its segment
    segment: Ints  # word → its segment
    whole: Hashes  # segment → hash of the whole text, white space and case aside
    title: Hashes  # the words of the page's title


def text_columns(texts: list[str], title: str = "") -> TextColumns:
    """Count and hash; `texts` has at least one segment and none is empty. The title is hashed with them."""
    raw = _encode([*texts, title])
    data = np.frombuffer(raw, np.uint8)
    zeros = (data == 0).nonzero()[0]
    starts = np.zeros(len(zeros), np.int64)
    np.add(zeros[:-1], 1, out=starts[1:])
    tables = _tables()
    digits, commas, stops, tails = _counted(np.frombuffer(raw.translate(tables.sign), np.uint8), zeros)
    begin, stop, wide = _word_bounds(data, np.frombuffer(raw.translate(tables.letter), np.bool_))
    hashes = hash_words(prefix_hashes(np.frombuffer(raw.translate(tables.lower), np.uint8)), begin, stop)
    bounds = begin.searchsorted(starts)
    heading, hashes = hashes[bounds[-1] :], hashes[: bounds[-1]]
    per_segment = bounds[1:] - bounds[:-1]
    segment = np.arange(len(texts)).repeat(per_segment)
    rank = np.arange(len(hashes)) - bounds.take(segment)
    whole = _wrapped_sums(hashes * (2 * rank + 1).astype(np.uint32), bounds)
    words = per_segment.astype(np.float32)
    if wide.size:
        wide = wide[wide < len(hashes)]
        words -= 0.5 * np.bincount(segment[wide], minlength=len(texts)).astype(np.float32)
    if b"\xe0" in raw or b"\xe1" in raw:
        words += _unspaced_words(data, starts)[:-1]
    return TextColumns(
        words=words,
        chars=(zeros - starts)[:-1] - tails,
        digits=digits,
        commas=commas,
        stops=stops,
        ends=tables.ending.take(data.take(zeros[:-1] - 1)),
        offsets=bounds,
        hashes=hashes,
        rank=rank,
        segment=segment,
        whole=_mix(whole + per_segment.astype(np.uint32)),
        title=heading,
    )


def sums(values: Floats, offsets: Ints) -> Floats:
    """Sums of word values over each segment; 0 where it has no word."""
    total = np.zeros(len(values) + 1)
    values.cumsum(dtype=np.float64, out=total[1:])
    at = total.take(offsets)
    return (at[1:] - at[:-1]).astype(np.float32)


def first_words(columns: TextColumns) -> NDArray[np.bool_]:
    """Which words are among the first of their segment: what a text is shows there."""
    return columns.rank < FIRST_WORDS


def _encode(texts: list[str]) -> bytes:
    joined = "\0".join(texts) + "\0"
    if len(joined) > _MAX_CHARS and max(map(len, texts)) > _MAX_CHARS:
        joined = "\0".join([text[:_MAX_CHARS] for text in texts]) + "\0"
    if joined.isascii():
        return joined.encode()
    for char, like in _alike(joined):
        joined = joined.replace(char, like)
    return joined.encode("utf-8", "replace").replace(b" \0", b"\0")


def _alike(text: str) -> list[tuple[str, str]]:
    """Those of `_ASCII_LIKE` that a text holds: few pages hold many, and to look for each takes longer."""
    codes = np.frombuffer(text.encode("utf-16-le", "surrogatepass"), np.uint16)
    found = np.bincount(_tables().like.take(codes[codes > 0x7F]), minlength=len(_ASCII_LIKE) + 1)
    return [pair for pair, count in zip(_ASCII_LIKE, found.tolist(), strict=False) if count]


def _word_bounds(data: NDArray[np.uint8], inside: NDArray[np.bool_]) -> tuple[Ints, Ints, Ints]:
    """Where each word begins and stops, and which words are single characters of a script without spaces."""
    if data.max() < _WIDE or not (wide := data - _WIDE <= _WIDEST - _WIDE).any():
        return *runs(inside), np.empty(0, np.int64)
    parted = wide.copy()
    parted[3:] |= wide[:-3] & inside[3:]
    begin, stop = runs(inside, parted)
    return begin, stop, wide[begin].nonzero()[0]


def runs(inside: NDArray[np.bool_], parted: NDArray[np.bool_] | None = None) -> tuple[Ints, Ints]:
    """Where each run of letters begins and stops; the last byte of all is none. A new one begins where it is parted."""
    change = np.empty(len(inside), np.bool_)
    change[:1] = inside[:1]
    np.not_equal(inside[1:], inside[:-1], out=change[1:])
    if parted is None:
        edges = change.nonzero()[0]
        return edges[::2], edges[1::2]
    starts = change & inside
    starts |= parted
    stops = change & ~inside
    stops[1:] |= parted[1:] & inside[:-1]
    return starts.nonzero()[0], stops.nonzero()[0]


def prefix_hashes(lower: NDArray[np.unsignedinteger[Any]]) -> Hashes:
    """Prefix sums of letters times powers of the base, with a leading zero."""
    total = np.zeros(len(lower) + 1, np.uint32)
    terms = lower.astype(np.uint32)
    terms *= _powers(_size(len(lower)))[0][: len(lower)]
    terms.cumsum(dtype=np.uint32, out=total[1:])
    return total


def _counted(signs: NDArray[np.uint8], zeros: Ints) -> Floats:
    """How many of each sign every segment has, the title's left out; few bytes are signs, so only those are counted."""
    places = (signs != 0).nonzero()[0]
    sizes = places.searchsorted(zeros)
    sizes[1:] -= sizes[:-1].copy()
    slot = np.arange(0, 5 * len(zeros), 5).repeat(sizes) + signs.take(places)
    count = np.bincount(slot, minlength=5 * len(zeros))
    return count.reshape(-1, 5)[:-1, 1:].T.astype(np.float32)


def _unspaced_words(data: NDArray[np.uint8], starts: Ints) -> Floats:
    """Words of scripts that write without spaces but not a word a character: Thai, Lao, Burmese, Khmer."""
    lead = np.flatnonzero((data[:-1] == 0xE0) | (data[:-1] == 0xE1))
    if lead.size:
        pairs = data[lead].astype(np.int64) << 8 | data[lead + 1]
        lead = lead[((pairs >= 0xE0B8) & (pairs <= 0xE0BB)) | ((pairs >= 0xE180) & (pairs <= 0xE182))
                    | (pairs == 0xE19E) | (pairs == 0xE19F)]  # fmt: skip
    letters = np.bincount(np.searchsorted(starts, lead, "right") - 1, minlength=len(starts))
    return letters.astype(np.float32) / _LETTERS_A_WORD


def hash_words(total: Hashes, begin: Ints, stop: Ints) -> Hashes:
    """The hash of each word, given where it begins and stops: a difference of two prefix sums."""
    inverse = _powers(_size(len(total) - 1))[1]
    return _mix((total.take(stop) - total.take(begin)) * inverse.take(begin))


def _size(length: int) -> int:
    """The next power of two."""
    return 1 << (length - 1).bit_length()


def _wrapped_sums(values: Hashes, offsets: Ints) -> Hashes:
    total = np.zeros(len(values) + 1, np.uint32)
    values.cumsum(dtype=np.uint32, out=total[1:])
    at = total.take(offsets)
    return at[1:] - at[:-1]


def _mix(value: Hashes) -> Hashes:
    """Spread a hash over all its bits, as the last step of MurmurHash3 does; works in place."""
    value ^= value >> np.uint32(16)
    value *= np.uint32(0x85EBCA6B)
    value ^= value >> np.uint32(13)
    value *= np.uint32(0xC2B2AE35)
    value ^= value >> np.uint32(16)
    return value


@cache
def _powers(size: int) -> tuple[Hashes, Hashes]:
    """Powers of the hash base and of its inverse modulo 2^32; sizes are powers of two, so few are ever made."""
    both = []
    for base in (_BASE, pow(_BASE, -1, 1 << 32)):
        factors = np.full(size, base, np.uint32)
        factors[0] = 1
        both.append(np.cumprod(factors, dtype=np.uint32))
    return both[0], both[1]


class _TextTables(NamedTuple):
    """The first three are for `bytes.translate`, which is quicker than to index an array by bytes."""

    letter: bytes
    lower: bytes
    sign: bytes  # 1 = digit, 2 = comma or the like, 3 = full stop or the like, 4 = tail of a letter
    ending: Floats
    like: NDArray[np.uint8]  # half of UTF-16 → its place in `_ASCII_LIKE`; one more than there are for all others


@cache
def _tables() -> _TextTables:
    """What each byte counts for."""
    codes = range(256)
    text = [chr(code) if code < 128 else "\u00e9" for code in codes]
    like = np.full(1 << 16, len(_ASCII_LIKE), np.uint8)
    like[[ord(char) for char, _ in _ASCII_LIKE]] = range(len(_ASCII_LIKE))
    return _TextTables(
        letter=bytes(item.isalnum() for item in text),
        lower=bytes(ord("0" if chr(code).isdigit() else chr(code).lower()) if code < 128 else code for code in codes),
        sign=bytes(4 if 0x80 <= code < 0xC0 else 1 if item.isdigit() else 2 if item in ",;" else 3 * (item in ".!?")
                   for code, item in enumerate(text)),
        ending=np.array([2 if item in '.!?"' else 1 if item in ":,;)" else 0 for item in text], np.float32),
        like=like,
    )  # fmt: skip
