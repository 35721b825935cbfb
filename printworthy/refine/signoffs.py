"""Refine: the chosen segments → those of them at the end that only say who helped, how to write to them, or where else.

"… contributed to this report", "Contact … at …@…", "Originally published …": such lines close a text and are set in its
type. They are known by their words, and only the last lines are looked at.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]
REASON = ("refine", "closes the article with who helped or where it was")
_LAST: Final = 6
_LONGEST: Final = 300
_TEXT: Final = r"(?:story|article|post|piece|interview|column|report|essay)"
_HELPED: Final = re.compile(
    rf"\bcontributed (?:reporting )?to this {_TEXT}|\b(?:press|writers?|researchers?)\b.{{0,60}}\bcontributed\.",
    re.IGNORECASE,
)
_BEGINS: Final = re.compile(
    r"""\W*(?:(?:additional\ |with\ )?reporting\ by\s|contributing\s?:|includes\ (?:information|reporting)\ from\s
      |with\ files\ from\s|mit\ (?:material|informationen)\ (?:von|der)\s|mitarbeit\s?:|avec\ l[’']?\s?(?:afp|ap)\b
      |con\ información\ de\s)""",
    re.IGNORECASE | re.VERBOSE,
)
_WROTE: Final = re.compile(
    rf"""^\W*(?:(?:this|the)\ {_TEXT}\ (?:was\ |is\ |has\ been\ )?
        (?:originally|first)\ (?:published|appeared|posted|written)
      |originally\ (?:published|posted|appeared)|reprinted\s|cross-?posted\s|republished\s
      |read\ the\ original\ {_TEXT}|(?:dieser|der)\ (?:text|artikel|beitrag)\ (?:ist|erschien)\ zuerst
      |cet\ article\ (?:a\ été\ publié|est\ paru)|este\ artículo\ (?:fue\ publicado|apareció)\ originalmente)""",
    re.IGNORECASE | re.VERBOSE,
)
_REACH: Final = re.compile(
    r"""(?:^\W*(?:contact|e-?mail|reach|follow|kontakt|contactez|contacto)\b
      |\bbe\ reached\b|\bfollow\ (?:him|her|them|me)\b
      |\b(?:writes|covers|reporter|writer|editor|columnist|correspondent|journalist|analyst|redakteurin?|autorin?)\b).{0,160}@\w""",
    re.IGNORECASE | re.VERBOSE,
)


def signoffs(texts: Sequence[str], kept: Mask) -> Mask:
    """Such lines among the last kept segments."""
    found = np.zeros(len(kept), bool)
    for place in kept.nonzero()[0][-_LAST:].tolist():
        text = texts[place]
        if len(text) <= _LONGEST:
            found[place] = _closes(text)
    return found


def _closes(text: str) -> bool:
    # What most lines lack is looked for first.
    if "@" in text and _REACH.search(text) or "contributed" in text.lower() and _HELPED.search(text):
        return True
    return bool(_BEGINS.match(text) or _WROTE.match(text))
