"""The options of a verb: its parser → what each long option takes. `argparse` has no public way to ask."""

from __future__ import annotations

import argparse


def long_options(parser: argparse.ArgumentParser) -> dict[str, argparse.Action]:
    """The actions by the long names of their options, without the dashes."""
    return {
        flag[2:]: action
        for action in parser._actions  # noqa: SLF001
        for flag in action.option_strings
        if flag.startswith("--")
    }
