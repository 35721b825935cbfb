"""Names: a byline or an author's field → the people it names, without "by", roles, dates, addresses and handles."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from printworthy.base.languages import either, languages, words

BY: Final = re.compile(rf"^(?:(?:{either('by_verbs')})\s+)?(?:{either('by')})(?:\s*[:：/|]\s*|\s+)", re.IGNORECASE)
# The first words of what `BY` matches: most lines are told apart by theirs.
HEAD: Final = re.compile(r"[^\s:：/|]+")
BY_FIRST: Final = frozenset([phrase.partition(" ")[0] for phrase in words("by_verbs", "by")])
# The first two letters of these words, or the only one.
BY_STARTS: Final = frozenset([word[:2] for word in BY_FIRST])
WORD: Final = re.compile(r"\w+")
NOISY: Final = re.compile(r"[(\[@\u200b\u200e\u200f\ufeff]|http")
_NAME_WORD: Final = r"[^\W\d_][^\W\d_'’.-]*+(?:['’.-]{1,2}+[^\W\d_]*+)*+"
PERSONAL: Final = re.compile(rf"{_NAME_WORD}(?: {_NAME_WORD}){{1,3}}")
# Words of trade and of pages, which no person's name holds.
TRADE: Final = frozenset(words("trade"))
NOISE: Final = re.compile(
    r"\([^()]{0,80}\)|\[[^\[\]]{0,80}\]|[\u200b\u200e\u200f\ufeff]|https?://\S+|\S+@\S+\.\S+|(?<!\w)@\w+"
)
# Words after which no name follows, each alone; `TAIL` has those of several words and the dates, too.
_LATER: Final = words("later")
_PHRASES: Final = words("later_phrases")
# The first three letters of a month: what English writes before the day.
_MONTHS: Final = "|".join(dict.fromkeys([month[:3].lower() for month in languages()["en"]["months"]]))
TAIL: Final = re.compile(
    rf"\s*(?:[|•●·‧—–»›]|\s-\s|//|\b(?:{'|'.join(_PHRASES)})|\b(?:{'|'.join(_LATER)})\b|\d{{1,2}}[./]\d{{1,2}}[./]|"
    rf"(?:\b(?:{either('before_day')}) )?\b\d{{1,2}}(?:{either('ordinals')}|\.)?,? "
    rf"(?:{either('before_month')})?\w+ (?:{either('before_year')})?(?:19|20)\d\d|"
    rf"(?:19|20)\d\d ?(?:{either('year_sign')})|(?<=\s)(?:{_MONTHS})\w*\.? \d)",
    re.IGNORECASE,
)
# One of these marks or words stands in every text that `TAIL` cuts.
TAIL_MARK: Final = re.compile(r"[|•●·‧—–»›/\d-]")
TAIL_WORDS: Final = frozenset((*_LATER, *[phrase.partition(" ")[0] for phrase in _PHRASES]))
SPLIT: Final = re.compile(
    rf"\s*[,;、，；/]\s*(?:(?:{either('and_after_comma')}|&)\s+)?|\s+(?:{either('and')}|&)\s+|\s*&\s*", re.IGNORECASE
)
# One of these marks or words stands in every text that `SPLIT` cuts.
SPLIT_MARK: Final = re.compile(r"[,;、，；/&]")
SPLIT_WORDS: Final = frozenset(words("and"))
AND: Final = re.compile(rf"\s+(?:{either('and_between')})\s+")
# What is cut off on the left and on the right of a name, and what links to a person's page say after it.
LEFT, RIGHT = " \"'“”‘’.,:;–—*#>|-", ' "“”.,:;–—*#>|-'
LINKED: Final = re.compile(rf"['’]s?\s+(?:{either('person_page')})$")
LINKED_WORDS: Final = words("person_page")
LETTER: Final = re.compile(r"[^\W\d_]{1}")
# What no name holds: some marks and phrases, and these words.
NEVER: Final = re.compile(
    r"www\.|\.(?:com|org|net|html?)\b|[@<>{}=\\?!]|(?:19|20)\d\d\b|\d\d:\d\d|©|^\d+\b|"
    rf"\b(?:n/a|{either('not_name_phrases')})\b",
    re.IGNORECASE,
)
# One of these marks or words stands in everything that `NEVER` finds.
NEVER_MARK: Final = re.compile(r"[.@<>{}=\\?!\d©/]")
NEVER_FIRST: Final = frozenset([phrase.partition(" ")[0] for phrase in words("not_name_phrases")])
NEVER_WORDS: Final = frozenset(words("not_names"))
# A role holds one of these words; and `ROLE` is a text that is nothing but a role.
ROLE_WORDS: Final = frozenset(words("roles"))
ROLE: Final = re.compile(rf"(?:(?:{either('role_adjectives')})\s+)*(?:{either('roles')})", re.IGNORECASE)
CREDENTIAL: Final = re.compile(
    r"(?:M\.?D\.?|Ph\.?\s?D\.?|R\.?D\.?N?\.?|MS|MPH|CFP®?|CPA|CFA|RN|BSN|MSN|JD|Esq|MBA|LDN|CPT|DO|DDS|DVM|CSCS|MA|BA|"
    r"BSc|MSc|Jr|Sr|I{2,3}|[A-Z]{2,5}(?:-[A-Z]{1,3})?)\.?"
)
# A day of a month, and the words that are a day or a month.
MONTH_DAY: Final = re.compile(r"(?:\d{1,2}\.? )?[^\W\d_]{3,10}\.?(?: \d{1,2})")
DAY_WORDS: Final = frozenset([*words("weekdays"), *"|".join(languages()["en"]["months"]).lower().split("|")]) - {"may"}
# What is left over at the end of a name: a footnote's number, or the word before a date or a sentence. Said is a name.
_LEFT_OVER: Final = words("after_name")
REST: Final = re.compile(
    rf"(?:\s+(?!(?-i:Said|SAID)$)(?:{'|'.join(_LEFT_OVER)})|(?<=\w\w)\s+\d{{1,2}})$", re.IGNORECASE
)
REST_WORDS: Final = frozenset(_LEFT_OVER)
AGENCIES: Final = frozenset(words("agencies"))
PERSONAL_AGENCIES: Final = frozenset(words("agencies_like_names"))


@lru_cache(maxsize=256)
def split_names(text: str) -> tuple[str, ...]:
    """The names in a text, in order and each once; texts that are no byline give none."""
    text = " ".join(text.split())[:300]
    text = _without_by(NOISE.sub(" ", text) if NOISY.search(text) else text)
    words = folded_words(text)
    if not TAIL_WORDS.isdisjoint(words) or TAIL_MARK.search(text):
        text = TAIL.split(text, maxsplit=1)[0]
    names: dict[str, str] = {}
    titled = False
    for part in _parts(text, words):
        name = _clean(part)
        # After the first name, a role is what somebody is, not another one; what follows it may be where.
        if names and not ROLE_WORDS.isdisjoint(folded_words(part)):
            titled = True
        elif name and not (titled and not looks_personal(name)):
            names.setdefault(name.casefold(), name)
    return tuple(names.values())[:12]


def is_agency(name: str) -> bool:
    """Whether a name is that of a news agency, not of a person; some are given names, too, unless in capitals."""
    name = name.strip("()/. ")
    folded = name.casefold()
    return folded in AGENCIES and (folded not in PERSONAL_AGENCIES or name.isupper())


def begins_by(text: str) -> bool:
    """Whether the first word of a line may introduce its writer."""
    start = text[:2].casefold()
    if start not in BY_STARTS and start[:1] not in BY_STARTS:
        return False
    head = HEAD.match(text)
    return head is not None and head[0].casefold() in BY_FIRST


def starts_by(text: str) -> bool:
    """Whether a line begins with a word that introduces its writer, in any of many languages."""
    return begins_by(text) and BY.match(text) is not None


def _without_by(text: str) -> str:
    text = text.strip()
    return BY.sub("", text).strip() if starts_by(text) else text


def looks_personal(name: str) -> bool:
    """Whether a text has the shape of a person's full name: two to four words, capitals, no words of trade."""
    words = name.split()
    if not 2 <= len(words) <= 4 or not (words[0][0].isupper() and words[-1][0].isupper()):
        return False
    if name.isupper() and all(word.isupper() for word in words):
        return False
    return PERSONAL.fullmatch(name) is not None and TRADE.isdisjoint(folded_words(name))


