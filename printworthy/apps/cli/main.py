"""The command `printworthy`: arguments in, an exit code out. This file is the order only.

The module that does a verb's work has the verb's name, as has the class of its arguments (`extract.ExtractArguments`);
it is imported only when that verb was asked for.

Exit codes: 0 done, those of `printworthy.errors` for what was foreseen, 130 interrupted, 141 nobody reads the output.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

from printworthy.apps.cli.command_line import read_arguments, set_here, take_rest, understood
from printworthy.apps.cli.parser import SHELLS, Parser, completion
from printworthy.apps.cli.verbs import VERBS
from printworthy.errors import PrintworthyError, UsageError
from printworthy.version import VERSION

INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one verb and return the exit code."""
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
        work = import_module(f"printworthy.apps.cli.commands.{args.verb}")
        code: int = work.run(read_arguments(getattr(work, f"{args.verb.capitalize()}Arguments"), args))
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
    for name, verb in VERBS.items():
        verb.add(subparsers.add_parser(name, help=verb.about, description=verb.add.__doc__))
    return parser, subparsers


def _drop_stdout() -> None:
    """Point stdout nowhere, because Python flushes it once more at exit and would complain."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
