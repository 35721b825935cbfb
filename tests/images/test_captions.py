"""Captions are found as publishing systems write them, with their credit apart."""

from __future__ import annotations

import pytest

from printworthy.base.links import Resolver
from printworthy.images.candidates import find_candidates
from printworthy.images.captions import find_caption, is_credit, part
from printworthy.images.page_context import KeptRange
from tests.building import URL, read

TEXT = "<p>" + "Ein Satz mit Worten. " * 5 + "</p>"


def caption_of(html):
    tree, columns, kept = read(f"<main><article>{TEXT}{html}{TEXT}</article></main>")
    candidates = find_candidates(tree, KeptRange(columns, kept), Resolver(URL))
    return find_caption(candidates[0], columns)


CAPTIONS = [
    ("figcaption", "<figure><img src=/a.jpg alt='Ein Hund'><figcaption>Der Hund am See.</figcaption></figure>", "Der Hund am See.", ""),  # noqa: E501
    ("credit by class", "<figure><img src=/a.jpg><figcaption>Der Hund. <span class=credit>Foto: Ada</span></figcaption></figure>", "Der Hund.", "Foto: Ada"),  # noqa: E501
    ("credit said", "<figure><img src=/a.jpg><figcaption>The dog. Photo: Ada Byron</figcaption></figure>", "The dog.", "Photo: Ada Byron"),  # noqa: E501
    ("Chinese", "<figure><img src=/a.jpg><figcaption>小狗。图片来源：新华社</figcaption></figure>", "小狗。", "图片来源：新华社"),  # noqa: E501
    ("Polish", "<figure><img src=/a.jpg><figcaption>Pies nad jeziorem. Fot. Jan Nowak / Agencja Gazeta</figcaption></figure>", "Pies nad jeziorem.", "Fot. Jan Nowak / Agencja Gazeta"),  # noqa: E501
    ("Arabic", "<figure><img src=/a.jpg><figcaption>كلب عند البحيرة. تصوير: أحمد</figcaption></figure>", "كلب عند البحيرة.", "تصوير: أحمد"),  # noqa: E501
    ("WordPress", "<div class='wp-caption'><a href=/b><img src=/a.jpg></a><p class='wp-caption-text'>The dog</p></div>", "The dog", ""),  # noqa: E501
    ("Drupal", "<div class='field-name-field-image'><img src=/a.jpg><div class='image-field-caption'><p>The dog</p></div></div>", "The dog", ""),  # noqa: E501
    ("AMP", "<figure><amp-img src=/a.jpg></amp-img><figcaption>The dog</figcaption></figure>", "The dog", ""),
    ("figcaption beside", "<div class='hero__media'><figure><img src=/a.jpg></figure><figcaption>The dog</figcaption></div>", "The dog", ""),  # noqa: E501
    ("nothing but a credit", "<div class='image'><img src=/a.jpg><div class='image-credit'>© Ada</div></div>", "© Ada", ""),  # noqa: E501
    ("credit in the next line", "<p><img src=/a.jpg></p><p>Image source: Ada</p>", "Image source: Ada", ""),
    ("aria", "<div><img src=/a.jpg aria-describedby=c1><div><p id=c1>The dog</p></div></div>", "The dog", ""),
    ("attribute", "<div><img src=/a.jpg data-caption='&lt;p&gt;The dog&lt;/p&gt;'></div>", "The dog", ""),
    ("line under it", "<div><img src=/a.jpg><br>The dog at the lake</div>", "The dog at the lake", ""),
    ("slanted", "<p><img src=/a.jpg><em>The dog at the lake</em></p>", "The dog at the lake", ""),
    ("alternative text is none", "<p><img src=/a.jpg alt='Ein Hund'></p>", "", ""),
    ("a paragraph is none", f"<p><img src=/a.jpg>{'Ein Satz mit Worten. ' * 9}</p>", "", ""),
    ("a title is none", "<div class='banner-caption image'><img src=/a.jpg><div class=caption><h2>Der Titel</h2></div></div>", "", ""),  # noqa: E501
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "text", "credit"), [case[1:] for case in CAPTIONS], ids=[case[0] for case in CAPTIONS]
)
def test_caption(html, text, credit):
    found = caption_of(html)
    assert (found.text, found.credit) == (text, credit)


def test_a_caption_of_a_gallery_is_none_of_its_pictures():
    html = "<div class=gallery><img src=/a.jpg><img src=/b.jpg><img src=/c.jpg><p class=caption>Three dogs</p></div>"
    assert caption_of(html).text == ""


def test_hull_holds_picture_and_caption_only():
    html = "<div class=wrap><figure><img src=/a.jpg><figcaption>The dog</figcaption></figure></div>"
    tree, columns, kept = read(f"<article>{TEXT}{html}{TEXT}</article>")
    (candidate,) = find_candidates(tree, KeptRange(columns, kept), Resolver(URL))
    assert columns.key[find_caption(candidate, columns).hull] == "wrap"


PARTS = [
    ("The dog. (Photo: Ada)", "", "The dog.", "Photo: Ada"),
    ("The dog | © 2019 Jon Norris", "", "The dog", "© 2019 Jon Norris"),
    ("Cycling. Image: Courtesy Ada/Parks", "Image: Courtesy Ada/Parks", "Cycling.", "Image: Courtesy Ada/Parks"),
    ("Der Hund. Quelle: Ada", "", "Der Hund.", "Quelle: Ada"),
    ("The dog in the photo by the lake", "", "The dog in the photo by the lake", ""),
    ("Photo: Ada", "", "Photo: Ada", ""),
    ("", "Ada", "Ada", ""),
    ("", "", "", ""),
]


@pytest.mark.parametrize(("text", "credit", "caption", "apart"), PARTS)
def test_part(text, credit, caption, apart):
    assert part(text, credit) == (caption, apart)


@pytest.mark.parametrize(
    ("text", "credit"),
    [("Source: Ada", True), ("Foto: dpa", True), ("A dog. Foto: dpa", False), ("Sources differ", False)],
)
def test_is_credit(text, credit):
    assert is_credit(text) is credit
