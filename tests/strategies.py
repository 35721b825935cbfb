"""Arbitrary articles for property tests: any document that the model allows, with text that is mean to every format."""

from __future__ import annotations

from typing import get_args

from hypothesis import strategies as st

from printworthy.data import blocks as model
from printworthy.data.article import Article, PageType

MEAN = [
    "1. foo",
    "2) bar",
    "# x",
    "#",
    "## ##",
    "*a*",
    "**b**",
    "_b_",
    "__init__",
    "snake_case",
    "<b>",
    "</p>",
    "<!-- x",
    "[x](y)",
    "![i](j)",
    "[x]: http://e.com",
    "[^1]",
    "[ ] todo",
    "|",
    "a | b",
    "`",
    "``` x",
    "~~~",
    "~~s~~",
    "&amp;",
    "&#65;",
    "&copy",
    "\\",
    "\\*",
    "> q",
    "- i",
    "+ i",
    "* i",
    "---",
    "***",
    "===",
    "--- | ---",
    ":-:",
    "$x$",
    "$5 and $6",
    "$$",
    "http://e.com/_a_",
    "<http://e.com>",
    "a@b.co",
    "www.e.com",
    "「日本語」",
    "日本",
    "한국어",
    "«a»",
    "🎉",
    "é",
    "e\u0301",
    "\u00a0",
    "\u3000",
    "!",
    "^",
    "(",
    ")",
    ":",
    '"',
    "'",
    "<script>alert(1)</script>",
    '" onload="x',
    "\x00",
    "\x1b[31m",
    "\u2028",
    "\u202e",
    "  ",
    "\n",
    "\t",
    "javascript:alert(1)",
    "</style>",
    "]]>",
    "%",
    "100%",
]
WORDS = ["word", "and", "Text", "of", "prose,", "end.", "x", "7", " ", " "]

texts = st.lists(st.one_of(st.sampled_from(MEAN), st.sampled_from(WORDS), st.text(max_size=6)), max_size=5).map("".join)
names = st.one_of(st.just(""), st.text(max_size=12), st.sampled_from(MEAN))
addresses = st.one_of(
    st.sampled_from(
        [
            "https://example.com/",
            "http://example.com/a(b",
            "https://example.com/a_(b)?c=1&amp;d=<e>|f",
            "mailto:a@b.co",
            "tel:+123",
            "https://example.com/a b",
            "javascript:alert(1)",
            "java\nscript:alert(1)",
            "data:text/html,<script>x</script>",
            "//e.com",
            "data:image/png;base64,iVBORw0KGgo=",
            "data:image/svg+xml,<svg onload=x>",
            "#x",
            "",
            'https://example.com/"onerror="x',
        ]
    ),
    st.text(max_size=10),
)
note_ids = st.sampled_from(["n1", "n2", "n3"])

leaves = st.one_of(
    texts.map(model.Text),
    texts.map(model.Text),
    st.just(model.Break()),
    texts.map(model.Formula),
    note_ids.map(model.NoteRef),
)


def _inline_parents(children: st.SearchStrategy[model.Inline]) -> st.SearchStrategy[model.Inline]:
    several = st.lists(children, max_size=3).map(tuple)
    return st.one_of(
        st.builds(model.Style, st.sampled_from(get_args(model.StyleKind)), several),
        st.builds(model.Link, addresses, several),
    )


EMBEDS = ("video", "audio", "post", "map", "document", "other")
inlines = st.lists(st.recursive(leaves, _inline_parents, max_leaves=6), max_size=4).map(tuple)
sizes = st.integers(0, 3000)
figures = st.builds(model.Figure, addresses, texts, inlines, texts, sizes, sizes, st.booleans(), st.floats(0, 1), names)
simple_blocks: st.SearchStrategy[model.Block] = st.one_of(
    st.builds(model.Paragraph, inlines),
    st.builds(model.Heading, st.integers(1, 6), inlines),
    st.builds(model.Code, texts, names),
    st.builds(model.Math, texts),
    figures,
    st.builds(model.Gallery, st.lists(figures, max_size=2).map(tuple)),
    st.builds(model.Embed, st.sampled_from(EMBEDS), addresses, texts, inlines),
    st.just(model.Rule()),
)


def _block_parents(children: st.SearchStrategy[model.Block]) -> st.SearchStrategy[model.Block]:
    blocks = st.lists(children, max_size=3).map(tuple)
    terms = st.lists(inlines, max_size=2).map(tuple)
    spans = st.integers(1, 4)
    cells = st.builds(model.Cell, blocks, st.booleans(), spans, spans)
    rows = st.lists(st.lists(cells, max_size=3).map(tuple), max_size=3).map(tuple)
    return st.one_of(
        st.builds(
            model.List,
            st.booleans(),
            st.lists(st.builds(model.Item, blocks), max_size=3).map(tuple),
            st.integers(-1, 10**10),
        ),
        st.builds(model.Definitions, st.lists(st.builds(model.Definition, terms, blocks), max_size=2).map(tuple)),
        st.builds(model.Table, rows, st.integers(0, 2), inlines),
        st.builds(model.Quote, blocks, addresses),
        st.builds(model.Callout, names, blocks, inlines),
        st.builds(model.Note, note_ids, names, blocks),
    )


blocks = st.lists(st.recursive(simple_blocks, _block_parents, max_leaves=5), max_size=4).map(tuple)
comments = st.lists(st.builds(model.Comment, blocks, names, names), max_size=2).map(tuple)
articles = st.builds(
    Article,
    title=texts,
    authors=st.lists(names, max_size=2).map(tuple),
    date=st.one_of(st.sampled_from(["", "2024-05-03", "2024-05-03T10:00:00Z", "2024-02-31"]), names),
    language=st.one_of(st.sampled_from(["", "en", "zh-Hans", "ar"]), names),
    site=names,
    url=addresses,
    description=texts,
    direction=st.sampled_from(["ltr", "rtl"]),
    page_type=st.sampled_from(get_args(PageType)),
    confidence=st.floats(0, 1),
    text=texts,
    blocks=blocks,
    comments=comments,
)
