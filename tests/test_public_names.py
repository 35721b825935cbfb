"""The public names are a contract: these and no others, always the same objects, and cheap to reach."""

from __future__ import annotations

import subprocess
import sys
from types import FunctionType, ModuleType

import pytest

import printworthy

PUBLIC = ["Article", "Options", "__version__", "errors", "extract", "fetch", "filter_page", "find_print_link", "write"]


def run(code: str) -> str:
    """What a fresh interpreter prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_exactly_these() -> None:
    assert sorted(printworthy.__all__) == PUBLIC
    assert set(PUBLIC) <= set(dir(printworthy))


@pytest.mark.parametrize("name", PUBLIC)
def test_each_is_there(name: str) -> None:
    assert getattr(printworthy, name) is not None


def test_kinds() -> None:
    assert isinstance(printworthy.extract, FunctionType)
    assert isinstance(printworthy.fetch, FunctionType)
    assert isinstance(printworthy.find_print_link, FunctionType)
    assert isinstance(printworthy.write, FunctionType)
    assert isinstance(printworthy.errors, ModuleType)
    assert isinstance(printworthy.Article, type)
    assert isinstance(printworthy.Options, type)
    assert printworthy.__version__[0].isdigit()


@pytest.mark.parametrize(
    "first",
    [
        "import printworthy.extract",
        "from printworthy.reading.extract import extract",
        "import printworthy; printworthy.extract",
        "import printworthy.apps.cli.load",
        "import importlib; importlib.import_module('printworthy.extract')",
    ],
)
def test_extract_is_the_function_whatever_was_imported_before(first: str) -> None:
    code = f"{first}\nimport printworthy, sys\nprint(printworthy.extract is sys.modules['printworthy.extract'].extract)"
    assert run(code) == "True"


@pytest.mark.parametrize(
    "first", ["import printworthy.fetch", "import printworthy.fetch.client", "from printworthy.fetch import client"]
)
def test_fetch_is_the_function_whatever_was_imported_before(first: str) -> None:
    module = "sys.modules['printworthy.fetch.client']"
    code = f"{first}\nimport printworthy, sys\nprint(printworthy.fetch is {module}.fetch)"
    if first == "import printworthy.fetch":
        code = f"{first}\nimport printworthy, sys\nprint(printworthy.fetch is not sys.modules['printworthy.fetch'])"
    assert run(code) == "True"


def test_names_are_read_only() -> None:
    with pytest.raises(AttributeError, match="read-only"):
        printworthy.extract = None


def test_import_loads_neither_engine_nor_numpy() -> None:
    heavy = "('numpy', 'selectolax', 'nh3', 'dataclasses')"
    code = f"import printworthy, sys; print([m for m in {heavy} if m in sys.modules])"
    assert run(code) == "[]"


def test_extracting_loads_no_extra() -> None:
    code = (
        "import printworthy, sys; printworthy.extract('<p>Hello, world.</p>');"
        "print([m for m in ('lightgbm', 'trafilatura', 'sklearn', 'lxml', 'asyncio') if m in sys.modules])"
    )
    assert run(code) == "[]"
