"""The wheel: its innermost loops are compiled where there is a compiler, and do the same with and without one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from functools import cache
from pathlib import Path

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.processes

needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler: cc")

READ_ALL = """
import sys
from pathlib import Path
import printworthy
from printworthy.writers.json.json_writer import to_json

assert Path(printworthy.__file__).is_relative_to(sys.argv[1]), printworthy.__file__
for path in sorted(Path(sys.argv[2]).rglob("*.html")):
    page = path.read_bytes()
    article = printworthy.extract(page, url="https://upland.example/page.html")
    article.trace.timings.clear()
    print(path.name, to_json(article), printworthy.filter_page(page, "https://upland.example/page.html"))
"""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _wheel(tmp_path_factory.mktemp("compiled"), pure=False)


@needs_compiler
def test_the_wheel_holds_the_compiled_modules(compiled: Path) -> None:
    names = {name.partition(".cpython")[0] for name in _names(compiled) if name.endswith(".so")}

    assert names == {"printworthy__mypyc", *(name.removesuffix(".py") for name in _named())}


def test_without_a_compiler_the_wheel_is_plain_python(tmp_path: Path) -> None:
    wheel = _wheel(tmp_path, pure=False, CC="/nonexistent/cc", PATH=os.defpath)

    assert wheel.name.endswith("-py3-none-any.whl")
    assert not [name for name in _names(wheel) if name.endswith(".so")]


@needs_compiler
def test_compiled_and_plain_do_the_same(compiled: Path, tmp_path: Path) -> None:
    said = []
    for wheel in (compiled, _wheel(tmp_path, pure=True)):
        folder = tmp_path / wheel.stem
        zipfile.ZipFile(wheel).extractall(folder)
        words = [sys.executable, "-P", "-c", READ_ALL, str(folder), str(ROOT / "tests" / "pages")]
        done = subprocess.run(words, env={**os.environ, "PYTHONPATH": str(folder)}, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()[-2000:]
        said.append(done.stdout)

    assert said[0] == said[1]
    assert said[0].count(b"\n") >= len(list((ROOT / "tests" / "pages").rglob("*.html"))) > 10


def _wheel(folder: Path, pure: bool, **environment: str) -> Path:
    words = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    env = {**os.environ, "PRINTWORTHY_PURE": "1" if pure else "", **environment}
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    (wheel,) = folder.glob("*.whl")
    return wheel


def _names(wheel: Path) -> list[str]:
    return zipfile.ZipFile(wheel).namelist()


@cache
def _named() -> list[str]:
    data = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return list(data["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]["modules"])
