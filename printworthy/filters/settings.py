"""The settings of the whole chain: one frozen value, with a group for each filter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import ClassVar, Final

from printworthy.errors import UsageError
from printworthy.filters.ads import Ads
from printworthy.filters.attributes import Looks
from printworthy.filters.banners import Banners
from printworthy.filters.discussion import Discussion
from printworthy.filters.empty import Empty
from printworthy.filters.fields import Group, setting
from printworthy.filters.link_lists import LinkLists
from printworthy.filters.portals import Portals
from printworthy.filters.retained import Retained
from printworthy.filters.selectors import Selectors
from printworthy.filters.tags import Tags
from printworthy.filters.texts import Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class Output(Group):
    """What comes out."""

    name: ClassVar[str] = "output"

    form: str = setting(
        "page",
        "the filtered page, its words alone, or the article in the page's place",
        choices=("page", "text", "article"),
    )
    absolute: bool = setting(True, "make all addresses absolute")
    pauses: bool = setting(False, "end headings and list items with a full stop, so that a voice pauses there")
    alternatives: bool = setting(False, "in text, put the words that describe a picture in its place")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What each filter does. `profile` is the name of the profile that these settings began with."""

    profile: str = "off"
    tags: Tags = field(default_factory=Tags)
    attributes: Looks = field(default_factory=Looks)
    selectors: Selectors = field(default_factory=Selectors)
    ads: Ads = field(default_factory=Ads)
    banners: Banners = field(default_factory=Banners)
    discussion: Discussion = field(default_factory=Discussion)
    link_lists: LinkLists = field(default_factory=LinkLists)
    empty: Empty = field(default_factory=Empty)
    retained: Retained = field(default_factory=Retained)
    portals: Portals = field(default_factory=Portals)
    texts: Texts = field(default_factory=Texts)
    output: Output = field(default_factory=Output)

    def __hash__(self) -> int:
        """Few settings are in use at a time, and their plans are looked up for every page: not all values count."""
        return hash(self.profile)

    def groups(self) -> dict[str, Group]:
        """The groups by name, in their order."""
        return {one.name: getattr(self, one.name) for one in fields(self) if one.name != "profile"}

    def changed(self, tables: Mapping[str, object]) -> Settings:
        """These settings with what tables like those of a settings file say."""
        groups = self.groups()
        if unknown := [name for name in tables if name not in groups]:
            raise UsageError(f"[{unknown[0]}] is no filter: choose one of {', '.join(groups)}")
        made = {name: type(groups[name]).read(table, groups[name]) for name, table in tables.items()}
        return replace(self, **made)  # type: ignore[arg-type]  # a group is made by its own class

    def tables(self) -> dict[str, dict[str, object]]:
        """All values, as a settings file has them."""
        return {name: group.table() for name, group in self.groups().items()}


GROUPS: Final = tuple(Settings().groups())
