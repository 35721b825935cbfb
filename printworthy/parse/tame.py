"""Tame: bytes of HTML in UTF-8 → bytes of HTML that the parser reads in linear time and memory.

The parser is quadratic in the depth of nesting, in the attributes of one tag, in the options of one list and, in time
and in memory, in formatting elements left open. A page that could hurt it is found here by upper bounds on those four.
They are read from bytes and not from tags, so that no comment or script lowers them. Such a page (one real page in a
hundred, by its size) goes to `rewrite`; all others are returned as they came.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

# Below these bounds the worst page costs the parser about a second.
MOST_TAGS: Final = 25_000
MOST_CLIMBS: Final = 400_000_000
MOST_BYTES: Final = 8_000_000
MOST_OPTIONS: Final = 3_000
MOST_REOPENED: Final = 4_000_000
MOST_ROOTS: Final = 64

# A tag longer than three strides covers a probe and a whole stride after it.
_STRIDE: Final = 16_384
_NAMES: Final = {
    "formatting": (b"b big code em font i nobr s small strike strong tt u".split()),
    "option": [b"option", b"optgroup"],
    "root": [b"html", b"body"],
}
_FORMATTING, _OPTION, _ROOT = 1, 2, 3
# Formatting elements that are alike are kept open three times at most (the standard's Noah's Ark clause).
_ALIKE: Final = 3 * len(_NAMES["formatting"])
_SPACES: Final = np.frombuffer(b" \t\n\f\r/", np.uint8)
_LETTERS: Final = 26
Bytes: TypeAlias = NDArray[np.uint8]


# Browsers, which run scripts, do not read what is inside `noscript`; the parser does, and a frame left open there
# would swallow the rest of the page.
_OPEN_FRAME: Final = re.compile(rb"(<noscript[^<>]{0,200}>\s{0,80})<iframe[^<>]{0,2000}>(?=\s{0,80}</noscript)")


# What a page builder left behind where it did not run: `[vc_row css="…"]`. In code it is what the text is about.
_BUILDERS: Final = (b"[vc_", b"[et_pb_", b"[fusion_")
_SHORTCODE: Final = re.compile(
    rb"(?<!<code>)(?<!<pre>)\[/?(?:vc|et_pb|fusion)_[a-z_]{1,60}(?:\s[^\[\]<>]{0,2000})?\](?!</code>)"
)


def tame(html: bytes) -> bytes:
    """The page itself if the parser can take it, else the same text with less markup."""
    if any(mark in html for mark in _BUILDERS):
        html = _SHORTCODE.sub(b"", html)
    if len(html) > MOST_BYTES:
        return _rewritten(_OPEN_FRAME.sub(rb"\1", html))
    page, opened, first = _tags(html)
    if _has_open_frame(html, page, opened, first):
        html = _OPEN_FRAME.sub(rb"\1", html)
        page, opened, first = _tags(html)
    if _too_many(first) or _reopened(page, opened, first) or _long_tag(html, opened):
        return _rewritten(html)
    return html


def _rewritten(html: bytes) -> bytes:
    """The page by the slow way, whose patterns take long to compile: few processes ever need them."""
    from printworthy.parse.rewrite import rewrite  # 10 ms

    return rewrite(html)


def _tags(html: bytes) -> tuple[Bytes, NDArray[np.intp], Bytes]:
    """The page as an array, where a tag may begin, and the first letter there."""
    page = np.frombuffer(html, np.uint8)
    opened = (page == ord("<")).nonzero()[0]
    return page, opened, page.take(opened + 1, mode="clip")


def _has_open_frame(html: bytes, page: Bytes, opened: NDArray[np.intp], first: Bytes) -> bool:
    """Is there such a frame? Looked for at tags that begin like `noscript`: the pattern alone reads every letter."""
    begun = opened[first == ord("n")]
    begun = begun[page.take(begun + 3, mode="clip") == ord("s")]
    return any(_OPEN_FRAME.match(html, at) for at in begun.tolist())


def _too_many(first: Bytes) -> bool:
    """May the page nest too deeply? Only what begins with a letter nests; then every further tag climbs up from there.

    If all that nests comes first, half of it, squared, is climbed, and all of it by each of the others.
    """
    tags = len(first)
    if tags * tags <= MOST_CLIMBS:
        return False
    nesting = int(np.count_nonzero((first | 32) - np.uint8(ord("a")) < _LETTERS))
    return tags > MOST_TAGS or nesting * (2 * tags - nesting) > MOST_CLIMBS


def _reopened(page: Bytes, opened: NDArray[np.intp], first: Bytes) -> bool:
    """May the page hold too much of what the parser opens or counts again and again?"""
    kinds, lengths = _first_letters()
    second = page.take(opened + 2, mode="clip")
    letters = (first.astype(np.uint16) << 8) | second
    kind = kinds.take(letters)
    counts = np.bincount(kind, minlength=4)
    if counts[_OPTION] > MOST_OPTIONS or counts[_ROOT] > MOST_ROOTS:
        return True
    if int(counts[_FORMATTING]) * len(opened) <= MOST_REOPENED:
        return False
    marked = kind == _FORMATTING
    after = page.take(opened[marked] + 1 + lengths.take(letters[marked]), mode="clip")
    distinct = int(np.isin(after, _SPACES).sum())
    if (distinct + _ALIKE) * len(opened) <= MOST_REOPENED:
        return False
    third = page.take(opened + 3, mode="clip")
    closing = (first == ord("/")) & (kinds.take((second.astype(np.uint16) << 8) | third) == _FORMATTING)
    return (_left_open(marked, closing) + _ALIKE) * len(opened) > MOST_REOPENED


def _left_open(opening: NDArray[np.bool_], closing: NDArray[np.bool_]) -> int:
    """The most formatting elements that were ever opened and not closed again."""
    balance = np.cumsum(opening.astype(np.int64) - closing)
    return int((balance - np.minimum.accumulate(np.minimum(balance, 0))).max(initial=0))


def _long_tag(html: bytes, opened: NDArray[np.intp]) -> bool:
    """May one tag be so long that it holds thousands of attributes?

    The probes are the last `<` before each stride without any. A tag is followed from there; if its end does not come,
    the tokens up to there tell whether there is such a tag at all. A tag that hides `<` in quoted values is not
    found: to find it takes as long as to parse the page.
    """
    probes = _probes(len(html), opened)
    if not probes:
        return False
    from printworthy.parse.tokens import FEW_TAIL, TAIL, harmless  # 6 ms that few pages need

    known = 0
    for probe in probes:
        # It ends soon, or after few attributes, however long.
        if probe < known or TAIL.match(html, probe, probe + _STRIDE) or FEW_TAIL.match(html, probe):
            continue
        while known <= probe:
            found = harmless().match(html, known)
            if found is None:
                return True
            known = found.end()
    return False


def _probes(length: int, opened: NDArray[np.intp]) -> list[int]:
    """Places of `<` from which to look for the end of a long tag."""
    if length <= _STRIDE or not len(opened):
        return []
    lonely: list[int] = opened[:-1][opened[1:] - opened[:-1] > _STRIDE].tolist()
    last = int(opened[-1])
    return [*lonely, last] if length - last > _STRIDE else lonely


@cache
def _first_letters() -> tuple[NDArray[np.uint8], NDArray[np.intp]]:
    """The kind of tag that two bytes after a `<` may begin, and the length of its name."""
    kinds, lengths = np.zeros(1 << 16, np.uint8), np.zeros(1 << 16, np.intp)
    for kind, names in ((_FORMATTING, "formatting"), (_OPTION, "option"), (_ROOT, "root")):
        for name in _NAMES[names]:
            for pair in _spellings(name):
                kinds[pair], lengths[pair] = kind, len(name)
    return kinds, lengths


def _spellings(name: bytes) -> list[int]:
    """The first two bytes of a tag's name in either case, as numbers; a name of one letter ends at once."""
    firsts = (name[0], name[0] ^ 32)
    seconds = (name[1], name[1] ^ 32) if len(name) > 1 else tuple(b" \t\n\f\r/>")
    return [first << 8 | second for first in firsts for second in seconds]
