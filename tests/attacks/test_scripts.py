"""No markup of a page runs, or loads anything, in what we write: every form, every place, every format, in Chromium.

The policies that our pages carry for the case that something slips through are taken out first, so that it would show.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator
from html import escape

import pytest

from printworthy.apps.explain.gather import gather
from printworthy.apps.explain.page import explain_page
from printworthy.data.article import Article
from printworthy.options import Options
from printworthy.reading.extract import extract
from printworthy.render.chromium import find_chromium
from printworthy.writers.protocol import WriteOptions
from printworthy.writers.registry import write, writer_for_name
from tests.attacks.payloads import ELEMENTS, TEXTS
from tests.render.conftest import chromium_missing

pytestmark = pytest.mark.processes

URL = "https://paper.example/story?x=\"><script>alert(1)</script>&y='onload=alert(1)"
PROSE = "The tower clock has kept the town's time since two brothers built it, and nobody has counted its stairs."
HEAD = ("meta", "link")
EVERY = [*ELEMENTS, *TEXTS]
WATCH = """
window.ran = [];
for (const name of ['alert', 'confirm', 'prompt']) window[name] = () => { window.ran.push(name); };
addEventListener('error', () => {}, true);
"""
# Attributes that run or load, and addresses that do, whatever was done to wake them.
LOOK = """() => {
  const bad = [];
  for (const element of document.querySelectorAll('*')) {
    for (const event of ['mouseover', 'mouseenter', 'pointerenter', 'focus', 'wheel', 'toggle', 'animationstart'])
      element.dispatchEvent(new Event(event));
    for (const {name, value} of element.attributes) {
      if (/^on|srcdoc|formaction|^ping$|^background$/.test(name)) bad.push(name);
      if (/href|src|action|data$|cite|poster/.test(name) && value) {
        const read = value.replace(/[\\x00-\\x20\\x7f-\\x9f]/g, '').toLowerCase();
        if (!/^(https?:|mailto:|tel:|#|data:image|[\\w.-]+\\.(xhtml|css|png|jpg|gif|svg|webp)(#|$))/.test(read))
          bad.push(name + '=' + value);
      }
    }
    if (/^(iframe|frame|object|embed|applet|form|input|base|link|meta|animate|set)$/i.test(element.localName)
        && !element.closest('head')) bad.push(element.localName);
  }
  return [...window.ran, ...bad];
}"""


def page_with(payload: str) -> str:
    """A page that holds the payload as markup, and as text in every place that is carried over."""
    text, quoted = escape(payload), json.dumps({"@type": "NewsArticle", "headline": payload, "author": payload})
    return (
        f'<html lang="en"><head><title>{text}</title><meta name="author" content="{text}">'
        f'<meta name="description" content="{text}"><meta property="og:site_name" content="{text}">'
        f'<script type="application/ld+json">{quoted}</script></head><body class="{text}"><article id="{text}">'
        f"<h1>{text}</h1><p>{PROSE} {text}</p><p>{PROSE} {payload}</p><p>{PROSE} <b>{text}</b> <code>{text}</code></p>"
        f"<ul><li>{text} {PROSE}</li></ul><table><tr><th>{text}</th><td>{text}</td></tr><tr><td>1</td><td>2</td></table>"  # noqa: E501
        f'<pre><code class="language-{text}">{text}\n{text}</code></pre><blockquote cite="{text}"><p>{PROSE}</p></blockquote>'  # noqa: E501
        f'<figure><img src="/p.png" width="800" height="600" alt="{text}" title="{text}"><figcaption>{text} {PROSE}'
        f'</figcaption></figure><p>{PROSE} <a href="{text}" title="{text}">{text}</a>'
        f'<sup><a href="#n1" id="r1">1</a></sup></p><p>{PROSE} <math><annotation encoding="application/x-tex">{text}'
        f"</annotation></math></p><h2>{text}</h2><p>{PROSE} {PROSE}</p>"
        f'<ol class="footnotes"><li id="n1">{text} <a href="#r1">back</a></li></ol></article>'
        f'<div id="comments"><div class="comment"><b class="author">{text}</b><p>{PROSE} {text}</p></div></div></body>'
    )


def pieces(article: Article) -> Iterator[tuple[str, str]]:
    """What every format that a browser may show puts into its body."""
    html = write(article, writer_for_name("html"), WriteOptions(comments=True)).decode()
    yield "html", _inside(html)
    yield "head", _inside(html, "head").replace("http-equiv", "data-equiv")
    with zipfile.ZipFile(io.BytesIO(write(article, writer_for_name("epub")))) as book:
        for name in book.namelist():
            if name.endswith((".xhtml", ".html")):
                yield "epub", _inside(book.read(name).decode())
    markdown = write(article, writer_for_name("markdown"), WriteOptions(front_matter=True, comments=True)).decode()
    yield "markdown", rendered(markdown)
    yield "markdown, plain", plainly_rendered(markdown)
    data = write(article, writer_for_name("json"), WriteOptions(trace=True)).decode()
    yield "json", f'<script type="application/json">{data}</script>'


def _inside(page: str, name: str = "body") -> str:
    found = re.search(rf"<{name}\b[^>]*>(.*)</{name}>", page, re.S)
    assert found, page
    return found[1]


def rendered(markdown: str) -> str:
    """Markdown as a trusting renderer of its dialect shows it: raw HTML runs, and so do all links."""
    from markdown_it import MarkdownIt
    from mdit_py_plugins.dollarmath import dollarmath_plugin
    from mdit_py_plugins.footnote import footnote_plugin
    from mdit_py_plugins.front_matter import front_matter_plugin

    trusting = MarkdownIt("gfm-like", {"html": True, "linkify": False}).use(front_matter_plugin)
    trusting.use(footnote_plugin).use(dollarmath_plugin)
    trusting.validateLink = lambda url: True  # type: ignore[method-assign]
    return trusting.render(markdown)


def plainly_rendered(markdown: str) -> str:
    """Markdown as a renderer shows it that knows neither formulas nor notes, but which links are harmless."""
    from markdown_it import MarkdownIt
    from mdit_py_plugins.front_matter import front_matter_plugin

    shown = MarkdownIt("gfm-like", {"html": True, "linkify": False}).use(front_matter_plugin).render(markdown)
    # An address without a scheme leads to the page's own site.
    return re.sub(r'href="(?![a-z][a-z0-9+.-]*:|[/\\])', 'href="https://paper.example/', shown, flags=re.I)


def explained(payloads: list[str]) -> bytes:
    """The page that explains what became of several of them."""
    parts = "".join(f"<section>{page_with(payload)}</section>" for payload in payloads)
    return explain_page(gather(parts, URL, Options(method="learned")), {})


def together(parts: list[str], xml: bool) -> bytes:
    """Many pieces in one document, a mark after each: one that is not closed would swallow the marks after it."""
    marked = "".join(f'<div>{part}</div><i class="mark"></i>' for part in parts)
    if not xml:
        return f"<!doctype html><meta charset=utf-8><body>{marked}".encode("utf-8", "replace")
    spaces = 'xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"'
    return f"<html {spaces}><body>{marked}</body></html>".encode("utf-8", "replace")


class Screen:
    """A browser's page that shows documents and tells what they did."""

    def __init__(self, page) -> None:
        self.page, self.shown = page, (b"", "")
        self.asked: list[str] = []
        page.add_init_script(WATCH)
        page.on("dialog", self._dialog)
        page.route("**/*", self._answer)

    def _dialog(self, dialog) -> None:
        self.asked.append("dialog")
        dialog.dismiss()

    def _answer(self, route) -> None:
        if route.request.url == "https://shown.example/":
            route.fulfill(body=self.shown[0], content_type=f"{self.shown[1]}; charset=utf-8")
            return
        picture = route.request.resource_type == "image" and "evil.example" not in route.request.url
        if not picture and not route.request.url.endswith((".css", "/favicon.ico")):
            self.asked.append(route.request.url)
        route.abort()

    def show(self, content: bytes, media_type: str) -> list[str]:
        self.shown, self.asked = (re.sub(rb"Content-Security-Policy", b"No-Policy", content), media_type), []
        from playwright.sync_api import Error

        try:
            self.page.goto("https://shown.example/", wait_until="load")
            return [*self.page.evaluate(LOOK), *self.asked]
        except Error as error:  # it went elsewhere, or tried to
            return [str(error).splitlines()[0]]


@pytest.fixture(scope="module")
def screen() -> Iterator[Screen]:
    if why := chromium_missing():
        pytest.skip(f"no browser: {why}")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=find_chromium(), args=["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND"]
        )
        yield Screen(browser.new_page())
        browser.close()


def test_the_screen_sees(screen: Screen) -> None:
    """What is not held shows: a fair sample of the elements does something by itself."""
    sample = ELEMENTS[::12]
    seen = [payload for payload in sample if screen.show(f"<!doctype html><p>{payload}".encode(), "text/html")]
    assert len(seen) > len(sample) * 0.7


@pytest.fixture(scope="module")
def written() -> dict[str, list[tuple[str, str]]]:
    """The pieces of every format, with the payload that each is made of."""
    found: dict[str, list[tuple[str, str]]] = {}
    whole = 0
    for payload in EVERY:
        article = extract(page_with(payload), URL, Options(comments=True, images="all"))
        whole += PROSE in article.text
        for name, part in pieces(article):
            found.setdefault(name, []).append((payload, part))
    assert whole > len(EVERY) * 0.8  # or nothing of them would have got so far
    return found


@pytest.mark.parametrize("name", ["html", "head", "epub", "markdown", "markdown, plain", "json"])
def test_nothing_runs(screen: Screen, written: dict[str, list[tuple[str, str]]], name: str) -> None:
    kind = "application/xhtml+xml" if name == "epub" else "text/html"
    parts = [part for _, part in written[name]]
    did = [one for one in screen.show(together(parts, name == "epub"), kind) if name != "head" or one not in HEAD]
    if did or screen.page.locator("i.mark").count() != len(parts):  # find out which
        alone = ((payload, screen.show(together([part], name == "epub"), kind)) for payload, part in written[name])
        pytest.fail(f"{did[:5]}: {[one for one in alone if one[1]][:5]}")


def test_nothing_runs_in_an_explanation(screen: Screen) -> None:
    for start in range(0, len(EVERY), 60):
        did = screen.show(explained(EVERY[start : start + 60]), "text/html")
        assert not [one for one in did if one not in ("form", "input")], (start, did)
