"""Belief: what a link says and where it leads → why it is this article's print link, or "".

Phrases alone are not believed: "Print" names newspapers and printing houses too, "Stampa" the press, "à imprimer"
sheets to colour. The less a label says, the more the address has to.
"""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias

from printworthy.follow.hrefs import Identity
from printworthy.follow.marks import is_marked, is_sure, unmarked, whole_segment

Says: TypeAlias = Literal["page", "bare", "icon", ""]

OURS: Final = "this article"
# Sections where "print" means paper, or a subject.
_PAPER: Final = re.compile(
    r"(?<![a-z])(?:abos?|subscri\w*|e?shop|store|offers?|angebote?|magazin\w*|editions?|issues?|ausgaben?|products?|produkte?"
    r"|adverti\w*|anzeigen|mediadaten|media-?kit|cart|kiosk|e-?paper|tags?|tagged|categor\w*|kategorien?|rubrik\w*|themen?"
    r"|gallery|galerie|portfolio|printables?|rate-?card|archive/editions)(?![a-z])",
    re.I,
)
# Parameters of shops, lists and share buttons; what they switch is not the view of a page.
_NO_VIEW: Final = re.compile(r"(?:attribute|variant|add-to|share|filter|sort|orderby|categor|option|reply)", re.I)


def believed(says: Says, target: str, here: Identity) -> str:
    """Why a link that says "print" leads to this article's print page; "" if that is not sure enough."""
    there = Identity.of(target)
    if any(_NO_VIEW.match(name) for name, _ in there.query - here.query):
        return ""
    mark = is_marked(_news(there.url, here.url))
    ours = here.shared_by(there) or mark and _same_without_marks(here, there)
    if mark and ours:
        return f"its address names printing and {OURS}"
    if says == "page" and ours:
        return f"its address names {OURS}"
    if says == "bare" and here.same_path(there) and there.query >= here.query:
        return "another view of this page's address"
    if not mark or says not in ("page", "bare") or _PAPER.search(there.path):
        return ""
    return _by_itself(says, there, here)


def _by_itself(says: Says, there: Identity, here: Identity) -> str:
    """Why an address is that of a print page although it does not name this article."""
    if is_sure(there.path):
        return "its address is that of a print view"
    if here.resembled_by(there) and not is_marked(there.last):
        return "its address names printing and the same words"
    if says == "bare":
        return "its address names printing and a number" if whole_segment(there.path) >= 0 and there.has_id else ""
    if there.has_number:
        return "its address names printing and a number"
    if here.same_path(there) and here.query & there.query or here.is_beside(there) and whole_segment(there.last) >= 0:
        return "its address names printing, beside this page"
    return ""


def _same_without_marks(here: Identity, there: Identity) -> bool:
    """Is all of the other address but its words for printing this one's?"""
    left = unmarked(there.path)
    return bool(left) and left == unmarked(here.path) and there.query >= here.query


def _news(there: str, here: str) -> str:
    """The path and query of an address, less what this page's own address says too ("/print-shops/…")."""
    tail = there.partition("://")[2].partition("/")[2]
    own = here.partition("://")[2].partition("/")[2]
    return tail.replace(own, " ") if len(own) > 3 else tail
