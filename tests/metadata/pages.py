"""Small pages for the tests of this folder: HTML in, the sources of its metadata out."""

from __future__ import annotations

import datetime

from printworthy.metadata.sources import Sources, read_sources
from printworthy.parse.lexbor import parse
from printworthy.segment.walk import segment

NOW = datetime.date(2026, 1, 15)


def sources_of(html: str, url: str = "https://www.dailyplanet.example/river") -> Sources:
    """What a page says of itself."""
    tree = parse(html.encode())
    return read_sources(tree, segment(tree), url)
