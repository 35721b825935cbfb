"""Completion: the command's own parser → a script with which a shell completes verbs, options and their values."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from shlex import quote
from typing import Final

from printworthy.apps.cli.argument_groups import METHODS, STYLES
from printworthy.apps.cli.parser import long_options
from printworthy.writers.sheet import PAPERS

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
