"""Names: a byline or an author's field → the people it names, without "by", roles, dates, addresses and handles."""

from __future__ import annotations

from functools import lru_cache

from printworthy.metadata.authors.name_words import (
    AGENCIES,
    AND,
    BY,
    BY_FIRST,
    BY_STARTS,
    CREDENTIAL,
    DAY_WORDS,
    HEAD,
    LEFT,
    LETTER,
    LINKED,
    LINKED_WORDS,
    MONTH_DAY,
    NEVER,
    NEVER_FIRST,
    NEVER_MARK,
    NEVER_WORDS,
    NOISE,
    NOISY,
    PERSONAL,
    PERSONAL_AGENCIES,
    REST,
    REST_WORDS,
    RIGHT,
    ROLE,
    ROLE_WORDS,
    SPLIT,
    SPLIT_MARK,
    SPLIT_WORDS,
    TAIL,
    TAIL_MARK,
    TAIL_WORDS,
    TRADE,
    WORD,
)


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
