"""HTML: an `Article` goes in, one standalone page without scripts comes out.

The body is built by escaping and then passes `html_clean`; the head holds nothing but escaped text and our own style.
"""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import ClassVar, Final

from printworthy.data.article import Article
from printworthy.writers import notes, words
from printworthy.writers.addresses import safe_link
from printworthy.writers.body import body, tidy
from printworthy.writers.html.blocks import HtmlBlocks, HtmlContext, dated
from printworthy.writers.html.sanitise import clean
from printworthy.writers.protocol import DEFAULTS, WriteOptions
from printworthy.writers.sheet import Sheet
from printworthy.writers.words import print_words

# A language tag in the shape of RFC 5646, loosely.
_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,6}")
# Phone and desk, light and dark, screen and paper; no font or picture is fetched.
_STYLE: Final = "\n" + Path(__file__).with_name("reader.css").read_text("utf-8")
# Points of the text in the printed style for tired eyes.
_LARGE: Final = 18


class HtmlWriter:
    """A standalone HTML page."""

    name: ClassVar[str] = "html"
    suffixes: ClassVar[tuple[str, ...]] = (".html", ".htm")

    def write(self, article: Article, options: WriteOptions = DEFAULTS) -> bytes:
        """The article as a UTF-8 page."""
        language = article.language if _LANGUAGE.fullmatch(article.language) else ""
        lang = f' lang="{language}"' if language else ""
        direction = "rtl" if article.direction == "rtl" else "ltr"
        head = _head(article, _style(options.sheet))
        page = (
            f'<!doctype html>\n<html{lang} dir="{direction}">\n<head>\n{head}\n</head>\n'
            f"<body>\n{clean(_body(article, options))}\n</body>\n</html>\n"
        )
        return page.encode("utf-8", "replace")


def _style(sheet: Sheet) -> str:
    """The style with text of the size that a sheet asks for; whatever else it says is for paper."""
    size = sheet.size or (_LARGE if sheet.style == "large" else 0)
    return f"{_STYLE}body {{ font-size: {size:g}pt; }}\nh1 {{ font-size: 1.8em; }}\n" if size else _STYLE


def _policy(style: str) -> str:
    """What the page may load: our style and pictures."""
    digest = b64encode(sha256(style.encode()).digest()).decode()
    return (
        f"default-src 'none'; style-src 'sha256-{digest}'; img-src data: https: http:; "
        "base-uri 'none'; form-action 'none'"
    )


def _head(article: Article, style: str) -> str:
    """What the page says about itself, and our style."""
    address = safe_link(article.url)
    lines = [
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_policy(style)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="referrer" content="no-referrer">',
        '<meta name="color-scheme" content="light dark">',
        f"<title>{_text(article.title) or _text(article.site) or escape(address)}</title>",
        *(_meta("author", author) for author in article.authors),
        _meta("date", article.date),
        _meta("description", article.description),
        f'<link rel="canonical" href="{escape(address)}">' if address.startswith("http") else "",
        f"<style>{style}</style>",
    ]
    return "\n".join(line for line in lines if line)


def _text(text: str) -> str:
    return escape(tidy(text).strip())


def _meta(name: str, content: str) -> str:
    return f'<meta name="{name}" content="{_text(content)}">' if content.strip() else ""


def _body(article: Article, options: WriteOptions) -> str:
    """The header, the blocks, the notes and, if asked for, the comments."""
    blocks = body(article)
    comments = article.comments if options.comments else ()
    found = notes.collect(blocks + tuple(block for comment in comments for block in comment.blocks))
    page = HtmlBlocks(
        HtmlContext(
            found,
            resources=options.resources,
            no_picture=print_words(article.language).no_picture,
            language=article.language,
        )
    )
    said = words.words(article.language)
    text = page.render(blocks)
    discussion = page.render(comments)
    parts = [
        _header(article),
        text,
        _section('class="notes" role="doc-endnotes"', said.notes, page.notes(said.back)),
        _section('class="comments"', said.comments, discussion),
    ]
    return "<main><article>\n{}\n</article></main>".format("\n".join(part for part in parts if part))


def _header(article: Article) -> str:
    """The site with the way there, the title, who and when."""
    title = _text(article.title)
    people = ", ".join(filter(None, map(_text, article.authors)))
    by = [f'<span class="authors">{people}</span>'] if people else []
    by += [dated(article.date, article.language)] if article.date.strip() else []
    parts = [
        _source(article),
        f"<h1>{title}</h1>" if title else "",
        f'<p class="byline">{" · ".join(by)}</p>' if by else "",
    ]
    content = "\n".join(part for part in parts if part)
    return f"<header>\n{content}\n</header>" if content else ""


def _source(article: Article) -> str:
    """The site's name, or the host's, leading to the page that the article is from."""
    address = safe_link(article.url)
    name = _text(article.site) or escape(address.partition("://")[2].partition("/")[0].removeprefix("www."))
    if not name:
        return ""
    shown = f'<a href="{escape(address)}">{name}</a>' if address else name
    return f'<p class="source">{shown}</p>'


def _section(attributes: str, heading: str, content: str) -> str:
    return f"<section {attributes}>\n<h2>{escape(heading)}</h2>\n{content}\n</section>" if content else ""
