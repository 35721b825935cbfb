"""The files that make an e-book one: what is known about the book goes in; package, contents and cover come out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from typing import Final
from uuid import NAMESPACE_URL, uuid5

from printworthy.writers.addresses import safe_link
from printworthy.writers.epub.chapters import Chapter, document
from printworthy.writers.grid import width, wrap
from printworthy.writers.pictures import Picture
from printworthy.writers.words import print_words, spoken_date

_NOT_XML: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,6}")
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d")
# The frame is 1080 wide; the text keeps away from it.
_ROOM: Final = 980.0
_HEIGHT: Final = 900.0
_SIZES: Final = (112, 96, 84, 72, 64, 56)
_LINE: Final = 1.18
# No cover holds more letters.
_MOST: Final = 600
_SMALL: Final = 44.0
_NARROW: Final = frozenset("fijlrtI.,:;'’!|()[]- ")
_WIDE: Final = frozenset("mwMW@%&—…æœÆŒшщюжмфыЖМФШЩЮЫ")
_VOWELS: Final = "aeiouyäöüàâáåéèêëíìîïóòôõøúùûæœаеёиоуыэюя"
# Where a word may go on, roughly: before a consonant and its vowel.
_SYLLABLE: Final = re.compile(rf"(?:sch|[cpst]h|[^\W\d_{_VOWELS}])[{_VOWELS}]", re.IGNORECASE)


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
    pages: tuple[Chapter, ...]
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


def _entry(page: Chapter) -> str:
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


def cover_drawing(title: str, small: list[str]) -> bytes:
    """The title in letters as large as the frame allows, and below it who wrote it and where it is from.

    Which font a reading app takes is not known, so widths are those of a wide one, such as DejaVu Sans Bold.
    """
    size, lines = _set(title)
    top = 620 - len(lines) * size * 0.6
    large = "".join(_text(line, top + index * size * _LINE, size, 600) for index, line in enumerate(lines))
    below = top + len(lines) * size * _LINE + 60
    rest = "".join(_text(line, below + 70 + 60 * index, _small(line), 400) for index, line in enumerate(small))
    drawing = (
        '<?xml version="1.0" encoding="utf-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1600" '
        'viewBox="0 0 1200 1600"><rect width="1200" height="1600" fill="#f7f4ec"/>'
        '<rect x="60" y="60" width="1080" height="1480" fill="none" stroke="#2b2722" stroke-width="3"/>'
        f'{large}<rect x="540" y="{below - 30:.0f}" width="120" height="4" fill="#2b2722"/>{rest}</svg>\n'
    )
    return _NOT_XML.sub("", drawing).encode("utf-8")


def _set(title: str) -> tuple[float, list[str]]:
    """The size of the letters and the lines: the largest in which no word is broken, if they are few."""
    for size in _SIZES:
        lines = wrap(title, _ROOM / size, _ems)
        if len(lines) * size * _LINE <= _HEIGHT * 0.7 and max(map(_ems, lines)) <= _ROOM / size:
            return size, lines
    return _set_broken(title)


def _set_broken(title: str) -> tuple[float, list[str]]:
    """A long title, whose long words go on in the next line; what a cover cannot hold is left out."""
    lines: list[str] = []
    most = 0
    for size in _SIZES[2:]:
        words = " ".join(_broken(word, _ROOM / size) for word in title[:_MOST].split(" "))
        lines, most = wrap(words, _ROOM / size, _ems), int(_HEIGHT / size / _LINE)
        if len(lines) <= most:
            return size, lines
    return _SIZES[-1], [*lines[: most - 1], f"{lines[most - 1][:-1]}…"]


def _broken(word: str, room: float) -> str:
    """The word, in parts that fit into a line, with spaces between."""
    if _ems(word) <= room or width(word) > len(word):  # wide characters break anywhere
        return word
    end = next(end for end in range(len(word), 0, -1) if _ems(word[:end]) + _ems("-") <= room or end == 1)
    joints = [found.start() for found in _SYLLABLE.finditer(word) if 2 < found.start() <= min(end, len(word) - 4)]
    cut = max([word.rfind("-", 0, end) + 1, *joints]) or end
    head = word[:cut] if not word[cut - 1].isalnum() else f"{word[:cut]}-"
    return f"{head} {_broken(word[cut:], room)}"


def _ems(text: str) -> float:
    """How wide a text is at most, in ems of bold letters."""
    return sum(_em(char) for char in text)


def _em(char: str) -> float:
    columns = width(char)
    if columns != 1:
        return 1.05 if columns else 0.0
    if char in _NARROW:
        return 0.55
    return 1.2 if char in _WIDE else 0.95 if char.isupper() else 0.75


def _small(line: str) -> float:
    return min(_SMALL, _ROOM / max(1.0, _ems(line)))


def _text(text: str, y: float, size: float, weight: int) -> str:
    return (
        f'<text x="600" y="{y:.0f}" font-size="{size:.0f}" font-weight="{weight}" text-anchor="middle" fill="#2b2722" '
        f'font-family="Source Serif 4, Georgia, serif">{escape(text)}</text>'
    )
