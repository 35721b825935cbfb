"""Defaults of one's own: a verb → the options that the config file sets for it.

The file is TOML with a table a verb, and in it the long names of the verb's options:

    [print]
    paper = "letter"
    style = "large"
    qr = true

It is `$PRINTWORTHY_CONFIG`, or `printworthy/config.toml` in the user's folder of settings. What is typed wins.
"""

from __future__ import annotations

import argparse
import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from printworthy.apps.cli.flags import long_options
from printworthy.errors import UsageError


def config_path() -> Path:
    """Where the config file is, whether it exists or not."""
    named = os.environ.get("PRINTWORTHY_CONFIG")
    if named:
        return Path(named)
    folder = os.environ.get("XDG_CONFIG_HOME") or (os.environ.get("APPDATA") if os.name == "nt" else None)
    return (Path(folder) if folder else Path.home() / ".config") / "printworthy" / "config.toml"


def read_defaults(verb: str, verbs: Mapping[str, argparse.ArgumentParser]) -> list[str]:
    """The arguments that the config file adds to a verb; none if there is no file."""
    path = config_path()
    tables = _tables(path)
    for name, table in tables.items():
        _check_table(path, name, table, verbs)
    return [one for name, value in tables.get(verb, {}).items() for one in _arguments(path, verbs[verb], name, value)]


def set_here(message: str, words: Sequence[str], typed: Sequence[str]) -> str:
    """For an error about a value that nobody typed: which file sets it."""
    added = [word.partition("=")[2] for word in words if word.startswith("--") and word not in typed]
    return f" ({config_path()} sets it)" if any(value and repr(value) in message for value in added) else ""


def _tables(path: Path) -> dict[str, Any]:
    """What the file holds. One that the environment names must be there."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        if os.environ.get("PRINTWORTHY_CONFIG"):
            raise UsageError(f"there is no file {path}: mend PRINTWORTHY_CONFIG, which names it") from None
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"cannot read {path} ({error}): mend it, or move it away") from None


def _check_table(path: Path, name: str, table: object, verbs: Mapping[str, argparse.ArgumentParser]) -> None:
    """Refuse what no verb would ever read."""
    if name not in verbs:
        near = get_close_matches(name, verbs, 1)
        advice = f"did you mean [{near[0]}]?" if near else "write settings under the name of their verb, as in [print]"
        raise UsageError(f"{path}: there is no verb {name!r}: {advice}")
    if not isinstance(table, dict):
        raise UsageError(f"{path}: {name!r} is no table: begin it with [{name}]")


def _arguments(path: Path, parser: argparse.ArgumentParser, name: str, value: object) -> Iterator[str]:
    """One setting as it would be typed."""
    options = {flag: action for flag, action in long_options(parser).items() if flag not in _NOT_HERE}
    if name not in options:
        near = get_close_matches(name, options, 1)
        advice = f"did you mean {near[0]!r}?" if near else "see the verb's --help"
        raise UsageError(f"{path}: there is no setting {name!r}: {advice}")
    if options[name].nargs == 0:
        if not isinstance(value, bool):
            raise UsageError(f"{path}: {name} is {value!r}: write true or false")
        if value:
            yield f"--{name}"
        return
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, bool) or not isinstance(one, str | int | float):
            raise UsageError(f"{path}: {name} is {one!r}: write a text or a number")
        yield f"--{name}={one}"


# What belongs to one call, not to all.
_NOT_HERE = frozenset(("help", "help-all", "output", "url"))
