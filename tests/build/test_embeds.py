"""Embeds are titled links; frames of unknown sites and what stands outside the article are left out."""

from __future__ import annotations

import pytest

from printworthy.data.blocks import Embed, Paragraph, Text
from tests.building import blocks

CASES = [
    ('<iframe src="https://www.youtube-nocookie.com/embed/AbCdEf12345?rel=0" title="A talk"></iframe>',
     Embed("video", "https://www.youtube.com/watch?v=AbCdEf12345", "A talk")),
    ('<iframe data-src="//player.vimeo.com/video/76979871" src="about:blank" title="YouTube video player"></iframe>',
     Embed("video", "https://vimeo.com/76979871")),
    ('<lite-youtube videoid="AbCdEf12345" playlabel="Play: a talk"></lite-youtube>',
     Embed("video", "https://www.youtube.com/watch?v=AbCdEf12345", "Play: a talk")),
    ('<video controls><source src="/films/a.mp4"></video>', Embed("video", "https://example.org/films/a.mp4")),
    ('<audio src="episode.mp3" title="Folge 3"></audio>', Embed("audio", "https://example.org/news/episode.mp3", "Folge 3")),  # noqa: E501
    ('<iframe src="https://www.google.com/maps/embed?pb=1"></iframe>', Embed("map", "https://www.google.com/maps/embed?pb=1")),
    ('<iframe src="/docs/plan.pdf"></iframe>', Embed("document", "https://example.org/docs/plan.pdf")),
    ('<iframe src="https://open.spotify.com/embed/track/1"></iframe>', Embed("audio", "https://open.spotify.com/embed/track/1")),
    ('<blockquote class="twitter-tweet"><p>Good news</p>Ann (@ann) <a href="https://twitter.com/ann/status/12">May</a></blockquote>',
     Embed("post", "https://twitter.com/ann/status/12", "Good news Ann (@ann) May")),
    ('<blockquote class="instagram-media" data-instgrm-permalink="https://www.instagram.com/p/abc/"><a href="/x">DROPPED</a></blockquote>',  # noqa: E501
     Embed("post", "https://www.instagram.com/p/abc/")),
    ('<blockquote class="bluesky-embed" data-bluesky-uri="at://did:plc:1/app.bsky.feed.post/2"><p>hi</p></blockquote>',
     Embed("post", "https://bsky.app/profile/did:plc:1/post/2", "hi")),
]  # fmt: skip


@pytest.mark.parametrize(("html", "expected"), CASES)
def test_embed(html, expected):
    found = blocks(f"<article><p>before</p><div>{html}</div><p>after</p></article>")
    assert found == (Paragraph((Text("before"),)), expected, Paragraph((Text("after"),)))


PLAYER = '<iframe src="https://www.youtube.com/embed/AbCdEf12345" title="A talk"></iframe>'
CAPTIONED = [
    f"<figure>{PLAYER}<figcaption>The <b>lamps</b>, lit</figcaption></figure>",
    f"<figure>{PLAYER}<figcaption><p>The lamps,</p><p>DROPPED</p></figcaption></figure>",
    f"<figure><figcaption>The lamps, lit</figcaption><div><div>{PLAYER}</div></div></figure>",
    f'<div class="embed"><div>{PLAYER}</div><p class="video-caption">The lamps, lit</p></div>',
]


@pytest.mark.parametrize("html", CAPTIONED)
def test_caption(html):
    found = blocks(f"<article><p>before</p>{html}<p>after</p></article>")
    caption = "The lamps, DROPPED" if "DROPPED" in html else "The lamps, lit"
    embed = Embed("video", "https://www.youtube.com/watch?v=AbCdEf12345", "A talk", (Text(caption),))
    assert found == (Paragraph((Text("before"),)), embed, Paragraph((Text("after"),)))


@pytest.mark.parametrize(
    "html",
    [
        f"<div>{PLAYER}<figure><img src=x><figcaption>A picture</figcaption></figure></div>",
        f'<div>{PLAYER}<p class="caption">Short</p><p>{"A long text beside the player. " * 4}</p></div>',
    ],
)
def test_captions_of_others_are_left_to_them(html):
    (embed,) = [block for block in blocks(f"<article><p>before</p>{html}</article>") if isinstance(block, Embed)]
    assert embed.caption == ()


@pytest.mark.parametrize("src", ["https://ads.example.net/slot?id=3", "javascript:0", "", "https://[::1"])
def test_other_frames_are_left_out(src):
    assert blocks(f'<p>before</p><iframe src="{src}"></iframe><p>after</p>') == (
        Paragraph((Text("before"),)), Paragraph((Text("after"),)),
    )  # fmt: skip


def test_players_elsewhere_on_the_page_are_left_out():
    side = "".join(f"<p>DROPPED {number}</p>" for number in range(9))
    player = '<iframe src="https://www.youtube.com/embed/AbCdEf12345"></iframe>'
    assert blocks(f"<article><p>text</p></article><aside>{side}{player}</aside>") == (Paragraph((Text("text"),)),)


def test_a_video_shows_once():
    player = '<iframe src="https://www.youtube.com/embed/AbCdEf12345"></iframe>'
    assert sum(isinstance(block, Embed) for block in blocks(f"<p>a</p>{player}{player}<p>b</p>")) == 1
