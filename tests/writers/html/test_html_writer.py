"""HTML: the page is semantic and complete, and nothing hostile comes through.

Covers: printworthy.writers.html.blocks, printworthy.writers.html.sanitise, printworthy.writers.html.inline.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from hashlib import sha256

import pytest
from hypothesis import HealthCheck, given, settings
from selectolax.lexbor import LexborHTMLParser

from printworthy.data.article import Article, Resource
from printworthy.data.blocks import (
    Block,
    Cell,
    Code,
    Comment,
    Definition,
    Definitions,
    Embed,
    Figure,
    Formula,
    Gallery,
    Heading,
    Item,
    Link,
    List,
    Math,
    Note,
    NoteRef,
    Paragraph,
    Quote,
    Rule,
    Style,
    Table,
    Text,
)
from printworthy.writers.html.html_writer import HtmlWriter
from printworthy.writers.html.sanitise import ATTRIBUTES, TAGS, clean
from printworthy.writers.protocol import WriteOptions
from tests.strategies import articles

PROPERTY = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
SHELL = {"html", "head", "body", "meta", "title", "link", "style"}
B = "https://example.com/"


def page(article: Article, **options: object) -> str:
    return HtmlWriter().write(article, WriteOptions(**options)).decode()  # type: ignore[arg-type]


def inner(*blocks: Block) -> str:
    """The HTML of the blocks alone."""
    found = re.search(r"<main><article>\n(.*)\n</article></main>", page(Article(blocks=blocks)), re.DOTALL)
    assert found
    return found[1]


def p(*parts: str | Style | Link | Formula | NoteRef) -> Paragraph:
    return Paragraph(tuple(Text(part) if isinstance(part, str) else part for part in parts))


def test_the_page() -> None:
    article = Article(
        title="A & <b>",
        authors=("C", "D"),
        date="2024-05-03T10:00:00Z",
        language="ar",
        direction="rtl",
        site="S",
        url=f"{B}a?b&c",
        description='"d"',
        blocks=(Heading(1, (Text("A & <b>"),)), p("x"), Heading(1, (Text("y"),)), Heading(2, (Text("z"),))),
    )
    html = page(article)
    tree = LexborHTMLParser(html)
    assert html.startswith('<!doctype html>\n<html lang="ar" dir="rtl">')
    assert [node.text() for node in tree.css("title, h1, h2, h3")] == ["A & <b>", "A & <b>", "y", "z"]
    assert [node.attributes["content"] for node in tree.css("meta[name=author]")] == ["C", "D"]
    assert tree.css_first("meta[name=description]").attributes["content"] == '"d"'
    assert tree.css_first("meta[name=date]").attributes["content"] == "2024-05-03T10:00:00Z"
    assert tree.css_first("link[rel=canonical]").attributes["href"] == f"{B}a?b&c"
    assert tree.css_first("main > article > header time").attributes["datetime"] == "2024-05-03T10:00:00Z"
    assert tree.css_first(".source a").attributes["href"] == f"{B}a?b&c"


def test_the_policy_allows_our_style_and_nothing_else() -> None:
    html = page(Article(title="x"))
    style = re.search(r"<style>(.*?)</style>", html, re.DOTALL)
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', html)
    assert style
    assert policy
    digest = b64encode(sha256(style[1].encode()).digest()).decode()
    assert policy[1].startswith(f"default-src 'none'; style-src 'sha256-{digest}'; img-src")
    assert "url(" not in style[1]
    assert "@import" not in style[1]


def c(text: str, header: bool = False, colspan: int = 1, rowspan: int = 1) -> Cell:
    return Cell((p(text),), header, colspan, rowspan)


BLOCKS: list[tuple[Block, str]] = [
    (p("a<b>&", Style("strike", (Text("c"),))), "<p>a&lt;b&gt;&amp;<s>c</s></p>"),
    (p(Link(f"{B}?a&b", (Text("a"), Link(B, (Text("b"),))))), f'<p><a href="{B}?a&amp;b">ab</a></p>'),
    (
        p(Formula("x<y")),
        '<p><math display="inline" alttext="x&lt;y"><mrow><mi>x</mi><mo>&lt;</mo><mi>y</mi></mrow></math></p>',
    ),
    (Math("x"), '<div class="math" tabindex="0"><math display="block" alttext="x"><mi>x</mi></math></div>'),
    (
        p(Formula(r"\odd<y")),
        r'<p><code class="math" role="math" aria-label="\odd&lt;y">\odd&lt;y</code></p>',
    ),
    (
        Math(r"\odd x"),
        r'<div class="math" role="math" aria-label="\odd x"><code>\odd x</code></div>',
    ),
    (Code("\na\n  <b>", "c++"), '<pre tabindex="0"><code class="language-c++">a\n  &lt;b&gt;</code></pre>'),
    (
        List(True, (Item((p("a"), List(False, (Item((p("b"),)),)))),), 3),
        '<ol start="3"><li>a<ul><li>b</li></ul></li></ol>',
    ),
    (Quote((p("a"),), B), f'<blockquote cite="{B}"><p>a</p></blockquote>'),
    (Quote((p("a"), p("— B"))), '<blockquote><p>a</p>\n<p class="speaker">— B</p></blockquote>'),
    (Quote((p("a"), p("b"))), "<blockquote><p>a</p>\n<p>b</p></blockquote>"),
    (Definitions((Definition(((Text("t"),),), (p("d"),)),)), "<dl><dt>t</dt><dd>d</dd></dl>"),
    (Rule(), "<hr>"),
    (Embed("video", B, "t"), f'<p class="embed video"><a href="{B}">t</a></p>'),
    (
        Embed("video", B, "t", (Text("c"),)),
        f'<figure class="embed video"><a href="{B}">t</a><figcaption>c</figcaption></figure>',
    ),
    (
        Figure(f"{B}a.png", "x", (Text("c"),), "d", 4, 3),
        (
            f'<figure><img src="{B}a.png" alt="x" width="4" height="3" loading="lazy">'
            '<figcaption>c <span class="credit">d</span></figcaption></figure>'
        ),
    ),
    (
        Gallery((Figure("ftp://x", "", (Text("c"),)),)),
        '<div class="gallery"><figure><figcaption>c</figcaption></figure></div>',
    ),
    (
        Table(((c("a", colspan=2), c("b")), (c("1", True), c("2", rowspan=2), c("3"))), 1, (Text("T"),)),
        (
            '<div class="table" tabindex="0"><table><caption>T</caption>'
            '<thead><tr><th scope="col" colspan="2">a</th><th scope="col">b</th></tr></thead>'
            '<tbody><tr><th scope="row">1</th><td rowspan="2">2</td><td>3</td></tr></tbody></table></div>'
        ),
    ),
]


@pytest.mark.parametrize(("block", "html"), BLOCKS)
def test_blocks(block: Block, html: str) -> None:
    assert attributes_sorted(inner(block)) == attributes_sorted(html)


def attributes_sorted(html: str) -> str:
    """The HTML with each tag's attributes in one order: the sanitiser keeps none."""
    return re.sub(r'<(\w+)((?: [a-z-]+="[^"]*")+)>', _sorted_tag, html)


