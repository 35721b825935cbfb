"""What the build needs beside the page and the choice: its address, its pictures, and what the caller wants."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from printworthy.data.blocks import Figure


@dataclass(frozen=True, slots=True)
class BuildBase:
    """`figures` are the pictures to place, by the `mem_id` of their element; none of this changes the text."""

    url: str = ""
    figures: Mapping[int, Figure] = field(default_factory=dict)
    links: bool = True
    comments: bool = True
