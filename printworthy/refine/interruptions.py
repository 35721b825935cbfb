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

Mask = NDArray[np.bool_]
_LONGEST: Final = 100
REASON = ("refine", "says only that the article is interrupted")
_AD: Final = r"(?:(?:an?|the|this|our)\ )?(?:ads?|adverts?|advertisements?|advertising|sponsored\ message)"
# Both are for text in lower case: to ignore the case in a pattern takes several times as long.
_PHRASES: Final = re.compile(
    rf"""\W*(?:
      advertise?ment|advertisements|advertising|anzeige|werbung|publicité|publicidad|publicidade|pubblicità|reklama|reklam
      |reklame|advertentie|annonce|annons|mainos|реклама|広告|廣告|广告|광고
      |(?:(?:the\ )?(?:story|article|content|post|page|interview)\ )?
        (?:continues?|continued|continue\ reading|keep\ reading)\ (?:below|after|beneath|under)(?:\ {_AD})?
      |scroll\ (?:down\ )?(?:to\ continue(?:\ reading)?|for\ more)
      |(?:weiter(?:lesen)?|(?:der\ )?(?:artikel|text|beitrag)\ (?:geht|wird))\ (?:nach|unter)\ der\ (?:anzeige|werbung)
        (?:\ weiter|\ fortgesetzt)?
      |sponsored|(?:sorry,?\ )?(?:this|the)\ (?:video|audio|content|player)\ (?:is\ not|isn['’]t|cannot\ be)
        \ (?:available|supported|played)(?:\ in\ (?:your|this)\ (?:browser|country|region))?
      |(?:sorry,?\ )?your\ (?:browser|user\ agent|device)\ (?:does\ not|doesn['’]t)\ (?:seem\ to\ )?support
        \ (?:the\ |this\ )?(?:html5?\ )?(?:video|audio|iframes?|javascript|embedded\ \w{{1,12}})
        (?:\ (?:element|tag|player|playback|format))?
      |(?:please\ |you\ need\ to\ )?(?:enable|turn\ on|activate)\ javascript|you\ need\ javascript
        (?:\ to\ (?:view|run|see|watch)\ this\ \w{{1,12}})?
      |(?:ihr|dein)\ browser\ unterstützt\ (?:das\ |kein\ |keine\ )?(?:html5?[-\ ]?)?
        (?:video|audio)\w{{0,12}}(?:\ nicht)?
      |bitte\ (?:aktivieren\ sie|aktiviere)\ javascript
      |la\ suite\ après\ (?:la|cette)\ publicité|(?:el\ artículo\ )?continúa\ (?:después|tras)\ (?:de\ )?la\ publicidad
      |continua\ dopo\ la\ pubblicità|continua\ (?:após|depois)\ da\ publicidade
      |(?:het\ )?artikel\ gaat\ verder\ (?:na|onder)\ de\ advertentie
      |dalsza\ część\ (?:artykułu|tekstu)\ pod\ (?:reklamą|materiałem\ wideo)|продолжение\ (?:статьи\ )?после\ рекламы
    )\W*""",
    re.VERBOSE,
)
_CONTENTS: Final = re.compile(
    r"\W*(?:(?:table\ of\ )?contents|inhalt(?:sverzeichnis|sübersicht)?|sommaire|table\ des\ matières|índice|sumário"
    r"|indice|inhoud(?:sopgave)?|spis\ treści|innehåll|indhold|innhold|содержание|目次|目录|目錄|목차)\W*",
)


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
