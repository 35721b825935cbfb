"""The pictures of the article, each once, with the lead marked, wherever and however the page shows them."""

from __future__ import annotations

from time import process_time

import pytest

from printworthy.base.links import Resolver
from printworthy.build.document import BuildBase, build
from printworthy.data.article import Article
from printworthy.data.blocks import NOWHERE, Figure, Gallery, Paragraph, Text
from printworthy.images.figures import find_figures, linked_data_pictures, named_pictures
from printworthy.options import Options
from printworthy.parse.lexbor import parse
from printworthy.reading.extract import extract
from tests.building import URL, read
from tests.images.illustrating import TEXT, figures, illustrate, inside

SITE = "https://example.org"
LINKS = Resolver("https://example.org/news/story.html")


def article(body: str, head: str = "") -> Article:
    """The article of a page, built with its figures."""
    tree, columns, kept = read(f"<html><head>{head}</head><body>{body}</body></html>")
    found = find_figures(tree, columns, kept, URL)
    return Article(blocks=build(tree, columns, kept, BuildBase(URL, found.figures)).blocks)


KINDS = [
    ("amp", '<amp-img src="/a.jpg" width="600" height="400"></amp-img>', "a.jpg"),
    ("noscript twin", '<img class="lazyload" src="data:image/gif;base64,R0"><noscript><img src="/a.jpg"></noscript>', "a.jpg"),  # noqa: E501
    ("noscript copy", '<img src="/a.jpg"><noscript><img src="/a.jpg"></noscript>', "a.jpg"),
    ("poster", '<video poster="/a.jpg" width=640 height=360><source src="/v.mp4"></video>', "a.jpg"),
    ("background", """<div class="hero-image" style="background-image:url('/a.jpg')"></div>""", "a.jpg"),
    ("same file twice", '<img src="/lake-300x200.jpg"><img src="/lake.jpg">', "lake-300x200.jpg"),
]  # fmt: skip


@pytest.mark.parametrize(("html", "file"), [case[1:] for case in KINDS], ids=[case[0] for case in KINDS])
def test_kinds_of_pictures_reach_the_document(html, file):
    made = article(f"<main><article>{TEXT}<div>{html}</div>{TEXT}</article></main>")
    assert [figure.src for figure in made.images] == [f"{SITE}/{file}"]


def test_backgrounds_of_anything_else_are_none():
    assert inside("<div class=box style=\"background:url('/paper.jpg')\"></div>") == []


def test_size_and_alternative_text():
    (figure,) = inside("<p><img src=/a.jpg width=640 height='480px' alt=' Ein\n Hund '></p>")
    assert (figure.width, figure.height, figure.alt) == (640, 480, "Ein Hund")
    (figure,) = inside("<p><img src=/lake-640x480.jpg></p>")
    assert (figure.width, figure.height) == (640, 480)


def test_lead_picture_and_pictures_elsewhere():
    other = "".join(f"<p>DROPPED {number}</p>" for number in range(20))
    html = (
        f"<header><img src=/banner.jpg></header><nav><img src=/nav.jpg>{other}</nav><main><article>"
        f"<figure><img src=/lead.jpg></figure><h1>DROPPED title</h1><p>DROPPED byline</p>{TEXT}</article>"
        f"<section>{other}<img src=/after.jpg>{other}</section></main><footer><img src=/f.jpg></footer>"
    )
    assert [(figure.src, figure.lead) for figure in figures(html)] == [(f"{SITE}/lead.jpg", True)]


def test_pictures_stand_where_they_stood_and_galleries_are_one_block():
    html = f"<article>{TEXT}<p><img src=/a.jpg width=600 height=400></p><p><img src=/b.jpg width=600 height=400></p>{TEXT}</article>"  # noqa: E501
    kinds = [type(block) for block in article(html).blocks]
    assert kinds == [Paragraph, Gallery, Paragraph]
    assert len(article(html).images) == 2


NAMED = "<meta property='og:image' content='/named.jpg'>"


def test_the_picture_that_only_the_head_names_leads():
    made = article(f"<article>{TEXT}{TEXT}</article>", NAMED)
    first = made.blocks[0]
    assert isinstance(first, Figure)
    assert (first.src, first.lead) == (f"{SITE}/named.jpg", True)


HEADS = [
    ("shown in the body", NAMED, "<figure><img src='/named-800x600.jpg'></figure>", ["named-800x600.jpg"]),
    ("others in the body", NAMED, "<figure><img src=/a.jpg></figure>", ["a.jpg"]),
    ("others, but linked data agrees", NAMED + '<script type="application/ld+json">{"@type":"Article","image":"/named.jpg"}</script>',  # noqa: E501
     "<figure><img src=/a.jpg></figure>", ["named.jpg", "a.jpg"]),
    ("one picture for all pages", "<meta property='og:image' content='/default-share.jpg'>", "", []),
    ("linked data alone", '<script type="application/ld+json">{"@type":"Article","image":"/x.jpg"}</script>', "", ["x.jpg"]),  # noqa: E501
]  # fmt: skip


