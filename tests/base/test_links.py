"""Addresses are absolute and safe, or they are none."""

from __future__ import annotations

from urllib.parse import urljoin

import pytest

from printworthy.base.links import Resolver

PAGE = "https://example.org/a/b.html?q=1#top"

CASES = [
    ("c.html", "https://example.org/a/c.html"),
    ("/c", "https://example.org/c"),
    ("//cdn.example.net/x", "https://cdn.example.net/x"),
    ("../up", "https://example.org/up"),
    ("./c", "https://example.org/a/c"),
    ("?p=2", "https://example.org/a/b.html?p=2"),
    ("#part", "https://example.org/a/b.html?q=1#part"),
    ("HTTP://Other.example/", "HTTP://Other.example/"),
    ("mailto:a@b.example", "mailto:a@b.example"),
    ("tel:+49123", "tel:+49123"),
    (" /with space ", "https://example.org/with%20space"),
    ("java\nscript:alert(1)", ""),
    ("data:text/html,x", ""),
    ("vbscript:x", ""),
    ("http://", ""),
    ("https:///x", ""),
    ("#", ""),
    ("", ""),
    (None, ""),
    ("//[", ""),
    ("../[::x", "https://example.org/[::x"),
]  # fmt: skip


@pytest.mark.parametrize(("href", "expected"), CASES)
def test_absolute(href, expected):
    assert Resolver(PAGE).absolute(href) == expected


@pytest.mark.parametrize("page", ["https://example.org", "https://example.org/", "http://a.example:8080/x/y/?z#w"])
@pytest.mark.parametrize("href", ["c", "/c/d?e#f", "c/d.html", "../c", "?q", "//h.example/x", "d/e:f"])
def test_agrees_with_the_standard_library(page, href):
    expected = urljoin(page, href)
    assert Resolver(page).absolute(href) == (expected if expected.startswith("http") else "")


def test_without_an_address_only_absolute_links_are_known():
    bare = Resolver("")
    assert bare.absolute("/c") == ""
    assert bare.absolute("https://example.org/c") == "https://example.org/c"
    assert bare.absolute("//example.org/c") == "https://example.org/c"


@pytest.mark.parametrize(
    ("base", "expected"), [("/x/", "https://example.org/x/c"), ("javascript:1", "https://example.org/a/c")]
)
def test_base_href(base, expected):
    assert Resolver(PAGE, base).absolute("c") == expected


def test_fragment_only_of_this_page():
    page = Resolver(PAGE)
    assert page.fragment("#n1") == "n1"
    assert page.fragment("https://example.org/a/b.html?q=1#n1") == "n1"
    assert page.fragment("https://example.org/other#n1") == ""


@pytest.mark.parametrize(
    ("src", "found"),
    [
        ("pictures/a b.jpg", "pictures/a b.jpg"),
        ("/pictures/a.jpg", "/pictures/a.jpg"),
        ("//cdn.example/a.jpg", "https://cdn.example/a.jpg"),
        ("https://cdn.example/a.jpg", "https://cdn.example/a.jpg"),
        ("javascript:alert(1)", ""),
        ("java\nscript:alert(1)", ""),
        ("file:///etc/passwd", ""),
        ("mailto:a@b.example", ""),
        ("#here", ""),
        ("", ""),
        (None, ""),
    ],
)
def test_pictures_of_a_page_without_an_address_stay_relative(src, found):
    assert Resolver("").picture(src) == found
    assert Resolver("https://a.example/").picture("pictures/a.jpg") == "https://a.example/pictures/a.jpg"