def _sorted_tag(tag: re.Match[str]) -> str:
    return " ".join([tag[1], *sorted(re.findall(r'[a-z-]+="[^"]*"', tag[2]))])


def test_notes_lead_there_and_back() -> None:
    calls = p("a", NoteRef("x"), "b", NoteRef("y"), "c", NoteRef("x"), NoteRef("gone"))
    tree = LexborHTMLParser(
        page(Article(blocks=(calls, Note("y", "2", (p("Y"),)), Note("x", "1", (p("X"),)), Note("z", "§", (p("Z"),)))))
    )
    assert [a.attributes["href"] for a in tree.css("p a[role=doc-noteref]")] == ["#note-1", "#note-2", "#note-1"]
    notes = tree.css("section[role=doc-endnotes] li")
    assert [note.text().replace("\u00a0", " ") for note in notes] == ["X ↩\ufe0e ↩\ufe0e", "Y ↩\ufe0e", "§ Z"]
    ids = {node.attributes["id"] for node in tree.css("[id]")}
    assert {a.attributes["href"][1:] for a in tree.css("a[href^='#']")} == ids


def test_comments_on_request() -> None:
    article = Article(language="fr", blocks=(p("x"),), comments=(Comment((p("y"),), "A<", "2024-05-04"),))
    assert "y" not in LexborHTMLParser(page(article)).body.text()
    section = LexborHTMLParser(page(article, comments=True)).css_first("section.comments")
    assert section.text().split() == ["Commentaires", "A<,", "4", "mai", "2024y"]


PNG = b"\x89PNG\r\n\x1a\n..."
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="6"><script>x()</script><rect onload="y()"/></svg>'


def test_pictures_are_embedded() -> None:
    """By what they are, whatever the server called them; a drawing without what runs in it."""
    article = Article(blocks=(Figure("https://e.com/a", "x", width=9), Figure("b"), Figure("c")))
    resources = {"https://e.com/a": Resource(PNG, "text/plain", 4, 3), "b": Resource(SVG, "image/png")}
    first, second = LexborHTMLParser(page(article, resources=resources)).css("img")
    kept = b64encode(PNG).decode()
    assert first.attributes == {"src": f"data:image/png;base64,{kept}", "alt": "x", "width": "4", "height": "3"}
    kind, _, drawing = (second.attributes["src"] or "").partition(",")
    assert kind == "data:image/svg+xml;base64"
    assert b"<rect" in b64decode(drawing)
    assert b"x()" not in b64decode(drawing)
    assert b"onload" not in b64decode(drawing)
    assert second.attributes["width"] == "9"


