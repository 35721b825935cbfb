"""Banners: cookie and newsletter notices and overlays go, and what keeps the page from scrolling under them.

They are known by the names that pages and their suppliers give them, by dialogs that speak of such things, and by a
style that fixes them to the window. One that holds much text, or the page's headline, is the page itself and stays.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from printworthy.data.tree import Node
from printworthy.filters.context import Context
from printworthy.filters.editors import declarations, remove, write
from printworthy.filters.fields import Group, setting
from printworthy.filters.plan import ANY, BANNER, KEEP, REMOVE, Ask, Attributes, Judge, Plan

if TYPE_CHECKING:
    from printworthy.filters.layout import Element

_COOKIES: Final = re.compile(
    r"(?:^|[-_ ])(?:cookies?(?:[-_](?:policy|law|info|consent|disclaimer|notification))*(?:[-_](?:banner|bar|consent|"
    r"notice|notification|popup|pop-up|overlay|wrapper|container|modal|message|law|wall|disclaimer|box|layer))+|"
    r"cookie(?:banner|bar|consent|notice|popup|law|overlay|wall)s?|gdpr(?:[-_]\w+)*|ccpa[-_]\w+|"
    r"consent[-_](?:banner|bar|manager|modal|popup|overlay|wall|dialog|layer)|onetrust[-_][\w-]+|optanon[-_\w]*|"
    r"didomi[-_][\w-]+|usercentrics[-_][\w-]+|qc-cmp2?[-_][\w-]+|sp_message_container[\w-]*|truste[-_][\w-]+|"
    r"CybotCookiebotDialog\w*|cc-(?:window|banner|overlay)|cmp(?:box|[-_](?:banner|container|overlay|wrapper)))"
    r"(?=$|[ _-])",
    re.I,
)
_NEWSLETTERS: Final = re.compile(
    r"(?:^|[-_ ])(?:(?:newsletter|subscribe|subscription|signup|sign-up|email|mailing)[-_]?(?:popup|pop-up|modal|"
    r"overlay|banner|bar|box|form|signup|sign-up|promo|widget|dialog|slidein|capture)s?|mc4wp[-_][\w-]+|"
    r"mailchimp[-_][\w-]+)(?=$|[ _-])",
    re.I,
)
_OVERLAYS: Final = re.compile(
    r"(?:^|[-_ ])(?:(?:modal|popup|pop-up|lightbox|overlay|paywall|adblock)[-_]?(?:backdrop|overlay|mask|bg|background|"
    r"wall|notice|detector|container)|interstitial|push-notification[\w-]*|app-banner|smartbanner)(?=$|[ _-])",
    re.I,
)
_LOCKS: Final = re.compile(
    r"^(?:modal-open|no-?scroll(?:ing)?|scroll-?lock(?:ed)?|overflow-hidden|lock-?scroll|is-locked|disable-scroll|"
    r"prevent-scroll|noscroll|body--locked|popup-open|overlay-open|has-modal|sp-message-open|didomi-popup-open)$",
    re.I,
)
# Words by which a dialog is known for what it is, in the languages that most pages are written in.
_SPEAKS: Final = re.compile(
    r"cookie|consent|gdpr|dsgvo|datenschutz|privacy|confidentialit|privacidad|privacidade|prywatno|newsletter|"
    r"subscribe|abonn|suscr[ií]b|inscreva|iscriviti|подпис|クッキー|隐私",
    re.I,
)
# One of these stands in every name that the patterns above know.
_WORDS: Final = frozenset(
    "cookie cookies cookiebanner cookiebanners cookiebar cookieconsent cookienotice cookiepopup cookielaw "
    "cookieoverlay cookiewall gdpr ccpa consent onetrust optanon didomi usercentrics qc sp truste cmp cmpbox cc "
    "cybotcookiebotdialog newsletter newsletterpopup newslettermodal newsletteroverlay newsletterbanner newsletterbar "
    "newsletterbox newsletterform newslettersignup newsletterwidget subscribe subscription signup sign email mailing "
    "mc4wp mailchimp modal modalbackdrop modaloverlay popup popupoverlay popupcontainer pop lightbox lightboxoverlay "
    "overlay overlaybackdrop paywall paywalloverlay adblock adblocknotice adblockwall adblockdetector interstitial "
    "push app smartbanner".split()
)
_NEVER: Final = frozenset({"html", "body", "head", "main", "article", "h1"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Banners(Group):
    """Which banners go."""

    name: ClassVar[str] = "banners"

    cookies: bool = setting(False, "delete notices about cookies and consent")
    newsletters: bool = setting(False, "delete boxes that ask for an address for a newsletter")
    overlays: bool = setting(False, "delete what is fixed over the page, and its backdrop")
    scroll_locks: bool = setting(False, "let the page scroll again that was locked under an overlay")
    letters: int = setting(1500, "a banner with more letters than this is taken for the page itself", most=1_000_000)


def install(plan: Plan, settings: Banners) -> None:
    """Look at names, dialogs and styles."""
    named = [
        pattern
        for on, pattern in (
            (settings.cookies, _COOKIES),
            (settings.newsletters, _NEWSLETTERS),
            (settings.overlays, _OVERLAYS),
        )
        if on
    ]
    if named:
        plan.name("banners", _asker(re.compile("|".join(one.pattern for one in named), re.I)), _confirm)
        plan.judge("banners", BANNER, _judge(settings.letters))
    if settings.cookies or settings.newsletters:
        plan.test("banners", _dialog, ANY, "role aria-modal open")
    if settings.overlays:
        plan.test("banners", _fixed, ANY, "style")
    if settings.scroll_locks:
        plan.edit(_unlock, "html body", "style")
        plan.edit(_unlock_names, "html body", "class")


def _asker(pattern: re.Pattern[str]) -> Ask:
    def ask(sign: str, names: str) -> bool:
        # A page has hundreds of names, and hardly one with such a word in it: patterns cost fifty times as much.
        words = names.lower().replace("_", "-").replace(" ", "-").split("-")
        return not _WORDS.isdisjoint(words) and pattern.search(names) is not None

    return ask


def _confirm(node: Node, sign: str, names: str, context: Context) -> int:
    return KEEP if node.tag in _NEVER else BANNER


def _dialog(node: Node, attributes: Attributes, context: Context) -> int:
    """A dialog that speaks of cookies or newsletters; its words are read only up to where that shows."""
    modal = attributes.get("aria-modal") == "true" or attributes.get("role") in ("dialog", "alertdialog")
    if not modal and node.tag != "dialog" or node.tag in _NEVER:
        return KEEP
    told = " ".join(filter(None, (attributes.get("aria-label"), attributes.get("id"), attributes.get("class"))))
    return BANNER if _SPEAKS.search(told) or _SPEAKS.search(_words(node)) else KEEP


def _words(node: Node) -> str:
    """The first words inside an element, from at most a few hundred nodes, so that nested dialogs stay cheap."""
    found: list[str] = []
    todo: list[Node | None] = [node.child]
    for _ in range(_LOOK):
        one = todo.pop() if todo else None
        if one is None:
            if not todo:
                break
            continue
        found.append(one.text_content or "")
        todo += [one.next, one.child]
    return " ".join(found)


def _fixed(node: Node, attributes: Attributes, context: Context) -> int:
    style = attributes.get("style")
    if not style or "fixed" not in style:
        return KEEP
    return BANNER if _FIXED.search(style) and node.tag not in _NEVER else KEEP


def _unlock(node: Node, attributes: Attributes, context: Context) -> None:
    style = attributes.get("style") or ""
    if "overflow" not in style and "fixed" not in style:
        return
    kept = [part for part in declarations(style) if not _LOCKING.match(part)]
    if kept:
        write(node, attributes, "style", ";".join(kept))
    else:
        remove(node, attributes, "style")


def _unlock_names(node: Node, attributes: Attributes, context: Context) -> None:
    names = (attributes.get("class") or "").split()
    kept = [name for name in names if not _LOCKS.match(name)]
    if len(kept) < len(names):
        write(node, attributes, "class", " ".join(kept))


def _judge(letters: int) -> Judge:
    def judge(banner: Element) -> int:
        long = banner.letters + banner.linked > letters
        return KEEP if long or banner.headline else REMOVE

    return judge


_LOOK: Final = 200
_FIXED: Final = re.compile(r"(?:^|;)\s*position\s*:\s*fixed", re.I)
_LOCKING: Final = re.compile(r"\s*(?:overflow(?:-[xy])?\s*:\s*(?:hidden|clip)|position\s*:\s*fixed)", re.I)
