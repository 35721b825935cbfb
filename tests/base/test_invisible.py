"""Invisible characters: what goes, what stays, in a text and in the source of a page."""

from __future__ import annotations

import time
from html import unescape

import pytest

import printworthy
from printworthy.base.invisible import visible, visible_page

FLAG = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
GONE = {
    "tags": ("Read on\U000e0069\U000e0067\U000e006e", "Read on"),
    "tags after another emoji": ("\U0001f600\U000e0067\U000e0062\U000e007f", "\U0001f600"),
    "a flag without end": ("\U0001f3f4\U000e0067\U000e0062\U000e0065", "\U0001f3f4"),
    "soft hyphen": ("Wort\u00adtrennung", "Worttrennung"),
    "zero-width space": ("zero\u200bwidth", "zerowidth"),
    "byte order mark": ("\ufeffTitle\ufeff", "Title"),
    "word joiner": ("10\u2060km", "10km"),
    "invisible operators": ("f\u2061(x)\u2062y\u2063z\u2064w", "f(x)yzw"),
    "joiners in Latin": ("auf\u200clegen\u200d", "auflegen"),
    "bidi marks": ("left\u200e to\u200f right\u061c", "left to right"),
    "overrides": ("user\u202egnp.exe\u202c", "usergnp.exe"),
    "isolates": ("\u2068Maren\u2069", "Maren"),
    "Hangul fillers": ("a\u3164b\u115fc\u1160d\uffa0e", "abcde"),
    "vowel separator": ("a\u180eb", "ab"),
    "grapheme joiner": ("a\u034fb", "ab"),
    "selectors after a letter": ("a\ufe0fb\ufe00", "ab"),
    "a run of selectors": ("\U0001f600\U000e0158\U000e0155\U000e0155", "\U0001f600"),
    "a second selector": ("\u2764\ufe0f\ufe0e\ufe0d", "\u2764\ufe0f"),
    "a run of joiners": ("\u0645\u06cc\u200c\u200d\u200c\u062e", "\u0645\u06cc\u200c\u062e"),
    "annotations": ("a\ufff9b\ufffac\ufffb", "abc"),
}
STAYS = {
    "Persian": "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "Hindi": "\u0915\u094d\u200d\u0937 \u0930\u094d\u200c\u092f",
    "Malayalam": "\u0d28\u0d4d\u200d",
    "Sinhala": "\u0dc1\u0dca\u200d\u0dbb\u0dd3",
    "Bengali": "\u09b0\u200d\u09cd\u09af",
    "Khmer": "\u1780\u17d2\u179a\u17bb\u1784\u200b\u1797\u17d2\u1793\u17c6",
    "Thai": "\u0e16\u0e19\u0e19\u200b\u0e2a\u0e32\u0e22",
    "Burmese": "\u1019\u103c\u1014\u103a\u200b\u1019\u102c",
    "Hebrew": "\u05e9\u05dc\u05d5\u05dd\u200f! (C++\u200e)",
    "Arabic": "\u0627\u0644\u0644\u063a\u0629 \u2066C++\u2069",
    "family": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "heart on fire": "\u2764\ufe0f\u200d\U0001f525",
    "runner": "\U0001f3c3\U0001f3fd\u200d\u2642\ufe0f",
    "rainbow flag": "\U0001f3f3\ufe0f\u200d\U0001f308",
    "England": f"{FLAG} won",
    "keycap": "1\ufe0f\u20e3",
    "copyright": "\u00a9\ufe0f",
    "Japanese name": "\u845b\U000e0100\u57ce",
    "Mongolian": "\u182e\u1823\u1829\u180b",
    "plain": "Nothing – to “do” here…",
}


@pytest.mark.parametrize("name", GONE)
def test_goes(name: str) -> None:
    text, wanted = GONE[name]
    assert visible(text) == wanted
    assert visible_page(f"<p>{text}</p>".encode()).decode() == f"<p>{wanted}</p>"


