"""Is it the same article? Two articles, or a part and what came before it → yes or no, and why."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from printworthy.base.languages import either
from printworthy.base.words import containment, similarity
from printworthy.data.article import Article

# Most of the text: less is another article on the same subject, or one that quotes this one.
_MOST: Final = 0.6
_NEARLY_ALL: Final = 0.85
_TITLE: Final = 0.6
# A print page may hold all parts of an article, but a print of the whole book is something else.
_LONGEST: Final = 12
_PAGE: Final = re.compile(
    rf"(?:(?<=\w)|^)\W*+\b(?:{either('page_number')})\s*\d+(?:\s*(?:{either('page_number_of')}|/)\s*\d+)?\s*$", re.I
)
_SITE: Final = re.compile(r"(?<!\s)\s++[|–—·»:-]++\s+")


@dataclass(frozen=True, slots=True)
class Sameness:
    """The answer and its reason, for the trace."""

    same: bool
    reason: str

    def __bool__(self) -> bool:
        return self.same


def same_article(original: Article, other: Article) -> Sameness:
    """Does `other` (a print page, a page with all parts) hold the article of `original`?"""
    if not other.text.strip():
        return Sameness(False, "it holds no text")
    if not same_title(original, other):
        return Sameness(False, f"its title is {other.title[:80]!r}")
    if len(other.text) > _LONGEST * len(original.text):
        return Sameness(False, "it holds far more than this article")
    kept = containment(original.text, other.text)
    if kept >= _MOST:
        return Sameness(True, f"it holds {kept:.0%} of the text")
    # The original may hold more than its article, where extraction took too much.
    inside = containment(other.text, original.text)
    if inside >= _NEARLY_ALL and len(other.text) >= len(original.text) / 2:
        return Sameness(True, f"{inside:.0%} of it stands in the original")
    return Sameness(False, f"it holds only {kept:.0%} of the text")


def next_part(whole: Article, part: Article, so_far: str) -> Sameness:
    """Does `part` go on where `whole`, whose parts read `so_far`, ended?"""
    if not part.text.strip():
        return Sameness(False, "it holds no text")
    if not same_title(whole, part):
        return Sameness(False, f"its title is {part.title[:80]!r}")
    repeated = containment(part.text, so_far)
    return Sameness(repeated < _MOST, f"{repeated:.0%} of it was there before")


def same_title(one: Article, other: Article) -> bool:
    """Do both bear one title? The site's name and the page's number do not count; a title may stand in the text."""
    first, second = _bare(one.title), _bare(other.title)
    if not first or not second:
        return not first or first in " ".join(other.text[:1000].casefold().split())
    if similarity(first, second) >= _TITLE or first in second or second in first:
        return True
    return first in " ".join(other.text[:1000].casefold().split())


def _bare(title: str) -> str:
    """A title in lower case without the number of its page."""
    pieces = _SITE.split(_PAGE.sub("", title.strip()))
    return " ".join(_PAGE.sub("", max(pieces, key=len, default="")).casefold().split())
