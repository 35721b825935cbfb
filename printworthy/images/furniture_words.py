"""Words that tell furniture from pictures: in class names and ids, in file names, and in addresses."""

from __future__ import annotations

import re
from typing import Final

_WORDS: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")

# What a publishing system calls every block of an article.
_PLAIN: Final = re.compile(r"\bkg-(?:image-)?card\b")
# Parts of a page that are never the article, and pictures that are never illustrations, as their makers name them.
_NAMED: Final = frozenset(
    "avatar avatars gravatar icon icons ico favicon logo logos emoji smiley sprite badge badges button btn cta "
    "tracking beacon spacer share sharing social rating star stars flag arrow author authors byline bio profile "
    "headshot bullet captcha qrcode ad ads adv advert advertisement banner sponsor sponsors sponsored promo promotion "
    "widget sidebar related recommended recommendation recommendations recirc teaser newsletter signup subscribe "
    "subscription signature userpic spinner bookmark card cards thumbnail thumbnails thumb footer nav navbar menu "
    "breadcrumb comment comments cookie cookies license affiliate partner partners paywall restricted breaker next "
    "previous pagination upsell trending popular latest paypal donate donation quiz contact team contributor".split()
)
# A file's name tells what it shows, so that only words of graphic furniture count.
_FILED: Final = frozenset(
    "avatar gravatar icon icons favicon logo logos emoji smiley sprite badge button btn cta spacer arrow bullet "
    "captcha advert advertisement banner sponsor promo sidebar newsletter subscribe headshot signature facebook "
    "twitter instagram linkedin pinterest youtube whatsapp telegram rss divider separator bg background".split()
)
# Servers of advertisements, trackers, counters and smileys, by registered domain, and their paths on others: nothing
# from there is an illustration.
_SERVERS: Final = frozenset(
    "2mdn.net adform.net adnxs.com adsafeprotected.com amazon-adsystem.com anrdoezrs.net awin1.com buysellads.com "
    "carbonads.com chartbeat.com chartbeat.net doubleclick.net feedburner.com ftjcfx.com google-analytics.com "
    "googleadservices.com googlesyndication.com gravatar.com impactradius-go.com impactradius.com ioam.de jdoqocy.com "
    "licensebuttons.net linksynergy.com lduhtrp.net omtrdc.net outbrain.com paypalobjects.com pxf.io quantserve.com "
    "scorecardresearch.com shareasale.com shields.io statcounter.com taboola.com tqlkg.com tradedoubler.com "
    "vgwort.de".split()
)
_PATHS: Final = (
    "facebook.com/tr", "/pixel.", "/pixel/", "/pixel?", "/smilies/", "/smileys/", "/emoji/",
    "/emoticons/", "/statusicon/", "/images/buttons/", "/images/icons/",
    "/images/misc/", "/images/ranks/", "/avatars/", "/avatar/", "/wp.com/i/",
    "no-cache.hubspot.com", "adserver",
)  # fmt: skip
_GENERAL: Final = frozenset(
    "default share shareimage sharing social opengraph og fallback placeholder thumbnail card noimage generic".split()
)
_FORMULAS: Final = ("mwe-math", "codecogs", "/math/render/", "latex.php", "wp-smiley")


def is_named_furniture(key: str) -> bool:
    """Do class names or an id name a part that is not the article?"""
    return bool(key) and not _NAMED.isdisjoint(map(str.lower, _WORDS.findall(_PLAIN.sub("", key))))


def is_filed_furniture(words: list[str]) -> bool:
    """Do the words of a file's name tell of a logo, an icon, a banner?"""
    return not _FILED.isdisjoint(words)


def is_foreign(address: str) -> bool:
    """Does an address belong to advertisements, trackers or smileys?"""
    address = address[:200].lower()
    host = address.partition("//")[2].partition("/")[0]
    return ".".join(host.rsplit(".", 2)[-2:]) in _SERVERS or any(part in address for part in _PATHS)


def is_formula(address: str, names: str) -> bool:
    """Is a picture a formula or a smiley that stands for text?"""
    return any(part in address or part in names for part in _FORMULAS)


def is_shared_by_all(words: list[str]) -> bool:
    """Do the words of a file's name tell of a picture that a site names for pages that have none?"""
    return is_filed_furniture(words) or not _GENERAL.isdisjoint(words)
