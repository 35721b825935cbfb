"""The pictures of the article are found past lazy loading, with caption and credit; furniture is not."""

from __future__ import annotations

import pytest

from printworthy.data.article import Figure, Text
from printworthy.images.figures import find_figures
from printworthy.images.judge import judge_all
from tests.building import URL, read

TEXT = "<p>" + "Ein Satz mit Worten. " * 5 + "</p>"


def figures(html, **how):
    tree, columns, kept = read(html)
    return list(find_figures(tree, columns, kept, URL, **how).values())


def inside(html):
    return figures(f"<main><article>{TEXT}{html}{TEXT}</article></main>")


SOURCES = [
    ("src", '<img src="/a.jpg">', "https://example.org/a.jpg"),
    ("data-src", '<img src="data:image/gif;base64,R0" data-src="a.jpg">', "https://example.org/news/a.jpg"),
    ("placeholder", '<img src="/img/placeholder.png" data-original="//cdn.example.net/a.jpg">', "https://cdn.example.net/a.jpg"),
    ("lazy", '<img src="/blank.gif" data-lazy-src="https://example.org/a.jpg">', "https://example.org/a.jpg"),
    ("srcset", '<img src="/s.jpg" srcset="/s.jpg 300w, /m.jpg 900w, /xxl.jpg 5000w">', "https://example.org/m.jpg"),
    ("density", '<img src="/s.jpg" srcset="/s.jpg, /d.jpg 2x">', "https://example.org/d.jpg"),
    ("data-srcset", '<img data-srcset="/a,b/s.jpg 300w, /a,b/m.jpg 900w">', "https://example.org/a,b/m.jpg"),
    ("picture", '<picture><source type="image/avif" srcset="/a.avif 2000w"><source srcset="/a.webp 1200w"><img src="/a.jpg"></picture>',  # noqa: E501
     "https://example.org/a.webp"),
    ("amp", '<amp-img src="/a.jpg" width="600" height="400"></amp-img>', "https://example.org/a.jpg"),
    ("noscript twin", '<img class="lazyload" src="data:image/gif;base64,R0"><noscript><img src="/a.jpg"></noscript>',
     "https://example.org/a.jpg"),
    ("same file twice", '<img src="/a-300x200.jpg"><img src="/a.jpg">', "https://example.org/a-300x200.jpg"),
]  # fmt: skip


@pytest.mark.parametrize(("html", "src"), [case[1:] for case in SOURCES], ids=[case[0] for case in SOURCES])
def test_source(html, src):
    assert [figure.src for figure in inside(f"<div>{html}</div>")] == [src]


CAPTIONS = [
    ("<figure><img src=/a.jpg alt='Ein Hund'><figcaption>Der Hund am See.</figcaption></figure>", "Der Hund am See.", ""),  # noqa: E501
    ("<figure><img src=/a.jpg><figcaption>Der Hund. <span class=credit>Foto: Ada</span></figcaption></figure>", "Der Hund.",  # noqa: E501
     "Foto: Ada"),
    ("<figure><img src=/a.jpg><figcaption>The dog. Photo: Ada Byron</figcaption></figure>", "The dog.", "Photo: Ada Byron"),  # noqa: E501
    ("<figure><img src=/a.jpg><figcaption>小狗。图片来源：新华社</figcaption></figure>", "小狗。", "图片来源：新华社"),
    ("<div class='wp-caption'><a href=/b><img src=/a.jpg></a><p class='wp-caption-text'>The dog</p></div>", "The dog", ""),  # noqa: E501
    ("<div class='image'><img src=/a.jpg><div class='image-credit'>© Ada</div></div>", "", "© Ada"),
    ("<figure><img src=/a.jpg><figcaption>DROPPED by the judge of text</figcaption></figure>", "DROPPED by the judge of text", ""),  # noqa: E501
    ("<p><img src=/a.jpg></p>", "", ""),
]  # fmt: skip


@pytest.mark.parametrize(("html", "caption", "credit"), CAPTIONS)
def test_caption(html, caption, credit):
    (figure,) = inside(html)
    assert figure.caption == ((Text(caption),) if caption else ())
    assert figure.credit == credit


def test_size_and_alternative_text():
    (figure,) = inside("<img src=/a.jpg width=640 height='480px' alt=' Ein\n Hund '>")
    assert (figure.width, figure.height, figure.alt) == (640, 480, "Ein Hund")


FURNITURE = [
    "<img src='/p.gif' width=1 height=1>",
    "<img src='/i.png' width=24 height=24>",
    "<img src='/i.png' width=90 height=80>",
    "<img src='/line.png' width=600 height=20>",
    "<img class='avatar' src='/ada.jpg'>",
    "<img src='/img/site-logo.png'>",
    "<img src='https://secure.gravatar.com/x'>",
    "<img src='data:image/png;base64,AA'>",
    "<img alt='nothing'>",
    "<img src='javascript:x'>",
    "<img class='mwe-math-fallback-image-inline' src='/m.png' alt='x^2'>",
    "<div class='card'><a href='/n'><img src='/n.jpg'><h3>DROPPED other story</h3></a></div>",
    "<aside><img src='/n.jpg'><p>DROPPED</p></aside>",
]


@pytest.mark.parametrize("html", FURNITURE)
def test_furniture(html):
    assert inside(html) == []


def test_lead_picture_and_pictures_elsewhere():
    other = "".join(f"<p>DROPPED {number}</p>" for number in range(20))
    html = (
        f"<body><header><img src=/banner.jpg></header><nav><img src=/nav.jpg>{other}</nav><main><article>"
        f"<figure><img src=/lead.jpg></figure><h1>DROPPED title</h1><p>DROPPED byline</p>{TEXT}</article>"
        f"<section>{other}<img src=/after.jpg>{other}</section></main></body>"
    )
    assert [(figure.src, figure.lead) for figure in figures(html)] == [("https://example.org/lead.jpg", True)]


def test_all_pictures_of_the_article():
    html = f"<article>{TEXT}<img class=avatar src=/ada.jpg width=40 height=40>{TEXT}</article>"
    assert [figure.src for figure in figures(html, judge=judge_all)] == ["https://example.org/ada.jpg"]


def test_nothing_kept_means_no_pictures():
    assert figures("<p>DROPPED</p><img src=/a.jpg>") == []


def test_verdict_has_a_reason():
    (figure,) = inside("<img src=/a.jpg>")
    assert isinstance(figure, Figure)
    assert figure.reason == "in the article"
    assert 0.5 <= figure.relevance <= 1
