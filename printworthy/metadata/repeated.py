"""Lines that say no more than the metadata: the kept segments → without the byline and the date above the text.

Every writer prints authors, site and date in its header; a line under the headline that names them once more reads like
a slip. Only the document lacks it: the plain running text stays as it was chosen.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Sequence
from itertools import islice

from printworthy.base import languages
from printworthy.base.languages import either
from printworthy.data.article import Metadata
from printworthy.metadata.authors.names import BY_FIRST, DAY_WORDS
from printworthy.metadata.dates.date_formats import DateConvention, months, read_text
from printworthy.metadata.wording import key, words


def without_repeated(texts: Sequence[str], kept: Sequence[bool], known: Metadata) -> Sequence[bool]:
    """What was kept, without the lines before the first paragraph that the metadata say already."""
    gone = [segment for segment in _head(texts, kept, known) if _is_said(texts[segment], known)]
    if not gone:
        return kept
    rest = list(kept)
    for segment in gone:
        rest[segment] = False
    return rest if any(rest) else kept


def _head(texts: Sequence[str], kept: Sequence[bool], known: Metadata) -> Iterator[int]:
    """The short lines with which the article begins; its title is passed by, however long it is."""
    title = key(known.title.value)
    for segment in islice((place for place, one in enumerate(kept) if one), _LINES):
        if len(texts[segment]) <= _LONGEST:
            yield segment
        elif key(texts[segment]) != title:
            return


def _is_said(line: str, known: Metadata) -> bool:
    """Whether a line holds nothing but authors, site and date of the article, and the words that stand around such."""
    language = known.language.value
    readings = [_dates(line, language, month_first) for month_first in (True, False)]
    dated = any(readings)
    if dated and {known.published.value[:10]} not in readings:
        return False
    rest, named = _without_names(line, known)
    left = words(_NUMBER.sub(" ", rest) if dated else rest)
    return (named or dated) and all(_says_nothing(word, language) for word in left)


def _dates(line: str, language: str, month_first: bool) -> set[str]:
    """The days that a line names, if they are written in one order or the other."""
    how = DateConvention(language, month_first, _NO_LATER, month_first)
    return {moment.iso for _, moment in read_text(line, how)}


def _without_names(line: str, known: Metadata) -> tuple[str, bool]:
    """The line without the names of people and site, and whether one of the people was there."""
    folded, named = line.casefold(), False
    for name in sorted(known.authors.value, key=len, reverse=True):
        cut = _cut(folded, name)
        folded, named = cut, named or cut != folded
    return _cut(folded, known.site.value), named


def _cut(line: str, name: str) -> str:
    return re.sub(rf"(?<!\w){re.escape(name.casefold())}(?!\w)", " ", line) if name.strip() else line


def _says_nothing(word: str, language: str) -> bool:
    return word in _AROUND or word in DAY_WORDS or months().number(word, language) > 0


_LINES = 8
_LONGEST = 120
# A date in the future is one that the metadata do not say; it need not be refused here.
_NO_LATER = datetime.date(9999, 1, 1)
_NUMBER = re.compile(rf"\d+(?:{either('ordinals')}|h)?")
# What stands around names and dates. Words for a change of the text are not among them: the header tells of none.
_CLOCK = frozenset("a p am m pm ist est gmt utc cet cest edt pdt pst cdt bst z t".split())
_AROUND = BY_FIRST - set(languages.words("by_others")) | set(languages.words("beside_dates")) | _CLOCK
