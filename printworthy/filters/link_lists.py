"""The link-list remover: containers with many links and few other words go, or are emptied (section 3).

The paper counts links against words outside of links, letters ÷ the usual length of a word, in table cells. Today's
pages keep their lists of links in lists, `nav`, `aside` and `div` as well. The innermost is judged first, so that a
paragraph beside a menu is kept. What is left around a deleted list (a heading, two links of a menu's first level) goes
with it: a container with hardly a word of its own is judged by the links that were deleted inside it, too. Whole
sentences inside a link are no title of a page elsewhere: today's pages make links of cards with all that they tell.

The removed-link retainer lists links that went with what was deleted at the page's end. They are grouped by where they
stood: the label or heading of what held them, or the part of the page that it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from printworthy.filters.settings_fields import Group, setting
from printworthy.filters.walk.layout import Element
from printworthy.filters.walk.plan import CELL, LINKED, WalkPlan
from printworthy.filters.walk.verdicts import list_judge


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkLists(Group):
    """How link lists are known."""

    name: ClassVar[str] = "link_lists"

    enabled: bool = setting(False, "delete lists of links")
    ratio: float = setting(0.5, "links for each word outside of links; a container with more goes", most=1e6)
    word_length: float = setting(5.0, "letters that make a word", least=1, most=100)
    prose: int = setting(
        120, "a text inside a link with more letters than this counts as words outside of links", most=1_000_000
    )
    links: int = setting(3, "fewer links than this are no list", least=1, most=1_000_000)
    containers: tuple[str, ...] = setting(
        ("td", "th", "ul", "ol", "dl", "menu", "nav", "aside", "div", "section", "header", "footer"),
        "the tags in which lists of links are looked for; the paper has td alone",
    )
    cells: bool = setting(False, "delete a table's cell itself, too, and not only its content")
    pictures: bool = setting(False, "count links that hold a picture and no words")


def install(plan: WalkPlan, settings: LinkLists) -> None:
    """Judge the containers."""
    if not settings.enabled:
        return
    plan.picture_links = settings.pictures
    plan.prose = settings.prose
    plan.role(LINKED, *settings.containers)
    plan.role(CELL, *(tag for tag in settings.containers if tag in ("td", "th")))
    plan.judge("link_lists", LINKED, list_judge(settings.ratio, settings.word_length, settings.links, settings.cells))


@dataclass(frozen=True, slots=True, kw_only=True)
class Portals(Group):
    """How portals are known."""

    name: ClassVar[str] = "portals"

    enabled: bool = setting(True, "leave the lists of links of portals alone")
    links: int = setting(30, "a portal has as many links as this", most=1_000_000)
    words: int = setting(150, "and fewer words of sentences than this would be left without its lists", most=1_000_000)


def is_portal(settings: Portals, page: Element, word_length: float) -> bool:
    """Would the page, as judged, lose nearly all that it has? Such a page keeps its links (section 4.1).

    Names, prices and dates beside the links are no reason to take the links away.
    """
    links = page.links + page.shed
    return settings.enabled and links >= settings.links and page.told + page.prose < settings.words * word_length


@dataclass(frozen=True, slots=True, kw_only=True)
class Retained(Group):
    """Which of the deleted links are listed."""

    name: ClassVar[str] = "retained"

    enabled: bool = setting(False, "list the deleted links at the page's end")
    most: int = setting(300, "list no more links than this", least=1, most=100_000)
    title: str = setting("Links removed from this page", "the heading of the list")
    inline: bool = setting(False, "also list the links within the text, if links are deleted (tags.links)")


def install_retained(plan: WalkPlan, settings: Retained) -> None:
    """Have the links noted that went with what was deleted."""
    plan.retain_links = settings.enabled
