"""Refine: the chosen segments → those of them that only say where the article is interrupted.

"Advertisement", "Story continues below": such a line stands between paragraphs of the article and inside its container,
so that a method which looks at places takes it for one of them. It is known by its words, if it has no others.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]
_LONGEST: Final = 60
REASON = ("refine", "says only that the article is interrupted")
_AD: Final = r"(?:(?:an?|the|this|our)\ )?(?:ads?|adverts?|advertisements?|advertising|sponsored\ message)"
_PHRASES: Final = re.compile(
    rf"""\W*(?:
      advertise?ment|advertisements|advertising|anzeige|werbung|publicité|publicidad|publicidade|pubblicità|reklama|reklam
      |reklame|advertentie|annonce|annons|mainos|реклама|広告|廣告|广告|광고
      |(?:(?:the\ )?(?:story|article|content|post|page|interview)\ )?
        (?:continues?|continued|continue\ reading|keep\ reading)\ (?:below|after|beneath|under)(?:\ {_AD})?
      |scroll\ (?:down\ )?(?:to\ continue(?:\ reading)?|for\ more)
      |(?:weiter(?:lesen)?|(?:der\ )?(?:artikel|text|beitrag)\ (?:geht|wird))\ (?:nach|unter)\ der\ (?:anzeige|werbung)
        (?:\ weiter|\ fortgesetzt)?
      |la\ suite\ après\ (?:la|cette)\ publicité|(?:el\ artículo\ )?continúa\ (?:después|tras)\ (?:de\ )?la\ publicidad
      |continua\ dopo\ la\ pubblicità|continua\ (?:após|depois)\ da\ publicidade
      |(?:het\ )?artikel\ gaat\ verder\ (?:na|onder)\ de\ advertentie
      |dalsza\ część\ (?:artykułu|tekstu)\ pod\ (?:reklamą|materiałem\ wideo)|продолжение\ (?:статьи\ )?после\ рекламы
    )\W*""",
    re.IGNORECASE | re.VERBOSE,
)


def interruptions(texts: Sequence[str], kept: Mask) -> Mask:
    """Kept segments that are nothing but such a line."""
    found = np.zeros(len(kept), bool)
    for place in np.flatnonzero(kept).tolist():
        text = texts[place]
        if len(text) <= _LONGEST and _PHRASES.fullmatch(text):
            found[place] = True
    return found
