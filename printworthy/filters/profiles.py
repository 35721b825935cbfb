"""Named profiles: settings for a purpose, to begin with or to use as they are."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from printworthy.errors import UsageError
from printworthy.filters.ads import Ads
from printworthy.filters.attributes import Looks
from printworthy.filters.banners import Banners
from printworthy.filters.discussion import Discussion
from printworthy.filters.empty import Empty
from printworthy.filters.link_lists import LinkLists
from printworthy.filters.retained import Retained
from printworthy.filters.settings import Output, Settings
from printworthy.filters.tags import Tags
from printworthy.filters.texts import Texts

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
    attributes=Looks(handlers=True, lazy=True),
    link_lists=LinkLists(enabled=True),
    empty=Empty(tables=True, blocks=True),
    retained=Retained(enabled=True),
    output=Output(form="article"),
)
TEXT_ONLY: Final = replace(
    READER,
    profile="text-only",
    tags=replace(_STILL, images=True, media=True, styles=True, comments=True),
    attributes=Looks(styles=True, colours=True, widths=True, fonts=True, handlers=True),
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
