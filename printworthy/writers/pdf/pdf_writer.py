"""PDF: an `Article` or an `Issue` goes in; pages set by typst, tagged and with an outline, come out."""

from __future__ import annotations

import errno
import json
import logging
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import ClassVar, Final, TypeAlias, TypeVar

from printworthy.base.extras import need
from printworthy.data.article import Article, Issue
from printworthy.errors import WriteError
from printworthy.writers.body import tidy
from printworthy.writers.pdf.characters import (
    advised,
    asked_for,
    draw_emoji,
    find_emoji,
    noted,
    private_signs,
    strange_signs,
)
from printworthy.writers.pdf.document import TypstDocument
from printworthy.writers.pdf.lines import Node
from printworthy.writers.pdf.pages import Pages
from printworthy.writers.pdf.rescue import rescued
from printworthy.writers.pdf.typesetter import UnsettableError
from printworthy.writers.pdf.typesetter_client import TypesetterClient, TypesetterLimits
from printworthy.writers.pdf.work_folder import AHEAD, DOCUMENT, WorkFolder
from printworthy.writers.pictures import Pictures, Wish
from printworthy.writers.protocol import DEFAULTS, WriteOptions
from printworthy.writers.sheet import Sheet

_LOG: Final = logging.getLogger(__name__)
# Also what is said where none of the system's folders for temporary files can be written.
_NO_ROOM: Final = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.ENOENT))
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")
# Fewer paragraphs are not worth a second thread.
_LEAST: Final = 8
# A last page of fewer lines is worth saving. Lines that a page gains at each level of tightness (template/type.typ).
_FEW_LINES: Final = 8
_GAINS: Final = (2.0, 4.0, 7.0)
Made = TypeVar("Made")
Make: TypeAlias = Callable[[TypesetterClient, Path], Made]
_FIRST: Final[Node] = {"t": "paragraph", "c": ["–"]}


class PdfWriter(AbstractContextManager["PdfWriter"]):
    """PDF pages. As a context manager, it keeps its typesetter warm from one document to the next."""

    name: ClassVar[str] = "pdf"
    suffixes: ClassVar[tuple[str, ...]] = (".pdf",)

    def __init__(self, bounds: TypesetterLimits | None = None) -> None:
        self._bounds = bounds
        self._kept: TypesetterClient | None = None
        self._galley: WorkFolder | None = None
        self._keeping = False

    def __enter__(self) -> PdfWriter:
        self._keeping = True
        return self

    def __exit__(self, *_error: object) -> None:
        self._keeping = False
        if self._kept is not None:
            self._kept.close()
            self._kept = None
        self._leave()

    def write(self, article: Article, options: WriteOptions = DEFAULTS) -> bytes:
        """The article as a PDF."""
        return self._written(Issue(tidy(article.title), (article,), article.date), options, several=False)

    def write_issue(self, issue: Issue, options: WriteOptions = DEFAULTS) -> bytes:
        """Several articles as one PDF with a title page and contents."""
        if not issue.articles:
            raise WriteError("none of the sources gave an article: check them one by one")
        return self._written(issue, options, several=True)

    def pages(self, article: Article, options: WriteOptions = DEFAULTS) -> Pages:
        """The article's pages as drawings, as the PDF has them, with the places of the blocks of `body(article)`."""
        issue = Issue(tidy(article.title), (article,), article.date)
        pictures = Pictures(options.resources, Wish(grey=options.sheet.grey))
        document = TypstDocument(issue, options, pictures).render(several=False, marks=True)
        day = _timestamp(options.sheet.printed)
        return Pages.drawn(self._made(document, pictures, options.sheet, lambda work, folder: work.draw(folder, day)))

    def _written(self, issue: Issue, options: WriteOptions, several: bool) -> bytes:
        pictures = Pictures(options.resources, Wish(grey=options.sheet.grey))
        document = TypstDocument(issue, options, pictures).render(several)
        standards: list[str] = [options.sheet.standard] if options.sheet.standard else []
        day = _timestamp(options.sheet.printed)
        return self._made(document, pictures, options.sheet, lambda work, folder: work.typeset(folder, standards, day))

    def _made(self, document: Node, pictures: Pictures, sheet: Sheet, make: Make[Made]) -> Made:
        """What the typesetter makes of the document; blocks that it refuses are set as plain text."""
        try:
            return self._fitted(document, pictures, sheet, make)
        except UnsettableError as error:
            _LOG.debug("typesetting failed, looking for the cause: %s", error)
            mended = rescued(document, lambda part: self._is_set(part, pictures, sheet))
            if mended is None:
                raise
        return self._fitted(mended, pictures, sheet, make)

    def _fitted(self, document: Node, pictures: Pictures, sheet: Sheet, make: Make[Made]) -> Made:
        """What the typesetter makes; a last page of a few lines is saved, if tighter lines and margins can do that."""
        with self._prepared(document, pictures, sheet) as (folder, typesetter):
            made = make(typesetter, folder)
            ends = typesetter.ends
        if not sheet.fit or document["several"]:
            return made
        for level in levels(ends):
            tighter = {**document, "settings": {**document["settings"], "tight": level}}
            with self._prepared(tighter, pictures, sheet) as (folder, typesetter):
                shorter = make(typesetter, folder)
                if typesetter.ends and typesetter.ends[-1]["pages"] < ends[-1]["pages"]:
                    return shorter
        return made

    def _is_set(self, document: Node, pictures: Pictures, sheet: Sheet) -> bool:
        try:
            with self._prepared(document, pictures, sheet) as (folder, typesetter):
                typesetter.typeset(folder, [], 0)
        except WriteError:
            return False
        return True

    @contextmanager
    def _prepared(self, document: Node, pictures: Pictures, sheet: Sheet) -> Iterator[tuple[Path, TypesetterClient]]:
        """A folder with all that the typesetter reads, and the typesetter."""
        with _room(), self._furnished(sheet.style) as folder, self._typesetter(sheet) as typesetter:
            if sheet.qr:
                _add_codes(document, folder)
            (folder / DOCUMENT).write_text(_as_json(document, folder, typesetter), "utf-8", "replace")
            if self._keeping and (early := set_ahead(document)):
                (folder / AHEAD / DOCUMENT).write_text(json.dumps(early, ensure_ascii=False), "utf-8", "replace")
            for picture in pictures.ready():
                (folder / picture.name).write_bytes(picture.content)
            yield folder, typesetter

    @contextmanager
    def _furnished(self, style: str) -> Iterator[Path]:
        """The folder that is kept, or a new one; one that made trouble is given up."""
        self._galley = self._galley or WorkFolder()
        try:
            with self._galley.furnished(style) as folder:
                yield folder
        except BaseException:
            self._leave()
            raise
        if not self._keeping:
            self._leave()

    def _leave(self) -> None:
        if self._galley is not None:
            self._galley.close()
            self._galley = None

    @contextmanager
    def _typesetter(self, sheet: Sheet) -> Iterator[TypesetterClient]:
        """The process that is kept, if it has the fonts that are asked for, or a new one."""
        if self._kept is not None and self._kept.fonts != sheet.fonts:
            self._kept.close()
            self._kept = None
        typesetter = self._kept or TypesetterClient(sheet.fonts, self._bounds)
        self._kept = typesetter if self._keeping else None
        try:
            yield typesetter
        finally:
            if not self._keeping:
                typesetter.close()


