"""Addresses of a page are resolved against its own, and against what its head says; elements of unknown names."""

from __future__ import annotations

import pytest

from printworthy.base.tags import BLOCK, PHRASE
from printworthy.data.tree import custom_kind, page_resolver
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


@pytest.mark.parametrize(
    ("html", "kind"),
    [
        ("<p>A <hl-source><a href=x>large study</a></hl-source> of people</p>", PHRASE),
        ("<p>Updated <relative-time datetime=x>Mar 8</relative-time></p>", PHRASE),
        ("<p>in <st1:place><st1:city>Oslo</st1:city>, <st1:state>Norway</st1:state></st1:place> today</p>", PHRASE),
        ("<p>for <em><x-price>$4</x-price></em> only</p>", PHRASE),
        ("<p>see <x-card><p>A block.</p></x-card></p>", BLOCK),
        ("<p>duties: <x-list><x-item>one</x-item><x-item>two</x-item></x-list></p>", BLOCK),
        ("<p>a formula <mjx-container><mjx-math>x</mjx-math></mjx-container> here</p>", BLOCK),
        ("<p>a film <x-player></x-player> here</p>", BLOCK),
        ("<p>a film <x-player><script>play</script></x-player> here</p>", BLOCK),
        ("<div><x-head>A head</x-head> <p>text</p></div>", BLOCK),
        ("<p>long <x-all>" + "<b>x</b>" * 40 + "</x-all> text</p>", BLOCK),
    ],
)
def test_an_element_of_an_unknown_name_is_a_block_or_a_phrase(html: str, kind: int) -> None:
    names = "hl-source,relative-time,st1\\:place,x-price,x-card,x-list,mjx-container,x-player,x-head,x-all"
    (node,) = parse(f"<body>{html}</body>".encode()).root.css(names)
    assert custom_kind(node) == kind
