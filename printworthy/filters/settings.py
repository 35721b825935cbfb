"""The settings of the whole chain: one frozen value, with a group for each filter; and profiles for some purposes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import ClassVar, Final

from printworthy.errors import UsageError
from printworthy.filters.ads import Ads
from printworthy.filters.attributes import StyleAttributes
from printworthy.filters.banners import Banners
from printworthy.filters.discussion import Discussion
from printworthy.filters.empty import Empty
from printworthy.filters.link_lists import LinkLists, Portals, Retained
from printworthy.filters.named import Selectors, Texts
from printworthy.filters.settings_fields import Group, setting
from printworthy.filters.tags import Tags


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
    attributes: StyleAttributes = field(default_factory=StyleAttributes)
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
_BANNERS: Final = Banners(cookies=True, newsletters=True, overlays=True, scroll_locks=True)
# What moves, asks or spies goes; the page keeps its look.
_STILL: Final = Tags(
    scripts=True, refresh=True, forms=True, buttons=True, inputs=True, frames=True, objects=True, embeds=True
)

OFF: Final = Settings()
LIGHT: Final = replace(OFF, profile="light", ads=Ads(enabled=True), banners=_BANNERS, empty=Empty(blocks=True))
READER: Final = replace(
    LIGHT,
    profile="reader",
    tags=_STILL,
    attributes=StyleAttributes(handlers=True, lazy=True),
    link_lists=LinkLists(enabled=True),
    empty=Empty(tables=True, blocks=True),
    retained=Retained(enabled=True),
    output=Output(form="article"),
)
TEXT_ONLY: Final = replace(
    READER,
    profile="text-only",
    tags=replace(_STILL, images=True, media=True, styles=True, comments=True),
    attributes=StyleAttributes(styles=True, colours=True, widths=True, fonts=True, handlers=True),
    output=Output(),
)
SPEECH: Final = replace(
    TEXT_ONLY,
    profile="speech",
    tags=replace(TEXT_ONLY.tags, links=True),
    discussion=Discussion(enabled=True),
    retained=Retained(),
    texts=Texts(filters=("unseen",)),
    output=Output(form="text", pauses=True),
)
PROFILES: Final = {one.profile: one for one in (OFF, LIGHT, READER, TEXT_ONLY, SPEECH)}


def find_profile(name: str) -> Settings:
    """The profile of that name."""
    if name not in PROFILES:
        raise UsageError(f"there is no profile {name!r}: choose one of {', '.join(PROFILES)}")
    return PROFILES[name]
