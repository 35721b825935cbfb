"""The base install: with nothing but numpy, selectolax and nh3 the engine works, and each door says what it lacks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_imports import EXTRA_LIBRARIES

pytestmark = pytest.mark.processes

ALL = (*EXTRA_LIBRARIES, "grpc")
PAGE = "<html><title>A story</title><article><h1>A story</h1>" + "<p>It began on a Monday, as most things do.</p>" * 9
# Makes libraries look as if they were not installed, both to imports and to those who look for them first.
HIDE = "import sys; sys.modules.update(dict.fromkeys({hidden}));"
MAIN = "from printworthy.apps.cli.main import main; sys.exit(main({arguments}))"


def run(code: str, folder: Path, hidden: tuple[str, ...] = ALL) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", HIDE.format(hidden=hidden) + code]
    (folder / "page.html").write_text(PAGE)
    paths = {"PYTHONPATH": str(Path(__file__).resolve().parent.parent), "HOME": str(folder)}
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=paths, timeout=60, check=False)


def test_the_engine_needs_no_extra(tmp_path: Path) -> None:
    done = run(f"import printworthy; print(printworthy.extract({PAGE!r}).title)", tmp_path)
    assert (done.stdout, done.stderr) == ("A story\n", "")


def test_the_command_needs_no_extra(tmp_path: Path) -> None:
    done = run(MAIN.format(arguments=["extract", "page.html", "--format", "html"]), tmp_path)
    assert done.returncode == 0, done.stderr
    assert "It began on a Monday" in done.stdout


@pytest.mark.parametrize("verb", ["", "extract", "print", "explain", "filter", "serve", "proxy", "batch", "annotate"])
def test_help_needs_no_extra(tmp_path: Path, verb: str) -> None:
    done = run(MAIN.format(arguments=[*filter(None, [verb]), "--help"]), tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("asked", ["--progress", "--disagreements", "--next"])
def test_the_annotators_reports_need_no_extra(tmp_path: Path, asked: str) -> None:
    (tmp_path / "data" / "queue").mkdir(parents=True)
    done = run(MAIN.format(arguments=["annotate", "--data", "data", asked]), tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("typed", "hidden", "extra"),
    [
        ("serve --no-folder", ALL, "service"),
        ("serve --no-folder --cluster", ("ray",), "cluster"),
        ("serve --no-folder --cluster", ("grpc",), "cluster"),
        ("proxy", ALL, "proxy"),
        ("batch page.html -o out", ALL, "batch"),
        ("batch page.html -o out --cluster 192.0.2.1:6379", ("ray",), "cluster"),
        ("annotate --data data", ALL, "service"),
        ("extract http://example.org/", ALL, "fetch"),
        ("print page.html -o out.pdf", ALL, "pdf"),
        ("extract page.html --render always", ALL, "render"),
    ],
)
def test_a_door_without_its_extra_names_it(tmp_path: Path, typed: str, hidden: tuple[str, ...], extra: str) -> None:
    done = run(MAIN.format(arguments=typed.split()), tmp_path, hidden)
    assert f"needs the extra '{extra}': " in done.stderr, done.stderr
    assert "Traceback" not in done.stderr
    assert done.returncode == 5
    assert sorted(path.name for path in tmp_path.iterdir()) == ["page.html"]
