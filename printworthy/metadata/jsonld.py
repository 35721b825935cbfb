"""JSON-LD: the text of script elements → `Thing`s, flat. Whatever is written there, this never fails."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from printworthy.base.invisible import visible


class Thing(NamedTuple):
    """One typed object of the page's linked data. `role` is the property that holds it, empty at the top."""

    types: tuple[str, ...]
    data: dict[str, object]
    role: str = ""

    def texts(self, key: str) -> list[str]:
        """The plain strings under a property, those inside lists and the names of objects too."""
        return [text for text in (_plain(value) for value in _listed(self.data.get(key))) if text]


@dataclass(slots=True)
class _Budget:
    """How much may still be read, so that a hostile page costs no more than a big one."""

    chars: int = 500_000
    salvaged: int = 80_000
    things: int = 200
    found: list[Thing] = field(default_factory=list)
    ids: dict[str, dict[str, object]] = field(default_factory=dict)


def read_things(scripts: Iterable[str]) -> list[Thing]:
    """The things of all scripts in their order; references by `@id` to a named thing carry its name."""
    budget = _Budget()
    for script in scripts:
        if len(script) <= min(budget.chars, _LARGEST):
            budget.chars -= len(script)
            for value in _values(script):
                _collect(value, "", budget, 0)
        elif budget.salvaged > 0:
            budget.found += _salvage(script[: min(budget.salvaged, _SALVAGED)])
            budget.salvaged -= _SALVAGED
    return [_resolved(thing, budget.ids) for thing in budget.found]


def _collect(value: object, role: str, budget: _Budget, depth: int) -> None:
    """Add the objects of a value to what was found, outer before inner."""
    if depth > 12 or len(budget.found) >= budget.things:
        return
    if isinstance(value, list):
        for item in value[:200]:
            _collect(item, role, budget, depth + 1)
    elif isinstance(value, dict):
        types = tuple([name.rpartition("/")[2] for name in _listed(value.get("@type")) if isinstance(name, str)])
        if types and types[0] not in _UNUSED:
            budget.found.append(Thing(types, value, role))
        mark = value.get("@id")
        if isinstance(mark, str) and len(value) > 1:
            budget.ids.setdefault(mark, value)
        for key, inner in value.items():
            if isinstance(inner, dict | list):
                _collect(inner, role if key == "@graph" else key, budget, depth + 1)


def _resolved(thing: Thing, ids: dict[str, dict[str, object]]) -> Thing:
    """The thing with the authors and publishers to which it only refers."""
    changed: dict[str, object] = {
        name: [_deref(item, ids) for item in _listed(thing.data[name])]
        for name in ("author", "publisher", "creator")
        if name in thing.data
    }
    return Thing(thing.types, {**thing.data, **changed}, thing.role) if changed else thing


def _deref(value: object, ids: dict[str, dict[str, object]]) -> object:
    if isinstance(value, dict) and "name" not in value and isinstance(value.get("@id"), str):
        return ids.get(str(value["@id"]), value)
    return value


def _values(script: str) -> Iterator[object]:
    """The JSON values of a script, mended where people write what JSON does not allow."""
    try:
        yield json.loads(script, strict=False)
        return
    except (ValueError, RecursionError):
        pass
    if len(script) > _LARGEST_MENDED:
        yield from (thing.data for thing in _salvage(script[:_SALVAGED]))
        return
    mended = _mend(script)
    position, decoder = 0, json.JSONDecoder(strict=False)
    while (position := _opening(mended, position)) >= 0:
        try:
            value, position = decoder.raw_decode(mended, position)
        except (ValueError, RecursionError):
            yield from (thing.data for thing in _salvage(mended[position : position + _SALVAGED]))
            return
        yield value


def _mend(script: str) -> str:
    """The script without comments, CDATA marks and trailing commas, and with its quotes unescaped."""
    text = _WRAPPING.sub("", script)
    if _ESCAPED.search(text):
        text = html.unescape(text)
    text = _COMMENT.sub(lambda match: match[1] or "", text)
    return _TRAILING.sub(r"\1", text).replace("\\'", "'")


def _opening(text: str, start: int) -> int:
    match = _BRACKET.search(text, start)
    return match.start() if match else -1


def _salvage(text: str) -> list[Thing]:
    """What single properties say in a script that no parser reads: the first value of each that matters."""
    data: dict[str, object] = {}
    for key, value in _PROPERTY.findall(text):
        data.setdefault(key, value)
    types = data.get("@type")
    return [Thing((str(types),), data)] if isinstance(types, str) else []


def _listed(value: object) -> list[object]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def _plain(value: object) -> str:
    """The string that a value is, or the name of the object that it is."""
    if isinstance(value, dict):
        value = value.get("name") or value.get("@value") or value.get("headline")
        if isinstance(value, list):
            value = value[0] if value else ""
    if not isinstance(value, str) or len(value) > 2000:
        return ""
    if "&" in value:
        value = html.unescape(html.unescape(value))
    value = visible(value)
    return " ".join(_TAGS.sub("", value).split()) if "<" in value else " ".join(value.split())


# Things of which nothing is asked, and of which pages have many; what stands inside them is looked at.
_UNUSED: Final = frozenset(
    "ImageObject ListItem BreadcrumbList SearchAction ReadAction EntryPoint PropertyValueSpecification PropertyValue "
    "Offer "
    "AggregateOffer AggregateRating Rating PostalAddress ContactPoint Country Brand SiteNavigationElement HowToStep "
    "SpeakableSpecification OfferShippingDetails OpeningHoursSpecification GeoCoordinates QuantitativeValue".split()
)
_LARGEST: Final = 250_000
_LARGEST_MENDED: Final = 100_000
_SALVAGED: Final = 40_000
_WRAPPING: Final = re.compile(r"<!--|-->|(?:(?://|/\*)\s{0,9}+)?(?:<!\[CDATA\[|\]\]>)\s*+(?:\*/)?+")
_COMMENT: Final = re.compile(r'("(?:[^"\\]|\\.)*+(?:"|\Z))|//[^\n]*+|/\*.*?(?:\*/|\Z)', re.DOTALL)
_ESCAPED: Final = re.compile(r"[{\[,]\s*&quot;")
_TRAILING: Final = re.compile(r",(\s*[}\]])")
_BRACKET: Final = re.compile(r"[{\[]")
_TAGS: Final = re.compile(r"<[^<>]{0,200}>")
_PROPERTY: Final = re.compile(
    r'"(@type|headline|datePublished|dateModified|dateCreated|name|articleSection)"\s*:\s*"((?:[^"\\\n]|\\.){1,300})"'
)
