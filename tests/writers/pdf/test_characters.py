"""Emoji, and signs that no face has."""

from __future__ import annotations

from io import BytesIO

import pytest

from printworthy.data.article import Article
from printworthy.data.blocks import Code, Heading, Paragraph, Text
from printworthy.writers.pdf.characters import advised, asked_for, find_emoji, noted, private_signs, strange_signs
from printworthy.writers.pdf.fonts import emoji_font, font_folders

pikepdf = pytest.importorskip("pikepdf")


def article(text: str) -> Article:
    return Article(title=text, language="en", blocks=(Paragraph((Text(text),)), Heading(2, (Text(text),)), Code(text)))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("plain", []),
        ("naïve ©, ↔ and № 5 *", []),
        ("😀", ["😀"]),
        ("a👩\u200d👩\u200d👧b👩", ["👩\u200d👩\u200d👧", "👩"]),
        ("🇩🇪🇫🇷", ["🇩🇪", "🇫🇷"]),
        ("1\ufe0f\u20e3 ©\ufe0f ⭐", ["1\ufe0f\u20e3", "©\ufe0f", "⭐"]),
        ("👍🏽👍", ["👍🏽", "👍"]),
        ("😀😀", ["😀"]),
    ],
)
def test_find_emoji(text: str, found: list[str]) -> None:
    assert find_emoji(text) == found


@pytest.mark.processes
def test_no_face_is_a_type_3_font(printed) -> None:
    """Faces of coloured pictures would be such fonts; emoji are pictures instead."""
    with pikepdf.open(BytesIO(printed(article("Hi 😀 👩\u200d👩\u200d👧 🇩🇪 1\ufe0f\u20e3 ❤\ufe0f ⭐ ☃ 🧿")))) as pdf:
        kinds = {
            str(one.Subtype)
            for one in pdf.objects
            if isinstance(one, pikepdf.Dictionary) and one.get("/Type") == "/Font"
        }
        pictures = [one for one in pdf.objects if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Image"]
        with pdf.open_outline() as outline:
            assert "😀" in outline.root[0].title
    assert "/Type3" not in kinds
    assert kinds
    assert bool(pictures) == bool(emoji_font())


def test_coloured_faces_are_kept_from_the_typesetter() -> None:
    assert not [one for one in font_folders() if "Emoji" in one]
    assert emoji_font() == "" or emoji_font() not in font_folders()


@pytest.mark.processes
def test_a_sign_without_glyph_is_noted(printed, text_of) -> None:
    text = text_of(printed(article("old \U00012000\U00012001 and \ue000, yes")))
    assert text.count("‹U+12000 U+12001›") >= 2
    assert "‹U+E000›, yes" in text


@pytest.mark.processes
def test_many_signs_without_glyph_cost_little(printed, text_of) -> None:
    signs = "".join(map(chr, range(0x12000, 0x12380)))
    assert "‹U+12000 … U+1237F›" in text_of(printed(Article(title="T", blocks=(Paragraph((Text(signs),)),))))


@pytest.mark.parametrize(
    ("text", "strange"),
    [
        ("Größe, naïve, Ελλάδα, Привет, שלום, مرحبا, नमस्ते, สวัสดี, “quoted” – …", []),
        ("\u200b\u00ad\ufeff", []),
        ("ქართული", sorted(set("ქართული"))),
        ("\ue000", []),
    ],
)
def test_strange_signs(text: str, strange: list[str]) -> None:
    assert strange_signs(text) == strange


def test_private_signs() -> None:
    assert private_signs("a\uf101b\U000f0001\uf101") == ["\uf101", "\U000f0001"]


def test_few_are_asked_one_by_one_and_many_by_their_neighbours() -> None:
    assert asked_for(["x", "y"]) == {"x": ["x"], "y": ["y"]}
    many = [chr(code) for code in range(0x12000, 0x12200)]
    assert list(asked_for(many)) == ["\U00012000", "\U00012080", "\U00012100", "\U00012180"]
    assert sum(map(len, asked_for(many).values())) == len(many)


@pytest.mark.parametrize(
    ("text", "missing", "found"),
    [
        ("abc", [], "abc"),
        ("a]b", ["]"], "a‹U+005D›b"),
        ("xyxz", ["x", "y"], "‹U+0078 U+0079 U+0078›z"),
        ("xx xx\u200bx.", ["x"], "‹U+0078 … U+0078›."),
    ],
)
def test_noted(text: str, missing: list[str], found: str) -> None:
    assert noted(text, missing) == found


@pytest.mark.parametrize(
    ("missing", "told"),
    [
        ("", None),
        ("\u2fd5\U0001f9ff", None),
        ("老城最后一家钟表店的主人", (12, "faces for Chinese")),
        ("ꦲꦤꦕꦫꦏꦢꦠꦱꦮꦭ", (10, "faces that do")),
    ],
)
def test_a_script_without_a_face_is_told(missing: str, told: tuple[int, str] | None) -> None:
    found = advised(list(missing))
    if told is None:
        assert not found
    else:
        assert found.startswith(f"{told[0]} signs are printed as their numbers")
        assert told[1] in found
