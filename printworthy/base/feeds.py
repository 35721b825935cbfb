"""Reading lists: the bytes of a text file, an RSS or Atom feed or an OPML file go in; addresses come out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final
from urllib.parse import urljoin
from xml.etree import ElementTree

_XML: Final = re.compile(rb"\A(?:\xef\xbb\xbf)?\s*<(?:\?xml|rss|feed|opml|rdf:RDF)\b", re.I)
_DECLARED: Final = re.compile(rb"<!(?:ENTITY|ELEMENT|ATTLIST|DOCTYPE[^<>\[]*+\[)", re.I)
_WEB: Final = re.compile(r"https?://\S+", re.I)
_MOST_BYTES: Final = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Entry:
    """An address in a list; `feed` is true if it leads to a list itself. `date` is ISO 8601 in UTC, or ""."""

    url: str
    title: str = ""
    date: str = ""
    feed: bool = False


def read_list(content: bytes, url: str = "") -> list[Entry] | None:
    """The entries of a list in their order, each address once; None if this is no list."""
    if len(content) > _MOST_BYTES:
        return None
    entries = _from_xml(content, url) if _XML.match(content) else _from_text(content)
    if entries is None:
        return None
    first: dict[str, Entry] = {}
    for entry in entries:
        first.setdefault(entry.url, entry)
    return list(first.values())


def list_title(content: bytes) -> str:
    """What a feed or an OPML file calls itself; "" for one that does not, and for a text file."""
    root = _root(content)
    for above in root.iter() if root is not None else ():
        if _local(above.tag) in ("channel", "feed", "head"):
            return next((" ".join((one.text or "").split()) for one in above if _local(one.tag) == "title"), "")
    return ""


def newest(entries: list[Entry], count: int = 0, since: str = "") -> list[Entry]:
    """The entries since a day (those without a date stay), the newest first where dates are known, at most `count`."""
    kept = [entry for entry in entries if not (since and entry.date and entry.date[:10] < since)]
    if all(entry.date for entry in kept):
        kept.sort(key=lambda entry: entry.date, reverse=True)
    return kept[:count] if count else kept


def _from_text(content: bytes) -> list[Entry] | None:
    """One address a line; a line that begins with # is a remark, and what follows the address is its title."""
    try:
        lines = [line.strip() for line in content.decode("utf-8-sig").splitlines()]
    except UnicodeDecodeError:
        return None
    lines = [line for line in lines if line and not line.startswith("#")]
    if not lines or not all(_WEB.match(line) for line in lines):
        return None
    return [Entry(address, title.strip()) for address, _, title in (line.partition(" ") for line in lines)]


def _from_xml(content: bytes, url: str) -> list[Entry] | None:
    root = _root(content)
    if root is None:
        return None
    kind = _local(root.tag).lower()
    if kind == "opml":
        return list(_outlines(root, url))
    if kind not in ("rss", "feed", "rdf"):
        return None
    found = (_entry(item, url) for item in root.iter() if _local(item.tag) in ("item", "entry"))
    return [entry for entry in found if entry is not None]


def _root(content: bytes) -> ElementTree.Element | None:
    """The XML of a list; None for what is none, and for what declares entities."""
    if len(content) > _MOST_BYTES or not _XML.match(content) or _DECLARED.search(content):
        return None
    try:
        return ElementTree.fromstring(content)  # noqa: S314 - declarations of entities were refused
    except (ElementTree.ParseError, ValueError, LookupError):
        return None


def _outlines(root: ElementTree.Element, url: str) -> Iterator[Entry]:
    """The feeds that an OPML file names, and pages that it names directly."""
    for one in root.iter("outline"):
        feed, page = one.get("xmlUrl", ""), one.get("url", "")
        address = _address(feed or page, url)
        if address:
            yield Entry(address, one.get("title") or one.get("text") or "", feed=bool(feed))


def _entry(item: ElementTree.Element, url: str) -> Entry | None:
    fields = {_local(child.tag): (child.text or "").strip() for child in reversed(item)}
    address = _address(_atom_link(item) or fields.get("link", "") or fields.get("guid", ""), url)
    moment = fields.get("published") or fields.get("pubDate") or fields.get("date") or fields.get("updated") or ""
    return Entry(address, " ".join(fields.get("title", "").split()), _iso(moment)) if address else None


def _atom_link(item: ElementTree.Element) -> str:
    links = [child for child in item if _local(child.tag) == "link" and child.get("href")]
    pages = [link for link in links if link.get("rel", "alternate") == "alternate"]
    return pages[0].get("href", "") if pages else ""


def _address(text: str, base: str) -> str:
    try:
        address = urljoin(base, text.strip()) if base and text.strip() else text.strip()
    except ValueError:
        return ""
    return address if _WEB.fullmatch(address) else ""


def _iso(text: str) -> str:
    """A date of either kind (RFC 822 in RSS, RFC 3339 in Atom) in UTC; "" for anything else."""
    for read in (datetime.fromisoformat, parsedate_to_datetime):
        try:
            moment = read(text)
            aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
            return aware.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        except (ValueError, TypeError, IndexError, OverflowError):
            continue
    return ""


def _local(tag: object) -> str:
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""
