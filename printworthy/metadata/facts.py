"""Facts: `Sources` → description, canonical address, section, tags, and how long the text takes to read."""

from __future__ import annotations

import html
import math
import re
from collections.abc import Iterable
from urllib.parse import urljoin, urlsplit

from printworthy.data.article import Field, NamesField, TextField
from printworthy.metadata.sources import Sources


def read_description(sources: Sources) -> TextField:
    """What the page says in its head about itself."""
    for name, sure in _DESCRIPTIONS:
        text = html.unescape(sources.first(name))
        if len(text) > 10:
            return Field(" ".join(text.split()), name, sure)
    for thing in sources.things:
        if not thing.role and (texts := thing.texts("description")):
            return Field(texts[0], "json-ld", 0.7)
    return Field("")


def read_canonical(sources: Sources) -> TextField:
    """The address under which the page wants to be known: absolute, http or https, and no other site's front page."""
    for value, source in ((sources.links.get("canonical", ""), "link"), (sources.first("og:url"), "og:url")):
        address = _absolute(sources.url, value)
        if address and not _is_front_of_elsewhere(address, sources):
            return Field(address, source, 0.95 if source == "link" else 0.85)
    return Field(sources.url, "address", 0.5) if sources.url else Field("")


def read_section(sources: Sources) -> TextField:
    """The part of the site that the article stands in."""
    if text := sources.first("article:section", "parsely-section", "section", "cxenseparse:section"):
        return Field(text[:100], "meta", 0.9) if not _is_address(text) else Field("")
    for thing in sources.things:
        if not thing.role and (texts := thing.texts("articleSection")):
            return Field(texts[0][:100], "json-ld", 0.9)
    return Field("")


def read_tags(sources: Sources) -> NamesField:
    """The tags of the article, each once."""
    tagged = sources.meta.get("article:tag", []) + sources.meta.get("parsely-tags", [])
    if tagged:
        return Field(_unique(tagged), "meta", 0.9)
    for thing in sources.things:
        if not thing.role and (texts := thing.texts("keywords")):
            return Field(_unique(texts), "json-ld", 0.85)
    words = sources.meta.get("news_keywords", []) or sources.meta.get("keywords", [])
    return Field(_unique(words), "keywords", 0.6) if words else Field(())


def reading_minutes(text: str) -> int:
    """Minutes to read a text: 230 words a minute, or 400 characters where no spaces part the words."""
    if not text:
        return 0
    spaced = text.count(" ") + 1
    # Those characters take three bytes each: where the text has few more bytes than characters, it has few of them.
    rest = 0 if text.isascii() else len(text.encode("utf-8", "replace")) - len(text)
    dense = len(_DENSE.findall(text)) if rest > spaced else 0
    return math.ceil(dense / 400 + (spaced / 230 if dense < 2 * spaced else 0))


def _unique(values: Iterable[str]) -> tuple[str, ...]:
    parts = (part.strip() for value in values for part in re.split(r"[,;，、]", value))
    known = {part.casefold(): part for part in parts if 1 < len(part) <= 60 and not _is_address(part)}
    return tuple(known.values())[:30]


def _absolute(base: str, value: str) -> str:
    """The address made absolute, or nothing if it is none."""
    value = value.strip()
    if not value:
        return ""
    try:
        address = value if value.startswith(("http://", "https://")) else urljoin(base, value)
        parts = urlsplit(address)
        return address if parts.scheme in ("http", "https") and parts.hostname else ""
    except ValueError:
        return ""


def _is_front_of_elsewhere(address: str, sources: Sources) -> bool:
    parts = urlsplit(address)
    return parts.path in ("", "/") and not parts.query and len(sources.path) > 1


def _is_address(text: str) -> bool:
    return text.startswith(("http://", "https://", "//"))


_DENSE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")
_DESCRIPTIONS = (("og:description", 0.9), ("description", 0.9), ("twitter:description", 0.85), ("dc.description", 0.8))