@pytest.mark.parametrize("name", STAYS)
def test_stays(name: str) -> None:
    assert visible(STAYS[name]) == STAYS[name]
    assert visible_page(f"<p>{STAYS[name]}</p>".encode()).decode() == f"<p>{STAYS[name]}</p>"


@pytest.mark.parametrize("name", [*GONE, *STAYS])
@pytest.mark.parametrize("form", ["&#x{:X};", "&#{};", "&#x{:05x};"])
def test_as_references(name: str, form: str) -> None:
    text, wanted = GONE[name] if name in GONE else (STAYS[name], STAYS[name])
    source = "".join(form.format(ord(one)) for one in text)
    assert unescape(visible_page(f"<p>{source}</p>".encode()).decode()) == f"<p>{wanted}</p>"


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("Wort&shy;trennung &shyab", "Worttrennung ab"),
        ("a&zwnj;b&zwj;c&lrm;d&rlm;e", "abcde"),
        ("a&ZeroWidthSpace;b&NoBreak;c&NegativeThinSpace;d&it;e&ic;f&af;g", "abcdefg"),
        ("a&#8203b &#x200Bcd", "ab &#x200Bcd"),
        ("&amp;shy; &copy; &#8217; &#8230; &italic; &ic", "&amp;shy; &copy; &#8217; &#8230; &italic; &ic"),
        ('<a href="/a\u200bb?x=1&shy=2" title="c\u200bd">e\u200bf</a>',
            '<a href="/a%E2%80%8Bb?x=1&shy=2" title="cd">ef</a>'),
        ('<p class="a\u200bb" id="c\u00ad">', '<p class="a\u200bb" id="c\u00ad">'),
        ('<meta content="A\u00adB"><meta content="https://e.org/\u200b">',
            '<meta content="AB"><meta content="https://e.org/%E2%80%8B">'),
    ],
)  # fmt: skip
def test_source(source: str, wanted: str) -> None:
    assert visible_page(source.encode()).decode() == wanted


@pytest.mark.parametrize(
    "source",
    [
        "<\u200bscript>",
        "<\U000e0041b>",
        "&#82\u200b03;",
        "&l\u200bt;b>",
        "<!-- <i> -\u200b-> x -->",
        "<!-- > --\u00ad!> x",
    ],
)
def test_nothing_becomes_markup(source: str) -> None:
    found = visible_page(source.encode()).decode()
    assert found == source.replace("\u200b", " ").replace("\U000e0041", " ").replace("\u00ad", " ")


def test_code_loses_only_what_deceives() -> None:
    source = "<pre>a\u200bb\u00ad\u202ec\u2066d\U000e0041</pre><p>e\u200bf</p>"
    assert visible_page(source.encode()).decode() == "<pre>a\u200bb\u00adcd</pre><p>ef</p>"


def test_metadata() -> None:
    story = "<p>The board agreed on Tuesday to rebuild the pier, which storms had broken twice in four years.</p>" * 6
    html = (
        '<html><head><title>Har\u00adbour\u200b news</title><meta name="author" content="Ma\u200bren Holt\u200e">'
        '<script type="application/ld+json">{"@type":"NewsArticle","headline":"Har\\u00adbour\\u200b news",'
        '"author":{"@type":"Person","name":"Ma\\u200bren Holt\\udb40\\udc41"}}</script></head>'
        f"<body><article><h1>Har&shy;bour&#8203; news</h1>{story}</article></body></html>"
    )
    article = printworthy.extract(html, "https://example.org/a")
    assert (article.title, article.authors) == ("Harbour news", ("Maren Holt",))


@pytest.mark.parametrize(
    "html",
    [
        "a\u200b".encode() * 300_000,
        b"&#8203;x" * 300_000,
        b'<a title="' + "x\u200b".encode() * 20_000,
        b"<" + b"a=" * 2_000_000 + "\u200b".encode() * 9,
        ("x" * 50 + "\u200e").encode() * 30_000,
    ],
    ids=["many", "references", "one tag", "one attribute", "marks"],
)
def test_time_is_linear(html: bytes) -> None:
    start = time.process_time()
    visible_page(html)
    assert time.process_time() - start < 5
