"""The article, as a frozen value: a document of blocks, and what is known about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from printworthy.data.metadata import Metadata
from printworthy.data.sealed import Sealed
from printworthy.data.trace import Trace

if TYPE_CHECKING:
    from printworthy.data.blocks import Block, Comment, Figure

PageType: TypeAlias = Literal[
    "article", "forum", "product", "collection", "listing", "documentation", "service", "none"
]
# Confidence is the expected F1 of the extraction; below this, what comes out is likelier junk than article.
WORTH_PRINTING: Final = 0.3


class Promises:
    """Fields that are made when they are first asked for.

    `extract(page).text` needs neither the blocks nor the byline, and they cost more than the text. A promise makes
    several fields at once; all of them are values of the same frozen page, so that when they are made shows nowhere.
    """

    __slots__ = ("_promises",)
    _promises: dict[str, Callable[[], dict[str, Any]]]

    def promise(self, name: str) -> Callable[[], dict[str, Any]] | None:
        """What will make a field; None once it is there."""
        return getattr(self, "_promises", {}).get(name)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:  # noqa: ANN401
            """Called for a field without a value yet: keep the promise that makes it."""
            promises = {} if name == "_promises" else self._promises
            if name not in promises:
                raise AttributeError(f"{type(self).__name__} has no {name!r}")
            for field_name, value in promises[name]().items():
                if field_name in promises:  # a copy may have got another value
                    object.__setattr__(self, field_name, value)
                    promises.pop(field_name, None)
            return object.__getattribute__(self, name)


@dataclass(frozen=True, slots=True)
class Article(Promises):
    """What `extract` returns: the article of a page and what is known about it."""

    title: str = ""
    authors: tuple[str, ...] = ()
    date: str = ""
    language: str = ""
    site: str = ""
    url: str = ""
    description: str = ""
    direction: Literal["ltr", "rtl"] = "ltr"
    page_type: PageType = "article"
    confidence: float = 0.0
    text: str = ""
    blocks: tuple[Block, ...] = ()
    comments: tuple[Comment, ...] = ()
    metadata: Metadata = field(default_factory=Metadata, repr=False, compare=False)
    trace: Trace = field(default_factory=Trace, repr=False, compare=False)

    @classmethod
    def promised(cls, now: dict[str, Any], later: dict[tuple[str, ...], Callable[[], dict[str, Any]]]) -> Article:
        """An article of which some fields are there and the others are made on demand, group by group."""
        article = object.__new__(cls)
        for name, value in now.items():
            object.__setattr__(article, name, value)
        promises = {name: make for names, make in later.items() for name in names}
        object.__setattr__(article, "_promises", promises)
        return article

    def changed(self, **others: Any) -> Article:  # noqa: ANN401 - by the field
        """A copy with other values in some fields. What is promised stays so; `dataclasses.replace` makes all of it."""
        now = others.copy()
        later: dict[tuple[str, ...], Callable[[], dict[str, Any]]] = {}
        for name in (one.name for one in fields(self) if one.name not in others):
            if (make := self.promise(name)) is not None:
                later[name,] = make
            else:
                now[name] = getattr(self, name)
        return self.promised(now, later)

    def __getstate__(self) -> tuple[dict[str, Any], dict[str, Sealed]]:
        """For other processes: what is promised is made, but what is sealed travels as it is."""
        promises = {one.name: self.promise(one.name) for one in fields(self)}
        sealed = {name: make for name, make in promises.items() if isinstance(make, Sealed)}
        return {name: getattr(self, name) for name in promises if name not in sealed}, sealed

    def __setstate__(self, state: tuple[dict[str, Any], dict[str, Sealed]]) -> None:
        now, sealed = state
        for name, value in (now | {"_promises": dict(sealed)}).items():
            object.__setattr__(self, name, value)

    @property
    def images(self) -> tuple[Figure, ...]:
        """The pictures of the article in their order."""
        from printworthy.data.blocks import figures_in  # whoever wants only the text need not load them

        return tuple(figures_in(self.blocks))
