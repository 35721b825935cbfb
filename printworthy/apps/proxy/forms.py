"""Forms: `Config` ↔ the fields of the settings page. Every field comes from the settings (`settings_fields.py`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field
from html import escape
from typing import Final

from printworthy.apps.proxy.config import Config, PageLimits, check_sites, config_from
from printworthy.errors import UsageError
from printworthy.filters.settings import PROFILES
from printworthy.filters.settings_fields import Group

# What each profile does to a page, for the one who chooses.
_PURPOSES: Final = {
    "off": "Pages come as they are.",
    "light": "For every day: no advertisements, banners and overlays; pages keep their look and their menus.",
    "reader": "An article comes as a reader page; other pages lose scripts, forms and lists of links, too.",
    "text-only": "For slow lines and small screens: no pictures, players or styles, and the page stays the page.",
    "speech": "For voices: plain text with pauses, without links and comments.",
}


def form(config: Config, token: str) -> str:
    """The form with what is set now; without a token nothing in it can be changed."""
    groups = {**config.settings.groups(), "proxy": config.limits}
    body = "".join(_group(group) for group in groups.values())
    rules = "\n".join(f"{site} {rule}" for site, rule in config.sites.items())
    chosen = (
        f"<fieldset><legend>Profile</legend>{_profiles(config.settings.profile)}</fieldset>"
        "<fieldset><legend>Sites</legend><div class=field><label for=sites>Rules for sites</label>"
        "<small id=sites-help>One line for each: its host, and always, never, pass, or a profile's name, as in "
        "<code>paper.example reader</code></small>"
        f"<textarea id=sites name=sites aria-describedby=sites-help>{escape(rules)}</textarea></div></fieldset>"
    )
    save = "<p><button>Save</button></p>" if token else ""
    fields = f"{chosen}{save}<details><summary>Every setting of the profile</summary>{body}{save}</details>"
    if not token:
        return f'<form><fieldset class="all" disabled>{fields}</fieldset></form>'
    return f'<form method="post" action="/"><input type="hidden" name="token" value="{escape(token)}">{fields}</form>'


def config_of(values: Mapping[str, str], before: Config) -> Config:
    """The config that a filled-in form means. Another profile begins anew; else each field counts."""
    profile = values.get("profile", before.settings.profile)
    sites = _sites(values.get("sites", ""))
    if profile != before.settings.profile:
        return Config(config_from({"profile": profile}).settings, before.limits, sites, before.fetched)
    tables = {name: _table(group, name, values) for name, group in before.settings.groups().items()}
    limits = PageLimits.read(_table(before.limits, "proxy", values), before.limits)
    return Config(before.settings.changed(tables), limits, sites, before.fetched)


def _profiles(chosen: str) -> str:
    choices = "".join(
        f'<label class="choice"><input type="radio" name="profile" value="{escape(name)}"'
        f"{' checked' if name == chosen else ''}>"
        f"<span><b>{escape(name)}</b> <span>{_PURPOSES.get(name, '')}</span></span></label>"
        for name in PROFILES
    )
    return f"{choices}<small>Another profile sets everything below anew, but for the rules for sites.</small>"


def _group(group: Group) -> str:
    title = group.name.replace("_", " ").capitalize()
    inside = "".join(_field(group.name, one, getattr(group, one.name)) for one in group.options())
    return f"<fieldset><legend>{escape(title)}</legend>{inside}</fieldset>"


def _field(group: str, one: Field[object], value: object) -> str:
    name = f"{group}.{one.name}"
    key = name.replace(".", "-")
    label = f'<label for="{key}">{escape(one.name.replace("_", " "))}</label>'
    told = f'<small id="{key}-help">{escape(str(one.metadata["help"]))}</small>'
    common = f'id="{key}" name="{name}" aria-describedby="{key}-help"'
    if isinstance(value, bool):
        return f'<div class="field"><input type="checkbox" {common}{" checked" if value else ""}> {label}{told}</div>'
    return f'<div class="field">{label} {_control(common, one, value)}{told}</div>'


def _control(common: str, one: Field[object], value: object) -> str:
    if isinstance(value, tuple):
        return f"<textarea {common}>{escape(chr(10).join(map(str, value)))}</textarea>"
    if isinstance(value, int | float):
        step = "1" if isinstance(one.default, int) else "any"
        least, most = one.metadata["least"], one.metadata["most"]
        return f'<input type="number" {common} value="{value}" min="{least:g}" max="{most:.0f}" step="{step}">'
    if one.metadata["choices"]:
        options = "".join(
            f"<option{' selected' if choice == value else ''}>{escape(choice)}</option>"
            for choice in one.metadata["choices"]
        )
        return f"<select {common}>{options}</select>"
    return f'<input {common} value="{escape(str(value))}">'


def _table(group: Group, name: str, values: Mapping[str, str]) -> dict[str, object]:
    return {one.name: _value(f"{name}.{one.name}", one, values) for one in group.options()}


def _value(name: str, one: Field[object], values: Mapping[str, str]) -> object:
    given = values.get(name, "")
    match one.default:
        case bool():
            return name in values
        case int() | float():
            try:
                return type(one.default)(given)
            except ValueError:
                raise UsageError(f"{name} is {given!r}: give a number") from None
        case tuple():
            return [line.strip() for line in given.splitlines() if line.strip()]
    return given


def _sites(text: str) -> dict[str, str]:
    found = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        site, _, rule = line.partition(" ")
        found[site] = rule.strip()
    return check_sites(found)
