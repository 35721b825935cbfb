"""One typesetter for all tests of a run, and what a PDF says."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from printworthy.data.article import Article
from printworthy.writers.pdf.pdf_writer import PdfWriter
from printworthy.writers.protocol import WriteOptions
from printworthy.writers.sheet import Sheet
from tests.writers.pdf.specimens import RESOURCES

Printer = Callable[..., bytes]


@pytest.fixture(scope="session")
def press() -> Iterator[PdfWriter]:
    pytest.importorskip("typst")
    with PdfWriter() as writer:
        yield writer


@pytest.fixture
def printed(press: PdfWriter) -> Printer:
    def write(article: Article, comments: bool = False, **choices: object) -> bytes:
        return press.write(article, WriteOptions(comments=comments, resources=RESOURCES(), sheet=Sheet(**choices)))

    return write


@pytest.fixture
def text_of(tmp_path: Path) -> Callable[[bytes], str]:
    """The text of a PDF, on one line."""
    if not shutil.which("pdftotext"):
        pytest.skip("poppler-utils is not installed")

    def read(pdf: bytes) -> str:
        path = tmp_path / "document.pdf"
        path.write_bytes(pdf)
        out = subprocess.run(["pdftotext", "-layout", str(path), "-"], capture_output=True, check=True).stdout
        return " ".join(out.decode().split())

    return read
