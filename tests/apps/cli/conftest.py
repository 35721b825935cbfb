"""The command, run in this process: arguments in, exit code and what it printed out."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from typing import NamedTuple

import pytest

from printworthy.apps.cli import load
from printworthy.apps.cli.main import main
from printworthy.data.article import Article
from printworthy.data.blocks import Heading, Paragraph, Text
from printworthy.data.trace import Trace
from printworthy.options import Options
from printworthy.reading.extract import PageArticle
from printworthy.reading.reading import Reading


class Ran(NamedTuple):
    code: int
    out: bytes
    err: str


Run = Callable[..., Ran]

ARTICLE = Article(
    title="Of small things",
    language="en",
    confidence=0.9,
    text="Of small things\n\nÜber allen Gipfeln ist Ruh.",
    blocks=(Heading(1, (Text("Of small things"),)), Paragraph((Text("Über allen Gipfeln ist Ruh."),))),
    trace=Trace(timings={"parse": 0.0015, "segment": 0.0025}, notes=["cut at the limit"]),
)


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Run:
    def call(*arguments: str, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        try:
            code = main(arguments)
        except SystemExit as left:
            code = int(left.code or 0)
        captured = capfdbinary.readouterr()
        return Ran(code, captured.out, captured.err.decode())

    return call


@pytest.fixture
def article() -> Article:
    return ARTICLE


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """An engine that finds the same article everywhere, and notes what it was called with."""
    calls: list[tuple[object, ...]] = []

    def read_page(html: bytes, url: str, options: Options) -> Reading:
        calls.append((html, url, options))
        return Reading(html, url)

    monkeypatch.setattr(load, "read_page", read_page)
    monkeypatch.setattr(PageArticle, "of", lambda _: ARTICLE)
    return calls
