"""A caption keeps the links that it has on the page."""

from __future__ import annotations

import pytest

from printworthy.base.links import Resolver
from printworthy.build.caption_links import with_links
from printworthy.data.blocks import Figure, Link, Text
from printworthy.parse.lexbor import parse

LINKS = Resolver("https://example.org/a/b.html")
CAPTION = 'The lamp, see <a href="../lamp">its story</a> here.'


def caption(html: str):
    body = parse(html.encode()).body
    assert body is not None
    node = body.css_first("img")
    assert node is not None
    return with_links(Figure("/x.jpg", caption=(Text("The lamp, see its story here."),)), node, LINKS).caption


@pytest.mark.parametrize(
    "html",
    [
        f"<figure><img><figcaption>{CAPTION}</figcaption></figure>",
        f"<figure><a href=/big><img></a><figcaption>{CAPTION}</figcaption></figure>",
        f'<div class="wp-caption"><img><p class="wp-caption-text">{CAPTION}</p></div>',
    ],
)
def test_links_of_a_caption(html):
    link = Link("https://example.org/lamp", (Text("its story"),))
    assert caption(html) == (Text("The lamp, see "), link, Text(" here."))


def test_caption_without_links_stays():
    assert caption("<figure><img><figcaption>x</figcaption></figure>") == (Text("The lamp, see its story here."),)
    assert caption(f"<section><img></section><figcaption>{CAPTION}</figcaption>")[0] == Text(
        "The lamp, see its story here."
    )
