"""What the caller may choose about an extraction, as one frozen value that is passed down.

No option changes what another one means, and none about pictures, links or comments changes `article.text`.
"""

from __future__ import annotations

import datetime
import os
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Final, Literal, TypeAlias, TypedDict, get_args

from printworthy.errors import UsageError

Images: TypeAlias = Literal["relevant", "all", "none"]
IMAGES: Final[tuple[Images, ...]] = get_args(Images)
Entities: TypeAlias = Literal["spelling", "spacy"]
ENTITIES: Final[tuple[Entities, ...]] = get_args(Entities)
Render: TypeAlias = Literal["never", "auto", "always"]
RENDER: Final[tuple[Render, ...]] = get_args(Render)
Unseen: TypeAlias = Literal["drop", "keep"]
UNSEEN: Final[tuple[Unseen, ...]] = get_args(Unseen)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How to extract.

    method:   which method finds the article; "learned" is the default, the others are named in `methods/`.
    render:   whether a browser looks at the page first, with its scripts: "never", "always", or "auto", which does so
              when little is found without, and keeps the better of both. Needs the extra `render` and Chromium.
    images:   "relevant" keeps the pictures that belong to the article, "all" every picture inside it, "none" none.
    entities: how names in captions are known: "spelling" needs nothing, "spacy" the extra `ner` and much more time.
    hidden:   "drop" leaves out text that the page hides from its readers, "keep" judges it like any other.
    links:    keep links in the document's blocks; without, their text stays.
    comments: also return what readers wrote, as `article.comments`.
    model:    a model file of your own instead of the one in the package.
    today:    the day after which no date of the article may lie; None asks the clock.
    """

    method: str = "learned"
    render: Render = "never"
    images: Images = "relevant"
    entities: Entities = "spelling"
    hidden: Unseen = "drop"
    links: bool = True
    comments: bool = False
    model: str | os.PathLike[str] | None = None
    today: datetime.date | None = None

    def __post_init__(self) -> None:
        _check_name("method", self.method)
        if self.render not in RENDER:
            raise UsageError(f"render is {self.render!r}: choose one of {', '.join(RENDER)}")
        if self.images not in IMAGES:
            raise UsageError(f"images is {self.images!r}: choose one of {', '.join(IMAGES)}")
        if self.entities not in ENTITIES:
            raise UsageError(f"entities is {self.entities!r}: choose one of {', '.join(ENTITIES)}")
        if self.hidden not in UNSEEN:
            raise UsageError(f"hidden is {self.hidden!r}: choose one of {', '.join(UNSEEN)}")
        for name in ("links", "comments"):
            if not isinstance(getattr(self, name), bool):
                raise UsageError(f"{name} is {getattr(self, name)!r}: choose True or False")
        _check_path("model", self.model)


class Changes(TypedDict, total=False):
    """The same options, given one by one."""

    method: str
    render: Render
    images: Images
    entities: Entities
    hidden: Unseen
    links: bool
    comments: bool
    model: str | os.PathLike[str] | None
    today: datetime.date | None


def with_changes(options: Options | None, changes: Changes) -> Options:
    """The options with some of them changed; a name that does not exist is refused with those that do."""
    given: object = options
    if given is not None and not isinstance(given, Options):
        kind = type(given).__name__
        raise UsageError(f"options is a {kind}: give an Options, or the options by name, as in images='none'")
    known = Changes.__annotations__
    for name in changes:
        if name not in known:
            near = get_close_matches(name, known, 1)
            meant = f"did you mean {near[0]!r}? There are" if near else "choose among"
            raise UsageError(f"there is no option {name!r}: {meant} {', '.join(known)}")
    return replace(options or Options(), **changes)


def _check_name(option: str, value: object) -> None:
    """Names of methods are plain words; whether one exists is known where the methods are."""
    if not (isinstance(value, str) and value.isidentifier()):
        raise UsageError(f"{option} is {value!r}: give a method's name, such as 'learned'")


def _check_path(option: str, value: object) -> None:
    """Whether the file exists is found out by whoever reads it."""
    if value is not None and not (isinstance(value, str | os.PathLike) and os.fspath(value)):
        raise UsageError(f"{option} is {value!r}: give the path of a model file, or None for the built-in one")
