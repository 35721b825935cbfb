from __future__ import annotations

import json
from importlib.resources import files

import pytest

from printworthy.follow.domains import same_owner
from printworthy.follow.phrases import load_phrases, normalise_label, says_print
from printworthy.whole.links import find_print_link

URL = "https://www.paper.example/news/2026/05/bridge-reopens-after-repairs-48213.html"
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
    content = json.loads((files("printworthy.follow") / "phrases.json").read_text("utf-8"))
    assert len(content) >= 25
    for language, kinds in content.items():
        assert set(kinds) == {"page", "bare", "next", "all"}, language
        assert all(kinds.values()), language
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
        ("http://127.0.0.1/", "http://127.0.0.1/x", True),
        ("http://127.0.0.1/", "http://10.0.0.1/", False),
        ("", "", False),
    ],
)
def test_owners(one: str, other: str, same: bool) -> None:
    assert same_owner(one, other) is same
