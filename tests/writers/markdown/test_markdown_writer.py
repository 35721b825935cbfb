"""Markdown: text survives a CommonMark parser literally, and prose is not escaped more than it needs.

Covers: printworthy.writers.markdown.escape, printworthy.writers.markdown.inline,
printworthy.writers.markdown.markdown_table.
"""

from __future__ import annotations

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.tasklists import tasklists_plugin
from selectolax.lexbor import LexborHTMLParser

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
    Formula,
    Gallery,
    Heading,
    Inline,
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
from printworthy.writers.body import tidy
from printworthy.writers.markdown.markdown_writer import MarkdownWriter
from printworthy.writers.protocol import WriteOptions
from tests.strategies import MEAN, articles, inlines

PARSER = (
    MarkdownIt("commonmark")
    .enable(["table", "strikethrough"])
    .use(footnote_plugin)
    .use(dollarmath_plugin, allow_space=False)
    .use(tasklists_plugin)
)
PROPERTY = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


def write(*blocks: Block) -> str:
    return MarkdownWriter().write(Article(blocks=blocks)).decode().removesuffix("\n")


def shown(markdown: str) -> str:
    """What a reader sees of the Markdown, white space collapsed."""
    html = PARSER.render(markdown).replace("<br", " <br")
    return " ".join(LexborHTMLParser(f"<body>{html}").body.text().split())


def p(*parts: str | Inline) -> Paragraph:
    return Paragraph(tuple(Text(part) if isinstance(part, str) else part for part in parts))


def only_text(inline: Inline) -> Inline:
    """Without formulas, calls and quotes, which change what is shown."""
    match inline:
        case Style(kind, children):
            return Style("emphasis" if kind == "quote" else kind, tuple(map(only_text, children)))
        case Link(href, children):
            return Link(href, tuple(map(only_text, children)))
        case Formula() | NoteRef():
            return Text("")
        case _:
            return inline


def meant(inline: Inline) -> str:
    match inline:
        case Text(text):
            return tidy(text)
        case Style(_, children) | Link(_, children):
            return "".join(map(meant, children))
        case _:
            return " "


def expected(line: tuple[Inline, ...]) -> str:
    return " ".join("".join(map(meant, line)).split())


@pytest.mark.parametrize("text", MEAN)
def test_mean_text_survives_in_every_place(text: str) -> None:
    wanted = " ".join(tidy(text).split())
    cell = Cell((p(text),))
    places: list[tuple[Block, str]] = [
        (p(text), "<p>"),
        (p("a ", text, " b ", text), "<p>"),
        (p("a", Break(), text), "<p>"),
        (Heading(2, (Text(text),)), "<h2>"),
        (List(False, (Item((p(text),)),)), "<li>"),
        (Quote((p(text),)), "<blockquote>"),
        (Table(((cell, cell),)), "<td>"),
        (p(Link("https://example.com", (Text(f"a{text}b"),))), "<a "),
        (p(Style("strong", (Text(text),))), "<p>"),
    ]
    for block, tag in places:
        markdown = write(block)
        if wanted:
            assert wanted in shown(markdown), markdown
            assert tag in PARSER.render(markdown), markdown


@PROPERTY
@given(inlines)
def test_a_paragraph_survives(line: tuple[Inline, ...]) -> None:
    line = tuple(map(only_text, line))
    markdown = write(Paragraph(line))
    assert shown(markdown) == expected(line), markdown
    assert PARSER.render(markdown).count("<p>") == bool(expected(line))


@PROPERTY
@given(inlines)
def test_a_heading_survives(line: tuple[Inline, ...]) -> None:
    line = tuple(map(only_text, line))
    markdown = write(Heading(3, line))
    assert shown(markdown) == expected(line), markdown
    assert "\n" not in markdown


@PROPERTY
@given(inlines)
def test_a_cell_survives(line: tuple[Inline, ...]) -> None:
    line = tuple(map(only_text, line))
    markdown = write(Table(((Cell((Paragraph(line),)), Cell((p("x"),))),)))
    assert shown(markdown) == f"{expected(line)} x".strip(), markdown
    assert PARSER.render(markdown).count("<td>") == 2


@PROPERTY
@given(inlines)
def test_nested_items_survive(line: tuple[Inline, ...]) -> None:
    line = tuple(map(only_text, line))
    inner = List(False, (Item((Paragraph(line),)), Item((p("x"),))))
    markdown = write(List(True, (Item((Paragraph(line), inner)),)))
    assert shown(markdown) == " ".join(f"{expected(line)} {expected(line)} x".split()), markdown
    assert PARSER.render(markdown).count("<li>") == 3


