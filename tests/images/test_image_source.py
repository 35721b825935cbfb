"""The best file of a picture is found past placeholders, lazy loading and broken lists."""

from __future__ import annotations

import pytest

from printworthy.base.links import Resolver
from printworthy.images.image_source import background_of, best_source
from printworthy.parse.lexbor import parse

SITE = "https://example.org"
LINKS = Resolver(f"{SITE}/news/story.html")

SOURCES = [
    ("src", '<img src="/a.jpg">', f"{SITE}/a.jpg"),
    ("relative", '<img src="a.jpg">', f"{SITE}/news/a.jpg"),
    ("data-src", '<img src="data:image/gif;base64,R0" data-src="a.jpg">', f"{SITE}/news/a.jpg"),
    ("placeholder", '<img src="/img/placeholder.png" data-original="//cdn.example.net/a.jpg">', "https://cdn.example.net/a.jpg"),
    ("lazy before src", '<img src="/tiny.jpg" data-lazy-src="/a.jpg">', f"{SITE}/a.jpg"),
    ("unknown attribute", '<img src="data:," data-my-own="/x/a.jpg">', f"{SITE}/x/a.jpg"),
    ("JSON", """<img src="data:," data-options='{"w":1,"src":"https:\\/\\/cdn.example.net\\/a.jpg"}'>""", "https://cdn.example.net/a.jpg"),
    ("srcset", '<img src="/s.jpg" srcset="/s.jpg 300w, /m.jpg 900w, /xxl.jpg 5000w">', f"{SITE}/m.jpg"),
    ("no space after comma", '<img srcset="/s.jpg 300w,/m.jpg 900w">', f"{SITE}/m.jpg"),
    ("density", '<img src="/s.jpg" srcset="/s.jpg, /d.jpg 2x">', f"{SITE}/d.jpg"),
    ("commas inside", '<img data-srcset="/a,b/s.jpg 300w, /a,b/m.jpg 900w">', f"{SITE}/a,b/m.jpg"),
    ("placeholder in srcset", '<img srcset="data:image/gif;base64,R0 4000w, /m.jpg 900w">', f"{SITE}/m.jpg"),
    ("broken srcset", '<img src="/a.jpg" srcset=", ,,300w 2x">', f"{SITE}/a.jpg"),
    ("odd numbers", '<img src="/a.jpg" srcset="/b.jpg 1.2.3x, /c.jpg w">', f"{SITE}/b.jpg"),
    ("own file first", '<picture><source srcset="/a.webp"><img src="/a.jpg"></picture>', f"{SITE}/a.jpg"),
    ("declared width", '<picture><source srcset="/s.webp 300w, /l.webp 1200w"><img src="/t-80x60.jpg"></picture>', f"{SITE}/l.webp"),  # noqa: E501
    ("own is large", '<picture><source srcset="/l.webp 2400w"><img src="/a-1200x800.jpg"></picture>', f"{SITE}/a-1200x800.jpg"),  # noqa: E501
    ("own is a thumbnail", '<picture><source srcset="/a-900x600.webp"><img src="/a-90x60.jpg"></picture>', f"{SITE}/a-900x600.webp"),  # noqa: E501
    ("AVIF last", '<picture><source type="image/avif" srcset="/a.avif"><source srcset="/a.webp"><img></picture>', f"{SITE}/a.webp"),  # noqa: E501
    ("only AVIF", '<picture><source type="image/avif" srcset="/a.avif"><img></picture>', f"{SITE}/a.avif"),
    ("nothing", "<img>", ""),
    ("script", '<img src="javascript:alert(1)">', ""),
    ("data", '<img src="data:image/png;base64,AA">', ""),
    ("template", '<img src="{{ image.url }}">', ""),
]  # fmt: skip


@pytest.mark.parametrize(("html", "src"), [case[1:] for case in SOURCES], ids=[case[0] for case in SOURCES])
def test_source(html, src):
    node = parse(f"<body>{html}".encode()).root.css_first("img")
    assert best_source(node, node.attributes, LINKS).address == src


def test_declared_width():
    node = parse(b'<body><img srcset="/s.jpg 300w, /m.jpg 900w">').root.css_first("img")
    assert best_source(node, node.attributes, LINKS).width == 900


@pytest.mark.parametrize(
    ("style", "src"),
    [
        ("background-image: url('/a.jpg')", f"{SITE}/a.jpg"),
        ('background:#fff url("a.jpg") no-repeat', f"{SITE}/news/a.jpg"),
        ("background-image:url(data:image/png;base64,AA)", ""),
        ("background-image:url(", ""),
        ("color:red", ""),
    ],
)
def test_background(style, src):
    assert background_of({"style": style}, LINKS) == src


def test_huge_attributes_are_bounded():
    node = parse(f'<body><img src="/a.jpg" srcset="{"/b.jpg 1w, " * 200_000}">'.encode()).root.css_first("img")
    assert best_source(node, node.attributes, LINKS).address == f"{SITE}/b.jpg"
