"""Refine: the chosen segments → those of them that only say where the article is interrupted.

"Advertisement", "Story continues below", "Your browser does not support video": such a line stands between paragraphs
of the article and inside its container, so that a method which looks at places takes it for one of them. It is known
by its words, if it has no others. So is the title of a table of contents, if the table itself was not chosen.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from printworthy.base.languages import either

Mask = NDArray[np.bool_]
_LONGEST: Final = 100
REASON = ("refine", "says only that the article is interrupted")
# Both are for text in lower case: to ignore the case in a pattern takes several times as long.
_PHRASES: Final = re.compile(rf"\W*(?:{either('advertisement', 'interruptions')})\W*")
_CONTENTS: Final = re.compile(rf"\W*(?:{either('table_of_contents')})\W*")


def interruptions(texts: Sequence[str], kept: Mask) -> Mask:
    """Kept segments that are nothing but such a line."""
    found = np.zeros(len(kept), bool)
    follows = [*kept[1:].tolist(), True]
    for place in kept.nonzero()[0].tolist():
        if len(texts[place]) <= _LONGEST:
            low = texts[place].lower()
            # The title of a table of contents counts if the table was left out.
            if _PHRASES.fullmatch(low) or (not follows[place] and _CONTENTS.fullmatch(low)):
                found[place] = True
    return found