@PROPERTY
@given(articles)
def test_no_article_makes_html_of_its_own(article: Article) -> None:
    html = PARSER.render(MarkdownWriter().write(article, WriteOptions(comments=True)).decode())
    tree = LexborHTMLParser(html)
    assert not tree.css("script, style, iframe, [onload], [onerror], [href^='javascript' i], [src^='javascript' i]"), (
        html
    )


@pytest.mark.parametrize(
    "text",
    [
        "2 * 3 = 6",
        "snake_case and a_b_c",
        "[sic] he said",
        "costs $5 and $6",
        "a < b > c",
        "R&D, AT&T; x & y",
        "C:\\dir\\file",
        "Really! (Yes.) It's 50% - or +3; see #4, @me ~10 km",
        "x^2",
        "2024 was - in all - fine",
        "a|b",
        "e.g. 1.5 or 1.",
        "=> x",
    ],
)
def test_prose_is_not_escaped(text: str) -> None:
    assert write(p(text)) == text


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("1. foo", "1\\. foo"),
        ("# x", "\\# x"),
        ("*a*", "\\*a\\*"),
        ("_b_", "\\_b\\_"),
        ("<b>", "\\<b>"),
        ("[x](y)", "[x\\](y)"),
        ("`a`", "\\`a\\`"),
        ("&amp;", "\\&amp;"),
        ("- a", "\\- a"),
        ("> a", "\\> a"),
        ("---", "\\---"),
        ("~~a~~", "\\~\\~a\\~\\~"),
        ("$x$", "\\$x\\$"),
        ("[a]: b", "\\[a]: b"),
        ("[^1]", "\\[^1]"),
        ("a\\*", "a\\\\\\*"),
        ("[x] a", "\\[x] a"),
    ],
)
def test_mark_up_is_escaped_once(text: str, markdown: str) -> None:
    assert write(p(text)) == markdown


B = "https://example.com/"


@pytest.mark.parametrize(
    ("parts", "markdown"),
    [
        (("a ", Style("emphasis", (Text("b"),)), " c"), "a *b* c"),
        (("a", Style("strong", (Text(" b "),)), "c"), "a **b** c"),
        (("日", Style("strong", (Text("「本」"),)), "語"), "日<strong>「本」</strong>語"),
        (("日", Style("strong", (Text("本"),)), "語"), "日**本**語"),
        ((Style("strong", (Text("a "), Style("emphasis", (Text("b"),)))),), "**a _b_**"),
        ((Style("emphasis", (Text("a"),)), Style("strong", (Text("b"),))), "*a*<strong>b</strong>"),
        ((Style("emphasis", (Style("emphasis", (Text("a"),)),)),), "*a*"),
        ((Style("strong", (Text(" "),)), "a"), "a"),
        ((Style("code", (Text("a`b"),)),), "``a`b``"),
        ((Style("code", (Text("`"),)),), "`` ` ``"),
        ((Style("code", (Text("a"), Link(B, (Text("b"),)))),), f"`a`[`b`]({B})"),
        ((Link(B + "a_(b)?c&copy;=[1]", (Text("x"),)),), f"[x]({B}a_(b)?c\\&copy;=[1])"),
        ((Link(B + "a)b c", (Text("x"),)),), f"[x](<{B}a)b%20c>)"),
        ((Link(B, (Text(B),)),), f"<{B}>"),
        ((Link("mailto:a@b.co", (Text("a@b.co"),)),), "<a@b.co>"),
        ((Link(B, (Text("a "), Link(B, (Text("b"),)))),), f"[a b]({B})"),
        ((Link("javascript:x", (Text("a"),)),), "a"),
        (("Hi!", Link(B, (Text("a"),))), f"Hi\\![a]({B})"),
        (("a", Break(), "1. b"), "a\\\n1\\. b"),
        (("a", Break(), "---"), "a\\\n\\---"),
        (("a | b", Break(), "--- | ---"), "a | b\\\n\\--- | ---"),
        ((Formula("x_1^2"), " costs $5"), "$x_1^2$ costs \\$5"),
        ((Formula("\\text{$x$}"),), "`\\text{$x$}`"),
        (("H", Style("subscript", (Text("2"),)), "O"), "H<sub>2</sub>O"),
        ((Style("quote", (Text("a"),)),), "“a”"),
    ],
)
def test_inline(parts: tuple[str | Inline, ...], markdown: str) -> None:
    assert write(p(*parts)) == markdown


def items(*lines: str) -> tuple[Item, ...]:
    return tuple(Item((p(line),)) for line in lines)


