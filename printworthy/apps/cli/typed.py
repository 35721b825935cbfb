"""What was typed → what is meant: a page without a verb is printed, a misspelt verb is named, defaults are added."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from printworthy.apps.cli.defaults import read_defaults
from printworthy.errors import UsageError

_FILE: Final = re.compile(r"file:///", re.IGNORECASE)


def understood(arguments: Sequence[str], verbs: dict[str, argparse.ArgumentParser]) -> list[str]:
    """The arguments with their verb first, and after it the options that the config file sets for the verb."""
    arguments = [_path(word) if _FILE.match(word) else word for word in arguments]
    if not arguments or arguments[0] in ("-h", "--help", "--version") or arguments[0].startswith("--completion"):
        return list(arguments)
    verb, rest = _verb(arguments, verbs)
    return [verb, *read_defaults(verb, verbs), *rest]


def _path(address: str) -> str:
    """The file that a browser shows under an address."""
    from urllib.request import url2pathname

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
