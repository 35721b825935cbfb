"""What is known about an article besides its text: every field with its source and how sure it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Field(Generic[T]):
    """A value, the place of the page it was read from, and the probability that it is right."""

    value: T
    source: str = ""
    confidence: float = 0.0

    def __bool__(self) -> bool:
        return bool(self.value)


TextField = Field[str]
NamesField = Field[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Metadata:
    """The description of an article; an absent field has an empty value and no source.

    `published` and `modified` are ISO 8601: a date, or a timestamp (with its zone where the page gives one).
    `title_segment` is the segment of the page that shows the title, or -1. `reading_minutes` is 0 without text.
    """

    title: TextField = Field("")
    kicker: TextField = Field("")
    subtitle: TextField = Field("")
    published: TextField = Field("")
    modified: TextField = Field("")
    authors: NamesField = Field(())
    agencies: NamesField = Field(())
    language: TextField = Field("")
    site: TextField = Field("")
    description: TextField = Field("")
    canonical: TextField = Field("")
    section: TextField = Field("")
    tags: NamesField = Field(())
    direction: Literal["ltr", "rtl"] = "ltr"
    reading_minutes: int = 0
    title_segment: int = -1
