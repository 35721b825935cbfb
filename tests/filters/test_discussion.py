"""What readers wrote goes, where something else is left."""

from __future__ import annotations

import pytest

ON = {"enabled": True}
SAID = "I was there when it stopped, and I can tell you that nobody noticed for an hour."
STORY = "<p>" + "The clock in the tower has been keeping time since it was built, and nobody knows why. " * 5 + "</p>"

GONE = [
    '<div id="comments">First!</div>',
    '<ol id="comments"><li>First!</li></ol>',
    '<section class="box comments">First!</section>',
    '<div class="comments-area"><form id="respond">Reply</form></div>',
]
KEPT = [
    '<a class="comments" href="/c">12</a>',
    '<p id="comments">Two comments on clocks.</p>',
    '<div class="comments-count">12</div>',
    '<div class="comments"><h1>Of comments</h1></div>',
    '<section id="comments"><h3>2.1.3. Comments<a>¶</a></h3><p>A comment starts with a hash character.</p></section>',
]


@pytest.mark.parametrize("html", GONE)
def test_it_goes(chain, html: str) -> None:
    assert chain(STORY + html, discussion=ON) == STORY
    assert chain(STORY + html) == STORY + html


@pytest.mark.parametrize("html", KEPT)
def test_what_only_speaks_of_it_stays(chain, html: str) -> None:
    assert chain(STORY + html, discussion=ON) == STORY + html


@pytest.mark.parametrize("html", GONE)
def test_a_page_that_is_one_keeps_it(chain, html: str) -> None:
    thread = html.replace("First!", SAID).replace("Reply", SAID)
    assert chain(f"<p>A thread</p>{thread}", discussion=ON) == f"<p>A thread</p>{thread}"
    assert chain(f"<p>A thread</p>{html}", discussion=ON) == "<p>A thread</p>"


def test_a_page_that_is_one_loses_its_banner(chain) -> None:
    thread = f'<div id="comments"><p>{SAID}</p>{{}}</div>'
    after = chain(thread.format('<div class="cookie-banner">We care.</div>'), discussion=ON, banners={"cookies": True})
    assert after == thread.format("")


def test_a_thread_of_hardly_more_than_links_is_a_portal(chain) -> None:
    links = "".join(f'<li><a href="/{number}">link {number}</a></li>' for number in range(60))
    page = f'<div id="comments"><p>{SAID}</p><ul>{links}</ul></div>'
    assert chain(page, discussion=ON, link_lists=ON) == page
