"""The typesetter's folder: the template stays, documents come and go."""

from __future__ import annotations

from pathlib import Path

import pytest

from printworthy.data.article import Article
from printworthy.errors import WriteError
from printworthy.writers.pdf.pdf_writer import PdfWriter
from printworthy.writers.pdf.work_folder import AHEAD, MAIN, WorkFolder, styles
from printworthy.writers.protocol import WriteOptions
from printworthy.writers.sheet import Sheet


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_a_document_goes_and_the_template_stays() -> None:
    galley = WorkFolder()
    for style in styles():
        with galley.furnished(style) as folder:
            assert names(folder) == {"printworthy.typ", "template", MAIN, AHEAD}
            assert (folder / MAIN).read_bytes() == (folder / AHEAD / MAIN).read_bytes()
            for place in (folder, folder / AHEAD):
                (place / "issue.json").write_text("{}")
        assert names(folder / AHEAD) == {"printworthy.typ", "template", MAIN}
    galley.close()
    assert not folder.exists()


def test_a_style_of_ones_own_may_change(tmp_path: Path) -> None:
    own = tmp_path / "mine.typ"
    galley = WorkFolder()
    for text in ("one", "two"):
        own.write_text(text)
        with galley.furnished(str(own)) as folder:
            assert (folder / MAIN).read_text() == text
    galley.close()


@pytest.mark.processes
def test_one_that_made_trouble_is_given_up(tmp_path: Path) -> None:
    own = tmp_path / "mine.typ"
    own.write_text("#panic()")
    article = Article(title="Short", text="A word.")
    with PdfWriter() as writer:
        pdf = writer.write(article)
        kept = writer._galley
        with pytest.raises(WriteError):
            writer.write(article, WriteOptions(sheet=Sheet(style=str(own))))
        assert writer._galley is None
        assert writer.write(article) == pdf
        assert writer._galley is not kept
    assert writer._galley is None
