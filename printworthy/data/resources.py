"""Pictures that were fetched for an article: the bytes that a writer may embed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Resource:
    """A picture's bytes, its media type ("image/png") and its size in pixels (0: unknown)."""

    content: bytes
    media_type: str
    width: int = 0
    height: int = 0
