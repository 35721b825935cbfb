"""Strategies for pages: any bytes, near-HTML made of the pieces that confuse parsers, and units to repeat."""

from __future__ import annotations

from hypothesis import strategies as st

TAGS = (
    "div p span b i a font nobr table tr td th tbody caption ul li dl dd form button select option svg math g mi "
    "foreignObject title style script textarea template h1 object ruby pre body html head noscript iframe br img input "
    "x-y"
).split()

tags = st.sampled_from(TAGS)
attributes = st.sampled_from(
    ["", " id=1", ' class="a b"', " a='>'", ' b="</div>"', " hidden", " =x", ' x" y="', " role=main"]
)
starts = st.builds("<{}{}>".format, tags, attributes)
ends = st.builds("</{}>".format, tags)
texts = st.text(st.characters(codec="utf-8"), max_size=12)
oddities = st.sampled_from("<!-- --> <!--> <![CDATA[ ]]> <!doctype> <?x < </ </> &amp; &#x; \0 <p \" ' />".split(" "))
pieces = st.one_of(starts, ends, texts, oddities)
near_html = st.lists(pieces, max_size=60).map("".join)
any_bytes = st.binary(max_size=300)
units = st.lists(st.one_of(starts, ends), min_size=1, max_size=5).map("".join)
