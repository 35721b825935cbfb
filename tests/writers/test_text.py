"""Plain text: what people read and hear."""

from __future__ import annotations

import pytest

from printworthy.data.article import Article
from printworthy.data.blocks import (
    Block,
    Break,
    Cell,
    Code,
    Comment,
    Definition,
    Definitions,
    Embed,
    Figure,
    Heading,
    Item,
    Link,
    List,
    Math,
    Note,
    NoteRef,
    Paragraph,
    Quote,
    Rule,
    Style,
    Table,
    Text,
)
from printworthy.writers.grid import width
from printworthy.writers.protocol import WriteOptions
from printworthy.writers.text import TextWriter


def write(*blocks: Block, columns: int = 0) -> str:
    return TextWriter().write(Article(blocks=blocks), WriteOptions(width=columns)).decode().removesuffix("\n")


def p(text: str) -> Paragraph:
    return Paragraph((Text(text),))


def c(text: str, header: bool = False, colspan: int = 1) -> Cell:
    return Cell((p(text),), header, colspan)


def items(*lines: str) -> tuple[Item, ...]:
    return tuple(Item((p(line),)) for line in lines)


CASES: list[tuple[tuple[Block, ...], str]] = [
    ((Heading(2, (Text("H"),)), p(" a  ")), "H\n\na"),
    ((Paragraph((Text("a "), Break(), Link("https://e.com", (Style("strong", (Text("b"),)),)))),), "a\nb"),
    ((Paragraph((Style("quote", (Text("a"),)),)),), "“a”"),
    ((List(False, (Item((p("a"), List(True, items("b", "c")))), *items("d"))),), "• a\n  1. b\n  2. c\n• d"),
    ((List(True, items("a", "b"), 9),), "9.  a\n10. b"),
    ((List(False, (Item((p("a"), p("b"))), *items("c"))),), "• a\n\n  b\n\n• c"),
    ((Quote((p("a"), p("b"))),), "    a\n\n    b"),
    ((Code("if x:\n\n    y\n"),), "    if x:\n\n        y"),
    (
        (Figure("https://e.com/a.png", "alt", (Text("cap"),), "me"), Figure("x", "alt"), Figure("x")),
        "[cap (me)]\n\n[alt]",
    ),
    (
        (Embed("map", "https://e.com", "", (Text("c"),)), Embed("map", "x", "T", (Text("c"),))),
        "[map: https://e.com — c]\n\n[map: T — c]",
    ),
    ((Embed("video", "https://e.com", "T"), Rule(), Math("a\nb")), "[video: T]\n\n* * *\n\na b"),
    ((Definitions((Definition(((Text("t"),), (Text("u"),)), (p("d"),)),)),), "t\nu\n    d"),
    (
        (
            Paragraph((Text("a"), NoteRef("x"), Text("b"), NoteRef("?"))),
            Note("y", "†", (p("m"),)),
            Note("x", "7", (p("n"),)),
        ),
        "a[1]b\n\n[1] n\n[†] m",
    ),
    ((Table(((c("a", True), c("bb", True)), (c("日本"), c("1"))), 1),), "a     bb\n----  --\n日本  1"),
    ((Table(((c("a", colspan=9),), (c("1"), c("2"))), 0, (Text("T"),)),), "T\na\n1  2"),
    ((Table(((c("n", True), c("w", True)), (c("1"), c("x" * 130)))),), f"n: 1\nw: {'x' * 130}"),
    ((p("a\x1b[31m\x00b"),), "a[31mb"),
]


@pytest.mark.parametrize(("blocks", "text"), CASES)
def test_blocks(blocks: tuple[Block, ...], text: str) -> None:
    assert write(*blocks) == text


def test_header_and_comments() -> None:
    article = Article(
        title="T",
        authors=("A", "B"),
        date="2024-05-03T01:02:03Z",
        language="de-AT",
        site="S",
        blocks=(Figure("x", "", (Text("c"),)), Heading(1, (Text("t"),)), p("x")),
        comments=(Comment((p("y"),), "C"),),
    )
    assert TextWriter().write(article).decode() == "T\n\nA, B · S · 3. Mai 2024\n\n[c]\n\nx\n"
    full = TextWriter().write(article, WriteOptions(comments=True)).decode()
    assert full.endswith("x\n\nKommentare\n\nC\ny\n")


def test_an_article_of_plain_text_only() -> None:
    assert TextWriter().write(Article(text="a\n\nb")) == b"a\n\nb\n"
    assert TextWriter().write(Article()) == b""


@pytest.mark.parametrize("text", ["word " * 50, "日本語の長い文章です。" * 12, "mixed 日本 words, " * 20])
def test_lines_keep_the_width(text: str) -> None:
    lines = write(p(text), List(False, items(text)), Quote((p(text),)), columns=40).split("\n")
    assert max(map(width, lines)) <= 40
    assert len(lines) > 8
    assert "".join("".join(lines).split()).replace("•", "") == "".join(text.split()) * 3


def test_a_closing_mark_starts_no_line() -> None:
    assert not any(line.startswith("。") for line in write(p("あいうえおかきくけ。" * 9), columns=20).split("\n"))


def test_a_hostile_table_is_laid_out_quickly() -> None:
    greedy = Cell((p("x"),), False, 1000, 60000)
    assert write(Table(tuple((greedy,) * 3 for _ in range(400)))).count("x") == 1200
