"""Words and patterns that tell where a page names its authors: meta names, classes, links and sentences."""

from __future__ import annotations

import re
from typing import Final

from printworthy.base.languages import either, words

META: Final = {
    "author": "meta_author",
    "article:author": "meta_article",
    "og:article:author": "meta_article",
    "dc.creator": "meta_creator",
    "dcterms.creator": "meta_creator",
    "creator": "meta_creator",
    "parsely-author": "meta_press",
    "sailthru.author": "meta_press",
    "byl": "meta_press",
    "authors": "meta_press",
    "citation_author": "meta_many",
    "article:author_name": "meta_press",
    "article.author": "meta_press",
    "og:author": "meta_article",
    "cxenseparse:author": "meta_press",
    "shareaholic:article_author_name": "meta_press",
    "article_author": "meta_press",
    "author_name": "meta_press",
    "mediator_author": "meta_press",
}
SUBORDINATE: Final = frozenset(
    "comment suggestedAnswer acceptedAnswer review reviews itemListElement isPartOf video hasVariant image "
    "citation".split()
)
# Where sites put their own names.
UNSIGNED: Final = frozenset("meta_creator meta_article name_near ld_other ld_article ld_sub by_within by_next".split())
# Where agencies sign what they wrote.
SIGNED: Final = frozenset(
    "ld_article ld_article_person meta_author meta_press by_line by_next class_inline class_block".split()
)
# Where a line of the body may stand instead of a byline; and the words that begin names in lower case.
SENTENCES: Final = frozenset("by_line by_next by_within phrase".split())
PARTICLES: Final = frozenset(words("particles"))
ADDRESS: Final = re.compile(r"(?:https?:)?//|www\.")
WRITTEN: Final = re.compile(either("written"), re.IGNORECASE)
BY_ALONE: Final = re.compile(rf"(?:(?:{either('by_alone_verbs')}) )?(?:{either('by_alone')})\s*:?", re.IGNORECASE)
_BY_UNSPACED: Final = [phrase for phrase in words("by_within") if not phrase.isascii()]
_BY_SPACED: Final = [phrase for phrase in words("by_within") if phrase.isascii()]
# A name in Chinese characters, or one in Latin letters after a space.
BY_WITHIN: Final = re.compile(
    rf"(?:{'|'.join(_BY_UNSPACED)})\s*[:：]?\s*([\u4e00-\u9fff·]{{2,4}})(?![\u4e00-\u9fff])|"
    rf"\b(?:{'|'.join(_BY_SPACED)})\s+([A-ZÀ-Þ][^|•·\d]{{2,80}})"
)
# One of these words, or one of these characters, stands in everything that `BY_WITHIN` finds.
BY_PARTS: Final = tuple([start[0] for phrase in _BY_SPACED if (start := re.match(r"\w+", phrase))])
BY_HAN: Final = re.compile(f"[{''.join(dict.fromkeys(phrase[0] for phrase in _BY_UNSPACED))}]")
WRITTEN_BY: Final = re.compile(rf"(?:{either('written_by')})[\s:]*([^|•·\d]{{2,120}})", re.IGNORECASE)
# How a line that `WRITTEN_BY` matches may begin: its first four letters, or its first two in other scripts.
_STARTS: Final = [start[0] for phrase in words("written_by") if (start := re.match(r"[\w ]{2,4}", phrase))]
PHRASE_STARTS: Final = frozenset([start for start in _STARTS if len(start) == 4])
PHRASES_MARKED: Final = tuple([start[:2] for start in _STARTS if len(start) < 4])
PARTS: Final = re.compile(rf"\s*[|•·»/]\s*|\s+[-–—]\s+|\s+(?:{either('filed_in')})\s+(?=[A-Za-z])|(?<=\d{{4}})\s+")
# What stands in every line that `PARTS` cuts: one of these words, or of these characters.
FILED_IN: Final = frozenset(words("filed_in"))
PARTING: Final = re.compile(r"[|•·»/–—\d-]")
CLASS_WORDS: Final = tuple(
    "author byline by-line writer username user-name poster contributor creator autor auteur journalist".split()
)
# In each of them stands one of these, which are fewer to look for.
CLASS_PARTS: Final = tuple("aut by writer user poster butor creator journalist".split())
# In lower case; begins with one character, for which the engine searches fast.
PERSON_LINK: Final = re.compile(
    r"/(?:@|(?:authors?|people|profiles?|users?|u|contributors?|writers?|staff|team|by|autor(?:en)?|auteurs?|members?|"
    r"person|experts?)(?:/|\b))"
)
COMMENT: Final = re.compile(r"comment|reply|related|teaser|card|recent|sidebar|widget|review")
TEAM: Final = frozenset(words("team"))
TEAM_LAST: Final = re.compile(rf"\b(?:{either('team_last')})$", re.IGNORECASE)
