"""Judgement: is a candidate part of the article? One function, candidate → verdict, so that another can replace it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from printworthy.base.tags import ASIDE, CODE, FOOTER, HEADER, HIDDEN, NAV, NOSCRIPT
from printworthy.data.columns import Columns
from printworthy.images.candidates import Candidate
from printworthy.images.captions import Caption

_WORDS: Final = re.compile(r"[^\W_\d]+")
_FURNITURE: Final = frozenset(
    "avatar gravatar icon icons ico logo logos emoji emojis smiley smilies sprite sprites badge button btn tracking "
    "tracker beacon spacer share social rating star stars flag arrow author profile bullet captcha qrcode ad ads "
    "advert adverts advertisement banner sponsor sponsors sponsored promo widget related recommended recommendation "
    "recommendations teaser newsletter signature userpic loading spinner".split()
)
_FOREIGN: Final = (
    "gravatar.com", "doubleclick.net", "facebook.com/tr", "scorecardresearch", "/pixel", "googlesyndication",
    "feedburner", "wp.com/i/", "google-analytics", "/smilies/", "/emoji/", "quantserve", "statcounter",
    "amazon-adsystem", "paypalobjects", "shields.io",
)  # fmt: skip
_FORMULA: Final = ("mwe-math", "codecogs", "/math/render/", "latex.php")
_MOSTLY: Final = 0.5
_SMALL: Final = 100
_TINY: Final = 48
_THIN: Final = 12
_SHORT_NAME: Final = 60
_FIGURE: Final = CODE["figure"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """How sure it is that a picture belongs to the article, 0..1, and why."""

    relevance: float
    reason: str


Judge: TypeAlias = Callable[[Candidate, Caption, Columns], Verdict]


def judge(candidate: Candidate, caption: Caption, columns: Columns) -> Verdict:
    """By size, name and place."""
    reason = _is_furniture(candidate, caption) or _is_elsewhere(candidate, caption, columns)
    if reason:
        return Verdict(0.0, reason)
    if caption.text or caption.figure:
        return Verdict(0.95, "captioned, in the article" if caption.text else "figure in the article")
    return Verdict(0.8, "in the article" if not candidate.before else "above the article")


def judge_all(candidate: Candidate, caption: Caption, columns: Columns) -> Verdict:
    """Every picture inside the article."""
    outside = candidate.before or candidate.after
    return Verdict(0.0, "outside the article") if outside else Verdict(1.0, "in the article")


def _is_furniture(candidate: Candidate, caption: Caption) -> str:
    """Why a picture is no illustration, or ""."""
    width, height = candidate.width, candidate.height
    if 0 < width < _TINY or 0 < height < _TINY or 0 < width < _SMALL and height < _SMALL:
        return "too small"
    if width and height and max(width, height) > _THIN * min(width, height):
        return "a line"
    if any(part in candidate.src for part in _FOREIGN):
        return "address of icons or trackers"
    name = f"{candidate.attributes.get('class') or ''} {candidate.attributes.get('id') or ''}"
    if any(part in name or part in candidate.src for part in _FORMULA):
        return "formula"
    file = candidate.src.rpartition("/")[2].partition("?")[0]
    if not caption.text and not _FURNITURE.isdisjoint(_WORDS.findall(f"{name} {file[:_SHORT_NAME]}".lower())):
        return "named as furniture"
    if file.lower().endswith(".svg") and not caption.figure and width < 200:
        return "drawing without a caption"
    return ""


def _is_elsewhere(candidate: Candidate, caption: Caption, columns: Columns) -> str:
    """Why a picture stands outside the article, or ""."""
    flags = columns.flags[candidate.block]
    if flags & (NAV | FOOTER | ASIDE) and candidate.share == 0:
        return "in a side part"
    if flags & HIDDEN and not flags & NOSCRIPT:
        return "hidden"
    if candidate.before and flags & HEADER and candidate.share == 0 and not caption.figure:
        return "in the page's header"
    if candidate.after and candidate.share < _MOSTLY:
        return "below the article"
    if candidate.share == 0 and not _is_own_caption(candidate, caption, columns):
        return "beside dropped text"
    return ""


def _is_own_caption(candidate: Candidate, caption: Caption, columns: Columns) -> bool:
    """Is the dropped text around a picture nothing but its caption?"""
    context = candidate.context
    if caption.figure and columns.tag[context] == _FIGURE:
        return True
    texts = columns.text[columns.first[context] : columns.last[context]]
    said = f"{caption.text} {caption.credit}".replace(" ", "")
    return bool(texts) and len(texts) < 6 and all(text.replace(" ", "") in said for text in texts)
