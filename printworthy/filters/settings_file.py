"""The settings file: TOML ↔ `Settings`. What a person wrote there, comments too, stays when the program writes it.

A file names a profile and says what is different from it:

    profile = "reader"

    [link_lists]
    ratio = 0.8        # our wiki is full of links
"""

from __future__ import annotations

import os
import tempfile
import tomllib
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from printworthy.base.extras import need
from printworthy.errors import InputError, UsageError, WriteError
from printworthy.filters.settings import GROUPS, Settings, find_profile

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

_DEFAULT: Final = "light"


def read_tables(path: Path) -> dict[str, Any]:
    """The tables of a settings file, or an error that names the line."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise InputError(f"there is no settings file {path}: check the name") from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read ({error}): check its permissions, and that it is text") from None
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path} is no TOML ({error}): correct that line") from None


def settings_from(tables: Mapping[str, Any], others: frozenset[str] = frozenset()) -> Settings:
    """Settings from the tables of a file; `others` are tables that are not about filters."""
    profile = tables.get("profile", _DEFAULT)
    if not isinstance(profile, str):
        raise UsageError(f"profile is {profile!r}: give the name of a profile")
    rest = {name: table for name, table in tables.items() if name != "profile" and name not in others}
    if unknown := [name for name in rest if name not in GROUPS]:
        known = ", ".join(("profile", *GROUPS, *sorted(others)))
        raise UsageError(f"{unknown[0]!r} is no part of a settings file: choose one of {known}")
    return find_profile(profile).changed(rest)


def load(path: str | os.PathLike[str], others: frozenset[str] = frozenset()) -> Settings:
    """The settings in a file."""
    where = Path(path)
    try:
        return settings_from(read_tables(where), others)
    except UsageError as error:
        raise UsageError(f"{where}: {error}") from None


def save(path: str | os.PathLike[str], settings: Settings) -> None:
    """Write settings to a file, new or old: what is not different from the profile is left as it stands there."""
    where = Path(path)
    document = open_document(where)
    document["profile"] = settings.profile
    usual = find_profile(settings.profile).tables()
    for name, table in settings.tables().items():
        put_table(document, name, table, usual[name], _helps(settings, name))
    write_document(where, document)


def open_document(path: Path) -> TOMLDocument:
    """The file with its comments, to be changed; an empty one if there is none."""
    need("filters", "writing a settings file", "tomlkit")
    import tomlkit

    try:
        return tomlkit.parse(path.read_text("utf-8")) if path.exists() else tomlkit.document()
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be changed ({error}): correct it, or name another file") from None


def put_table(
    document: TOMLDocument,
    name: str,
    table: Mapping[str, object],
    usual: Mapping[str, object],
    helps: Mapping[str, str],
) -> None:
    """Write what differs from the usual, and what the file says already; new lines get a comment."""
    import tomlkit

    there = document.get(name)
    for key, value in table.items():
        written = there is not None and key in there
        if written and there is not None:
            if there[key] != value:
                there[key] = value
        elif value != usual.get(key):
            if there is None:
                there = tomlkit.table()
                document[name] = there
            item = tomlkit.item(value)
            if helps.get(key):
                item.comment(helps[key])
            there.add(key, item)


def write_document(path: Path, document: TOMLDocument) -> None:
    """Write beside, then move, so that nobody reads half a file."""
    import tomlkit

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=path.parent, suffix=".part", delete=False, encoding="utf-8") as file:
            file.write(tomlkit.dumps(document))
        Path(file.name).replace(path)
    except OSError as error:
        raise WriteError(f"{path} cannot be written ({error.strerror}): name a file elsewhere") from None


def _helps(settings: Settings, name: str) -> dict[str, str]:
    group = settings.groups()[name]
    return {one.name: str(one.metadata["help"]) for one in fields(group)}  # type: ignore[arg-type]
