"""The registry: formats by name and by suffix, and errors that say what there is."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings

from printworthy.data.article import Article
from printworthy.data.blocks import Paragraph, Quote, Text
from printworthy.errors import UsageError, WriteError
from printworthy.writers.protocol import WriteOptions
from printworthy.writers.registry import names, suffixes, write, writer_for_name, writer_for_path
from tests.strategies import articles


@pytest.mark.parametrize(
    ("path", "name"),
    [("a.txt", "text"), ("a.b/c.MD", "markdown"), ("x.markdown", "markdown"), ("x.htm", "html"), ("/y/z.json", "json")],
)
def test_a_suffix_names_its_format(path: str, name: str) -> None:
    assert writer_for_path(path).name == name


@pytest.mark.parametrize(("asked", "name"), [("html", "html"), ("MD", "markdown"), ("txt", "text")])
def test_a_name_or_a_suffix_finds_its_writer(asked: str, name: str) -> None:
    assert writer_for_name(asked).name == name


@pytest.mark.parametrize("name", names())
def test_the_table_agrees_with_the_writers(name: str) -> None:
    writer = writer_for_name(name)
    assert writer.name == name
    assert all(writer_for_path(f"x{suffix}").name == name for suffix in writer.suffixes)


@pytest.mark.parametrize("path", ["a.docx", "a", ".md", ""])
def test_an_unknown_suffix_lists_the_known_ones(path: str) -> None:
    with pytest.raises(UsageError) as refused:
        writer_for_path(path)
    assert all(suffix in str(refused.value) for suffix in suffixes())


def test_a_suffix_that_is_misspelt() -> None:
    with pytest.raises(UsageError, match=r"'\.pfd' names no format: did you mean \.pdf\?$"):
        writer_for_path("story.pfd")


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(UsageError) as refused:
        writer_for_name("docx")
    assert all(name in str(refused.value) for name in names())


@pytest.mark.processes
def test_nothing_heavy_is_imported_before_it_is_asked_for() -> None:
    code = "import sys, printworthy.writers.registry; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "printworthy.writers.registry" in loaded
    assert not {"nh3", "printworthy.writers.html.html_writer", "printworthy.writers.markdown.markdown_writer"} & loaded


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(articles)
def test_every_writer_of_text_takes_any_article(article: Article) -> None:
    options = WriteOptions(comments=True, width=30, front_matter=True, trace=True)
    for name in ("text", "markdown", "html", "json"):
        content = write(article, writer_for_name(name), options)
        assert content == write(article, writer_for_name(name), options)
        content.decode("utf-8")


@pytest.mark.parametrize("name", names())
def test_nesting_beyond_reason_is_reported(name: str) -> None:
    block: Paragraph | Quote = Paragraph((Text("x"),))
    for _ in range(5000):
        block = Quote((block,))
    with pytest.raises(WriteError, match="nested"):
        write(Article(blocks=(block,)), writer_for_name(name))
