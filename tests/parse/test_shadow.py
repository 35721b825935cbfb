"""Shadow roots that a page declares: opened in place, slots filled, whatever the page holds."""

from __future__ import annotations

import time

import pytest

import printworthy
from printworthy.parse.shadow import with_shadows

CASES = {
    "slots": (
        '<my-card><template shadowrootmode="open"><h2><slot name="title">None</slot></h2><slot></slot></template>'
        '<span slot="title">Hi</span> rest <b>x</b></my-card>',
        '<my-card><h2><span slot="title">Hi</span></h2> rest <b>x</b></my-card>',
    ),
    "fallback": (
        "<my-card><template shadowrootmode=closed><slot name=a>One</slot><slot><p>Two</p></slot></template>\n"
        "</my-card>",
        "<my-card>One<p>Two</p></my-card>",
    ),
    "no slot": ('<div><template shadowroot="open"><p>In</p></template><p>Out</p></div>', "<div><p>In</p></div>"),
    "a slot that nobody asks for": (
        "<div><template shadowrootmode='open'><slot></slot></template><i slot='x'>Out</i>In</div>",
        "<div>In</div>",
    ),
    "nested": (
        '<a-a><template shadowrootmode="open"><b-b><template shadowrootmode="open"><em><slot></slot></em></template>'
        '<slot name="deep"></slot></b-b></template><p slot="deep">Light</p></a-a>',
        '<a-a><b-b><em><p slot="deep">Light</p></em></b-b></a-a>',
    ),
    "a host in a slot": (
        "<a-a><template shadowrootmode=open><slot></slot></template><b-b><template shadowrootmode=open>"
        "<u><slot></slot></u></template>text</b-b></a-a>",
        "<a-a><b-b><u>text</u></b-b></a-a>",
    ),
    "of Lit": (
        '<simple-greeter><template shadowroot="open" shadowrootmode="open"><style>h1{}</style><!--lit-part abc-->'
        "<h1>Hello, <!--lit-part-->World<!--/lit-part-->!</h1><slot></slot><!--/lit-part--></template> <p>More</p>"
        "</simple-greeter>",
        '<simple-greeter><style media="shadow">h1{}</style><!--lit-part abc--><h1>Hello, <!--lit-part-->World'
        "<!--/lit-part-->!</h1> <p>More</p><!--/lit-part--></simple-greeter>",
    ),
    "no host": (
        "<table><template shadowrootmode=open>x</template></table>",
        "<table><template shadowrootmode=open>x</template></table>",
    ),
    "the second one": (
        "<div><template shadowrootmode=open>y</template><template shadowrootmode=open>z</template></div>",
        "<div>y</div>",
    ),
    "unknown mode": (
        "<div><template shadowrootmode=ajar>y</template></div>",
        "<div><template shadowrootmode=ajar>y</template></div>",
    ),
    "open paragraphs": (
        "<div><template shadowrootmode=open><p>one<p>two <slot></slot></template>in</div>after",
        "<div><p>one<p>two in</div>after",
    ),
    "in a script": (
        "<script>'<div><template shadowrootmode=open>'</script><p>a",
        "<script>'<div><template shadowrootmode=open>'</script><p>a",
    ),
    "an ordinary template inside": (
        "<div><template shadowrootmode=open><template><p>x</p></template><p>y</p></template></div>",
        "<div><template><p>x</p></template><p>y</p></div>",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_opened(name: str) -> None:
    source, wanted = CASES[name]
    assert with_shadows(source.encode()).decode() == wanted


def test_a_page_without_is_returned_as_it_came() -> None:
    html = b"<p>shadow</p><template>x</template>"
    assert with_shadows(html) is html


def test_an_article_in_a_root() -> None:
    words = "The board agreed on Tuesday to rebuild the pier, which storms had broken twice in {} years."
    inside = "".join(f"<p>{words.format(number)}</p>" for number in range(2, 6))
    html = (
        '<html><title>Harbour news</title><body><app-page><template shadowrootmode="open"><main><article>'
        f'<h1><slot name="title"></slot></h1>{inside}<slot></slot></article></main></template>'
        f'<span slot="title">Harbour news</span><p>{words.format("eleven")}</p></app-page></body></html>'
    )
    article = printworthy.extract(html)
    assert article.title == "Harbour news"
    assert [part.split()[-2] for part in article.text.split("\n\n") if part.startswith("The")] == [*"2345", "eleven"]


def test_filters_leave_the_page_its_markup() -> None:
    html = '<html><body><x-a><template shadowrootmode="open"><p>In</p></template></x-a></body></html>'
    assert "shadowrootmode" in str(printworthy.filter_page(html, "https://example.org/"))


HOST = b"<div><template shadowrootmode=open>"


@pytest.mark.parametrize(
    "html",
    [
        HOST * 10_000 + b"x" + b"</template></div>" * 10_000,
        HOST * 20_000,
        (HOST + b"a<slot></slot></template>b</div>") * 10_000,
        b"<b>" * 50_000 + HOST + b"</i>" * 50_000,
        b"<template shadowrootmode" * 50_000,
    ],
    ids=["nested", "open", "many", "stray ends", "torn"],
)
def test_time_is_linear(html: bytes) -> None:
    start = time.process_time()
    with_shadows(html)
    assert time.process_time() - start < 5
