"""The page that the tests of the sheets correct: an article with a picture, a list, an embed, a note, and clutter."""

from __future__ import annotations

from io import BytesIO

from PIL import Image


def png(width: int = 640, height: int = 400, colour: str = "teal") -> bytes:
    out = BytesIO()
    Image.new("RGB", (width, height), colour).save(out, "PNG")
    return out.getvalue()


PICTURE = "/lamp.png"
LEFT_OUT = "Subscribe to our letters and get the harbour news before breakfast every single day."
DROPPED = "The ferryman kept a second lamp under his seat"


def story(extra: str = "", picture: str = PICTURE, title: str = "The lamps of the lower harbour") -> bytes:
    """A page; `extra` stands in the middle of the article."""
    sentences = (
        "In the lower harbour the lamps are lit by hand, one after the other, by people who know each of them by name.",
        f"{DROPPED}, wrapped in oilcloth, for the nights on which the first one would not burn in the wet wind.",
        "Nobody remembers who began it, but the book in the harbour office has a line for every evening since 1874.",
        "When the electric company came, the town council listened politely for two hours and then voted against it.",
    )
    paragraphs = "".join(f"<p>{one} {_MORE}</p>" for one in sentences)
    return f"""<!doctype html><html lang="en"><head><title>{title} | Harbour Post</title>
<meta property="og:site_name" content="Harbour Post"><meta name="author" content="Ada Quill"></head><body>
<nav><ul><li><a href="/a">News</a></li><li><a href="/b">Boats</a></li><li><a href="/c">Weather</a></li></ul></nav>
<main><article><h1>{title}</h1>
<figure><img src="{picture}" width="640" height="400" alt="A lamp"><figcaption>A lamp on the lower quay at dusk
</figcaption></figure>{paragraphs}{extra}
<h2>What the book says</h2>
<ul><li>The first line names a storm and two lost barrels of oil.</li>
<li>The last line of every year is written by the youngest lighter.</li></ul>
<p>The lighters meet once a year, on the shortest day, and they walk the whole round together before they eat.</p>
</article></main><aside class="promo newsletter"><p>{LEFT_OUT}</p><form><button>Sign up</button></form></aside>
<footer><p>© Harbour Post. All rights reserved. <a href="/imprint">Imprint</a></p></footer></body></html>""".encode()


_MORE = (
    "It is slow work, and it is done in every weather; those who do it say that they would not want to be without it, "
    "because from the water the row of lights looks like a sentence that somebody is writing."
)
