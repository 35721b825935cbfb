"""Reader comments come from dropped text in a comment area, with author and date, and never enter the text."""

from __future__ import annotations

import pytest

from printworthy.data.blocks import Comment, Link, Paragraph, Text
from tests.building import document

BLOG = """<article><p>Der Artikel.</p></article>
<section id="comments"><h2>2 Kommentare DROPPED</h2><ol class="commentlist">
<li class="comment even" id="comment-1"><article class="comment-body"><footer class="comment-meta">
<b class="fn">Ada DROPPED</b> <time datetime="2024-05-01T10:00">1. Mai DROPPED</time></footer>
<div class="comment-content"><p>DROPPED Sehr <a href="/x">gut</a>.</p></div><div class="reply"><a href="#">Reply DROPPED</a></div></article>
<ol class="children"><li class="comment" id="comment-2"><article class="comment-body"><footer><b class="fn">Bo DROPPED</b></footer>
<div class="comment-content"><p>DROPPED Ja!</p></div></article></li></ol></li></ol>
<form id="respond" class="comment-respond"><label>DROPPED Antwort</label></form></section>"""  # noqa: E501


def said(text):
    return Paragraph((Text(text),))


def test_comments_with_replies():
    made = document(BLOG)
    assert made.text == "Der Artikel."
    first, second = made.comments
    assert (first.author, first.date) == ("Ada DROPPED", "2024-05-01T10:00")
    assert first.blocks == (
        Paragraph((Text("DROPPED Sehr "), Link("https://example.org/x", (Text("gut"),)), Text("."))),
    )
    assert second == Comment((said("DROPPED Ja!"),), "Bo DROPPED", depth=1, kind="comment")


AREAS = ["comments", "kommentare", "comentarios", "commentaires", "opmerkingen", "评论 comment-area", "discussion"]


@pytest.mark.parametrize("area", AREAS)
def test_areas(area):
    html = f"<p>Text.</p><div class='{area}'><div class='comment-item'><p>DROPPED says hi</p></div></div>"
    assert [comment.blocks for comment in document(html).comments] == [(said("DROPPED says hi"),)]


NONE = [
    "<p>Text.</p><div class='comments'><a class='comment-link' href='#'>DROPPED 3 comments</a></div>",
    "<p>Text.</p><ul class='recent-comments'><li class='comment'><a href='/b#c'>DROPPED On another page</a></li></ul>",
    "<p>Text.</p><div class='related'><div class='item'>DROPPED</div></div>",
    "<div class='comments'><div class='comment'><p>Kept by the judge.</p></div></div>",
]


@pytest.mark.parametrize("html", NONE)
def test_no_comments(html):
    assert document(html).comments == ()