def folded_words(text: str) -> list[str]:
    """The words of a text, folded: sets of words tell faster than patterns what a text does not hold."""
    return WORD.findall(text.casefold())


def _parts(text: str, words: list[str]) -> list[str]:
    """The text cut at commas and the words for "and"; such a word counts only between two full names."""
    parts: list[str] = []
    for part in SPLIT.split(text) if not SPLIT_WORDS.isdisjoint(words) or SPLIT_MARK.search(text) else (text,):
        halves = AND.split(part)
        full = all(len(half.split()) >= 2 for half in halves)
        parts += halves if full else [part]
    return parts


def _clean(part: str) -> str:
    """One name, or nothing if it cannot be one."""
    name = _trimmed(_without_by(part))
    if not 2 <= len(name) <= 60 or not LETTER.search(name):
        return ""
    words = folded_words(name)
    if not NEVER_WORDS.isdisjoint(words):
        return ""
    if (not NEVER_FIRST.isdisjoint(words) or NEVER_MARK.search(name)) and NEVER.search(name):
        return ""
    count = len(name.split())
    if count > 6 or not ROLE_WORDS.isdisjoint(words) and (count > 2 or ROLE.fullmatch(name)):
        return ""
    return "" if CREDENTIAL.fullmatch(name) or name.casefold() in DAY_WORDS or MONTH_DAY.fullmatch(name) else name


def _trimmed(name: str) -> str:
    """A name without what is left over at its ends."""
    last = name.rpartition(" ")[2]
    if last[-1:].isdigit() or last.casefold() in REST_WORDS:
        name = REST.sub("", name)
    name = name.lstrip(LEFT)
    return LINKED.sub("", name) if name.endswith(LINKED_WORDS) else name.rstrip(RIGHT)