def levels(ends: list[dict[str, float]]) -> list[int]:
    """How tight to set a document whose last page holds a few lines: what may save it, the gentlest first."""
    if not ends or ends[-1]["pages"] < 2:
        return []
    pages, lines, source = ends[-1]["pages"], ends[-1]["lines"], ends[-1]["source"]
    if lines - source >= _FEW_LINES:
        return []
    return [level for level, gain in enumerate(_GAINS, 1) if gain * (pages - 1) >= lines - source][:2]


@contextmanager
def _room() -> Iterator[None]:
    """A temporary folder that is full, or that cannot be written, in our words."""
    try:
        yield
    except OSError as error:
        if error.errno not in _NO_ROOM:
            raise
        advice = "make room there, or name another one by TMPDIR"
        raise WriteError(f"the folder for temporary files has no room ({error.strerror}): {advice}") from error


def _as_json(document: Node, folder: Path, typesetter: TypesetterClient) -> str:
    """The document as the template reads it: emoji as pictures, and signs that no face has as their numbers."""
    text = json.dumps(document, ensure_ascii=False)
    if text.isascii():
        return text
    emoji = draw_emoji(find_emoji(text), folder)
    asked = asked_for([sign for sign in strange_signs(text) if sign not in emoji])
    missing = [sign for first in typesetter.missing(list(asked)) for sign in asked[first]] + private_signs(text)
    more = draw_emoji(missing, folder, len(emoji))
    emoji |= more
    if emoji:
        pattern = "|".join(map(re.escape, emoji))
        text = json.dumps({**document, "emoji": emoji, "emoji-pattern": pattern}, ensure_ascii=False)
    inside = set("".join(emoji))
    lacking = [sign for sign in missing if sign not in inside]
    if advice := advised(lacking):
        _LOG.warning(advice)
    return noted(text, lacking)


def _timestamp(day: str) -> int | None:
    """The moment that the PDF names as that of its making: the day of printing, or the epoch."""
    found = _DAY.match(day)
    return int(datetime.strptime(found[0], "%Y-%m-%d").replace(tzinfo=UTC).timestamp()) if found else 0


def _add_codes(document: Node, folder: Path) -> None:
    """QR codes of the sources, one for each article."""
    for article in document["articles"]:
        drawing = qr_drawing(article["url"])
        if drawing:
            name = f"qr-{article['index']}.svg"
            (folder / name).write_bytes(drawing)
            article["qr"] = f"/{name}"


def qr_drawing(address: str) -> bytes:
    """The code of an address as SVG; nothing for no address, or for one that is too long to be scanned from paper."""
    need("pdf", "a QR code", "segno")
    import segno

    if not address:
        return b""
    try:
        code = segno.make_qr(address, error="m", version=None)
    except segno.DataOverflowError:
        return b""
    out = BytesIO()
    code.save(out, kind="svg", border=0, scale=4, xmldecl=False)
    return out.getvalue() if int(code.version) <= 20 else b""


def set_ahead(document: Node) -> Node | None:
    """The document with the later half of its plain paragraphs, the last one first; None if it is not worth the while.

    The typesetter breaks paragraphs into lines one after the other, which takes more than half of its time, and
    remembers each that it has seen. So a second thread of its process begins at the end while the first begins at the
    front; where they meet, the first finds the rest done. What comes out is the same, and comes sooner.
    """
    if document["several"] or document["settings"]["marks"] or document["emoji"]:
        return None
    article = document["articles"][0]
    plain = [block for block in article["blocks"] if _is_plain(block)]
    if len(plain) < _LEAST:
        return None
    # Another paragraph comes first: those after it are indented, as they are in the article.
    early = [_FIRST, *plain[: len(plain) // 2 : -1]]
    return {**document, "ahead": True, "articles": [{**article, "blocks": early}]}


def _is_plain(block: Node) -> bool:
    """Whether it is nothing but words, as the template sees it, too."""
    if block["t"] != "paragraph" or "last" in block:
        return False
    return len(block["c"]) == 1 and isinstance(block["c"][0], str)
