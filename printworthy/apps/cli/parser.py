"""The command's parser: errors of one line that name the option and say what to do, and help that fits a screen.

Help explains a verb's own arguments and names those of its groups; `--help-all` explains every one. Where all of it
fits a screen, both are the same.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NoReturn

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
SCREEN: Final = 34
# A hyphen at which no line is broken, while lines are made.
_UNBROKEN: Final = "\N{NON-BREAKING HYPHEN}"


class Parser(argparse.ArgumentParser):
    """A parser whose errors are `UsageError`s of one line, and whose help fits a screen."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401 - those of argparse
        super().__init__(**settings)
        self.add_argument("--help-all", action=_HelpAll)

    def format_help(self) -> str:
        """All of it if it fits a screen."""
        whole = super().format_help()
        return whole if whole.count("\n") <= SCREEN else _brief(self)

    def error(self, message: str) -> NoReturn:
        """Say what is wrong."""
        told = next((_plain(found, instead) for form, instead in _FORMS if (found := form.fullmatch(message))), message)
        raise UsageError(told if ": " in told else f"{told}: '{self.prog} --help' tells more")


def long_options(parser: argparse.ArgumentParser) -> dict[str, argparse.Action]:
    """A verb's actions by the long names of their options, without the dashes; `argparse` has no public way to ask."""
    return {
        flag[2:]: action
        for action in parser._actions  # noqa: SLF001
        for flag in action.option_strings
        if flag.startswith("--")
    }


def _plain(found: re.Match[str], instead: str) -> str:
    text = found.expand(instead)
    head, mark, choices = text.rpartition(": choose ")
    return f"{head}{mark}{choices.replace(chr(39), '')}" if mark else text


class _HelpAll(argparse.Action):
    """`--help-all`: print the whole help, and end."""

    def __init__(self, option_strings: Sequence[str], dest: str) -> None:  # noqa: ARG002 - as argparse makes it
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, default=argparse.SUPPRESS, help=argparse.SUPPRESS)

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:  # noqa: ANN401 - as argparse calls it
        """What was asked for, whatever else was typed."""
        print(argparse.ArgumentParser.format_help(parser), end="")
        parser.exit()


def _brief(parser: argparse.ArgumentParser) -> str:
    """The help that fits a screen."""
    formatter = parser._get_formatter()  # noqa: SLF001 - argparse has no public way to walk its groups
    arguments = [action for action in parser._actions if not action.option_strings]  # noqa: SLF001
    names = " ".join(f"{one.metavar} ..." if one.nargs == "+" else str(one.metavar) for one in arguments)
    formatter.add_usage(f"{parser.prog} [options] {names}".rstrip(), [], [])
    formatter.add_text((parser.description or "").partition("\n\n")[0])
    for group in parser._action_groups:  # noqa: SLF001
        formatter.start_section(group.title)
        if group in (parser._positionals, parser._optionals):  # noqa: SLF001
            formatter.add_arguments(group._group_actions)  # noqa: SLF001
        else:
            formatter.add_text(" ".join(_flags(group)).replace("-", _UNBROKEN))
        formatter.end_section()
    formatter.add_text(f"What each of these does: {parser.prog} --help-all")
    return formatter.format_help().replace(_UNBROKEN, "-")


def _flags(group: argparse._ArgumentGroup) -> Iterator[str]:
    for action in group._group_actions:  # noqa: SLF001
        flag = action.option_strings[-1]
        yield flag if action.nargs == 0 or not action.metavar else f"{flag} {action.metavar}"
