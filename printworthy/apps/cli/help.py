"""Help: a verb's parser → what fits a screen: its own arguments explained, those of its groups by name.

`--help-all` explains every one. Where all of it fits a screen, both are the same.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any, Final

SCREEN: Final = 34
# A hyphen at which no line is broken, while lines are made.
_UNBROKEN: Final = "\N{NON-BREAKING HYPHEN}"


class HelpAll(argparse.Action):
    """`--help-all`: print the whole help, and end."""

    def __init__(self, option_strings: Sequence[str], dest: str) -> None:  # noqa: ARG002 - as argparse makes it
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, default=argparse.SUPPRESS, help=argparse.SUPPRESS)

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:  # noqa: ANN401 - as argparse calls it
        """What was asked for, whatever else was typed."""
        print(argparse.ArgumentParser.format_help(parser), end="")
        parser.exit()


def brief(parser: argparse.ArgumentParser) -> str:
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
