"""The public names are a contract: these and no others, always the same objects, and cheap to reach."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

import printworthy
from printworthy.errors import UsageError

PUBLIC = [
    "Article", "Options", "__version__", "dumps", "errors", "extract", "fetch", "fetch_async", "filter_page",
    "find_print_link", "read", "read_async", "write",
]  # fmt: skip
ROOT = Path(__file__).resolve().parent.parent


def run(code: str) -> str:
    """What a fresh interpreter prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_exactly_these() -> None:
    assert sorted(printworthy.__all__) == PUBLIC
    assert sorted(dir(printworthy)) == PUBLIC
    with pytest.raises(AttributeError, match="it has Article, Options"):
        printworthy.extrct  # noqa: B018


@pytest.mark.parametrize("name", PUBLIC)
def test_each_is_there(name: str) -> None:
    assert getattr(printworthy, name) is not None


def test_kinds() -> None:
    functions = "dumps extract fetch fetch_async filter_page find_print_link read read_async write".split()
    assert all(isinstance(getattr(printworthy, name), FunctionType) for name in functions)
    assert isinstance(printworthy.errors, ModuleType)
    assert isinstance(printworthy.Article, type)
    assert isinstance(printworthy.Options, type)
    assert printworthy.__version__[0].isdigit()


def test_no_module_shares_a_public_name() -> None:
    """A module of such a name would hide the function as soon as anybody imports it."""
    modules = {path.stem for path in (ROOT / "printworthy").iterdir()} - {"errors"}
    assert modules.isdisjoint(PUBLIC)


@pytest.mark.parametrize("name", PUBLIC)
def test_each_says_what_it_is(name: str) -> None:
    if name != "__version__":
        assert len((getattr(printworthy, name).__doc__ or "").split()) > 5


@pytest.mark.processes
def test_help_names_them_all() -> None:
    told = run("import printworthy; help(printworthy)")
    assert all(name in told for name in PUBLIC if name != "__version__")
    assert "TYPE_CHECKING" not in told


@pytest.mark.parametrize("name", ["dumps", "extract", "find_print_link"])
def test_examples_hold(name: str) -> None:
    module = sys.modules[getattr(printworthy, name).__module__]
    done = doctest.testmod(module)
    assert done.attempted
    assert not done.failed


@pytest.mark.processes
def test_import_loads_neither_engine_nor_numpy() -> None:
    heavy = "('numpy', 'selectolax', 'nh3', 'dataclasses')"
    code = f"import printworthy, sys; print([m for m in {heavy} if m in sys.modules])"
    assert run(code) == "[]"


@pytest.mark.processes
def test_extracting_loads_no_extra() -> None:
    code = (
        "import printworthy, sys; printworthy.extract('<p>Hello, world.</p>');"
        "print([m for m in ('lightgbm', 'trafilatura', 'sklearn', 'lxml', 'asyncio') if m in sys.modules])"
    )
    assert run(code) == "[]"


def test_options_one_by_one() -> None:
    page = '<h1>Of clocks</h1><p>They tick.<p><img src="a.png" width="600" height="400">'
    assert printworthy.extract(page, images="none", links=False).images == ()
    with pytest.raises(UsageError, match=r"no option 'imagse': did you mean 'images'\? There are method, render"):
        printworthy.extract(page, imagse="none")  # type: ignore[call-arg]
    with pytest.raises(UsageError, match="options is a dict: give an Options"):
        printworthy.extract(page, options={"images": "none"})  # type: ignore[arg-type]


def test_an_address_is_a_string_or_nothing() -> None:
    assert printworthy.extract("<p>Hello, world.</p>", None).url == ""
    with pytest.raises(UsageError, match="url is 3: give the page's address"):
        printworthy.extract("<p>Hello, world.</p>", 3)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="an address is a str, not bytes"):
        printworthy.read(b"https://example.org/")  # type: ignore[arg-type]


@pytest.mark.parametrize("format", ["text", "markdown", "html", "json", "epub"])
def test_dumps_is_what_write_writes(format: str, tmp_path: Path) -> None:
    article = printworthy.extract((ROOT / "samples/tower-clock.html").read_bytes(), images="none")
    made = printworthy.dumps(article, format, style="large")
    assert isinstance(made, bytes if format == "epub" else str)
    path = printworthy.write(article, tmp_path / "story", format, style="large")
    assert path.read_bytes() == (made if isinstance(made, bytes) else made.encode())


@pytest.mark.processes
def test_types_are_complete_for_callers(tmp_path: Path) -> None:
    """A program that uses the public face passes mypy's strictest checks."""
    program = tmp_path / "program.py"
    program.write_text("""
import asyncio
from pathlib import Path

import printworthy
from printworthy import Article, Options


async def both(url: str) -> tuple[Article, bytes]:
    article = await printworthy.read_async(url, comments=True)
    page = await printworthy.fetch_async(url)
    return article, page.content


def main(html: bytes) -> None:
    article: Article = printworthy.extract(html, None, Options(render="auto"), images="none", links=False)
    same = printworthy.read("https://example.org/", images="all")
    title: str = article.title
    first: str = article.authors[0] if article.authors else title
    pictures: list[str] = [figure.src for figure in article.images]
    markdown: str = printworthy.dumps(article, "markdown")
    pdf: bytes = printworthy.dumps(same.detached(), "pdf", style="large")
    path: Path = printworthy.write(article.changed(title=first), "story.pdf", style="large", pictures=False)
    link: str | None = printworthy.find_print_link(html, "https://example.org/")
    clean: str = printworthy.filter_page(html)
    print(markdown, len(pdf), path, link, clean, pictures, article.confidence > 0.5, printworthy.__version__)
    try:
        asyncio.run(both("https://example.org/"))
    except printworthy.errors.PrintworthyError as error:
        print(error)
""")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(program)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout


def test_an_article_is_shown_in_one_line() -> None:
    article = printworthy.extract((ROOT / "samples/tower-clock.html").read_bytes())
    told = repr(article)
    assert told.startswith("<Article 'The clockmaker who stopped a town for eleven minutes': 2026-04-18, article, ")
    assert "\n" not in told
    assert len(repr(article.changed(title="\u200b" * 3000, date="1" * 900))) <= 200
