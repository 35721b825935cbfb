"""A small newspaper, written for these tests: one long article, its clutter, its parts, its print page."""

from __future__ import annotations

from html import escape

TITLE = "The lamps of Harbour Street"
BYLINE = "Marta Ellingsen"
DATE = "2026-05-02"

# Three parts of four paragraphs. Letters outside ASCII show whether a charset was read as what it is.
PARTS = (
    (
        "Every evening at a quarter to nine, Jørgen Aas carries a ladder down Harbour Street and lights the forty-"
        "one gas lamps that the town forgot to replace. He is seventy-three years old, and he has done so since the"
        " winter in which the power station stood still for a week and nobody could find their own front door.",
        "The lamps belong to no one. The council bought them in 1911 from a foundry in Lübeck, the gasworks looked "
        "after them until it closed, and the museum, which would like to have two of them, may not take any down as"
        " long as they are lit. So Aas lights them, and the lawyers of three offices have stopped asking who pays "
        "for the gas.",
        "“A lamp is a promise,” he says, and leans the ladder against number seven. “It says that somebody was here"
        " a moment ago.” He turns the key, holds the match, waits for the blue to become yellow, and climbs down "
        "again. The whole street takes him fifty-five minutes, an hour if the wind comes from the water.",
        "Children follow him as far as the bakery, where the owner keeps the oven door open a little longer for "
        "them. In summer there are visitors too, who photograph the ladder rather than the light. Aas does not "
        "mind. What he does mind are people who count aloud, because then he has to begin again from the fish "
        "market.",
    ),
    (
        "The foundry’s drawings turned up last year in the attic of the old customs house, rolled into a drainpipe "
        "and eaten by mice at one end. They show that the lamps were never meant for a street: the brackets were "
        "cast for the deck of a café that was to stand on stilts above the harbour, and which burned before it "
        "opened.",
        "Sigrid Møller, who looks after the town’s papers, spread the sheets on her kitchen floor and found the "
        "name of the draughtsman in the corner of each: Élise Kolb, aged nineteen, who later drew bridges in "
        "Marseille. Nothing else in the town bears her name. Møller wrote to Marseille, and a great-niece wrote "
        "back within a week.",
        "It was the great-niece who noticed the keys. Every lamp has one, a hand long, and on each of them a number"
        " is stamped that does not fit the order of the street. Put in the order of the drawings, however, the "
        "numbers run from one to forty-one without a gap, and number one hangs in front of the laundry, facing the "
        "wall.",
        "Why would anybody hang the first lamp where it lights nothing? Aas shrugs. He had always thought it was a "
        "mistake that had become too old to put right. Møller thinks otherwise: the wall was built in 1926, and "
        "before that one could see from the laundry to the mouth of the harbour, where the pilots waited.",
    ),
    (
        "In March the council voted on the matter, nine to eight, after an evening on which the hall was lit by "
        "candles because an excavator had cut the cable. The lamps stay. The wall in front of the laundry will be "
        "lowered by forty centimetres, which is exactly as much as the mason thinks it can bear to lose.",
        "The gas comes from a tank now, behind the bakery, and the bill is sent to an account that three hundred "
        "and twelve people pay into, a few crowns each. Nobody knows all of their names. Aas knows who does not "
        "pay, he says, because those are the ones who greet him first, and from the other side of the street.",
        "Someone has to learn it, of course. Since Easter a girl of fourteen has been carrying the matches, and on "
        "Sundays she carries the ladder as well. Her name is Ingrid Sæther, she has not once counted aloud, and she"
        " has noticed what nobody noticed before: that lamp twenty-three burns a little greener than the others.",
        "On the first evening of May they lit the street together, from both ends, and met in front of the laundry."
        " It took them thirty-one minutes. Then they stood for a while and looked over the wall, to where a pilot "
        "boat lay with its own small light, and neither of them said anything until the church had finished "
        "striking ten.",
    ),
)
CLUTTER = (
    "Subscribe now and read four weeks for one crown",
    "Storm closes the northern ferry line until Thursday",
    "Seven things to know about the new library card",
    "We use cookies to make this paper better for you",
    "Letters to the editor are welcome at any hour",
)


def paragraphs(*parts: int) -> list[str]:
    """The paragraphs of some parts, which are counted from one."""
    return [text for part in parts for text in PARTS[part - 1]]


def body(*parts: int) -> str:
    return "".join(f"<p>{escape(text)}</p>\n" for text in paragraphs(*parts))


def page(content: str, tools: str = "", pager: str = "", title: str = TITLE, head: str = "") -> str:
    """A page of the paper, with all that stands around an article there."""
    subscribe, ferry, library, cookies, letters = map(escape, CLUTTER)
    return f"""<!DOCTYPE html>
<html lang="en"><head><title>{title} | The Skerry Courier</title>{head}
<meta property="article:published_time" content="{DATE}T07:30:00+02:00"></head><body>
<div class="cookie-banner"><p>{cookies}.</p><button>Accept</button></div>
<header><a href="/">The Skerry Courier</a><nav><ul><li><a href="/news">News</a></li><li><a href="/sea">Sea</a></li>
<li><a href="/culture">Culture</a></li><li><a href="/weather">Weather</a></li></ul></nav></header>
<main><article><h1>{title}</h1><div class="byline">By <a rel="author" href="/by/ellingsen">{BYLINE}</a>,
<time datetime="{DATE}">2 May 2026</time></div><div class="tools"><a href="/share">Share</a> {tools}</div>
<div class="article-body">{content}</div><div class="pager">{pager}</div></article></main>
<aside class="sidebar"><div class="promo"><p>{subscribe}!</p><a href="/subscribe">To our offers</a></div>
<h2>Most read</h2><ul><li><a href="/ferry">{ferry}</a></li><li><a href="/library">{library}</a></li></ul></aside>
<footer><p>{letters}.</p><ul><li><a href="/imprint">Imprint</a></li><li><a href="/privacy">Privacy</a></li></ul>
<p>© 2026 The Skerry Courier</p></footer></body></html>"""


def print_page(content: str, title: str = TITLE) -> str:
    """The plain twin of a page."""
    return f"""<!DOCTYPE html><html lang="en"><head><title>{title}</title></head><body>
<p>The Skerry Courier</p><h1>{title}</h1><p>{BYLINE}, 2 May 2026</p>{content}</body></html>"""


def found(text: str) -> list[str]:
    """The article's own paragraphs in a text, in the text's order and as often as they stand there."""
    known = set(paragraphs(1, 2, 3))
    return [one for one in map(str.strip, text.split("\n\n")) if one in known]


def junk(text: str) -> list[str]:
    """What does not belong there."""
    return [one for one in CLUTTER if one in text]
