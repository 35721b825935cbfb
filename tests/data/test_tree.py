"""Addresses of a page are resolved against its own, and against what its head says."""

from __future__ import annotations

import pytest

from printworthy.data.tree import page_resolver
from printworthy.parse.lexbor import parse

URL = "https://a.example/news/story.html"


@pytest.mark.parametrize(
    ("head", "href", "found"),
    [
        ("", "x.html", "https://a.example/news/x.html"),
        ("", "/x.html", "https://a.example/x.html"),
        ('<base href="https://b.example/old/">', "x.html", "https://b.example/old/x.html"),
        ('<base href="/old/">', "x.html", "https://a.example/old/x.html"),
        ("<base target=_blank>", "x.html", "https://a.example/news/x.html"),
        ('<base target=_blank><base href="/old/">', "x.html", "https://a.example/old/x.html"),
        ("<base href>", "x.html", "https://a.example/news/x.html"),
    ],
)
def test_resolver(head: str, href: str, found: str) -> None:
    assert page_resolver(parse(f"<head>{head}</head>".encode()), URL).absolute(href) == found
