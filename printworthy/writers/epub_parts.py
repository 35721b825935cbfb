"""The files that make an e-book one: what is known about the book goes in; package, contents and cover come out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from typing import Final
from uuid import NAMESPACE_URL, uuid5

from printworthy.writers.addresses import safe_link
from printworthy.writers.epub_cover import cover_drawing
from printworthy.writers.epub_pages import Page, document
from printworthy.writers.pictures import Picture
from printworthy.writers.print_words import print_words
from printworthy.writers.words import spoken_date

_NOT_XML: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,6}")
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True, slots=True)
class Book:
    """What is known about the book; `day` is that of its making."""

    title: str
    authors: tuple[str, ...]
    language: str
    rtl: bool
    date: str
    day: str
    source: str
    about: str
    site: str
    pages: tuple[Page, ...]
    pictures: tuple[Picture, ...]


def container() -> bytes:
    """Where the package lies (OCF 3.3, 4.2.6.3.1)."""
    return (
        b'<?xml version="1.0" encoding="utf-8"?>\n'
        b'<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        b'<rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/>'
        b"</rootfiles></container>\n"
    )


def package(book: Book) -> bytes:
    """Metadata, all files, and the order of reading."""
    direction = ' page-progression-direction="rtl"' if book.rtl else ""
    order = "".join(f'<itemref idref="p{number}"/>' for number in range(1, len(book.pages) + 1))
    text = (
        '<?xml version="1.0" encoding="utf-8"?>\n<package xmlns="http://www.idpf.org/2007/opf" version="3.0" '
        f'unique-identifier="id" xml:lang="{_language(book)}">\n{_metadata(book)}\n{_manifest(book)}\n'
        f'<spine{direction}><itemref idref="cover"/><itemref idref="nav"/>{order}</spine>\n</package>\n'
    )
    return _NOT_XML.sub("", text).encode("utf-8")


def _metadata(book: Book) -> str:
    name = uuid5(NAMESPACE_URL, f"{book.source} {book.title} {book.date} {len(book.pages)}")
    seen = "textual,visual" if book.pictures else "textual"
    lines = [
        f'<dc:identifier id="id">urn:uuid:{name}</dc:identifier>',
        f"<dc:title>{escape(book.title)}</dc:title>",
        f"<dc:language>{_language(book)}</dc:language>",
        *(f"<dc:creator>{escape(name)}</dc:creator>" for name in book.authors),
        f"<dc:date>{book.date[:10]}</dc:date>" if _DATE.match(book.date) else "",
        f"<dc:publisher>{escape(book.site)}</dc:publisher>" if book.site else "",
        f"<dc:description>{escape(book.about)}</dc:description>" if book.about else "",
        f"<dc:source>{escape(book.source)}</dc:source>" if safe_link(book.source) else "",
        f'<meta property="dcterms:modified">{book.day}T00:00:00Z</meta>',
        *(f'<meta property="schema:accessMode">{mode}</meta>' for mode in seen.split(",")),
        '<meta property="schema:accessibilityFeature">tableOfContents</meta>',
        '<meta property="schema:accessibilityFeature">readingOrder</meta>',
        '<meta property="schema:accessibilityFeature">MathML</meta>' if any(one.math for one in book.pages) else "",
        '<meta property="schema:accessibilityHazard">none</meta>',
        '<meta name="cover" content="cover-image"/>',
    ]
    inner = "\n".join(line for line in lines if line)
    return f'<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">\n{inner}\n</metadata>'


def _manifest(book: Book) -> str:
    xhtml = "application/xhtml+xml"
    items = [
        _item("nav", "nav.xhtml", xhtml, "nav"),
        _item("cover", "cover.xhtml", xhtml),
        _item("cover-image", "cover.svg", "image/svg+xml", "cover-image"),
        _item("style", "style.css", "text/css"),
        *(_item(f"p{n}", page.name, xhtml, "mathml" if page.math else "") for n, page in enumerate(book.pages, 1)),
        *(_item(f"i{n}", f"images/{one.name}", one.media_type) for n, one in enumerate(book.pictures, 1)),
    ]
    return "<manifest>\n{}\n</manifest>".format("\n".join(items))


def _item(name: str, href: str, media_type: str, properties: str = "") -> str:
    more = f' properties="{properties}"' if properties else ""
    return f'<item id="{name}" href="{href}" media-type="{media_type}"{more}/>'


def navigation(book: Book) -> bytes:
    """The contents, for people and for the reading app."""
    entries = "\n".join(_entry(page) for page in book.pages)
    heading = escape(print_words(book.language).contents)
    inner = f'<nav epub:type="toc" role="doc-toc" id="toc"><h1>{heading}</h1>\n<ol>\n{entries}\n</ol></nav>'
    return document(book.title, inner, book.language, book.rtl)


def _entry(page: Page) -> str:
    by = f" <small>{escape(page.by)}</small>" if page.by else ""
    return f'<li><a href="{page.name}">{escape(page.title)}{by}</a></li>'


def cover_page(book: Book) -> bytes:
    """The cover as a page."""
    inner = f'<section epub:type="cover"><img src="cover.svg" alt="{escape(book.title)}"/></section>'
    return document(book.title, inner, book.language, book.rtl, "cover")


def cover(book: Book) -> bytes:
    """The cover: the title in large letters, who wrote it and where it is from."""
    title, day = (spoken_date(text, book.language) for text in (book.title, book.date))
    authors = ", ".join(book.authors[:3])
    site = book.site or print_words(book.language).articles.replace("{n}", str(len(book.pages)))
    small = [authors if len(authors) < 46 else "", site[:46], day if day != title else ""]
    return cover_drawing(title, [line for line in small if line])


def _language(book: Book) -> str:
    return book.language if _LANGUAGE.fullmatch(book.language) else "en"
