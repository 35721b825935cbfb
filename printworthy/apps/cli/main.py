"""The command `printworthy`: arguments in, an exit code out. This file is the order only; a verb is a file beside it.

Exit codes: 0 done, those of `printworthy.errors` for what was foreseen, 130 interrupted, 141 nobody reads the output.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Final, Protocol

from printworthy.apps.cli import annotate, batch, evaluate, explain, extract, proxy, serve, train
from printworthy.apps.cli import filter as filter_
from printworthy.apps.cli import print as print_
from printworthy.apps.cli.completion import SHELLS, completion
from printworthy.apps.cli.defaults import set_here
from printworthy.apps.cli.parser import Parser, take_rest
from printworthy.apps.cli.typed import understood
from printworthy.errors import PrintworthyError, UsageError
from printworthy.version import VERSION

INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141


class Verb(Protocol):
    """What a verb's file offers; the verb is named after its file."""

    __name__: str

    def add_parser(self, subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> object:
        """Declare the verb and its arguments."""
        ...

    def run(self, args: argparse.Namespace) -> int:
        """Do it; returns the exit code."""
        ...


VERBS: Final[tuple[Verb, ...]] = (extract, print_, explain, evaluate, batch, filter_, proxy, annotate, serve, train)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one verb and return the exit code."""
    verbs = {verb.__name__.rpartition(".")[2]: verb for verb in VERBS}
    parser, subparsers = build_parser()
    typed = sys.argv[1:] if arguments is None else arguments
    words: list[str] = []
    try:
        words = understood(typed, subparsers.choices)
        args, rest = parser.parse_known_args(words)
        if rest:
            take_rest(args, rest, subparsers.choices.get(args.verb, parser))
        args.typed = tuple(word.partition("=")[0] for word in typed if word.startswith("--"))
        if args.completion:
            print(completion(args.completion, subparsers.choices), end="")
            return 0
        if args.verb is None:
            parser.print_help(sys.stderr)
            return UsageError.exit_code
        code = verbs[args.verb].run(args)
        if sys.stdout is not None:
            sys.stdout.flush()
    except PrintworthyError as error:
        print(f"printworthy: {error}{set_here(str(error), words, typed)}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_stdout()
        return BROKEN_PIPE
    except OSError as error:
        what = f"{error.filename}: {error.strerror}" if error.filename and error.strerror else error
        print(f"printworthy: {what}: check the names of the files and the disk", file=sys.stderr)
        return PrintworthyError.exit_code
    return code


def build_parser() -> tuple[argparse.ArgumentParser, argparse._SubParsersAction[argparse.ArgumentParser]]:
    """The parser of the whole command, and those of its verbs."""
    parser: argparse.ArgumentParser = Parser(
        prog="printworthy",
        description="A web page in, its article out: 'printworthy https://…' prints it as a PDF into this folder.",
        epilog="Help for one verb: printworthy VERB --help",
    )
    parser.add_argument("--version", action="version", version=f"printworthy {VERSION}")
    parser.add_argument("--completion", choices=SHELLS, help="write the script with which a shell completes words")
    subparsers = parser.add_subparsers(dest="verb", metavar="VERB")
    for verb in VERBS:
        verb.add_parser(subparsers)
    return parser, subparsers


def _drop_stdout() -> None:
    """Point stdout nowhere, because Python flushes it once more at exit and would complain."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
