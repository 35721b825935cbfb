"""Whole pages: each folder of `pages/` holds a page and what must come out of it. Adding a folder adds a test.

`expected.json` may say: `url`, `title`, `authors`, `date`, `language`, `direction`, `page_type`; `article` (false: the
page holds none, and the confidence must say so); `contains`, `excludes`, `once` (snippets of the text); `kinds` of
blocks that must occur; `code` and `latex` (lines that must stand in such blocks); `breaks` (how many at least);
`code_blocks` (each whole, in their order) and their `languages` (name, colon, the first 20 characters of code without
white space); `notes` (their texts in the order of their calls) and `calls` (how many at least); `callouts` (kind, title
and text of each); `markdown` and `no_markdown` (snippets that Markdown must have, or must not);
`formulas` (all of them, in order), `headings` (level and text), `tables` (their rows of cells, all of them), `captions`
of tables, `items` of lists, `quotes`, `links` (addresses); `posts` and `comments` (in their order, each with `author`,
`date` and perhaps `depth`), `accepted` (whose answers are), `images` (all addresses without the host),
`picture_captions` (each with its credit) and `lead_image` (its address).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from printworthy.data.article import WORTH_PRINTING, Article
from printworthy.data.blocks import (
    Block,
    Break,
    Callout,
    Code,
    Formula,
    Heading,
    Inline,
    Item,
    Link,
    List,
    Math,
    NoteRef,
    Paragraph,
    Post,
    Quote,
    Style,
    Table,
    Text,
)
from printworthy.printing.public import dumps
from printworthy.reading.extract import extract
from printworthy.writers.body import plain as plain_line
from printworthy.writers.notes import collect

PAGES = Path(__file__).parent / "pages"
FIELDS = ("title", "authors", "date", "language", "direction", "page_type")
KNOWN = {"url", *FIELDS, "article", "contains", "excludes", "once", "kinds", "code", "latex", "breaks"}
KNOWN |= {"code_blocks", "languages", "notes", "calls", "callouts", "markdown", "no_markdown"}
KNOWN |= {"formulas", "headings", "tables", "captions", "items", "quotes", "links", "markdown"}
KNOWN |= {"posts", "comments", "accepted", "images", "picture_captions", "lead_image"}


@cache
def expected(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((PAGES / name / "expected.json").read_text("utf-8"))
    assert found.keys() <= KNOWN, f"unknown expectations: {found.keys() - KNOWN}"
    return found


@cache
def article(name: str) -> Article:
    return extract((PAGES / name / "page.html").read_bytes(), expected(name).get("url", ""))


ALL = [path.parent.name for path in sorted(PAGES.glob("*/expected.json"))]


def names(key: str) -> list[str]:
    """The pages that expect something of `key`."""
    return [name for name in ALL if expected(name).get(key)]


def pairs(key: str) -> list[tuple[str, Any]]:
    return [(name, one) for name in names(key) for one in expected(name)[key]]


def parts(value: object) -> Iterator[object]:
    """A block and everything inside it, wherever it is nested."""
    if isinstance(value, tuple):
        for one in value:
            yield from parts(one)
    elif not isinstance(value, str | int | float):
        yield value
        for name in getattr(value, "__slots__", ()):
            yield from parts(getattr(value, name))


def inside(name: str, kind: type[Any]) -> list[Any]:
    return [part for part in parts(article(name).blocks) if isinstance(part, kind)]


def said(value: object) -> str:
    """The words of blocks or inline content; code with its white space collapsed."""
    found = []
    for part in parts(value):
        if isinstance(part, Paragraph | Heading):
            found.append(" ")
        elif isinstance(part, Text | Code):
            found.append(part.text)
    return plain("".join(found))


def plain(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(("name", "field"), [(name, field) for field in FIELDS for name in names(field)])
def test_field(name: str, field: str) -> None:
    wanted, found = expected(name)[field], getattr(article(name), field)
    if field == "date":
        found = found[:10]
    assert (list(found) if isinstance(wanted, list) else found) == wanted


@pytest.mark.parametrize(("name", "snippet"), pairs("contains"))
def test_contains(name: str, snippet: str) -> None:
    assert plain(snippet) in plain(article(name).text)


@pytest.mark.parametrize(("name", "snippet"), pairs("excludes"))
def test_excludes(name: str, snippet: str) -> None:
    assert plain(snippet) not in plain(article(name).text)


@pytest.mark.parametrize(("name", "snippet"), pairs("once"))
def test_once(name: str, snippet: str) -> None:
    assert plain(article(name).text).count(plain(snippet)) == 1


@pytest.mark.parametrize("name", names("kinds"))
def test_kinds(name: str) -> None:
    found = {type(part).__name__ for part in parts(article(name).blocks)}
    assert set(expected(name)["kinds"]) <= found


@pytest.mark.parametrize(("name", "line"), pairs("code"))
def test_code(name: str, line: str) -> None:
    assert any(line in block.text.splitlines() for block in inside(name, Code))


@pytest.mark.parametrize(("name", "latex"), pairs("latex"))
def test_latex(name: str, latex: str) -> None:
    assert latex in [plain(block.latex) for block in inside(name, Math)]


@pytest.mark.parametrize("name", names("breaks"))
def test_breaks(name: str) -> None:
    assert len(inside(name, Break)) >= expected(name)["breaks"]


@pytest.mark.parametrize("name", names("code_blocks"))
def test_code_blocks(name: str) -> None:
    assert [block.text for block in inside(name, Code)] == expected(name)["code_blocks"]


@pytest.mark.parametrize("name", names("languages"))
def test_languages(name: str) -> None:
    found = [f"{block.language}:{''.join(block.text.split())[:20]}" for block in inside(name, Code)]
    assert [one for one in found if one[0] != ":"] == expected(name)["languages"]


@pytest.mark.parametrize("name", names("notes"))
def test_notes(name: str) -> None:
    found = collect(article(name).blocks)
    assert [said(note.blocks) for note in found.numbered] == expected(name)["notes"]
    assert not found.loose


@pytest.mark.parametrize("name", names("calls"))
def test_calls(name: str) -> None:
    assert len(inside(name, NoteRef)) >= expected(name)["calls"]


@pytest.mark.parametrize("name", names("callouts"))
def test_callouts(name: str) -> None:
    found = [[block.kind, said(block.title), said(block.blocks)] for block in inside(name, Callout)]
    assert found == expected(name)["callouts"]


@pytest.mark.parametrize(("name", "snippet"), pairs("no_markdown"))
def test_no_markdown(name: str, snippet: str) -> None:
    assert snippet not in str(dumps(article(name), "markdown"))


@pytest.mark.parametrize("name", ALL)
def test_confidence(name: str) -> None:
    assert (article(name).confidence >= WORTH_PRINTING) == expected(name)["article"]


@pytest.mark.parametrize("name", names("contains"))
def test_pictures_are_absolute(name: str) -> None:
    assert all(figure.src.startswith(("http://", "https://")) for figure in article(name).images)


def having(key: str) -> list[str]:
    """The pages that say something of `key`, be it that there is none."""
    return [name for name in ALL if key in expected(name)]


def words(content: tuple[Block | Inline | Item, ...]) -> str:
    """The words of blocks or inline content, in order."""
    found = []
    for one in content:
        match one:
            case Text(text):
                found.append(text)
            case Style(_, children) | Link(_, children):
                found.append(words(children))
            case Paragraph(children) | Heading(_, children):
                found.append(f" {words(children)} ")
            case Break():
                found.append(" ")
            case List(items=items):
                found.append(f" {words(items)} ")
            case Item(blocks) | Quote(blocks):
                found.append(f" {words(blocks)} ")
            case Table(rows):
                found.extend(f" {words(cell.blocks)} " for row in rows for cell in row)
            case _:
                pass
    return plain("".join(found))


def joined(content: tuple[Block | Inline | Item, ...]) -> str:
    return "".join(one.text if isinstance(one, Text) else words((one,)) for one in content)


@pytest.mark.parametrize("name", having("formulas"))
def test_formulas(name: str) -> None:
    found = [part for part in parts(article(name).blocks) if isinstance(part, Math | Formula)]
    assert [plain(one.latex) for one in found] == expected(name)["formulas"]


@pytest.mark.parametrize("name", having("headings"))
def test_headings(name: str) -> None:
    found = [[one.level, joined(one.children)] for one in inside(name, Heading) if one.level > 1]
    assert found == expected(name)["headings"]


@pytest.mark.parametrize("name", having("tables"))
def test_tables(name: str) -> None:
    found = [[[words(cell.blocks) for cell in row] for row in table.rows] for table in inside(name, Table)]
    assert found == expected(name)["tables"]


@pytest.mark.parametrize(("name", "caption"), pairs("captions"))
def test_captions(name: str, caption: str) -> None:
    assert caption in [joined(table.caption) for table in inside(name, Table)]


def heads(posts: list[Post], wanted: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What is wanted to know of posts; of a date as much as is wanted."""
    found = []
    for number, post in enumerate(posts):
        keys = wanted[number] if number < len(wanted) else {"author": ""}
        head: dict[str, Any] = {key: getattr(post, key) for key in keys}
        if "date" in head:
            head["date"] = head["date"][: len(keys["date"])]
        found.append(head)
    return found