@pytest.mark.parametrize(("head", "html", "files"), [case[1:] for case in HEADS], ids=[case[0] for case in HEADS])
def test_head_and_body(head, html, files):
    made = article(f"<article>{TEXT}{html}{TEXT}</article>", head)
    assert [figure.src for figure in made.images] == [f"{SITE}/{file}" for file in files]


def test_the_first_picture_that_the_head_names_is_the_lead():
    (first,) = article(f"<article>{TEXT}<figure><img src=/named.jpg></figure>{TEXT}</article>", NAMED).images
    assert first.lead


def test_nothing_kept_means_no_pictures():
    found = illustrate(f"<html><head>{NAMED}</head><body><p>DROPPED</p><img src=/a.jpg>")
    assert found.figures == {}


LANGUAGES = [
    ("de", "Der Turm von Straßburg steht seit Jahrhunderten, und Straßburg ist stolz darauf. ", "Der Turm in Straßburg", "Foto: Anna Groß"),  # noqa: E501
    ("pl", "Wieża w Krakowie stoi od wieków, a Kraków jest z niej dumny. ", "Wieża w Krakowie", "Fot. Jan Żak"),
    ("zh", "北京的塔楼已经矗立了几个世纪，北京为此感到自豪。人们从各地来看它。", "北京的塔楼。", "图片来源：新华社"),
    ("ar", "يقف البرج في القاهرة منذ قرون وتفخر القاهرة به كثيرا كل عام. ", "البرج في القاهرة.", "تصوير: أحمد علي"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("sentence", "caption", "credit"), [case[1:] for case in LANGUAGES], ids=[case[0] for case in LANGUAGES]
)
def test_languages(sentence, caption, credit):
    text = f"<p>{sentence * 6}</p>"
    figure = f"<figure><img src=/a.jpg><figcaption>{caption} {credit}</figcaption></figure>"
    card = "<div class=related><a href=/n><img src=/n.jpg>DROPPED</a></div>"
    (found,) = figures(f"<article>{text}{figure}{text}{card}</article>")
    assert (found.src, found.caption, found.credit) == (f"{SITE}/a.jpg", (Text(caption),), credit)


def test_many_pictures_are_bounded():
    html = "".join(f"<p><img src='/{number}/photo-of-it.jpg' width=600 height=400> Wort.</p>" for number in range(5000))
    tree, columns, kept = read(f"<article>{TEXT}{html}</article>")
    start = process_time()
    found = find_figures(tree, columns, kept, URL)
    assert process_time() - start < 2
    assert 0 < len(found.figures) <= 600


STORY = (
    "The old clock of the tower in Aldermoor was wound by hand every week for more than a hundred years.",
    "Nobody in the town knew who had built it, and the parish books of that time were lost in a fire.",
    "When the weights came down in the winter of the great frost, the verger carried them up again himself.",
    "He oiled the wheels with goose fat, which froze, so that the hands stood still until the thaw in March.",
    "A maker from the city offered a new movement, driven by electricity, and the council nearly bought it.",
    "It was the children who collected the money for a repair, by selling cake under the lime trees.",
)


def page() -> str:
    """A page that the default method reads whole."""
    text = [
        f"<p>{sentence} The people of the market place set their watches by it all the same.</p>" for sentence in STORY
    ]
    figure = "<figure><img src=/clock.jpg><figcaption>The clock of Aldermoor</figcaption></figure>"
    body = "".join((*text[:3], figure, *text[3:]))
    return f"<html><head><title>The clock</title>{NAMED}</head><body><article><h1>The clock</h1>{body}</article>"


def test_no_option_about_pictures_changes_the_text():
    made = {images: extract(page(), URL, Options(images=images)) for images in ("relevant", "all", "none")}
    assert len({one.text for one in made.values()}) == 1
    assert {images: len(one.images) for images, one in made.items()} == {"relevant": 1, "all": 1, "none": 0}


def test_the_trace_tells_of_pictures():
    made = extract(page(), URL)
    assert len(made.trace.pictures) == 0
    assert [figure.src for figure in made.images] == [one.src for one in made.trace.pictures if one.kept]


def test_a_picture_from_nowhere_has_its_own_key():
    assert list(illustrate(f"<html><head>{NAMED}</head><body><article>{TEXT}</article>").figures) == [NOWHERE]


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
