"""Whole pages: each folder of `pages/` holds a page and what must come out of it. Adding a folder adds a test.

`expected.json` may say: `url`, `title`, `authors`, `date`, `language`, `direction`, `page_type`; `article` (false: the
page holds none, and the confidence must say so); `contains`, `excludes`, `once` (snippets of the text); `kinds` of
blocks that must occur; `code` and `latex` (lines that must stand in such blocks); `breaks` (how many at least); `posts`
and `comments` (in their order, each with `author`, `date` and perhaps `depth`), `accepted` (whose answers are), `items`
(whole items of lists), `images` (the ends of all addresses), `captions`, `lead_image` (its address) and `markdown`
(snippets).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from printworthy.data.article import WORTH_PRINTING, Article
from printworthy.data.blocks import Break, Code, Item, Math, Paragraph, Post
from printworthy.reading.extract import extract
from printworthy.writers.body import plain as plain_line
from printworthy.writers.markdown.markdown_writer import MarkdownWriter

PAGES = Path(__file__).parent / "pages"
FIELDS = ("title", "authors", "date", "language", "direction", "page_type")
KNOWN = {"url", *FIELDS, "article", "contains", "excludes", "once", "kinds", "code", "latex", "breaks"} | {
    "posts", "comments", "accepted", "items", "images", "captions", "lead_image", "markdown",
}  # fmt: skip


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


@pytest.mark.parametrize("name", ALL)
def test_confidence(name: str) -> None:
    assert (article(name).confidence >= WORTH_PRINTING) == expected(name)["article"]


@pytest.mark.parametrize("name", names("contains"))
def test_pictures_are_absolute(name: str) -> None:
    assert all(figure.src.startswith(("http://", "https://")) for figure in article(name).images)


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
    lines = [
        plain_line(block.children) for one in inside(name, Item) for block in one.blocks if isinstance(block, Paragraph)
    ]
    assert item in lines


@pytest.mark.parametrize("name", names("images"))
def test_images(name: str) -> None:
    assert [figure.src.partition("//")[2].partition("/")[2] for figure in article(name).images] == expected(name)[
        "images"
    ]


@pytest.mark.parametrize("name", names("captions"))
def test_captions(name: str) -> None:
    found = [[plain_line(figure.caption), figure.credit] for figure in article(name).images]
    assert found == expected(name)["captions"]


@pytest.mark.parametrize("name", names("lead_image"))
def test_lead_image(name: str) -> None:
    found = article(name).lead_image
    assert found is not None
    assert found.src == expected(name)["lead_image"]


@pytest.mark.parametrize(("name", "snippet"), pairs("markdown"))
def test_markdown(name: str, snippet: str) -> None:
    assert snippet in MarkdownWriter().write(article(name)).decode()
