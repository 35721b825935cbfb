"""Portals: pages that are nothing but links keep them, as the paper wished (section 4.1).

Whether a page is one is known when its lists of links have been judged: if hardly a sentence would be left, it is.
Names, prices and dates beside the links are no reason to take the links away.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from printworthy.filters.fields import Group, setting
from printworthy.filters.layout import Element


@dataclass(frozen=True, slots=True, kw_only=True)
class Portals(Group):
    """How portals are known."""

    name: ClassVar[str] = "portals"

    enabled: bool = setting(True, "leave the lists of links of portals alone")
    links: int = setting(30, "a portal has as many links as this", most=1_000_000)
    words: int = setting(150, "and fewer words of sentences than this would be left without its lists", most=1_000_000)


def is_portal(settings: Portals, page: Element, word_length: float) -> bool:
    """Would the page, as judged, lose nearly all that it has?"""
    links = page.links + page.shed
    return settings.enabled and links >= settings.links and page.told + page.prose < settings.words * word_length
