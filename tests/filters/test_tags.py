"""Ignoring tags: before, switch, after."""

from __future__ import annotations

import pytest

LONG = "word " * 200

CASES = {
    "images": ('<p>a<img src="x">b</p>', "<p>ab</p>"),
    "images in a link": ('<p>a <a href="/x"><img src="x"></a>b</p>', "<p>a b</p>"),
    "links": ('<p>See <a href="/x">this <b>page</b></a>.</p>', "<p>See this <b>page</b>.</p>"),
    "links, not targets": ('<p><a name="top"></a>Up</p>', '<p><a name="top"></a>Up</p>'),
    "scripts": ("<p>a</p><script>b()</script>", "<p>a</p>"),
    "scripts, shown instead": ('<noscript><img src="x"></noscript>', '<img src="x">'),
    "styles": ("<style>p{color:red}</style><p>a</p>", "<p>a</p>"),
    "forms": ('<p>a</p><form><input name="q"><button>Go</button></form>', "<p>a</p>"),
    "forms, around the page": (f"<form><p>{LONG}</p></form>", f"<p>{LONG}</p>"),
    "forms, with the headline": ("<form><h1>Title</h1></form>", "<h1>Title</h1>"),
    "buttons": ('<p>a<button>b</button><input type="submit"><input type="text"></p>', '<p>a<input type="text"></p>'),
    "inputs": ("<p>a<input><select><option>b</select><textarea>c</textarea><label>d</label></p>", "<p>a</p>"),
    "frames": ('<p>a</p><iframe src="x"></iframe>', "<p>a</p>"),
    "objects": ('<p>a</p><object data="x"></object>', "<p>a</p>"),
    "embeds": ('<p>a</p><embed src="x">', "<p>a</p>"),
    "media": ('<p>a</p><video src="x"></video><audio src="y"></audio>', "<p>a</p>"),
    "comments": ("<p>a<!-- b --></p>", "<p>a</p>"),
}


@pytest.mark.parametrize(("before", "after"), CASES.values(), ids=CASES)
def test_each_switch(chain, request, before: str, after: str) -> None:
    switch = request.node.callspec.id.split()[0].strip(",")
    assert chain(before, tags={switch: True}) == after
    assert chain(before) == before.replace("<option>b</select>", "<option>b</option></select>")


@pytest.mark.parametrize(
    ("switch", "head"),
    [
        ("refresh", '<meta http-equiv="Refresh" content="5; url=/x">'),
        ("styles", '<link rel="stylesheet" href="/x.css">'),
        ("scripts", '<link rel="modulepreload" href="/x.js">'),
        ("scripts", '<link as="script" rel="preload" href="/x.js">'),
    ],
)
def test_the_head(chain, switch: str, head: str) -> None:
    kept = '<meta charset="utf-8"><link rel="icon" href="/i.png">'
    page = f"<head>{kept}{head}</head><p>a</p>"
    from printworthy.printing.filtering import filter_page

    assert head in filter_page(page, "", {"profile": "off"})
    after = filter_page(page, "", {"profile": "off", "tags": {switch: True}})
    assert head not in after
    assert kept in after
