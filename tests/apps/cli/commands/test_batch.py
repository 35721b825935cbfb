from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from printworthy.apps.batch.readers import sources
from printworthy.apps.batch.settings import FORMATS, BatchSettings, Caps, Filters, Visits
from printworthy.apps.cli import verbs
from printworthy.apps.cli.command_line import read_arguments
from printworthy.apps.cli.commands import batch
from printworthy.apps.cli.main import build_parser


def settings(*arguments: str) -> BatchSettings:
    args = build_parser()[0].parse_args(["batch", "a.warc", "-o", "out", *arguments])
    return read_arguments(batch.BatchArguments, args).settings


def test_defaults_are_those_of_the_settings() -> None:
    assert settings() == BatchSettings()
    assert verbs.BATCH_FORMATS == FORMATS
    assert verbs.BATCH_KINDS == sources.KINDS


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("--languages en,de --min-chars 9", BatchSettings(filters=Filters(languages=("en", "de"), min_chars=9))),
        ("--languages en --languages de", BatchSettings(filters=Filters(languages=("en", "de")))),
        ("--page-types article", BatchSettings(filters=Filters(page_types=("article",)))),
        (
            "--page-seconds 3 --page-memory 99 --page-size 2",
            BatchSettings(caps=Caps(seconds=3, memory_mb=99, html_mb=2)),
        ),
        ("--delay 5 --no-robots --private", BatchSettings(visits=Visits(delay=5, robots=False, private=True))),
        ("--format jsonl.zst --columns text,title --near 0", BatchSettings(
            format="jsonl.zst", columns=("text", "title"), near=0)),
        ("--task-size 8 --part-size 64", BatchSettings(cut_mb=8, part_mb=64)),
    ],
)  # fmt: skip
def test_arguments(arguments: str, expected: BatchSettings) -> None:
    assert settings(*arguments.split()) == expected


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["missing.warc"], 4, "not there"),
        (["https://a.example/story"], 4, "write addresses into a text file, one a line"),
        ([], 2, "INPUT is missing"),
        (["a.jsonl", "--near", "7"], 2, "0.5 to 1"),
        (["a.jsonl", "--columns", "texts"], 2, "no column texts"),
        (["a.jsonl", "--page-seconds", "0"], 2, "greater than 0"),
        (["a.jsonl", "--languages", "de,english"], 2, "did you mean en?"),
        (["a.jsonl", "--page-types", "news"], 2, "no page type 'news'"),
        (["a.jsonl", "--min-confidence", "50"], 2, "give 0 to 1"),
        (["a.jsonl", "--method", "magic"], 2, "no method 'magic'"),
        (["a.jsonl", "--model", "nix.npz"], 7, "cannot read this model"),
        (["page.html"], 4, "give the folder that holds the pages"),
    ],
)
def test_wrong_usage(run, tmp_path: Path, arguments: list[str], code: int, said: str) -> None:
    (tmp_path / "a.jsonl").write_text("{}\n")
    (tmp_path / "page.html").write_text("<p>One page.\n")
    names = [str(tmp_path / one) if one.endswith(("jsonl", "warc", "html")) else one for one in arguments]
    found, out, err = run("batch", *names, "-o", str(tmp_path / "out"))
    assert (found, out) == (code, b"")
    assert said in err
    assert not (tmp_path / "out").exists()


@pytest.mark.processes
def test_pages_in_articles_out(root: Path, sample: Path, tmp_path: Path) -> None:
    lines = [{"url": f"https://a.example/{number}", "html": sample.read_text("utf-8")} for number in range(3)]
    (tmp_path / "a.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    command = [sys.executable, "-m", "printworthy", "batch", "a.jsonl", "-o", "out", "--workers", "1"]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "3 in 1 part (" in done.stdout
    assert "2 exact" in done.stdout
    assert (tmp_path / "out" / "part-000000-0000.parquet").exists()
    assert "nothing was left to do" not in done.stderr
    again = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert again.stdout == done.stdout
    assert again.stderr.startswith("out holds this run already, and nothing was left to do: ")
