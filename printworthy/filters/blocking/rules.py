"""Block lists: the text of lists in EasyList's format → sets of hosts, classes and ids, and selectors by site.

Most rules of such lists are plain: 85 of 100 network rules name a host, 96 of 100 cosmetic ones a single class or id.
Sets answer those without any library. What is beyond sets (wildcards in paths, scripts to inject) is passed over here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

_COSMETIC: Final = re.compile(r"^([^#\s]*)(##|#@#)(?!\+js|\^)(.+)$")
_OTHER_COSMETIC: Final = re.compile(r"#[@?$%]*#")
_HOST_RULE: Final = re.compile(r"^(@@)?\|\|([a-z0-9][a-z0-9.-]*\.[a-z0-9-]+)(?:\^|/)?(?:\$([\w~,-]+))?$")
_HOSTS_LINE: Final = re.compile(r"^(?:0\.0\.0\.0|127\.0\.0\.1|::1?)\s+([a-z0-9.-]+\.[a-z0-9-]+)\s*(?:#.*)?$")
_SIMPLE: Final = re.compile(r"^([.#])(-?[A-Za-z_][\w-]*)$")
_LAST: Final = re.compile(r"([.#])(-?[A-Za-z_][\w-]*+)[^\s>+~.#]*+$")
_PREFIX: Final = re.compile(r"""^(?:div|ins|aside|section|span|iframe|a)?\[(id|class)\^=["']?([\w-]{3,})["']?\]$""")
# Options that do not narrow down what a rule about a whole host means for a page's own markup.
_HARMLESS: Final = frozenset(
    "third-party 3p popup all important document subdocument script image xmlhttprequest object media".split()
)
# Selectors that only a blocker in the browser understands.
_PROCEDURAL: Final = re.compile(r":(?:-abp-|has-text|matches-|min-text|upward|xpath|remove|style|watch-|others)")


@dataclass(frozen=True, slots=True)
class BlockRules:
    """What the lists say.

    tokens:   single classes (".name") and ids ("#name"); `ids` and `class_starts` are beginnings of such attributes.
    complex:  selectors by the class or id of the element that they mean.
    named:    all that `tokens` and `complex` have; `classes` those of them that are classes, without the dot.
    by_site:  selectors by host; `spared` are those that do not count there, under "" those that never do.
    """

    hosts: frozenset[str] = frozenset()
    allowed: frozenset[str] = frozenset()
    tokens: frozenset[str] = frozenset()
    ids: tuple[str, ...] = ()
    class_starts: tuple[str, ...] = ()
    complex: dict[str, tuple[str, ...]] = field(default_factory=dict)
    by_site: dict[str, tuple[str, ...]] = field(default_factory=dict)
    spared: dict[str, frozenset[str]] = field(default_factory=dict)
    named: frozenset[str] = frozenset()
    classes: frozenset[str] = frozenset()

    def blocks(self, host: str) -> bool:
        """Is this host, or one that it belongs to, on the list and not excepted?"""
        names = parents(host)
        return not self.hosts.isdisjoint(names) and self.allowed.isdisjoint(names)

    def selectors(self, host: str) -> list[str]:
        """The selectors that are for pages of this host alone."""
        found = [one for name in parents(host) for one in self.by_site.get(name, ())]
        spared = self.spared_on(host) if found else frozenset()
        return [one for one in found if one not in spared]

    def spared_on(self, host: str) -> frozenset[str]:
        """The selectors that do not count on pages of this host."""
        return frozenset().union(*(self.spared.get(name, frozenset()) for name in (*parents(host), "")))


def parents(host: str) -> list[str]:
    """The host and those above it: "a.b.org", "b.org"; not the top level."""
    labels = host.split(".")
    return [".".join(labels[start:]) for start in range(max(1, len(labels) - 1))]


def read_rules(texts: Iterable[str]) -> BlockRules:
    """The rules of some lists together."""
    reader = _RuleReader()
    for text in texts:
        for line in text.splitlines():
            reader.take(line.strip())
    return reader.rules()


class _RuleReader:
    """Sorts lines into sets."""

    def __init__(self) -> None:
        self.hosts: set[str] = set()
        self.allowed: set[str] = set()
        self.tokens: set[str] = set()
        self.starts: dict[str, set[str]] = {"id": set(), "class": set()}
        self.complex: dict[str, list[str]] = {}
        self.by_site: dict[str, list[str]] = {}
        self.spared: dict[str, set[str]] = {}

    def take(self, line: str) -> None:
        """One line of a list."""
        if not line or line[0] in "![":
            return
        if found := _COSMETIC.match(line):
            self._cosmetic(found[1].lower(), found[2], found[3].strip())
        elif not _OTHER_COSMETIC.search(line):
            self._network(line.lower())

    def rules(self) -> BlockRules:
        """What was gathered."""
        everywhere = self.spared.get("", set())
        named = {*self.tokens, *self.complex} - everywhere
        return BlockRules(
            hosts=frozenset(self.hosts),
            allowed=frozenset(self.allowed),
            tokens=frozenset(self.tokens - everywhere),
            ids=tuple(sorted(self.starts["id"])),
            class_starts=tuple(sorted(self.starts["class"])),
            named=frozenset(named),
            classes=frozenset(name[1:] for name in named if name[0] == "."),
            complex={token: tuple(found) for token, found in self.complex.items()},
            by_site={site: tuple(found) for site, found in self.by_site.items()},
            spared={site: frozenset(found) for site, found in self.spared.items()},
        )

    def _network(self, line: str) -> None:
        if found := _HOSTS_LINE.match(line):
            self.hosts.add(found[1])
        elif found := _HOST_RULE.match(line):
            options = set((found[3] or "").split(",")) - {""}
            if found[1]:
                # An exception for a part of the traffic is one for a filter that sees no traffic.
                self.allowed.add(found[2])
            elif options <= _HARMLESS:
                self.hosts.add(found[2])

    def _cosmetic(self, sites: str, mark: str, selector: str) -> None:
        if _PROCEDURAL.search(selector):
            return
        named = [site for site in sites.split(",") if site and site[0] != "~" and "*" not in site]
        if mark == "#@#":
            for site in named or [""]:
                self.spared.setdefault(site, set()).add(selector)
            return
        for site in (site[1:] for site in sites.split(",") if site.startswith("~")):
            self.spared.setdefault(site, set()).add(selector)
        if named:
            for site in named:
                self.by_site.setdefault(site, []).append(selector)
        elif _SIMPLE.match(selector):
            self.tokens.add(selector)
        elif found := _PREFIX.match(selector):
            self.starts[found[1]].add(found[2])
        elif "," not in selector and (last := _LAST.search(selector)):
            self.complex.setdefault(last[1] + last[2], []).append(selector)
