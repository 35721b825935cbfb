"""The examples in README.md and docs/ are run as they stand: blocks after `<!-- run -->`, in a folder of their own.

A `python` block is followed by an `output` block with what it prints. In a `console` block, a line that begins with
`$ ` is run by the shell, and the lines after it are what it prints on either stream. A command that ends with ` &`
goes on until the block ends; what is printed here is how its first line begins.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^<!-- run -->\n```(\w+)\n(.*?)^```\n(?:```output\n(.*?)^```\n)?", re.M | re.S)


def examples(language: str) -> list[ParameterSet]:
    return [
        pytest.param(code, output, id=f"{page.name}:{number}")
        for page in PAGES
        for number, (found, code, output) in enumerate(BLOCK.findall(page.read_text("utf-8")), 1)
        if found == language
    ]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder in which the repository's samples and pages can be read, and `printworthy` can be called."""
    for name in ("samples", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    command = tmp_path / "bin" / "printworthy"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m printworthy "$@"\n')
    command.chmod(0o755)
    return tmp_path


def environment(folder: Path) -> dict[str, str]:
    path = os.pathsep.join([str(folder / "bin"), os.environ["PATH"]])
    own = {
        "XDG_DATA_HOME": str(folder / "data"),
        "XDG_STATE_HOME": str(folder / "state"),
        "no_proxy": "",
        "NO_PROXY": "",
    }
    return {**os.environ, **own, "PATH": path, "PYTHONPATH": str(ROOT), "PRINTWORTHY_CONFIG": os.devnull}


def run(command: list[str], folder: Path) -> str:
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@contextmanager
def running(command: str, folder: Path, begins: str) -> Iterator[None]:
    """A server of an example, from its first line on until the example is over."""
    with subprocess.Popen(
        ["sh", "-c", f"exec {command}"],
        cwd=folder,
        env=environment(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as server:
        try:
            assert server.stdout is not None
            assert server.stdout.readline().startswith(begins)
            yield
        finally:
            server.terminate()


@pytest.mark.processes
@pytest.mark.parametrize(("code", "output"), examples("python"))
def test_python(folder: Path, code: str, output: str) -> None:
    assert run([sys.executable, "-c", code], folder) == output


@pytest.mark.processes
@pytest.mark.parametrize(("code", "output"), examples("console"))
def test_console(folder: Path, code: str, output: str) -> None:
    assert not output, "a console block holds its own output"
    with ExitStack() as servers:
        for step in re.split(r"^\$ ", code, flags=re.M)[1:]:
            command, _, printed = step.partition("\n")
            if command.endswith(" &"):
                servers.enter_context(running(command.removesuffix(" &"), folder, printed.rstrip("\n")))
            else:
                assert run(["sh", "-c", command], folder) == printed


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_mark_is_followed_by_a_known_block(page: Path) -> None:
    text = page.read_text("utf-8")
    languages = [language for language, _, _ in BLOCK.findall(text)]
    assert len(languages) == text.count("<!-- run -->")
    assert set(languages) <= {"python", "console"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\((?!https?://|#)([^)#]+)", page.read_text("utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_figures_of_readme_are_those_that_were_measured() -> None:
    """The table in README, and the file that `benchmarks/quality/figures.py` writes."""
    measured = json.loads((ROOT / "docs" / "figures.json").read_text("utf-8"))
    row = re.compile(r"^\| (\S+) (\S+)" + r" \| (\d\.\d+)" * 4 + r" \|$", re.M)
    told = row.findall((ROOT / "README.md").read_text("utf-8"))
    names = ("wcxb", "news", "snippets", "cpu")
    assert {tool: (version, *map(float, figures)) for tool, version, *figures in told} == {
        tool: (one["version"], *(round(one[name], 2 if name == "cpu" else 3) for name in names))
        for tool, one in measured.items()
    }


@pytest.mark.parametrize("page", [ROOT / "README.md", ROOT / "docs" / "command.md"], ids=lambda page: page.name)
def test_exit_codes_are_told(page: Path) -> None:
    from printworthy.errors import PrintworthyError

    told = {int(code) for code in re.findall(r"^\| (\d+) \|", page.read_text("utf-8"), re.M)}
    kinds: list[type[PrintworthyError]] = [PrintworthyError, *PrintworthyError.__subclasses__()]
    assert told == {0, 130, 141, *(kind.exit_code for kind in kinds)}
