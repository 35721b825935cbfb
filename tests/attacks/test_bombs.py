"""Pages that want all of our time or memory, the whole way: extracted by every method, filtered, and written."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

pytestmark = pytest.mark.processes

SECONDS, MEGABYTES = 40, 1200
RUN = """
import json, resource, sys
resource.setrlimit(resource.RLIMIT_CPU, ({seconds}, {seconds}))
from printworthy.printing.filtering import filter_page
from printworthy.errors import PrintworthyError
from printworthy.reading.extract import extract
from printworthy.options import Options
from printworthy.follow.parts import find_links
from printworthy.parse.lexbor import parse_page
from printworthy.base.encoding import to_utf8
from printworthy.writers.registry import write, writer_for_name
page = sys.stdin.buffer.read()
url = "https://example.com/2024/05/03/story?page=1"
for method in {methods}:
    try:
        article = extract(page, url, Options(method=method, comments=True, images="all"))
        for name in ("text", "markdown", "html", "json", "epub"):
            write(article, writer_for_name(name))
    except PrintworthyError:
        pass
try:
    filter_page(page, url, "reader")
    find_links(parse_page(to_utf8(page)), url)
except PrintworthyError:
    pass
used = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps([used.ru_maxrss // 1024, used.ru_utime + used.ru_stime]))
"""
WORDS = "<p>These are words of a paragraph that is long enough to be kept, as it should be.</p>"
NUMBER = "9" * 5000
PLAYER = '<iframe src="https://www.youtube.com/embed/AbCdEf{:05}"></iframe>'


def article(inside: str, head: str = "") -> str:
    return f"<title>A story</title>{head}<article><h1>A story</h1>{WORDS * 3}{inside}{WORDS * 3}</article>"


# All of them together stay below a few megabytes: what hurts is their shape.
PAGES = {
    "tables of tables": article("<table><tr><td>x" * 1500),
    "columns by the billion": article(f"<table>{'<tr>' + '<td colspan=1000 rowspan=65534>x' * 40}" * 40 + "</table>"),
    "columns of no number": article(f"<table><tr><td colspan={NUMBER} rowspan=-{NUMBER}>x<td>y<tr><td>z</table>"),
    "an unclosed table": article("<table>" + "<tr><td>cell of it<td>another" * 5_000),
    "lists in lists": article("<ul><li>x" * 3000),
    "quotes in quotes": article("<blockquote><p>x" * 4000),
    "definitions": article("<dl><dt>x<dd>" * 2000),
    "inline in inline": article("<p>" + "<b><i><a href=x><u>" * 4000 + "x"),
    "attributes": article(f"<p {' '.join(f'a{n}=x' for n in range(40_000))}>{WORDS}"),
    "one long attribute": article(f'<img src="/x.png" alt="{"word " * 200_000}" width=800 height=600>'),
    "classes": article(f'<div class="{" ".join(f"c{n}" for n in range(50_000))}">{WORDS}</div>'),
    "references": article("<p>" + "&NotEqualTilde;&#x10FFFF;&amp" * 50_000),
    "a script in one line": article("<script>" + 'var a="</div><p>x";' * 550_000 + "</script>"),
    "data of 4 MB": article(
        "", f'<script type="application/ld+json">{json.dumps([{"@type": "X", "name": "y"}] * 99_000)}</script>'
    ),
    "data in data": article("", f'<script type="application/ld+json">{"[" * 90_000}</script>'),
    "data of spaces": article("", f'<script type="application/ld+json">{{"@type":"Article",{" " * 900_000}</script>'),
    "data of comments": article("", f'<script type="application/ld+json">{"/*x" * 300_000}</script>'),
    "data of quotes": article(
        "", f'<script type="application/ld+json">"{chr(92)}"{(chr(92) + chr(34)) * 300_000}</script>'
    ),
    "styles": article("", f"<style>{'a,' * 40_000}b{{color:red}}{'@media all{' * 3000}</style>"),
    "quadratic selectors": article("<div>" * 400 + WORDS, f"<style>{'* * * * * * p{color:red}' * 150}</style>"),
    "selectors of brackets": article("", "<style>" + "[" * 90_000 + '{color:red}"' + chr(92) * 90_000 + "</style>"),
    "style of addresses": article(f'<p style="background:url({" " * 90_000}x;{"url(" * 50_000}">{WORDS}'),
    "numbers": article(
        f'<font size={NUMBER}><p style="font-size:{NUMBER}px;font-weight:{NUMBER};color:rgb({NUMBER},1,1)">x</p></font>'
        f'<ol start={NUMBER}><li value={NUMBER}>x</ol><img src=/a.png width={NUMBER} height={NUMBER} srcset="a {NUMBER}w">'  # noqa: E501
        f'<time datetime="{NUMBER}">x</time><a href="http://{NUMBER}/">x</a><a href="/x?page={NUMBER}">Next</a>'
        f"<h2 aria-level={NUMBER} role=heading>x</h2><p>Published {NUMBER} hours ago, 3 May {NUMBER}</p>"
    ),
    "pictures": article(f'<img src="/a_,{"," * 1500},.jpg" alt="a b">' * 600),
    "sets of pictures": article(f'<img srcset="{"/a.jpg 1w, " * 20_000}" data-x="{"https://a/" * 2000}">' * 20),
    "captions": article(
        f"<figure><img src=/a.png width=800 height=600><figcaption>{'Photo: ' * 60_000}</figcaption></figure>"
    ),
    "players": article("".join(f"<figure>{PLAYER.format(n)}<figcaption>Film {n}</figure>" for n in range(8000))),
    "players in one box": article("<div>" + "".join(PLAYER.format(n) + "<p class=caption>Film" for n in range(8000))),
    "speakers": article("<blockquote>" + "<p>x</p><footer>A name</footer>" * 8000),
    "formulas": article("<p><math>" + "<msup><mi>x</mi>" * 3000 + "</math>" + r"\(" + "{" * 5000 + r"\)"),
    "notes": article(
        "".join(f'<a href="#n{n}" id=r{n}><sup>{n}</sup></a>' for n in range(4000))
        + "".join(f'<li id=n{n}>Note <a href="#r{n}">↩</a>' for n in range(4000))
    ),
    "comments": article(WORDS, "") + "<div id=comments>" + "<div class=comment><b class=author>A</b><p>I say." * 4000,
    "links to next pages": article(
        "".join(f'<a href="/2024/05/03/story?page={n % 99}" title="{"next [" * 30}">{n}</a>' for n in range(6000))
    ),
    "names": article(f"<p class=byline>By {'A' + '.' * 30_000 + '! Y'}</p><p>{'Jan. ' * 30_000}2024</p>"),
    "ends of sentences": article(f"<p>{'.' * 300_000}x</p><p>{'!? ' * 90_000}</p>"),
    "a title without an end": f"<title>{' - ' * 90_000}{'|' * 90_000}</title>" + article(""),
    "one word": article(f"<p>{'x' * 2_000_000}</p>"),
    "marks": article(f"<p>{'*_`[](<' * 60_000}</p>"),
    "combining signs": article("<p>" + "a\u0301" * 200_000 + "\u202e" * 90_000 + "</p>"),
    "languages": f"<html lang='{'x-' * 40_000}'>" + article(""),
    "bases": "<base href='http://[" + "x" * 90_000 + "'>" + article('<a href="x">y</a>' * 3000),
    "frames": "<frameset>" + "<frame src=x>" * 20_000,
    "templates": article("<template><p>x" * 9000),
    "drawings": article("<svg>" + "<g><text>x" * 9000),
    "options": article("<select>" + "<option>x" * 30_000),
    "notices in notices": article("") + ("<div class=notice role=dialog>" * 200 + "a cookie" + "</div>" * 200) * 100,
    "names of headings": article("") + ('<div id="gdpr"><h2>' * 100 + "GDPR" + "</h2></div>" * 100) * 150,
    "many small articles": "<article><h2>x</h2><p>Some words of it, and more.</p></article>" * 4000,
}


STYLED = ("styles", "quadratic selectors", "selectors of brackets", "style of addresses", "numbers", "lists in lists")


@pytest.mark.parametrize("name", PAGES)
def test_bombs(name: str) -> None:
    methods = ("learned", "visual", "subtree") if name in STYLED else ("learned",)
    code = RUN.format(seconds=SECONDS, methods=methods)
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=PAGES[name].encode("utf-8", "surrogatepass"),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()[-600:]
    megabytes, _seconds = json.loads(done.stdout)
    assert megabytes < MEGABYTES
