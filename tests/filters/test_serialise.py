"""A tree as HTML again: its document type stays, and what is put in stands in its place."""

from __future__ import annotations

import pytest

from printworthy.filters.serialise import append, declare_utf8, serialise
from printworthy.parse.lexbor import parse

OLD = '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">'
REST = "<html><head></head><body><p>Words</p></body></html>"


@pytest.mark.parametrize("before", ["", "<!DOCTYPE html>", OLD, f"<!-- one -->{OLD}<!-- two -->"])
def test_the_document_type_stays(before: str) -> None:
    assert serialise(parse(f"{before}{REST}".encode())) == before + REST


@pytest.mark.parametrize("html", [REST, "<!DOCTYPE html><html><head></head><body>a &lt; b &amp; c</body></html>"])
def test_twice_is_as_good_as_once(html: str) -> None:
    assert serialise(parse(html.encode())) == html


def test_append() -> None:
    tree = parse(REST.encode())
    append(tree, "")
    assert serialise(tree) == REST
    append(tree, "<aside><a href=/x>More</a></aside>")
    assert serialise(tree).endswith('<p>Words</p><aside><a href="/x">More</a></aside></body></html>')


def test_a_page_of_frames_has_no_end() -> None:
    tree = parse(b"<html><head></head><frameset><frame></frameset></html>")
    before = serialise(tree)
    append(tree, "<p>More</p>")
    assert serialise(tree) == before


@pytest.mark.parametrize(
    ("head", "after"),
    [
        ("", '<meta charset="utf-8">'),
        ("<title>A</title>", '<meta charset="utf-8"><title>A</title>'),
        ('<meta charset="utf-8">', None),
        ('<meta http-equiv="Content-Type" content="text/html; Charset=utf-8">', None),
        ('<meta http-equiv="content-type" content="text/html">', '<meta charset="utf-8"><meta http-equiv'),
    ],
)
def test_utf_8_is_declared_once(head: str, after: str | None) -> None:
    tree = parse(f"<html><head>{head}</head><body></body></html>".encode())
    assert declare_utf8(tree) is (after is not None)
    assert serialise(tree).startswith(f"<html><head>{head if after is None else after}")
    assert not declare_utf8(tree)
