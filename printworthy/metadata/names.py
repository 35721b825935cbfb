"""Names: a byline or an author's field → the people it names, without "by", roles, dates, addresses and handles."""

from __future__ import annotations

from functools import lru_cache

from printworthy.metadata.name_words import (
    AGENCIES,
    AND,
    BY,
    BY_FIRST,
    CREDENTIAL,
    EDGES,
    HEAD,
    LETTER,
    MONTH_DAY,
    NEVER,
    NOISE,
    NOISY,
    PERSONAL,
    PERSONAL_AGENCIES,
    REST,
    ROLE,
    SPLIT,
    TAIL,
    TRADE,
)


@lru_cache(maxsize=256)
def split_names(text: str) -> tuple[str, ...]:
    """The names in a text, in order and each once; texts that are no byline give none."""
    text = " ".join(text.split())[:300]
    text = _without_by(NOISE.sub(" ", text) if NOISY.search(text) else text)
    text = TAIL.split(text, maxsplit=1)[0]
    names: dict[str, str] = {}
    titled = False
    for part in _parts(text):
        name = _clean(part)
        # After the first name, a role is what somebody is, not another one; what follows it may be where.
        if names and ROLE.search(part):
            titled = True
        elif name and not (titled and not looks_personal(name)):
            names.setdefault(name.casefold(), name)
    return tuple(names.values())[:12]


def is_agency(name: str) -> bool:
    """Whether a name is that of a news agency, not of a person; some are given names, too, unless in capitals."""
    name = name.strip("()/. ")
    folded = name.casefold()
    return folded in AGENCIES and (folded not in PERSONAL_AGENCIES or name.isupper())


def starts_by(text: str) -> bool:
    """Whether a line begins with a word that introduces its writer, in any of many languages."""
    head = HEAD.match(text)
    return head is not None and head[0].casefold() in BY_FIRST and bool(BY.match(text))


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
    return PERSONAL.fullmatch(name) is not None and not TRADE.search(name)


def _parts(text: str) -> list[str]:
    """The text cut at commas and the words for "and"; such a word counts only between two full names."""
    parts: list[str] = []
    for part in SPLIT.split(text):
        halves = AND.split(part)
        full = all(len(half.split()) >= 2 for half in halves)
        parts += halves if full else [part]
    return parts


def _clean(part: str) -> str:
    """One name, or nothing if it cannot be one."""
    name = EDGES.sub("", REST.sub("", _without_by(part)))
    if not 2 <= len(name) <= 60 or not LETTER.search(name) or NEVER.search(name):
        return ""
    count = len(name.split())
    if count > 6 or ROLE.search(name) and (count > 2 or ROLE.fullmatch(name)):
        return ""
    if CREDENTIAL.fullmatch(name) or MONTH_DAY.fullmatch(name):
        return ""
    return name
