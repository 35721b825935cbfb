"""What a writer is: an `Article` and `WriteOptions` go in, the bytes of one format come out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Protocol, runtime_checkable

from printworthy.data.article import Article, Issue, Resource
from printworthy.errors import UsageError
from printworthy.writers.sheet import Sheet, SheetFields


@dataclass(frozen=True, slots=True)
class WriteOptions:
    """How to write. A writer ignores what its format has no use for.

    `comments`: also what readers wrote. `width`: wrap lines of plain text there (0: never). `front_matter`: YAML before
    Markdown. `trace`: why each segment was kept, in JSON. `resources`: pictures to embed, by `Figure.src`. `sheet`: how
    a page is printed.
    """

    comments: bool = False
    width: int = 0
    front_matter: bool = False
    trace: bool = False
    resources: Mapping[str, Resource] = field(default_factory=dict)
    sheet: Sheet = field(default_factory=Sheet)


DEFAULTS = WriteOptions()


def with_choices(options: WriteOptions, choices: SheetFields) -> WriteOptions:
    """The options with choices of a printed page of one's own; a name that does not exist is refused."""
    known = SheetFields.__annotations__
    unknown = [name for name in choices if name not in known]
    if unknown:
        raise UsageError(f"a sheet has no {unknown[0]!r}: choose among {', '.join(known)}")
    return replace(options, sheet=replace(options.sheet, **choices)) if choices else options


class Writer(Protocol):
    """One output format."""

    name: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]]

    def write(self, article: Article, options: WriteOptions = DEFAULTS) -> bytes:
        """The article in this format."""
        ...


@runtime_checkable
class IssueWriter(Protocol):
    """A format that can bind several articles into one document."""

    def write_issue(self, issue: Issue, options: WriteOptions = DEFAULTS) -> bytes:
        """The issue in this format."""
        ...
