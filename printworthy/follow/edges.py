"""Edges: the lines of a print page or of a further part → which of them belong to the article.

A print page has its own short lines above and below: the paper's name, the title once more, "printed from …". A further
part repeats the byline and says which part it is. Inside, nothing is touched.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from typing import Final

# Shorter lines repeat in every article ("Note", "* * *") without being the same.
LONG: Final = 40
_SHORT: Final = 100
_ENDED: Final = re.compile(r"[.!?…:;。！？।۔؟][\"'”’»)\]]*$")
_FOOTER: Final = re.compile(r"://|©|\(c\) |^(?:copyright|printed from|print date|source url)\b")
_PART: Final = re.compile(
    r"\W*(?:page|seite|part|teil|página|pagina|strona|страница|sida|side|strana|sivu)\s+\d+(?:\s*\S{1,3}\s*\d+)?\W*"
)


def of_print_page(lines: Sequence[str], known: Set[str]) -> list[bool]:
    """Which lines of a print page stay, beside an original whose lines are `known`; lines are in lower case."""
    shared = [place for place, line in enumerate(lines) if line in known]
    if not shared:
        return [True] * len(lines)
    last = max((place for place, line in enumerate(lines) if _is_prose(line)), default=-1)
    end = max(last, shared[-1])
    return [
        line in known or not (place < shared[0] and len(line) < _SHORT or place > end)
        for place, line in enumerate(lines)
    ]


def of_part(lines: Sequence[str], seen: Set[str], title: str) -> list[bool]:
    """Which lines of a further part are new: above its first new paragraph none that stood before."""
    kept: list[bool] = []
    above = True
    for line in lines:
        old = line in seen and (above or len(line) >= LONG) or line == title or bool(_PART.fullmatch(line))
        kept.append(not old)
        above = above and (old or len(line) < LONG)
    return kept


def _is_prose(line: str) -> bool:
    """Is a line a sentence, or long, and no footer?"""
    return (len(line) >= _SHORT or bool(_ENDED.search(line))) and not _FOOTER.search(line)
