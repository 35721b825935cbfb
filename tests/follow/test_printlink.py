"""Links to print pages: found by words and address together, and none by one of them alone.

Covers: printworthy.follow.print_evidence, printworthy.follow.hrefs.
"""

from __future__ import annotations

from urllib.parse import urljoin

import pytest

from printworthy.base.languages import by_language
from printworthy.follow.hrefs import same_owner
from printworthy.follow.print_evidence import load_phrases, normalise_label, says_print
from printworthy.reading.extract import find_print_link

URL = "https://www.paper.example/news/2026/05/bridge-reopens-after-repairs-48213.html"
ARCHIVE = "https://archive.example/web/2013"
TWIN = "https://www.paper.example/print/48213"


def page(body: str, head: str = "") -> str:
    return f"<html><head>{head}</head><body><nav><a href='/'>Home</a></nav><p>Text</p>{body}</body></html>"


@pytest.mark.parametrize(
    "link",
    [
        '<a href="/print/48213">Print</a>',
        '<a href="/print/48213">  » PRINT this\n article … </a>',
        '<a href="/print/48213"><img src="x.gif" alt="Printer-friendly version"></a>',
        '<a href="/print/48213" title="Print This Article"><img src="print_14x13.gif"></a>',
        '<a href="/print/48213"><img src="print.png" alt="print"> Print</a>',
        '<a href="/print/48213"><img src="p.gif"></a> Printable version',
        '<a href="/print/48213" aria-label="Print"><svg><path d="M0 0"/></svg></a>',
        '<a href="/print/48213"><svg><title>Drucken</title></svg></a>',
        '<a href="/print/48213"><i class="fa fa-print"></i><span class="sr-only">Imprimir</span></a>',
        '<a href="/print/48213"><i class="fa fa-print"></i></a>',
        '<a href="/print/48213"><img src="/img/icon_print.gif"></a>',
        '<a href="/print/48213">Drucken (öffnet in neuem Fenster)</a>',
        '<a href="/print/48213" title="Printable version of this page [p]">Printable version</a>',
        '<a href="/print/48213">Print Drucken</a>',
        '<a href="/print/48213">打印本页</a>',
        '<a href="//www.paper.example/print/48213">Версия для печати</a>',
        '<a href="/print/48213">印刷用ページ</a>',
        '<a href="/print/48213">Printer-friendly version</a>',
        '<a href="/print/48213">মুদ্রণযোগ্য সংস্করণ</a>',
        '<a href="/print/48213">(Print)</a>',
        '<a href="#print">Print</a><a href="javascript:print()">Print</a><a href="/print/48213">Print</a>',
        '<a href="/print/48213.pdf">Print</a><a href="/print/48213">Print</a>',
    ],
)
def test_found(link: str) -> None:
    assert find_print_link(page(link), URL) == TWIN


SHORT = "https://www.kitchen.example/soup"


@pytest.mark.parametrize(
    ("here", "href", "label"),
    [
        (SHORT, "/soup/print", "Print"),
        (SHORT, "/print/soup", "Drucken"),
        (SHORT, "/soup_print", "Stampa"),
        (f"{SHORT}.html", "/soup.print.html", "Imprimir"),
        (f"{SHORT}.html", "/soup-printerfriendly.html", "Printable"),
        (SHORT, "/wprm_print/grandmothers-leek-and-potato", "Print"),
        (SHORT, "/wprm_print/8118", "Print Recipe"),
        (SHORT, "/node/9912/print", "Print this page"),
        (SHORT, "/tools/print/99120", "Imprimer"),
        (SHORT, "/print.php?storyid=77", "Print"),
        (SHORT, "/print.php?a=soup", "Print"),
        ("https://wiki.example/wiki/Leek", "/w/index.php?title=Leek&printable=yes", "Printable version"),
        ("https://book.example/guide/ch04-leeks.html", "/guide/print.html", "Print this book"),
        ("https://docs.example/a/leeks/cooking/", "/a/leeks/_print/", "Print entire section"),
        (SHORT, "/printer-friendly/leek-and-potato", "Printer friendly"),
        (f"{SHORT}?id=77", "/soup?id=77&mode=print", "Print"),
        (SHORT, "?type=98", "Drucken"),
        ("https://forum.example/viewtopic.php?t=12", "/viewtopic.php?t=12&view=print", "Print view"),
        ("https://forum.example/index.php?topic=5890.0", "/index.php?action=printpage;topic=5890.0", "Print"),
    ],
)
def test_forms_of_addresses(here: str, href: str, label: str) -> None:
    links = '<a href="?action=help">Help</a><a href="?action=login">Login</a><a href="?action=search">Search</a>'
    found = find_print_link(page(f'{links}<a href="{href}">{label}</a>'), here)
    assert found == urljoin(here, href)


