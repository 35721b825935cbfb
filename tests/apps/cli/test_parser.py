"""Help fits a screen, and nothing is left unexplained.

Covers: printworthy.apps.cli.verbs.
"""

from __future__ import annotations

import argparse

import pytest

from printworthy.apps.cli.main import build_parser
from printworthy.apps.cli.parser import long_options

PARSERS = build_parser()[1].choices
SCREEN = 38


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


@pytest.mark.parametrize("verb", PARSERS)
def test_help_fits_a_screen_and_names_all_options(verb: str) -> None:
    told = PARSERS[verb].format_help()
    assert told.count("\n") <= SCREEN
    assert [flag for flag in long_options(PARSERS[verb]) if f"--{flag}" not in told and flag != "help-all"] == []


@pytest.mark.parametrize("verb", PARSERS)
def test_all_help_explains_all_options(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        PARSERS[verb].parse_args(["--help-all"])
    told = " ".join(capsys.readouterr().out.split())
    assert ended.value.code == 0
    for action in long_options(PARSERS[verb]).values():
        if action.help is not argparse.SUPPRESS:
            assert action.help is not None
            assert action.help.partition("%")[0].partition("-")[0].strip() in told


def test_a_group_is_told_by_its_names() -> None:
    told = PARSERS["print"].format_help()
    assert "for an http(s) address:\n  --no-print-link --pages N" in told
    assert told.startswith("usage: printworthy print [options] SOURCE ...\n")
    assert told.endswith("What each of these does: printworthy print --help-all\n")
