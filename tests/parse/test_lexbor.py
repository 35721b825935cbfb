"""Any bytes give a tree, and tags have the kinds and codes that the table says."""

from __future__ import annotations

import pytest

from printworthy.base.tags import CODE, KINDS, OTHER
from printworthy.errors import UsageError
from printworthy.parse.lexbor import find, parse, parse_page, tag_numbers


@pytest.mark.parametrize("html", [b"", b"\x00\xff", b"<", b"</p>", b"<!-- only a comment", b"<frameset><frame>"])
@pytest.mark.parametrize("read", [parse, parse_page])
def test_any_bytes_give_a_tree(read: type, html: bytes) -> None:
    assert read(html).root.tag == "html"


def test_head_and_body() -> None:
    tree = parse(b"<title>A</title><p>Words")
    assert tree.head is not None
    assert tree.head.text() == "A"
    assert tree.body is not None
    assert tree.body.text() == "Words"
    assert tree.looks is None


@pytest.mark.parametrize("name", ["p", "a", "img", "table", "td", "h1", "script", "figcaption", "title", "blockquote"])
def test_numbers_of_tags(name: str) -> None:
    kinds, codes = tag_numbers()
    inside = f"<table><tr><{name}>x</table>" if name == "td" else f"<{name}></{name}>"
    tree = parse(inside.encode())
    node = tree.root.css_first(name)
    assert node is not None
    assert (kinds[node.tag_id], codes[node.tag_id]) == (KINDS[name], CODE.get(name, OTHER))
    assert (tree.kinds, tree.codes) == (kinds, codes)


def test_pages_are_tamed_first() -> None:
    deep = b"<div>" * 100_000 + b"Words"
    assert parse_page(deep).root.text().strip() == "Words"


def test_find() -> None:
    tree = parse(b"<p id=a><b>1</b></p><p id=b><b>2</b></p>")
    assert [node.text() for node in find(tree.root, "p > b")] == ["1", "2"]
    assert [node.text() for node in find(tree.root, "#b")] == ["2"]
    assert find(tree.root, "i") == []
    with pytest.raises(UsageError, match="is no CSS selector: check its spelling"):
        find(tree.root, "p::::")
