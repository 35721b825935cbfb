"""The command's parser: what `argparse` finds wrong → one line that names the option and says what to do."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any, Final, NoReturn

from printworthy.apps.cli.flags import long_options
from printworthy.apps.cli.help import SCREEN, HelpAll, brief
from printworthy.errors import UsageError

# What `argparse` says, and what we say instead.
_FORMS: Final = tuple(
    (re.compile(form), instead)
    for form, instead in (
        (r"argument (\S+): expected (?:one|at least one) argument", r"\1 needs a value"),
        (r"argument (\S+): invalid choice: (.+) \(choose from (.*)\)", r"\1 cannot be \2: choose \3"),
        (r"argument (\S+): invalid \w+ value: (.+)", r"\1 cannot be \2: give a number"),
        (r"argument (\S+): ignored explicit argument (.+)", r"\1 takes no value, but got \2"),
        (r"argument (\S+): (.*)", r"\1: \2"),
        (r"the following arguments are required: (.+)", r"\1 is missing"),
    )
)
# Options that people look for, and how it is said here.
_MEANT: Final = {
    "large": "--style large", "newspaper": "--style newspaper", "compact": "--style compact", "a5": "--paper a5",
    "letter": "--paper letter", "out": "-o FILE",
    **{kind: f"-o FILE.{kind}" for kind in ("pdf", "epub", "html", "md", "txt")}, "markdown": "-o FILE.md",
    "text": "-o FILE.txt", "format": "-o FILE.pdf, .epub, .html, .md, .txt or .json",
}  # fmt: skip


class Parser(argparse.ArgumentParser):
    """A parser whose errors are `UsageError`s of one line, and whose help fits a screen."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401 - those of argparse
        super().__init__(**settings)
        self.add_argument("--help-all", action=HelpAll)

    def format_help(self) -> str:
        """All of it if it fits a screen."""
        whole = super().format_help()
        return whole if whole.count("\n") <= SCREEN else brief(self)

    def error(self, message: str) -> NoReturn:
        """Say what is wrong."""
        told = next((_plain(found, instead) for form, instead in _FORMS if (found := form.fullmatch(message))), message)
        raise UsageError(told if ": " in told else f"{told}: '{self.prog} --help' tells more")


def take_rest(args: argparse.Namespace, rest: Sequence[str], parser: argparse.ArgumentParser) -> None:
    """Take what `argparse` left over: pages that stand after an option. Anything else is refused."""
    options = [word for word in rest if word.startswith("-") and len(word) > 1]
    if options:
        _refuse_option(options[0].partition("=")[0], parser)
    if "sources" not in args:
        raise UsageError(f"{rest[0]!r} is one too many: '{parser.prog} --help' tells what it takes")
    args.sources += rest


def _refuse_option(word: str, parser: argparse.ArgumentParser) -> NoReturn:
    name, known = word.lstrip("-").lower(), long_options(parser)
    meant = _MEANT.get(name, "")
    if meant.startswith("-o") and "output" in known or meant[2:].partition(" ")[0] in known:
        raise UsageError(f"there is no option {word}: did you mean {meant}?")
    near = sorted(get_close_matches(name, known, 3), key=lambda one: one[:1] != name[:1])  # hardly anybody errs there
    advice = f"did you mean --{near[0]}?" if near else f"'{parser.prog} --help' lists them"
    raise UsageError(f"there is no option {word}: {advice}")


def _plain(found: re.Match[str], instead: str) -> str:
    text = found.expand(instead)
    head, mark, choices = text.rpartition(": choose ")
    return f"{head}{mark}{choices.replace(chr(39), '')}" if mark else text
