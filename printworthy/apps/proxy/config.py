"""What the proxy is told: a settings file → `Config`: the filters' settings, rules for sites, and limits.

profile = "light"

[proxy]
seconds = 1.5

[sites]
"paper.example" = "reader"
"bank.example" = "pass"
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, ClassVar, Final

from printworthy.errors import UsageError
from printworthy.filters.ads import Ads
from printworthy.filters.blocking.rules import parents
from printworthy.filters.settings import PROFILES, Settings, find_profile
from printworthy.filters.settings_fields import Group, setting
from printworthy.filters.settings_file import (
    open_document,
    put_table,
    read_tables,
    save,
    settings_from,
    write_document,
)
from printworthy.printing.filtering import OTHERS

NEVER: Final = "never"
ALWAYS: Final = "always"
PASS: Final = "pass"  # noqa: S105 - no password
RULES: Final = (ALWAYS, NEVER, PASS, *PROFILES)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLimits(Group):
    """What a page may cost before it goes through unfiltered."""

    name: ClassVar[str] = "proxy"

    megabytes: float = setting(8.0, "a page larger than this goes through unfiltered", least=0.01, most=256)
    seconds: float = setting(2.0, "a page that takes longer to filter goes through unfiltered", least=0.05, most=60)
    workers: int = setting(2, "processes that filter pages; 0 filters within the proxy's own", most=64)
    marker: bool = setting(True, "show on each filtered page that it is, with a link to the original")
    requests: bool = setting(True, "do not even fetch what the block lists name")
    updates: tuple[str, ...] = setting((), "addresses of block lists to keep up to date")


@dataclass(frozen=True, slots=True)
class Config:
    """All of a settings file; `fetched` are the files of block lists that the proxy keeps up to date."""

    settings: Settings
    limits: PageLimits = field(default_factory=PageLimits)
    sites: Mapping[str, str] = field(default_factory=dict)
    fetched: tuple[str, ...] = ()
    _by_rule: dict[str, Settings | None] = field(default_factory=dict, init=False, repr=False, compare=False)

    def rule(self, host: str) -> str:
        """The rule for a host: its own, or that of the nearest host above it; "always" without any."""
        return next((self.sites[name] for name in parents(host.lower()) if name in self.sites), ALWAYS)

    def settings_for(self, host: str) -> Settings | None:
        """How to filter pages of a host; None if not at all."""
        rule = self.rule(host)
        if rule not in self._by_rule:
            self._by_rule[rule] = self._made(rule)
        return self._by_rule[rule]

    def _made(self, rule: str) -> Settings | None:
        if rule in (NEVER, PASS):
            return None
        found = self.settings if rule in (ALWAYS, self.settings.profile) else find_profile(rule)
        return replace(as_read_here(found), ads=self._with_fetched(found.ads))

    def in_use(self) -> tuple[Settings, ...]:
        """The settings by which pages are filtered, those of most sites first."""
        found = [self.settings_for(host) for host in ("", *self.sites)]
        return tuple(dict.fromkeys(one for one in found if one is not None))

    @property
    def ads(self) -> Ads:
        """The settings of the ad remover, with the lists that were fetched."""
        return self._with_fetched(self.settings.ads)

    def _with_fetched(self, ads: Ads) -> Ads:
        return replace(ads, lists=(*ads.lists, *self.fetched)) if self.fetched and ads.enabled else ads


def as_read_here(settings: Settings) -> Settings:
    """Settings for a page that is read where it came from: it needs no absolute addresses."""
    return replace(settings, output=replace(settings.output, absolute=False))


def config_from(tables: Mapping[str, Any]) -> Config:
    """The config in the tables of a file."""
    limits = PageLimits.read(tables.get("proxy", {}), PageLimits())
    return Config(settings_from(tables, OTHERS), limits, check_sites(tables.get("sites", {})))


def load_config(path: Path | None) -> Config:
    """The config in a file; that of an empty one if there is none yet."""
    if path is None or not path.exists():
        return config_from({})
    try:
        return config_from(read_tables(path))
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None


def save_config(path: Path, config: Config) -> None:
    """Write what differs from the defaults; comments stay."""
    save(path, config.settings)
    document = open_document(path)
    helps = {one.name: str(one.metadata["help"]) for one in fields(config.limits)}
    put_table(document, "proxy", config.limits.table(), PageLimits().table(), helps)
    gone = [site for site in document.get("sites", {}) if site not in config.sites]
    for site in gone:
        del document["sites"][site]
    put_table(document, "sites", dict(config.sites), {}, {})
    write_document(path, document)


def check_sites(table: object) -> dict[str, str]:
    """Rules by host, each one known."""
    if not isinstance(table, Mapping):
        raise UsageError(f"sites is {table!r}: write it as a table, [sites]")
    for site, rule in table.items():
        if rule not in RULES:
            raise UsageError(f"sites.{site!r} is {rule!r}: choose one of {', '.join(RULES)}")
    return {str(site).lower(): str(rule) for site, rule in table.items()}
