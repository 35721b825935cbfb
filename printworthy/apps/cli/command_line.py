"""The command line: what was typed → what is meant → one typed value of the verb's arguments.

A page without a verb is printed, a misspelt verb is named, and the config file adds defaults. That file is TOML with a
table a verb, and in it the long names of the verb's options; what is typed wins:

    [print]
    paper = "letter"
    style = "large"
    qr = true

It is `$PRINTWORTHY_CONFIG`, or `printworthy/config.toml` in the user's folder of settings.
"""

from __future__ import annotations

import argparse
import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, NoReturn, TypeVar, get_type_hints
from urllib.parse import urlsplit

from printworthy.apps.cli.parser import long_options
from printworthy.errors import UsageError

Arguments = TypeVar("Arguments")

_FILE: Final = re.compile(r"file:///", re.IGNORECASE)
# Options that people look for, and how it is said here.
_MEANT: Final = {
    "large": "--style large", "newspaper": "--style newspaper", "compact": "--style compact", "a5": "--paper a5",
    "letter": "--paper letter", "out": "-o FILE",
    **{kind: f"-o FILE.{kind}" for kind in ("pdf", "epub", "html", "md", "txt")}, "markdown": "-o FILE.md",
    "text": "-o FILE.txt", "format": "-o FILE.pdf, .epub, .html, .md, .txt or .json",
}  # fmt: skip
# What belongs to one call, and is therefore no setting.
_NOT_SET: Final = frozenset(("help", "help-all", "output", "url"))


def understood(arguments: Sequence[str], verbs: dict[str, argparse.ArgumentParser]) -> list[str]:
    """The arguments with their verb first, and after it the options that the config file sets for the verb."""
    arguments = [_path(word) if _FILE.match(word) else word for word in arguments]
    if not arguments or arguments[0] in ("-h", "--help", "--version") or arguments[0].startswith("--completion"):
        return list(arguments)
    verb, rest = _verb(arguments, verbs)
    return [verb, *read_defaults(verb, verbs), *rest]


def take_rest(args: argparse.Namespace, rest: Sequence[str], parser: argparse.ArgumentParser) -> None:
    """Take what `argparse` left over: pages that stand after an option. Anything else is refused."""
    options = [word for word in rest if word.startswith("-") and len(word) > 1]
    if options:
        _refuse_option(options[0].partition("=")[0], parser)
    if "sources" not in args:
        raise UsageError(f"{rest[0]!r} is one too many: '{parser.prog} --help' tells what it takes")
    args.sources += rest


def read_arguments(kind: type[Arguments], args: argparse.Namespace) -> Arguments:
    """The arguments as a value of a dataclass: a field has the name of its argument, or is such a value itself.

    A field that no argument is named after keeps its default.
    """
    values: dict[str, object] = {}
    for name, hint in get_type_hints(kind).items():
        if isinstance(hint, type) and is_dataclass(hint):
            values[name] = read_arguments(hint, args)
        elif name in args:
            value = getattr(args, name)
            values[name] = tuple(value) if isinstance(value, list) else value
    return kind(**values)


def set_here(message: str, words: Sequence[str], typed: Sequence[str]) -> str:
    """For an error about a value that nobody typed: which file sets it."""
    added = [word.partition("=")[2] for word in words if word.startswith("--") and word not in typed]
    return f" ({config_path()} sets it)" if any(value and repr(value) in message for value in added) else ""


def _path(address: str) -> str:
    """The file that a browser shows under an address."""
    from urllib.request import url2pathname  # slow to import, and hardly ever needed

    return url2pathname(urlsplit(address).path)


def _verb(arguments: Sequence[str], verbs: dict[str, argparse.ArgumentParser]) -> tuple[str, Sequence[str]]:
    """The verb and what follows it."""
    first = arguments[0]
    if first in verbs:
        return first, arguments[1:]
    if first.startswith("-") or _is_page(first):
        return "print", arguments
    near = get_close_matches(first, verbs, 1)
    meant = f"did you mean '{near[0]}'?" if near else "'printworthy --help' lists the verbs"
    raise UsageError(f"{first!r} is neither a verb nor a page: {meant}")


def _is_page(word: str) -> bool:
    """Does this name a page rather than a verb?"""
    return any(sign in word for sign in "./:\\") or Path(word).exists()


def _refuse_option(word: str, parser: argparse.ArgumentParser) -> NoReturn:
    name, known = word.lstrip("-").lower(), long_options(parser)
    meant = _MEANT.get(name, "")
    if meant.startswith("-o") and "output" in known or meant[2:].partition(" ")[0] in known:
        raise UsageError(f"there is no option {word}: did you mean {meant}?")
    near = sorted(get_close_matches(name, known, 3), key=lambda one: one[:1] != name[:1])  # hardly anybody errs there
    advice = f"did you mean --{near[0]}?" if near else f"'{parser.prog} --help' lists them"
    raise UsageError(f"there is no option {word}: {advice}")


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
    options = {flag: action for flag, action in long_options(parser).items() if flag not in _NOT_SET}
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
