"""The faces of the text's usual size: where they are used, and that they set the lines of the face they are from."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from printworthy.data.article import Article
from printworthy.data.blocks import Paragraph, Style, Text
from printworthy.writers.pdf.fonts import TEXT

pytestmark = pytest.mark.processes

WORDS = "Gärten, Überflüsse and “office” fjords: AVATAR, To. Wavy Tyres 1066 ½ Łódź. "
PLAIN, STRONG, EMPHASIS = Text(WORDS * 9), Style("strong", (Text(WORDS * 4),)), Style("emphasis", (Text(WORDS * 4),))


def article(title: str = "A title", **about: str) -> Article:
    both = Style("strong", (EMPHASIS,))
    return Article(**{"title": title, "language": "en", **about}, blocks=(Paragraph((PLAIN, STRONG, EMPHASIS, both)),))


@pytest.fixture
def faces_of(tmp_path: Path) -> Callable[[bytes], str]:
    def read(pdf: bytes) -> str:
        path = tmp_path / "document.pdf"
        path.write_bytes(pdf)
        return subprocess.run(["pdffonts", path], capture_output=True, text=True, check=True).stdout

    return read


def test_text_of_the_usual_size(printed, faces_of) -> None:
    found = faces_of(printed(article()))
    assert {f"PrintworthyText-{one}" for one in ("Regular", "Bold", "Italic", "BoldItalic")} <= set(_names(found))
    assert len(list(TEXT.glob("*.ttf"))) == 4


@pytest.mark.parametrize("choices", [{"size": 13.0}, {"paper": "a5"}, {"style": "compact"}])
def test_text_of_other_sizes(printed, faces_of, choices: dict[str, object]) -> None:
    assert "PrintworthyText" not in faces_of(printed(article(), **choices))


def test_text_in_other_letters(printed, faces_of) -> None:
    russian = Article(title="Часы на башне", language="ru", blocks=(Paragraph((Text("Часы на башне стояли. " * 20),)),))
    assert "PrintworthyText" not in faces_of(printed(russian))


def test_lines_are_those_of_the_large_face(printed, text_of, tmp_path: Path) -> None:
    """A style of one's own that names a face gets exactly that; this one has the large face under another name."""
    style = tmp_path / "large-face.typ"
    style.write_text('#import "/printworthy.typ": press\n#press(face: "source serif 4")\n', "utf-8")
    assert text_of(printed(article())) == text_of(printed(article(), style=str(style)))


def test_letters_that_the_faces_lack(printed, text_of, faces_of) -> None:
    pdf = printed(Article(title="A title", language="en", blocks=(Paragraph((Text("A word of θάλασσα, and a n̈."),)),)))
    assert "θάλασσα" in text_of(pdf)
    assert {"PrintworthyText-Regular", "SourceSerif4Roman-Regular"} <= set(_names(faces_of(pdf)))


def _names(said: str) -> list[str]:
    return [line.split()[0].partition("+")[2] for line in said.splitlines()[2:]]