BLOCKS: list[tuple[tuple[Block, ...], str]] = [
    ((List(False, items("a", "b")), List(False, items("c")), List(False, items("d"))), "- a\n- b\n\n+ c\n\n- d"),
    ((List(True, items("a", "b"), 9), List(True, items("c"))), "9. a\n10. b\n\n1) c"),
    ((List(False, (Item((p("a"), List(True, items("b")))),)),), "- a\n  1. b"),
    ((List(False, (Item((p("a"), List(True, items("b"), 3))),)),), "- a\n\n  3. b"),
    ((List(False, (Item((p("a"), p("b"))), Item((Code("x\n\n\ny"),)))),), "- a\n\n  b\n\n- ```\n  x\n\n\n  y\n  ```"),
    ((List(False, (Item(()), Item((Rule(),)))),), "-\n\n- ***"),
    ((Quote((p("a"), Quote((p("b"),)))),), "> a\n>\n> > b"),
    ((Code("a ``` b\n````\n", "c++"),), "`````c++\na ``` b\n````\n`````"),
    ((Code("x", "bad lang\n"),), "```\nx\n```"),
    ((Math("a\n\n= b"),), "$$\na = b\n$$"),
    ((Math("\\text{$a$}"),), "```math\n\\text{$a$}\n```"),
    ((Heading(2, (Text("C #"),)), Heading(9, (Text("a"), Break(), Text("b")))), "## C \\#\n\n###### a b"),
    ((Figure(B, "a [b]", (Text("c"),), "d"),), f"![a \\[b\\]]({B})\n\n*c (d)*"),
    ((Figure("img/a b.jpg", "a", (Text("c"),)),), "![a](img/a%20b.jpg)\n\n*c*"),
    ((Figure("../up.jpg", "a", (Text("c"),)), Figure("//host/x.jpg", "b", (Text("d"),))), "*c*\n\n*d*"),
    ((Gallery((Figure(B), Figure("javascript:x", "", (Text("c"),)))),), f"![]({B})\n\n*c*"),
    ((Embed("video", B, "a"), Embed("post", B)), f"[a]({B})\n\n<{B}>"),
    ((Embed("video", B, "a", (Text("c"),)),), f"[a]({B})\n\n*c*"),
    ((Definitions((Definition(((Text("t"),),), (p("d"),)),)),), "- **t**\\\n  d"),
    ((p("a", NoteRef("x"), "(b)"), Note("x", "*", (p("n"), p("m")))), "a[^1]\\(b)\n\n[^1]: n\n\n    m"),
    ((Note("x", "*", (p("n"),)),), "<sup>\\*</sup> n"),
]


@pytest.mark.parametrize(("blocks", "markdown"), BLOCKS)
def test_blocks(blocks: tuple[Block, ...], markdown: str) -> None:
    assert write(*blocks) == markdown


def c(text: str, **more: object) -> Cell:
    return Cell((p(text),), **more)  # type: ignore[arg-type]


def test_a_plain_table_is_gfm() -> None:
    table = Table(((c("a"), c("b|c")), (c("1"),)), 1, (Text("T"),))
    assert write(table) == "**T**\n\n| a | b\\|c |\n| --- | --- |\n| 1 |  |"


def test_a_table_without_a_head_gets_an_empty_one() -> None:
    assert write(Table(((c("a"),),))) == "|  |\n| --- |\n| a |"


def test_a_table_with_spans_or_blocks_is_html_without_blank_lines() -> None:
    code = Cell((Code("x\n\n\n<y>"),))
    markdown = write(Table(((c("a", colspan=2),), (c("b"), code)), 1), p("after"))
    assert markdown.startswith('<table><thead><tr><th scope="col" colspan="2">a</th></tr></thead>')
    assert markdown.split("\n\n")[1:] == ["after"]
    tree = LexborHTMLParser(PARSER.render(markdown))
    assert tree.css_first("pre").text() == "x\n\n\n<y>"


def test_title_byline_and_comments() -> None:
    article = Article(
        title="A *title*",
        authors=("B", "C"),
        date="2024-05-03",
        language="en",
        site="S",
        url=B,
        blocks=(Heading(1, (Text("a *TITLE*"),)), p("x")),
        comments=(Comment((p("y"),), "D", "2024-05-04"),),
    )
    head = f"# A \\*title\\*\n\nB, C · [S]({B}) · 3 May 2024\n\nx"
    assert MarkdownWriter().write(article).decode() == f"{head}\n"
    full = MarkdownWriter().write(article, WriteOptions(comments=True)).decode()
    assert full == f"{head}\n\n## Comments\n\n**D, 4 May 2024**\n\ny\n"


@PROPERTY
@given(articles)
def test_front_matter_is_yaml(article: Article) -> None:
    text = MarkdownWriter().write(article, WriteOptions(front_matter=True)).decode()
    loaded = yaml.safe_load(text.split("\n---", 1)[0].removeprefix("---\n")) or {}
    assert loaded.get("title", "") == article.title
    assert tuple(loaded.get("authors", ())) == article.authors
    assert str(loaded.get("date", "")) == article.date
    assert loaded.get("url", "") == article.url
