"""The chapters of an e-book: an `Article` goes in, a page of XHTML comes out.

The body is the one of the HTML page, sanitised by the same boundary, and then written as XML.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Final

from printworthy.data.article import Article, Failure
from printworthy.data.blocks import Figure
from printworthy.writers import notes, words
from printworthy.writers.addresses import safe_link
from printworthy.writers.body import body, tidy
from printworthy.writers.html.blocks import HtmlBlocks, HtmlContext
from printworthy.writers.html.sanitise import clean
from printworthy.writers.pictures import Flaw, Pictures
from printworthy.writers.protocol import WriteOptions
from printworthy.writers.words import print_words

_VOID: Final = re.compile(r"<(br|hr|img)((?:\s[^<>]*)?)>")
_NOT_XML: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,6}")
# The boundary lets pictures through by their address; this one can be nobody's, and stands for the book itself.
_INSIDE: Final = "https://book.invalid/"

STYLE: Final = "\n" + Path(__file__).with_name("epub.css").read_text("utf-8")


@dataclass(frozen=True, slots=True)
class Chapter:
    """A file of the book that is read: its name, what the contents call it, and its bytes."""

    name: str
    title: str
    by: str
    content: bytes
    math: bool = False


class _BookBlocks(HtmlBlocks):
    """Blocks whose pictures are files of the book; one that is missing leaves a note."""

    def __init__(self, setting: HtmlContext, pictures: Pictures, images: bool) -> None:
        super().__init__(setting)
        self._pictures, self._images = pictures, images

    def _figure(self, figure: Figure) -> str:
        return super()._figure(figure) if self._images else ""

    def _picture(self, figure: Figure) -> str:
        found = self._pictures.get(figure.src)
        alt = tidy(figure.alt).strip()
        if isinstance(found, Flaw):
            return self._missing(alt)
        size = f'width="{found.width}" height="{found.height}"'
        return f'<img src="{_INSIDE}images/{found.name}" alt="{escape(alt)}" {size}>'


def article_page(number: int, article: Article, options: WriteOptions, pictures: Pictures) -> Chapter:
    """An article as a chapter."""
    blocks = body(article)
    comments = article.comments if options.comments else ()
    found = notes.collect((*blocks, *(block for one in comments for block in one.blocks)))
    printed = print_words(article.language)
    page = _BookBlocks(
        HtmlContext(found, no_picture=printed.no_picture, language=article.language), pictures, options.sheet.images
    )
    said = words.words(article.language)
    text = page.render(blocks)
    discussion = page.render(comments)
    parts = [
        _header(article, page_title(article)),
        text,
        _section("notes", said.notes, page.notes(said.back)),
        _section("comments", said.comments, discussion),
        _source(article, printed.source),
    ]
    inner = _as_xml(clean("\n".join(part for part in parts if part)))
    by = " · ".join(filter(None, [tidy(article.site).strip(), ", ".join(map(tidy, article.authors))]))
    content = document(page_title(article), inner, article.language, article.direction == "rtl")
    return Chapter(f"article-{number}.xhtml", page_title(article), by, content, "<math" in inner)


def page_title(article: Article) -> str:
    """What the contents call an article; never empty."""
    return tidy(article.title).strip() or tidy(article.site).strip() or article.url or "—"


def failures_page(failures: tuple[Failure, ...], language: str) -> Chapter:
    """The last page: what could not be had, and why."""
    title = print_words(language).failed
    items = "".join(f"<li>{escape(one.source)}<br>{escape(tidy(one.reason))}</li>" for one in failures)
    inner = _as_xml(clean(f"<h1>{escape(title)}</h1><ul>{items}</ul>"))
    return Chapter("failures.xhtml", title, "", document(title, inner, language, rtl=False))


def document(title: str, inner: str, language: str, rtl: bool, kind: str = "") -> bytes:
    """A whole file of XHTML around what stands in its body."""
    tag = language if _LANGUAGE.fullmatch(language) else "en"
    shape = f' class="{kind}"' if kind else ""
    page = (
        '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n'
        '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" '
        f'lang="{tag}" xml:lang="{tag}" dir="{"rtl" if rtl else "ltr"}">\n'
        f'<head><meta charset="utf-8"/><title>{escape(title)}</title>'
        f'<link rel="stylesheet" type="text/css" href="style.css"/></head>\n<body{shape}>\n{inner}\n</body>\n</html>\n'
    )
    return _NOT_XML.sub("", page).encode("utf-8")


def _as_xml(html: str) -> str:
    """Sanitised HTML as XML, with its pictures inside the book and the marks that make notes pop up."""
    xml = _VOID.sub(r"<\1\2/>", html).replace("&nbsp;", "\u00a0").replace(f'src="{_INSIDE}', 'src="')
    xml = xml.replace("<math ", '<math xmlns="http://www.w3.org/1998/Math/MathML" ')
    xml = xml.replace('role="doc-noteref"', 'role="doc-noteref" epub:type="noteref"')
    return re.sub(r'<li id="(note-\d+)">', r'<li id="\1" epub:type="footnote">', xml)


def _header(article: Article, title: str) -> str:
    date = words.spoken_date(article.date.strip(), article.language)
    by = " · ".join(filter(None, [", ".join(map(tidy, article.authors)), tidy(date)]))
    site = tidy(article.site).strip()
    parts = [
        f'<p class="source">{escape(site)}</p>' if site else "",
        f"<h1>{escape(title)}</h1>",
        f'<p class="byline">{escape(by)}</p>' if by else "",
    ]
    return f"<header>{''.join(parts)}</header>"


def _source(article: Article, label: str) -> str:
    address = safe_link(article.url)
    link = f'<a href="{escape(address)}">{escape(address)}</a>'
    return f'<p class="source">{escape(label)} {link}</p>' if address else ""


def _section(kind: str, heading: str, content: str) -> str:
    role = ' role="doc-endnotes"' if kind == "notes" else ""
    return f'<section class="{kind}"{role}><h2>{escape(heading)}</h2>{content}</section>' if content else ""
