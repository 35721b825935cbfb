"""How to read an article and get its pictures: what to follow, how far, under which rules. One value for all doors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from printworthy.base.guard import PERSONAL, STRICT, Policy
from printworthy.errors import UsageError
from printworthy.fetching.limits import LIMITS, VISITOR, Limits, Visitor
from printworthy.follow.parts import MOST_PARTS
from printworthy.options import Options

Tell: TypeAlias = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What to do with an address.

    print_link: take the text from the print-friendly page where there is one.
    pages:      the most parts of one article to gather; 1 stays on the first page.
    seconds:    after this time nothing more is followed, and what was found is the article.
    pictures:   after so many seconds a document goes without the pictures that have not come.
    policy:     the guard for addresses that a person named; `strangers` is that for pictures, which pages name.
    """

    print_link: bool = True
    pages: int = MOST_PARTS
    seconds: float = 90.0
    pictures: float = 90.0
    options: Options = Options()
    policy: Policy = PERSONAL
    strangers: Policy = STRICT
    limits: Limits = LIMITS
    visitor: Visitor = VISITOR

    def __post_init__(self) -> None:
        if not 1 <= self.pages <= MOST_PARTS:
            raise UsageError(f"pages is {self.pages}: give 1 to {MOST_PARTS}")


DEFAULT: Final = Plan()
