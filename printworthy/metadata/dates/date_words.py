"""Words and patterns that tell what a date is the date of: in meta names, classes, addresses, scripts and sentences."""

from __future__ import annotations

import re
from typing import Final

from printworthy.base.languages import either, words

META_PUBLISHED: Final = re.compile(
    r"publi[sc]|pub_?-?date|pubtime|parsely-pub|issued|article:post|release_?date|original|first|gentime|posted|"
    r"apub:time|^ptime|citation_online|sailthru\.date|article:creat"
)
META_MODIFIED: Final = re.compile(r"modif|updat|lastmod|last-mod|revis|moddate")
META_DATE: Final = re.compile(r"date|time(?!out|zone)|created|uploaded|regdate")
META_NEVER: Final = re.compile(
    r"expir|valid|refresh|reading|read_|duration|unavailable|copyright|birth|event|start|end_|publisher|format"
)
DAY_FIRST: Final = (".uk", ".au", ".ie", ".nz", ".in", ".za", ".sg", ".my", ".eu", ".ng", ".ke", ".pk")
PROPERTIES: Final = (
    ("datePublished", "published"),
    ("dateCreated", "created"),
    ("uploadDate", "created"),
    ("dateModified", "modified"),
)
SUBORDINATE: Final = frozenset(
    "comment suggestedAnswer acceptedAnswer review reviews itemListElement isPartOf video hasVariant image audio "
    "associatedMedia citation offers breadcrumb".split()
)
STATED: Final = frozenset(
    "ld_published_article ld_published_page ld_published_post meta_published meta_date item_published time_published "
    "url".split()
)
# Begins with one class of characters, for which the engine searches fast.
ANY_DATE: Final = re.compile(r"\d(?:\d{3}|\d?[./]\s?\d\d?[./]\s?\d\d)")
# What stands right before a day in the life of a person: of a member of a forum, or of whom the page speaks.
PERSONAL: Final = re.compile(
    rf"(?:(?:{either('joined')})(?:\s?[:：]|\s(?:{either('joined_on')})\s)|(?:{either('member_since')}))[^\n]{{0,16}}$",
    re.IGNORECASE,
)
# One of these stands in everything that `PERSONAL` finds; those of our alphabet stand apart.
_PERSONAL: Final = frozenset([word[:4] for word in words("joined", "member_since")])
PERSONAL_PARTS: Final = tuple([part for part in _PERSONAL if part.isascii()])
PERSONAL_OTHERS: Final = tuple([part for part in _PERSONAL if not part.isascii()])
# How a long line begins that tells when something was posted: "This entry was posted on ... and is filed under ...".
SIGNED: Final = re.compile(
    rf"(?:{either('this')})\s(?:blog\s?)?(?:{either('entry')})\s|(?:{either('posted')})\s", re.IGNORECASE
)
# The middle of a date of numbers.
PAIRED: Final = re.compile(r"[/-]\d\d?[/-]\d")
DOT_PAIRED: Final = re.compile(r"\.\d\d?\.20")
# Dates whose two first numbers can be read in one order only.
SLASHED: Final = re.compile(
    r"(?<![\d/])(?:(?=(?:1[3-9]|2\d|3[01])/)(\d\d)/\d\d?|(\d\d?)/(?=(?:1[3-9]|2\d|3[01])/)\d\d)"
    r"/(?:19|20)?\d\d(?![\d/])"
)
DOTTED: Final = re.compile(
    r"(?<![\d.])(?:(?=(?:1[3-9]|2\d|3[01])\.)(\d\d)\.\d\d?|(\d\d?)\.(?=(?:1[3-9]|2\d|3[01])\.)\d\d)\.20\d\d(?![\d.])"
)
# Dates whose two first numbers may be a day and a month in either order.
AMBIGUOUS: Final = re.compile(r"(?<![\d/-])(0?[1-9]|1[0-2])[/-](0?[1-9]|1[0-2])[/-]((?:19|20)\d\d)(?![\d/-])")
SCRIPT_DATE: Final = re.compile(r"20\d\d-[01]\d-[0-3]\d")
# The name before a value and its quote, read backwards, because it is where it ends that is known.
SCRIPT_KEY_REVERSED: Final = re.compile(r"\n?[\"']\\{0,3}\s{0,3}[:=]\s{0,3}[\"']?\\{0,3}(\w{3,24})")
SCRIPT_PUBLISHED: Final = re.compile(r"publish|publication|pubdate|pub_date|created|postdate|post_date", re.IGNORECASE)
SCRIPT_MODIFIED: Final = re.compile(r"modified|updated", re.IGNORECASE)
PATH: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)[/_.-]?([01]?\d)[/_.-]?([0-3]\d|(?<=[/_.-])\d)(?!\d)")
PATH_WORDED: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)[/_.-]([A-Za-z]{3,9})[/_.-]([0-3]?\d)(?!\d)")
PATH_DAY_FIRST: Final = re.compile(r"(?<![\d-])([0-3]?\d)[_.-]([01]?\d)[_.-]((?:19|20)\d\d)(?![\d-])")
MONTH_PATH: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)[/_-]?([01]\d)(?=[/_-]|\d\d\D)")
CLASS_DATE: Final = tuple("date time publish posted meta byline stamp datum fecha info".split())
CLASS_OTHER: Final = tuple(
    "comment related teaser card recent sidebar widget footer event popular latest list more reply tweet instagram "
    "embed quote".split()
)
# Parts of words, which are looked for in a text that begins with a NUL; those of our alphabet stand apart, because
# most texts can have no others.
CUES: Final = tuple(
    [
        (
            cue,
            tuple([part for part in words(cue) if part.isascii()]),
            tuple([part for part in words(cue) if not part.isascii()]),
        )
        for cue in ("cue_published", "cue_modified", "cue_copyright", "cue_joined", "cue_first", "cue_event")
    ]
)
