"""Every regular expression of the package is linear in the length of its text, or its text is short whatever comes."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

import pytest

from printworthy.parse.tokens import harmless
from tests.attacks.regexes import Found, cost, find_all, made_in_functions, worst_cases

SMALL, GROWN = 30_000, 4
# CPU seconds: below the first nothing is looked at again; a text of four times the length may take eight times as long.
UNSEEN, MOST, WORSE = 0.04, 0.4, 8
MOST_CASES = 80

# Patterns that get short texts only: the longest one, and whether its spaces are single ones. The caller is named.
SINGLE = True
BOUNDED: dict[str, tuple[int, bool]] = {
    "printworthy.base.encoding:_DECLARED": (4096, False),  # declared
    "printworthy.evaluate.folds:_ATTRIBUTE": (2000, False),  # inside what _TAG found
    "printworthy.parse.tex_source:_SERVICES": (3000, False),  # _LONGEST_ADDRESS
    "printworthy.follow.parts:_FORMS": (2000, False),  # _numbered
    "printworthy.follow.print_evidence:_ASIDE": (320, False),  # _said, _label, _says_next
    "printworthy.follow.print_evidence:_CHOICE": (320, False),  # our own phrases
    "printworthy.follow.printlink:_STYLE": (320, False),  # _said
    "printworthy.images.captions:_SAID": (600, SINGLE),  # part, is_credit
    "printworthy.metadata.authors.author_places:BY_WITHIN": (20_000, SINGLE),  # a segment's text has no other spaces
    "printworthy.metadata.authors.author_places:PARTS": (20_000, SINGLE),
    "printworthy.metadata.dates.date_formats:_AFTER_WORD": (32, False),  # _around_year
    "printworthy.metadata.dates.date_formats:_DAY_WORD": (40, False),
    "printworthy.metadata.dates.date_formats:_WORD_DAY": (40, False),
    "printworthy.metadata.authors.names:AND": (300, SINGLE),  # split_names
    "printworthy.metadata.authors.names:NOISE": (300, SINGLE),
    "printworthy.metadata.authors.names:REST": (300, SINGLE),
    "printworthy.metadata.authors.names:ROLE": (300, SINGLE),
    "printworthy.metadata.authors.names:SPLIT": (300, SINGLE),
    "printworthy.metadata.authors.names:TAIL": (300, SINGLE),
    "printworthy.metadata.site:_SEPARATOR": (20_000, SINGLE),  # a title's text has no other spaces
}
# Made when a function runs; each is put together from constants of ours or from signs that are escaped.
PUT_TOGETHER = {
    "printworthy.apps.cli.argument_groups: "  # of an option
    "f'\\\\s*(\\\\d{{1,4}}(?:[.,]\\\\d{{1,3}})?)\\\\s*(?:{unit})?\\\\s*'",
    "printworthy.build.embeds: f'(?:^|\\\\.)(?:{hosts})$'",
    "printworthy.filters.banners: '|'.join((one.pattern for one in patterns))",
    "printworthy.metadata.language: f'[{span}]'",
    "printworthy.parse.tokens: b'(?:[^<]++|<(?:' + _ORDINARY + b'|' + _SCRIPT + b'|' + _ANY_RAW + b'|' + _UNIT"
    " + b'|' + _COMMENT + b'|(?![a-zA-Z/!?])|[!?](?!--|\\\\[)[^>]*+>)){1,100}+'",  # LATE
    "printworthy.metadata.repeated: f'(?<!\\\\w){re.escape(name.casefold())}(?!\\\\w)'",
    "printworthy.writers.pdf.long_words: f'(.{{{room}}})(?=\\\\w)'",
    "printworthy.writers.pdf.long_words: f'(?P<long>[^\\\\s{BREAK}\\\\u00ad{_SPACELESS}]{{{self.longest},}})"
    "|{_FIGURES}'",
    "printworthy.writers.pdf.long_words: f'[^\\\\s{BREAK}\\\\u00ad{_SPACELESS}]{{{longest},}}'",
    "printworthy.writers.pdf.characters: f'{one}(?:[\\u200b ]*{one})*'",
    "printworthy.writers.pdf.characters: known",
}
# Compiled when it is first needed, and only ever tried at a given place.
LATE = Found("printworthy.parse.tokens:harmless", harmless(), anchored=True)
ALL = [*find_all(), LATE]


def worst(found: Found, size: int, single: bool) -> tuple[float, str | bytes]:
    """The dearest of a pattern's worst cases."""
    dearest: tuple[float, str | bytes] = (0.0, "")
    for text in islice(worst_cases(found.pattern, size), MOST_CASES):
        asked = re.sub(r"\s+", " ", text) if single and isinstance(text, str) else text
        dearest = max(dearest, (cost(found, asked, 2 * MOST), asked), key=lambda pair: pair[0])
        if dearest[0] > MOST:
            break
    return dearest


def test_there_are_patterns() -> None:
    assert len(ALL) > 300
    assert sum(found.anchored for found in ALL) > 50


def test_no_pattern_hides_in_a_function() -> None:
    assert made_in_functions() <= PUT_TOGETHER, "check the new ones by hand, then name them here"


def test_the_table_names_patterns() -> None:
    assert set(BOUNDED) <= {found.where for found in ALL}


@pytest.mark.parametrize("part", range(8))
def test_patterns_are_linear(part: int) -> None:
    for found in ALL[part::8]:
        if found.where in BOUNDED:
            continue
        text: Any
        seconds, text = worst(found, SMALL, single=False)
        if seconds < UNSEEN:
            continue
        cut = len(text) - len(text) // GROWN
        body = text[len(text) // 3 : len(text) // 3 + 200]
        longer = text[:cut] + body * (len(text) * (GROWN - 1) // max(1, len(body))) + text[cut:]
        again = min(cost(found, text, MOST) for _ in range(3))
        grown = cost(found, longer, 4 * MOST)
        assert seconds < MOST, (found.where, text[:60])
        assert grown < WORSE * max(again, UNSEEN / 4), (found.where, text[:60], again, grown)


@pytest.mark.parametrize("where", BOUNDED)
def test_bounded_patterns_are_cheap_at_their_bound(where: str) -> None:
    size, single = BOUNDED[where]
    for found in ALL:
        if found.where == where:
            assert worst(found, size, single)[0] < MOST


@pytest.mark.parametrize("pattern", [r"(a+)+$", r"\s+$", r"(?:x|xx)*y", r"(\d+)*z", r"a*b?a*c", r",(?![^(]*\))"])
def test_slow_patterns_are_found(pattern: str) -> None:
    """The search itself: patterns that everybody knows to be slow."""
    found = Found("here", re.compile(pattern), anchored=False)
    assert worst(found, SMALL, single=False)[0] > MOST / 4
