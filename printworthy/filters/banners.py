"""Banners: cookie and newsletter notices and overlays go, and what keeps the page from scrolling under them.

They are known by the names that pages and their suppliers give them, by dialogs that speak of such things, and by a
style that fixes them to the window. One that holds much text, or the page's headline, is the page itself and stays; so
does a form that asks for more than an address, and what is named so only because the text is about such things.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final

from printworthy.data.tree import Node
from printworthy.filters.banner_signs import (
    dialog,
    fixed,
    may_be_notice,
    modal,
    named,
    notice,
    unlock,
    unlock_names,
    unveil,
)
from printworthy.filters.settings_fields import Group, setting
from printworthy.filters.walk.layout import Element
from printworthy.filters.walk.plan import (
    ANY,
    BANNER,
    CONSENT,
    KEEP,
    NOTICE,
    REMOVE,
    Ask,
    Confirm,
    Context,
    Judge,
    WalkPlan,
)

_COOKIES: Final = re.compile(
    r"(?:^|[-_ ])(?:cookies?(?:[-_](?:policy|law|info|consent|disclaimer|notification))*(?:[-_](?:banner|bar|consent|"
    r"notice|notification|popup|pop-up|overlay|wrapper|container|modal|message|law|wall|disclaimer|box|layer))+|"
    r"cookie(?:banner|bar|consent|notice|popup|law|overlay|wall)s?|"
    r"(?:gdpr|ccpa)[-_](?:\w{1,20}[-_]){0,3}(?:banner|bar|consent|notice|popup|overlay|modal|message|wall|box|layer|dialog|"
    r"wrapper|container|cookies?)|"
    r"consent[-_](?:banner|bar|manager|modal|popup|overlay|wall|dialog|layer)|cc-(?:window|banner|overlay))(?=$|[ _-])",
    re.I,
)
_NEWSLETTERS: Final = re.compile(
    r"(?:^|[-_ ])(?:(?:newsletter|subscribe|mailing)[-_]?(?:popup|pop-up|modal|overlay|banner|bar|box|form|signup|"
    r"sign-up|promo|widget|dialog|slidein|capture)s?|(?:subscription|signup|sign-up|email)[-_]?(?:popup|pop-up|modal|overlay|"
    r"banner|bar|slidein|capture|promo)s?|(?:subscription|email)[-_]?(?:signup|sign-up)|mc4wp[-_][\w-]+|"
    r"mailchimp[-_][\w-]+)(?=$|[ _-])",
    re.I,
)
_OVERLAYS: Final = re.compile(
    r"(?:^|[-_ ])(?:(?:modal|popup|pop-up|paywall|adblock)[-_]?(?:backdrop|overlay|mask|bg|background|wall|notice|"
    r"detector|container)|(?:lightbox|overlay)[-_]?(?:backdrop|overlay|mask|wall|notice)|interstitial|"
    r"push-notification[\w-]*|app-banner|smartbanner)(?=$|[ _-])",
    re.I,
)
# What a post is filed under says nothing of the element that shows it.
_FILED: Final = ("tag-", "category-", "product_cat-", "product_tag-", "type-")
# One of these stands in every name that the patterns above know.
_WORDS: Final = frozenset(
    "cookie cookies cookiebanner cookiebanners cookiebar cookieconsent cookienotice cookiepopup cookielaw "
    "cookieoverlay cookiewall gdpr ccpa consent cc newsletter newsletterpopup newslettermodal newsletteroverlay "
    "newsletterbanner newsletterbar newsletterbox newsletterform newslettersignup newsletterwidget subscribe "
    "subscription signup sign email mailing "
    "mc4wp mailchimp modal modalbackdrop modaloverlay popup popupoverlay popupcontainer pop lightbox lightboxoverlay "
    "overlay overlaybackdrop paywall paywalloverlay adblock adblocknotice adblockwall adblockdetector interstitial "
    "push app smartbanner".split()
)
# What consent tools tell may be so many times as long; what is known by its words alone is small.
_LONGER: Final = 10
_SMALL: Final = 900
# If the notice was something inside, so many letters may be left around it.
_AROUND: Final = 80
# A notice asks for a name and an address. What asks for more is there to log in, to sign up, to write to somebody.
_FIELDS: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Banners(Group):
    """Which banners go."""

    name: ClassVar[str] = "banners"

    cookies: bool = setting(False, "delete notices about cookies and consent")
    newsletters: bool = setting(False, "delete boxes that ask for an address for a newsletter")
    overlays: bool = setting(False, "delete what is fixed over the page, and its backdrop")
    scroll_locks: bool = setting(False, "let the page scroll, and be heard, again that was locked under an overlay")
    letters: int = setting(
        1500,
        "a banner with more letters than this is taken for the page itself; of consent tools, with ten times as many",
        most=1_000_000,
    )


def install(plan: WalkPlan, settings: Banners) -> None:
    """Look at names, dialogs and styles."""
    patterns = [
        pattern
        for on, pattern in (
            (settings.cookies, _COOKIES),
            (settings.newsletters, _NEWSLETTERS),
            (settings.overlays, _OVERLAYS),
        )
        if on
    ]
    if patterns:
        names = re.compile("|".join(one.pattern for one in patterns), re.I)
        plan.name("banners", _asker(names, settings.cookies), _confirmer(names, settings.cookies))
        plan.judge("banners", CONSENT, _judge(settings.letters * _LONGER))
        plan.judge("banners", BANNER, _judge(settings.letters))
        plan.judge("banners", NOTICE, _judge_notice(min(settings.letters, _SMALL)))
    if settings.cookies or settings.newsletters:
        plan.test("banners", modal, ANY, "role aria-modal")
        plan.test("banners", dialog, "dialog", "role aria-modal open")
    if settings.overlays:
        plan.test("banners", fixed, ANY, "style")
    if settings.scroll_locks:
        plan.edit(unlock, "html body", "style")
        plan.edit(unlock_names, "html body", "class")
        plan.edit(unveil, "html body main div section article", "aria-hidden inert")


def _asker(pattern: re.Pattern[str], cookies: bool) -> Ask:
    def ask(sign: str, names: str) -> bool:
        # A page has hundreds of names, and hardly one with such a word in it: patterns cost fifty times as much.
        lower = names.lower()
        words = lower.replace("_", "-").replace(" ", "-").split("-")
        if cookies and may_be_notice(lower, words):
            return True
        return not _WORDS.isdisjoint(words) and pattern.search(names) is not None

    def ask_again(sign: str, names: str) -> bool:
        return ask(sign, names) and (sign == "#" or ask(sign, _unfiled(names)))

    return ask_again


def _unfiled(names: str) -> str:
    return " ".join([name for name in names.split() if not name.startswith(_FILED)])


def _confirmer(pattern: re.Pattern[str], cookies: bool) -> Confirm:
    @lru_cache(maxsize=4096)
    def fits(names: str) -> bool:
        return pattern.search(_unfiled(names)) is not None

    def confirm(node: Node, sign: str, names: str, context: Context) -> int:
        role = notice(node, names) if cookies else KEEP
        return role | named(node, sign, names) if fits(names) else role

    return confirm


def _judge(letters: int) -> Judge:
    def judge(banner: Element) -> int:
        long = banner.letters + banner.linked > letters
        return KEEP if long or banner.headline or banner.fields > _FIELDS else REMOVE

    return judge


def _judge_notice(letters: int) -> Judge:
    judge_banner, judge_rest = _judge(letters), _judge(_AROUND)

    def judge(notice: Element) -> int:
        return judge_rest(notice) if notice.banners else judge_banner(notice)

    return judge
