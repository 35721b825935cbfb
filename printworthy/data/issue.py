"""Several articles bound into one: what a reading list becomes."""

from __future__ import annotations

from dataclasses import dataclass

from printworthy.data.article import Article


@dataclass(frozen=True, slots=True)
class Failure:
    """A source that gave no article, and why; it is named on the last page."""

    source: str
    reason: str


@dataclass(frozen=True, slots=True)
class Issue:
    """Articles in their order under one title; `date` is the day of the issue (ISO 8601)."""

    title: str
    articles: tuple[Article, ...]
    date: str = ""
    failures: tuple[Failure, ...] = ()
