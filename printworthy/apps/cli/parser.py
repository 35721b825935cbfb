"""The command's parser: errors of one line that name the option and say what to do, and help that fits a screen.

Help explains a verb's own arguments and names those of its groups; `--help-all` explains every one. Where all of it
fits a screen, both are the same. The parser also gives the script with which a shell completes.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator, Sequence
from shlex import quote
from typing import Any, Final, NoReturn

from printworthy.apps.cli.argument_groups import METHODS, STYLES
from printworthy.errors import UsageError
from printworthy.writers.sheet import PAPERS

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


SHELLS: Final = ("bash", "zsh", "fish")
_NAMES: Final[dict[str, tuple[str, ...]]] = {"style": STYLES, "paper": tuple(PAPERS), "method": METHODS}


def completion(shell: str, verbs: dict[str, argparse.ArgumentParser]) -> str:
    """The script for a shell."""
    if shell == "fish":
        return "\n".join(_fish(verbs)) + "\n"
    script = "\n".join(_bash(verbs)) + "\n"
    return f"autoload -U +X bashcompinit && bashcompinit\n{script}" if shell == "zsh" else script


def _bash(verbs: dict[str, argparse.ArgumentParser]) -> Iterator[str]:
    yield "_printworthy() {"
    yield '  local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" verb="${COMP_WORDS[1]}" words='
    yield '  [ "$word" = = ] && word= || { [ "$before" = = ] && before="${COMP_WORDS[COMP_CWORD-2]}"; }'
    # A page without a verb is printed.
    yield f'  case "$verb" in {"|".join(verbs)}) ;; *) [ "$COMP_CWORD" -gt 1 ] && verb=print;; esac'
    yield '  case "$verb $before" in'
    for verb, parser in verbs.items():
        for flag, action in long_options(parser).items():
            if values := _values(flag, action):
                yield f"    {quote(f'{verb} --{flag}')}) words={_words(values)};;"
    yield '    *) case "$verb" in'
    for verb, parser in verbs.items():
        yield f"      {verb}) words={_words(f'--{flag}' for flag in long_options(parser))};;"
    yield f"      *) words={_words([*verbs, '--help', '--version', '--completion'])};;"
    yield "    esac;;"
    yield "  esac"
    # A word that is no option is a file, unless it is the verb or an option's value.
    yield '  if [ "$COMP_CWORD" -gt 1 ] && [ "${word#-}" = "$word" ] && [ "${words#-}" != "$words" ]; then words=; fi'
    yield '  COMPREPLY=($(compgen -W "$words" -- "$word"))'
    yield "}"
    yield "complete -o default -F _printworthy printworthy"


def _fish(verbs: dict[str, argparse.ArgumentParser]) -> Iterator[str]:
    for verb, parser in verbs.items():
        about = (parser.description or verb).partition("\n")[0].replace("`", "")
        yield f"complete -c printworthy -n __fish_use_subcommand -a {verb} -d {quote(about)}"
    for verb, parser in verbs.items():
        others = " ".join(one for one in verbs if one != verb)
        seen = "__fish_seen_subcommand_from"
        where = f"not {seen} {others}" if verb == "print" else f"{seen} {verb}"
        for flag, action in long_options(parser).items():
            values = _values(flag, action)
            given = f" {'-x' if action.choices else '-r'} -a {_words(values)}" if values else ""
            yield f"complete -c printworthy -n '{where}' -l {flag}{given}"


def _values(flag: str, action: argparse.Action) -> Iterable[object]:
    """What an option may be: its choices, or the names among which a file or a measure may stand, too."""
    return action.choices or _NAMES.get(flag, ())


def _words(words: Iterable[object]) -> str:
    return quote(" ".join(map(str, words)))