@pytest.mark.parametrize("name", names("posts"))
def test_posts(name: str) -> None:
    wanted = expected(name)["posts"]
    assert heads([block for block in article(name).blocks if isinstance(block, Post)], wanted) == wanted


@pytest.mark.parametrize("name", names("comments"))
def test_comments(name: str) -> None:
    wanted = expected(name)["comments"]
    page = (PAGES / name / "page.html").read_bytes()
    assert heads(list(extract(page, expected(name).get("url", ""), comments=True).comments), wanted) == wanted


@pytest.mark.parametrize("name", names("accepted"))
def test_accepted(name: str) -> None:
    assert [post.author for post in inside(name, Post) if post.accepted] == expected(name)["accepted"]


@pytest.mark.parametrize(("name", "item"), pairs("items"))
def test_items(name: str, item: str) -> None:
    assert item in [words(one.blocks[:1]) for one in inside(name, Item)]


@pytest.mark.parametrize(("name", "quote"), pairs("quotes"))
def test_quotes(name: str, quote: str) -> None:
    assert quote in [words(one.blocks) for one in inside(name, Quote)]


@pytest.mark.parametrize(("name", "address"), pairs("links"))
def test_links(name: str, address: str) -> None:
    assert address in [one.href for one in inside(name, Link)]


@pytest.mark.parametrize(("name", "snippet"), pairs("markdown"))
def test_markdown(name: str, snippet: str) -> None:
    assert snippet in str(dumps(article(name), "markdown"))


@pytest.mark.parametrize("name", names("images"))
def test_images(name: str) -> None:
    assert [figure.src.partition("//")[2].partition("/")[2] for figure in article(name).images] == expected(name)[
        "images"
    ]


@pytest.mark.parametrize("name", names("picture_captions"))
def test_picture_captions(name: str) -> None:
    found = [[plain_line(figure.caption), figure.credit] for figure in article(name).images]
    assert found == expected(name)["picture_captions"]


@pytest.mark.parametrize("name", names("lead_image"))
def test_lead_image(name: str) -> None:
    found = article(name).lead_image
    assert found is not None
    assert found.src == expected(name)["lead_image"]
