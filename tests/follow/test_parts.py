from __future__ import annotations

import pytest

from printworthy.follow.parts import PartNumber, find_amp, find_canonical, find_next, find_place, find_whole, step
from printworthy.parse.lexbor import parse

URL = "https://a.example/long-story"


@pytest.mark.parametrize(
    ("here", "there", "number"),
    [
        (URL, f"{URL}?page=2", 2),
        (f"{URL}?page=2", f"{URL}?page=3", 3),
        (f"{URL}?id=7&page=2", f"{URL}?id=7&page=3", 3),
        (URL, f"{URL}/2", 2),
        (f"{URL}/", f"{URL}/2/", 2),
        (f"{URL}/2/", f"{URL}/3/", 3),
        (URL, f"{URL}/page/2/", 2),
        (URL, f"{URL}/seite-2", 2),
        (f"{URL}.html", f"{URL}-2.html", 2),
        (f"{URL}.html", f"{URL}_p2.html", 2),
        (f"{URL}-2.html", f"{URL}-3.html", 3),
        (f"{URL}.html", f"{URL}2.html", 2),
        (f"{URL}2.html", f"{URL}3.html?from=top", 0),
        (f"{URL}/1.html", f"{URL}/2.html", 2),
        ("https://a.example/covid19.html", "https://a.example/covid21.html", 0),
        (URL, f"{URL}?page=3", 0),
        (f"{URL}?page=2", f"{URL}?page=1", 0),
        (URL, "https://a.example/other-story?page=2", 0),
        (URL, "https://a.example/next-story", 0),
        ("https://a.example/news-43157.html", "https://a.example/news-43158.html", 0),
        (f"{URL}?page=50", f"{URL}?page=51", 0),
        (URL, "https://b.example/long-story?page=2", 0),
    ],
)
def test_step(here: str, there: str, number: int) -> None:
    assert step(here, there) == number


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ('<link rel="next" href="/long-story?page=2">', f"{URL}?page=2"),
        ('<link rel="next" href="/another-story">', ""),
        ('<body><a href="?page=2">Next page »</a>', f"{URL}?page=2"),
        ('<body><a href="?page=2" rel="next">mehr</a>', f"{URL}?page=2"),
        ('<body><a href="?page=1">1</a> <a href="?page=2">2</a> <a href="?page=3">3</a>', f"{URL}?page=2"),
        ('<body><a href="?page=2">›</a>', f"{URL}?page=2"),
        ('<body><a href="?page=2" aria-label="Nächste Seite"><svg></svg></a>', f"{URL}?page=2"),
        ('<body><a href="?page=2">次のページ</a>', f"{URL}?page=2"),
        ('<body><a href="?page=2#comments">older comments</a>', ""),
        ('<body><a href="/the-next-story">Next</a>', ""),
        ('<body><a href="https://b.example/long-story?page=2">Next</a>', ""),
        ('<body><a href="javascript:next()">Next</a>', ""),
        ('<body><a href="/long-story">Next</a>', ""),
    ],
)
def test_next(html: str, found: str) -> None:
    assert find_next(parse(html.encode()), URL) == found


def test_canonical_is_another_spelling() -> None:
    html = b'<link rel="canonical" href="/long-story"><body><a href="/long-story/2">Next</a>'
    assert find_next(parse(html), "https://a.example/?p=991") == f"{URL}/2"


@pytest.mark.parametrize(
    ("link", "found"),
    [
        ('<a href="/long-story?page=all">View all</a>', f"{URL}?page=all"),
        ('<a href="/long-story/komplettansicht">Auf einer Seite lesen</a>', f"{URL}/komplettansicht"),
        ('<a href="/stories">View all</a>', ""),
        ('<a href="/long-story?page=2">View all</a>', ""),
    ],
)
def test_whole(link: str, found: str) -> None:
    assert find_whole(parse(b"<body>" + link.encode()), URL) == found


@pytest.mark.parametrize(
    ("url", "html", "found"),
    [
        (URL, '<a href="?page=2">2</a> <a href="?page=3">3</a>', PartNumber(1, 3)),
        (f"{URL}?page=2", f'<a href="{URL}">1</a> <a href="?page=3">3</a>', PartNumber(2, 3, URL)),
        (f"{URL}/3/", f'<a href="{URL}/2/" rel="prev">Zurück</a>', PartNumber(3, 3, f"{URL}/2/")),
        (f"{URL}-3.html", f'<a href="{URL}.html">1</a> <a href="{URL}-2.html">2</a>', PartNumber(3, 3, f"{URL}.html")),
        (f"{URL}?page=2", f'<a href="{URL}">A long story</a>', PartNumber()),
        (f"{URL}?page=2", '<a href="/another-story" rel="prev">Back</a>', PartNumber()),
        (URL, "<p>No links</p>", PartNumber()),
    ],
)
def test_place(url: str, html: str, found: PartNumber) -> None:
    assert find_place(parse(f"<body>{html}".encode()), url) == found


def test_place_by_the_head() -> None:
    html = f'<link rel="prev" href="{URL}"><link rel="next" href="{URL}?page=3">'
    assert find_place(parse(html.encode()), f"{URL}?page=2") == PartNumber(2, 3, URL)


def test_hints() -> None:
    tree = parse(b'<link rel=canonical href="/x"><link rel=amphtml href="https://a.example/amp">')
    assert (find_canonical(tree, URL), find_amp(tree, URL)) == ("https://a.example/x", "https://a.example/amp")
    other = parse(b'<link rel=canonical href="https://b.example/x"><link rel=amphtml href="javascript:x">')
    assert (find_canonical(other, URL), find_amp(other, URL)) == ("", "")