@pytest.mark.parametrize("content", [b"<svg onload=x>", b"<html>", b"", b"PNG"])
def test_a_broken_picture_leaves_its_words(content: bytes) -> None:
    article = Article(language="de", blocks=(Figure("https://e.com/a", "ein Turm", (Text("Der Turm."),)),))
    html = page(article, resources={"https://e.com/a": Resource(content, "image/png")})
    tree = LexborHTMLParser(html)
    assert not tree.css("img")
    assert tree.css_first("figure").text() == "Bild nicht verfügbar. ein TurmDer Turm."


def test_a_picture_inside_the_page_is_taken_from_there() -> None:
    src = f"data:image/svg+xml;base64,{b64encode(SVG).decode()}"
    (image,) = LexborHTMLParser(page(Article(blocks=(Figure(src),)))).css("img")
    assert b"x()" not in b64decode((image.attributes["src"] or "").partition(",")[2])


HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</title><script>x</script>",
    "</style><script>x</script>",
    "<svg/onload=x>",
    "javascript:alert(1)",
    "JaVa\tScRiPt:alert(1)",
    " javascript:x",
    "vbscript:x",
    "data:text/html;base64,PHNjcmlwdD4=",
    "//evil.example",
    "data:image/svg+xml;base64,PHN2Zz4=",
    'data:image/png;base64,AA" onerror="x',
    "' onmouseover='x",
    'x" style="position:fixed',
    '<math><mi//xlink:href="data:x,<script>">',
    '<noscript><p title="</noscript><img src=x onerror=x>">',
    "]]><script>",
    "<!--><script>",
    "\x00<scr\x00ipt>",
    'en" onload="x',
    "blob:https://e.com/x",
    'https://e.com/"onclick="x',
    "mailto:a\r\nb",
    "file:///etc/passwd",
]


@pytest.mark.parametrize("evil", HOSTILE)
def test_nothing_hostile_comes_through(evil: str) -> None:
    line = (Text(evil), Link(evil, (Text(evil),)), Formula(evil), NoteRef(evil), Style("code", (Text(evil),)))
    article = Article(
        title=evil,
        authors=(evil,),
        date=evil,
        language=evil,
        site=evil,
        url=evil,
        description=evil,
        blocks=(
            Paragraph(line),
            Heading(2, line),
            Code(evil, evil),
            Math(evil),
            Figure(evil, evil, line, evil),
            Embed("post", evil, evil),
            Quote((Paragraph(line),), evil),
            Table(((Cell((Paragraph(line),)),),), 0, line),
            Note(evil, evil, (Paragraph(line),)),
        ),
        comments=(Comment((Paragraph(line),), evil, evil),),
    )
    check(page(article, comments=True, resources={evil: Resource(b"x", evil)}))


def check(html: str) -> None:
    """Only elements and attributes of the lists, and only addresses that may be followed."""
    tree = LexborHTMLParser(html)
    assert len(tree.css("html, head, body")) == 3
    assert tree.css_first("html").attributes.get("lang") is None or re.fullmatch(
        r"[\w-]+", tree.css_first("html").attributes["lang"]
    )
    for node in tree.css("*"):
        assert node.tag in TAGS | SHELL, node.html
        if node.tag in SHELL:
            continue
        assert set(node.attributes) <= ATTRIBUTES["*"] | ATTRIBUTES.get(node.tag, frozenset()), node.html
        for name in ("href", "cite"):
            assert re.match(
                r"https?://|mailto:|tel:|#(note|ref)-", node.attributes.get(name) or "tel:", re.IGNORECASE
            ), node.html
        assert re.match(
            r"https?://|data:image/(png|jpeg|gif|webp);base64,", node.attributes.get("src") or "http://", re.IGNORECASE
        ), node.html
    assert [node.tag for node in tree.css("head > *")].count("style") == 1
    assert not tree.css("script")


@PROPERTY
@given(articles)
def test_any_article_keeps_to_the_lists(article: Article) -> None:
    check(page(article, comments=True))


@PROPERTY
@given(articles)
def test_what_is_built_is_clean_already(article: Article) -> None:
    """The sanitiser changes nothing but notation: what the writer builds parses to the tree that it means."""
    html = page(article)
    start = html.index("<body>") + len("<body>")
    body = html[start : html.rindex("</body>")]
    assert clean(body) == body


@pytest.mark.parametrize(
    "html",
    [
        '<a href="javascript:x">',
        "<script>x</script>",
        '<img src="data:text/html,x">',
        '<a href="data:image/png;base64,AA">',
        '<p onclick="x">',
        "<iframe>",
    ],
)
def test_the_boundary_alone_holds(html: str) -> None:
    cleaned = clean(html)
    assert not re.search(r"javascript|script|data:|onclick|iframe", cleaned)