@pytest.mark.parametrize(
    ("here", "body"),
    [
        # Printing as a trade, a subject, a paper: the same words, and addresses that speak of print.
        ("https://agency.example/services", '<a href="/services/print">Print</a><a href="/services/web">Web</a>'
         '<a href="/services/brands">Brands</a>'),
        ("https://agency.example/work", '<a href="/work?kind=print">Print</a><a href="/work?kind=web">Web</a>'
         '<a href="/work?kind=film">Film</a>'),
        ("https://agency.example/work", '<a href="/work?filter=print">Print</a>'),
        ("https://art.example/sunset", '<a href="/sunset?attribute_format=print">Print</a>'),
        ("https://art.example/sunset", '<a href="/sunset?variant=448821">Print</a>'),
        ("https://art.example/sunset", '<a href="/sunset?share=print">Click to print</a>'),
        (URL, '<a href="/tag/4521/print">Print</a>'),
        (URL, '<a rel="tag" href="/print/4521">print</a>'),
        (URL, '<a href="/print-version/">Print version</a>'),
        (URL, '<a href="/abo/print/4711">Print</a>'),
        (URL, '<a href="https://abo.paper.example/print?cid=4711">Print</a>'),
        (URL, '<a href="/magazine/print-issue-45">Print</a>'),
        (URL, '<a href="/printables/4410">Printable</a>'),
        (URL, '<a href="/printable-checklist/">printable version</a>'),
        (URL, '<a href="/coloriages-a-imprimer/4511-dragon">À imprimer</a>'),
        (URL, '<a href="/comunicati-stampa/2023-45">Stampa</a>'),
        (URL, '<a href="/area-stampa-12.html">Stampa</a>'),
        (URL, '<a href="/books/print-48.html">Print book</a>'),
        (URL, '<a href="/print/issue/48">Print issue</a>'),
        (URL, '<a href="/printpdf/48213">Print</a>'),
        ("https://docs.example/language-reference-echo", '<a href="/language-reference-print">print</a>'),
        # A list of articles, each with a print link of its own.
        ("https://blog.example/", '<a href="/first-post-of-may/print/11">Print this post</a>'
         '<a href="/other-post-of-may/print/12">Print this post</a>'),
        ("https://blog.example/archive", '<a href="/archive/a-post/print">Print this post</a>'),
    ],
)  # fmt: skip
def test_only_the_word_is_the_same(here: str, body: str) -> None:
    assert find_print_link(page(body), here) is None


def test_alternate_of_another_type() -> None:
    head = '<link rel="alternate" media="print" type="application/pdf" href="/p">'
    assert find_print_link(page("", head), URL) is None


def test_the_styles_of_an_icon_are_no_words() -> None:
    icon = "<svg><style>.a { fill: none }</style><path class='a'/></svg>"
    assert find_print_link(page(f'<a href="/print/48213">{icon} Print</a>'), URL) == TWIN


@pytest.mark.parametrize(
    ("link", "found"),
    [
        ('<a href="?view=print">Print</a>', f"{URL}?view=print"),
        ('<a href="?type=98">Drucken</a>', f"{URL}?type=98"),
        ('<a href="bridge-reopens-after-repairs-48213-print.html">Print view</a>', URL.replace(".html", "-print.html")),
        (f'<a href="{URL}?print=1"></a>', f"{URL}?print=1"),
        ('<a href="/tools/print/99120">Imprimer</a>', "https://www.paper.example/tools/print/99120"),
        ('<a href="https://m.paper.example/print/48213">Print</a>', "https://m.paper.example/print/48213"),
    ],
)
def test_addresses(link: str, found: str) -> None:
    assert find_print_link(page(link), URL) == found


