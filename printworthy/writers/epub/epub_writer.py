"""EPUB 3: an `Article` or an `Issue` goes in; one e-book with cover, contents, pictures and pop-up notes comes out."""

from __future__ import annotations

import re
from io import BytesIO
from typing import ClassVar, Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from printworthy.data.article import Article, Issue
from printworthy.errors import WriteError
from printworthy.writers.body import tidy
from printworthy.writers.epub.chapters import STYLE, Chapter, article_page, failures_page
from printworthy.writers.epub.package import Book, container, cover, cover_page, navigation, package
from printworthy.writers.pictures import Pictures, Wish
from printworthy.writers.protocol import DEFAULTS, WriteOptions

_DAY: Final = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])")
_SIDE: Final = 1400


class EpubWriter:
    """An e-book; the same input gives the same bytes."""

    name: ClassVar[str] = "epub"
    suffixes: ClassVar[tuple[str, ...]] = (".epub",)

    def write(self, article: Article, options: WriteOptions = DEFAULTS) -> bytes:
        """The article as an e-book of one chapter."""
        title = tidy(article.title).strip() or tidy(article.site).strip() or article.url or "—"
        return _bound(Issue(title, (article,), article.date), options)

    def write_issue(self, issue: Issue, options: WriteOptions = DEFAULTS) -> bytes:
        """Several articles as chapters of one e-book."""
        if not issue.articles:
            raise WriteError("none of the sources gave an article: check them one by one")
        return _bound(issue, options)


def _bound(issue: Issue, options: WriteOptions) -> bytes:
    """All files of the book, zipped."""
    pictures = Pictures(options.resources, Wish(side=_SIDE, grey=options.sheet.grey))
    pages = [article_page(index, one, options, pictures) for index, one in enumerate(issue.articles, 1)]
    if issue.failures:
        pages.append(failures_page(issue.failures, issue.articles[0].language))
    book = _book(issue, pages, pictures, options.sheet.printed)
    files: dict[str, bytes] = {
        "META-INF/container.xml": container(),
        "EPUB/package.opf": package(book),
        "EPUB/nav.xhtml": navigation(book),
        "EPUB/cover.svg": cover(book),
        "EPUB/cover.xhtml": cover_page(book),
        "EPUB/style.css": STYLE.encode(),
        **{f"EPUB/{page.name}": page.content for page in pages},
        **{f"EPUB/images/{picture.name}": picture.content for picture in book.pictures},
    }
    return _zipped(files)


def _book(issue: Issue, pages: list[Chapter], pictures: Pictures, printed: str) -> Book:
    first = issue.articles[0]
    names = dict.fromkeys(tidy(name).strip() for one in issue.articles for name in one.authors)
    found = _DAY.match(printed) or _DAY.match(issue.date)
    return Book(
        title=tidy(issue.title).strip() or "—",
        authors=tuple(name for name in names if name),
        language=first.language,
        rtl=first.direction == "rtl",
        date=issue.date if _DAY.match(issue.date) else "",
        day=found[0] if found else "2000-01-01",
        source=first.url if len(issue.articles) == 1 else "",
        about=tidy(first.description).strip() if len(issue.articles) == 1 else "",
        site=tidy(first.site).strip() if len(issue.articles) == 1 else "",
        pages=tuple(pages),
        pictures=tuple(pictures.ready()),
    )


def _zipped(files: dict[str, bytes]) -> bytes:
    """The container (OCF 3.3): `mimetype` comes first and is not compressed."""
    out = BytesIO()
    with ZipFile(out, "w") as archive:
        archive.writestr(ZipInfo("mimetype"), b"application/epub+zip", ZIP_STORED)
        for name, content in files.items():
            packed = not name.endswith((".jpg", ".png"))
            archive.writestr(ZipInfo(name), content, ZIP_DEFLATED if packed else ZIP_STORED)
    return out.getvalue()
