"""Refine: the chosen segments → those of them that set phrases give away. Three kinds of line are known by their words.

Interruptions: "Advertisement", "Story continues below". Such a line stands between paragraphs of the article and inside
its container, so that a method which looks at places takes it for one of them. So does the title of a table of
contents, if the table itself was not chosen.
Pointers: "Read more: …", "À lire aussi » …". A line that is a link to another story; or, without a link, one that
announces what was not chosen.
Sign-offs: "… contributed to this report", "Contact … at …@…", "Originally published …". They close a text and are set
in its type; only the last lines are looked at.

All patterns are for text in lower case: to ignore the case in a pattern takes several times as long.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from printworthy.base.languages import either

Mask = NDArray[np.bool_]
INTERRUPTION_REASON = ("refine", "says only that the article is interrupted")
POINTER_REASON = ("refine", "only leads elsewhere")
SIGNOFF_REASON = ("refine", "closes the article with who helped or where it was")
_LONGEST_INTERRUPTION: Final = 100
_LONGEST_POINTER: Final = 250
_LONGEST_TITLE: Final = 40
_LONGEST_SIGNOFF: Final = 300
_LINKED: Final = 0.7
_LAST: Final = 6
_INTERRUPTS: Final = re.compile(rf"\W*(?:{either('advertisement', 'interruptions')})\W*")
_CONTENTS: Final = re.compile(rf"\W*(?:{either('table_of_contents')})\W*")
_LEADS: Final = re.compile(rf"[\W_]{{0,5}}(?:{either('read_also')})")
_HELPED: Final = re.compile(either("contributed"))
_CREDITS: Final = re.compile(rf"\W*(?:{either('with_reporting_by', 'first_published')})")
_REACH: Final = re.compile(rf"(?:^\W*(?:{either('contact')})\b|\b(?:{either('contact_within')})\b).{{0,160}}@\w")


def interruptions(texts: Sequence[str], kept: Mask) -> Mask:
    """Kept segments that only say where the article is interrupted."""
    found = np.zeros(len(kept), bool)
    follows = [*kept[1:].tolist(), True]
    for place in kept.nonzero()[0].tolist():
        if len(texts[place]) <= _LONGEST_INTERRUPTION:
            low = texts[place].lower()
            # The title of a table of contents counts if the table was left out.
            if _INTERRUPTS.fullmatch(low) or (not follows[place] and _CONTENTS.fullmatch(low)):
                found[place] = True
    return found


def pointers(texts: Sequence[str], link_chars: Sequence[int], kept: Mask) -> Mask:
    """Kept segments that only lead elsewhere."""
    found = np.zeros(len(kept), bool)
    follows = [*kept[1:].tolist(), True]
    for place in kept.nonzero()[0].tolist():
        length = len(texts[place])
        # Few lines could be one; only of those are the words looked at.
        if length <= _LONGEST_POINTER and (
            link_chars[place] >= _LINKED * length or (length <= _LONGEST_TITLE and not follows[place])
        ):
            found[place] = _LEADS.match(texts[place].lower()) is not None
    return found


def signoffs(texts: Sequence[str], kept: Mask) -> Mask:
    """Sign-offs among the last kept segments."""
    found = np.zeros(len(kept), bool)
    for place in kept.nonzero()[0][-_LAST:].tolist():
        text = texts[place]
        if len(text) <= _LONGEST_SIGNOFF:
            found[place] = _closes(text.lower())
    return found


def _closes(low: str) -> bool:
    return bool("@" in low and _REACH.search(low) or _HELPED.search(low) or _CREDITS.match(low))
