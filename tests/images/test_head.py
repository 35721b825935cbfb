"""The pictures that a page names for others."""

from __future__ import annotations

import pytest

from printworthy.base.links import Resolver
from printworthy.images.head import linked_data_pictures, named_pictures
from printworthy.parse.lexbor import parse

LINKS = Resolver("https://example.org/news/story.html")


def test_meta_elements():
    head = (
        '<meta property="og:image" content="/a.jpg"><meta name="twitter:image" content="https://x.example/b.jpg">'
        '<meta property="og:image:width" content="1200"><meta property="og:image" content="/a.jpg">'
        '<meta property="og:image" content="javascript:x"><meta name="og:image">'
    )
    tree = parse(f"<head>{head}</head><body>x".encode())
    assert named_pictures(tree, LINKS) == ["https://example.org/a.jpg", "https://x.example/b.jpg"]


LINKED = [
    ("string", '{"@type":"NewsArticle","image":"/a.jpg"}', ["https://example.org/a.jpg"]),
    ("list", '{"@type":["Article"],"image":["https://x.example/b.jpg","/c.jpg"]}', ["https://x.example/b.jpg"]),
    ("object", '{"@type":"BlogPosting","image":{"@type":"ImageObject","url":"https:\\/\\/x.example\\/b.jpg"}}', ["https://x.example/b.jpg"]),
    ("no article", '{"@type":"Organization","image":"/logo.png"}', []),
    ("garbage", '{"@type":"Article","image":[{{{', []),
    ("fragment", '{"@type":"Article","image":{"@id":"https://example.org/news/story.html#primaryimage"}}', []),
]  # fmt: skip


@pytest.mark.parametrize(("script", "found"), [case[1:] for case in LINKED], ids=[case[0] for case in LINKED])
def test_linked_data(script, found):
    tree = parse(f'<head><script type="application/ld+json">{script}</script></head><body>x'.encode())
    assert linked_data_pictures(tree, LINKS) == found
