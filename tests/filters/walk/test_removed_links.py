"""Links of what was deleted, listed at the end of the page."""

from __future__ import annotations

LINKS = '<a href="/1">One</a> <a href="/2">Two <b>two</b></a> <a href="/3">Three</a>'
MORE = '<a href="/4">Four</a> <a href="/1">One again</a> <a href="/5">Five</a>'
ON = {"enabled": True}


def test_links_are_listed_by_place(chain) -> None:
    page = f'<p>a</p><nav aria-label="Topics">{LINKS}</nav><footer>{MORE}</footer>'
    assert chain(page, link_lists=ON, retained=ON) == (
        '<p>a</p><section data-printworthy="links" aria-label="Links removed from this page">'
        "<h2>Links removed from this page</h2>"
        '<h3>Topics</h3><ul><li><a href="/1">One</a></li><li><a href="/2">Two two</a></li>'
        '<li><a href="/3">Three</a></li></ul>'
        '<h3>Foot of the page</h3><ul><li><a href="/4">Four</a></li><li><a href="/5">Five</a></li></ul></section>'
    )


def test_a_heading_names_the_place(chain) -> None:
    page = f"<div><h3>Most <i>read</i></h3>{LINKS}</div>"
    assert "<h3>Most read</h3>" in chain(page, link_lists=ON, retained=ON)


def test_a_heading_inside_names_the_place_around(chain) -> None:
    page = f"<p>a</p><div><div><h4>Inner</h4><div>{LINKS}</div></div><h3>Outer</h3><p>{MORE}</p></div>"
    assert "<h3>Inner</h3>" in chain(page, link_lists=ON, retained=ON)


def test_links_in_drawings_are_listed(chain) -> None:
    drawn = '<svg><foreignObject><h2>Map</h2></foreignObject><a href="/map"><text>Here</text></a></svg>'
    after = chain(f"<p>a</p><div>{LINKS}{drawn}<h3>Below</h3></div>", link_lists=ON, retained=ON)
    assert "<h3>Map</h3>" in after
    assert '<li><a href="/3">Three</a></li><li><a href="/map">Here</a></li>' in after


def test_limits_and_titles(chain) -> None:
    after = chain(f"<div>{LINKS}</div>", link_lists=ON, retained=ON | {"most": 2, "title": "A <b>"})
    assert after.count("<li>") == 2
    assert "<h2>A &lt;b&gt;</h2>" in after


def test_links_of_advertisements_are_forgotten(chain) -> None:
    page = f'<div class="advertisement">{LINKS}</div><p>a</p>'
    assert chain(page, ads=ON, retained=ON) == "<p>a</p>"


def test_links_that_lead_nowhere_are_forgotten(chain) -> None:
    lost = '<a href="#a">a</a><a href="javascript:x()">b</a><a href="/c"></a><a>e</a>'
    page = f'<ul><li>{lost}<a href="/d">d</a></li></ul>'
    after = chain(page, link_lists=ON | {"links": 1}, retained=ON)
    assert after.count("<li>") == 1
    assert '<a href="/d">d</a>' in after


def test_links_in_the_text(chain) -> None:
    after = chain('<p>See <a href="/x">x</a>.</p>', tags={"links": True}, retained=ON | {"inline": True})
    assert after.startswith("<p>See x.</p><section")
    assert '<h3>In the text</h3><ul><li><a href="/x">x</a></li></ul>' in after


def test_links_behind_many_nodes_are_listed(chain) -> None:
    menu = f"<label>{'<i>-</i>' * 20}<a href='/far'>Far</a></label>"
    assert '<a href="/far">Far</a>' in chain(f"<p>a</p>{menu}", tags={"inputs": True}, retained=ON)


def test_a_link_that_is_deleted_itself_is_listed(chain) -> None:
    page = '<p>a <a id="x" href="/x">X</a></p><button id="y"><a href="/y">Y</a></button>'
    after = chain(page, selectors={"remove": ["#x", "#y"]}, retained=ON)
    assert '<a href="/x">X</a>' in after
    assert "/y" not in after


def test_signs_are_escaped(chain) -> None:
    link = "<a href=\"/?a=1&amp;b=&quot;2&quot;\">&lt;A&gt; &amp; 'B'</a>"
    after = chain(f"<p>a</p><nav>{link}{LINKS}</nav>", link_lists=ON, retained=ON)
    assert f"<li>{link}</li>" in after
