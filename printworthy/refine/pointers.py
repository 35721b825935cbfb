"""Refine: the chosen segments → those of them that only lead elsewhere.

"Read more: …", "À lire aussi » …": a line between two paragraphs that is a link to another story. It is known by how it
begins and by being a link; or, without a link, by announcing what was not chosen.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]
REASON = ("refine", "only leads elsewhere")
_LONGEST: Final = 250
_LONGEST_TITLE: Final = 40
_LINKED: Final = 0.7
# For text in lower case: to ignore the case in a pattern takes several times as long.
_BEGINS: Final = re.compile(
    r"""[\W_]{0,5}(?:
      (?:read|see|learn|find\ out|discover|watch|listen|click|check\ out|view)
        \ (?:more|also|next|this|now|here|the\ full\ \w{1,20})
      |(?:read|see|watch|listen|more|related|related\ \w{1,12})\s?[:>»]|also\ (?:read|see|watch)|see\ also
      |more\ (?:on|from|about)\s|recommended|don['’]t\ miss|you\ (?:may|might)\ also|in\ case\ you\ missed
      |further\ reading
      |lesen\ sie|lies|mehr\ (?:zum|dazu|lesen|infos?|aus|über)|auch\ interessant|das\ (?:thema\ )?könnte|schon\ gelesen
      |weitere\ (?:beiträge|artikel|infos?|informationen|themen|nachrichten)|passend\ dazu|siehe\ auch|weiterlesen
      |hier\ (?:lesen|geht)|zum\ thema
      |(?:à\ )?lire\ (?:aussi|également|plus)|voir\ aussi|à\ voir|pour\ aller\ plus\ loin|sur\ le\ même
      |(?:le|te)\ puede\ interesar|le[ae]r?\ (?:también|además|más)|mira(?:\ también)?\s?:|ver\ (?:también|más)
      |también\ (?:lea|lee|puede)|podría\ interesar|además\s?:|m[áa]s\ (?:información|sobre)
      |leggi\ (?:anche|di\ più|tutto)|potrebbe\ interessart|guarda\ anche|approfondisci
      |leia\ (?:também|mais|ainda)|veja\ (?:também|mais)|saiba\ mais|confira
      |(?:czytaj|zobacz)\ (?:też|także|również|więcej)|dowiedz\ się\ więcej|przeczytaj|sprawdź
      |lees\ (?:ook|meer|verder)|bekijk\ ook|läs\ (?:också|mer)|l[eæ]s\ også|lue\ myös
      |(?:читайте|смотрите)\ также|читать\ далее
      |阅读更多|延伸阅读|相关阅读|相關閱讀|相关新闻|あわせて読みたい|関連記事|관련기사
    )""",
    re.VERBOSE,
)


def pointers(texts: Sequence[str], link_chars: Sequence[int], kept: Mask) -> Mask:
    """Kept segments that are such a line."""
    found = np.zeros(len(kept), bool)
    follows = [*kept[1:].tolist(), True]
    for place in kept.nonzero()[0].tolist():
        length = len(texts[place])
        # Few lines could be one; only of those are the words looked at.
        if length <= _LONGEST and (
            link_chars[place] >= _LINKED * length or (length <= _LONGEST_TITLE and not follows[place])
        ):
            found[place] = _BEGINS.match(texts[place].lower()) is not None
    return found