@pytest.mark.parametrize(
    "link",
    [
        '<a href="#">Print</a>',
        '<a href="">Print</a>',
        "<a>Print</a>",
        '<a href="#print">Print this article</a>',
        f'<a href="{URL}#print">Print</a>',
        '<a href="javascript:window.print()">Print</a>',
        '<a href=" JavaScript:print()">Print</a>',
        '<a href="printPage(48213)">Print</a>',
        '<a href="mailto:print@paper.example?subject=48213">Print</a>',
        f'<a href="{URL}">Print this page</a>',
        f'<a href="{URL}?utm_source=print">Print this page</a>',
        '<a href="/print/48213.pdf">Print</a>',
        '<a href="/pdf/print/48213">Print</a>',
        '<a href="/print/{{id}}">Print</a>',
        '<a href="https://printfriendly.example.com/print/48213">Print</a>',
        '<a href="/print-edition/">Print</a>',
        '<a href="/shop/prints-48213">Prints</a>',
        '<a href="/subscribe/print/">Print</a>',
        '<a href="https://offers.paper.example/print/">Print</a>',
        '<a href="/products?type=PrintProduct">Print</a>',
        '<a href="/print/48213">Reprints</a>',
        '<a href="/print/48213">3D printing</a>',
        '<a href="/print/48213">Why the print run sold out</a>',
        '<a href="/tests/drucker-48213">Drucker</a>',
        '<a href="/news/fine-print-77777.html">The fine print</a>',
        '<a href="/printmail/48213" title="Send by mail"><i class="print-mail icon-print"></i></a>',
        '<button data-url="/print/48213">Print</button>',
        '<a href="/a/48213">Read more</a>',
        '<a href="/print/48213">Save as PDF / print</a>',
    ],
)
def test_not_found(link: str) -> None:
    assert find_print_link(page(link), URL) is None


def test_alternate_for_print() -> None:
    head = '<link rel="alternate" media="print" href="/print/48213"><link rel="stylesheet" media="print" href="/p.css">'
    assert find_print_link(page("", head), URL) == TWIN
    assert find_print_link(page("", '<link rel="alternate stylesheet" media="print" href="/p">'), URL) is None
    assert find_print_link(page("", '<link rel="alternate" media="handheld" href="/p">'), URL) is None


def test_base_href() -> None:
    assert find_print_link(page('<a href="print/48213">Print</a>', '<base href="/">'), URL) == TWIN


def test_the_surer_link_wins() -> None:
    links = '<a href="/print/99999">Print</a><a href="/print/48213">Print this article</a>'
    assert find_print_link(page(links), URL) == TWIN


@pytest.mark.parametrize("html", ["", b"%PDF-1.7", "<a href='http://[::1'>Print</a>", b"\x00\xff" * 50, "<a" * 5000])
def test_garbage(html: str | bytes) -> None:
    assert find_print_link(html, URL) is None
    assert find_print_link(html, "") is None


def test_languages() -> None:
    groups = [by_language(group) for group in ("print_this", "print", "next_part", "whole_article")]
    assert len(groups[0]) >= 50
    for group in groups:
        assert set(group) == set(groups[0])
        assert all(group.values())
    assert all(phrase == normalise_label(phrase) and len(phrase) <= 80 for kind in load_phrases() for phrase in kind)


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("Print", "bare"),
        ("print this story", "page"),
        ("Druckoptimierte Version dieser Seite anzeigen.", "page"),
        ("Imprimer cet article Imprimer", "page"),
        ("طباعة", "bare"),
        ("মুদ্রণযোগ্য সংস্করণ", "page"),
        ("인쇄하기", "bare"),
        ("blueprint", ""),
        ("Print Edition", ""),
        ("Printers", ""),
        ("", ""),
    ],
)
def test_phrases(label: str, kind: str) -> None:
    assert says_print(normalise_label(label)) == kind


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("https://www.bbc.co.uk/a", "https://news.bbc.co.uk/b", True),
        ("https://a.co.uk/", "https://b.co.uk/", False),
        ("https://me.github.io/", "https://you.github.io/", False),
        ("https://x.example/", "https://X.EXAMPLE./", True),
        ("https://a.xn--p1ai/", "https://b.a.xn--p1ai/", True),
        ("https://a.xn--p1ai/", "https://b.xn--p1ai/", False),
        ("https://a.xn--p1ai/", "https://www.a.\u0440\u0444/", True),
        ("https://archive.example/web/20130217080612/http://a.org/x", f"{ARCHIVE}/http://b.org", False),
        ("https://archive.example/web/20130217080612/http://a.org/x", f"{ARCHIVE}/http://a.org", True),
        ("http://127.0.0.1/", "http://127.0.0.1/x", True),
        ("http://127.0.0.1/", "http://10.0.0.1/", False),
        ("", "", False),
    ],
)
def test_owners(one: str, other: str, same: bool) -> None:
    assert same_owner(one, other) is same
