"""The document that the template reads: an `Issue` and `WriteOptions` go in; one object, ready for JSON, comes out."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from printworthy.data.article import Article, Issue
from printworthy.data.blocks import Block, Figure, Heading, Inline, Link, Paragraph, Style, figures_in
from printworthy.writers import notes
from printworthy.writers.addresses import safe_link
from printworthy.writers.body import body, plain, tidy
from printworthy.writers.pdf.blocks import Blocks, PdfContext, stay_below
from printworthy.writers.pdf.lines import APOSTROPHE, Node
from printworthy.writers.pdf.long_words import BREAK, shown_address
from printworthy.writers.pdf.tables import Room
from printworthy.writers.pictures import Pictures
from printworthy.writers.protocol import WriteOptions
from printworthy.writers.sheet import MILLIMETRE, LinkStyle, Sheet, paper_size
from printworthy.writers.words import PrintWords, print_words, spoken_date, words

_LANGUAGE: Final = re.compile(r"([a-z]{2,3})(?:-[a-z]{4})?(?:-([a-z]{2}))?(?:-.*)?", re.I)
_DAY: Final = re.compile(r"(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?!\d)")
_CASED: Final = re.compile(r"[A-Za-zÀ-ɏΑ-Ͽа-яА-Я]")
_NOT_LATIN: Final = re.compile(r"[\u0370-\u1cff\u2c80-\ufaff]")
# So many notes at the foot of the pages help; more of them hide the text.
_MOST_ADDRESSES: Final = 40
_LEAD_WIDTH: Final = 480
_SHORT_END: Final = 170
# A page holds about twice as many letters. Fewer to each picture, and they are set smaller.
_TEXT_A_PICTURE: Final = 1300
_FEW_PICTURES: Final = 3


class TypstDocument:
    """Builds the object for one issue; `pictures` then holds the files that it names."""

    def __init__(self, issue: Issue, options: WriteOptions, pictures: Pictures) -> None:
        self._issue = issue
        self._options = options
        self._pictures = pictures
        first = issue.articles[0] if issue.articles else Article()
        self._words: PrintWords = print_words(first.language)
        self._language = first.language
        self._marks = False

    def render(self, several: bool, marks: bool = False) -> Node:
        """The whole document; with `marks`, the blocks carry their numbers in `body(article)`."""
        self._marks = marks
        issue, sheet = self._issue, self._options.sheet
        articles = [self._article(index, article) for index, article in enumerate(issue.articles)]
        authors = dict.fromkeys(tidy(name).strip() for one in issue.articles for name in one.authors)
        return {
            "settings": {**_settings(sheet), "marks": marks},
            "words": self._template_words(),
            **self._cover(articles[0]["title"]),
            "authors": [name for name in authors if name][:20],
            "keywords": [],
            "about": tidy(issue.articles[0].description).strip() if not several else "",
            "day": _day(issue.date) or _day(sheet.printed),
            "several": several,
            "emoji": {},
            "emoji-pattern": "",
            "articles": articles,
            "failures": [{"source": shown_address(one.source), "reason": tidy(one.reason)} for one in issue.failures],
        }

    def _template_words(self) -> Node:
        said = self._words
        return {"contents": said.contents, "page": said.page, "failed": said.failed}

    def _cover(self, first: str) -> Node:
        """The title, and below it the day, unless it is the title itself, and how many articles there are."""
        day = spoken_date(self._issue.date, self._language)
        title = spoken_date(tidy(self._issue.title).strip(), self._language) or first
        many = len(self._issue.articles)
        count = self._words.articles.replace("{n}", str(many)) if many > 1 else ""
        return {"title": title, "subtitle": " · ".join(filter(None, [day if day != title else "", count]))}

    def _article(self, index: int, article: Article) -> Node:
        blocks = body(article)
        lead, rest = _lead(blocks, self._options.sheet.images)
        comments = article.comments if self._options.comments else ()
        said = (*blocks, *(block for one in comments for block in one.blocks))
        setting = self._setting(article, notes.collect(said), f"a{index}")
        page = Blocks(setting)
        first = page.picture(lead) if lead else None
        if first and (not first["file"] or first["w"] < _LEAD_WIDTH):
            first, rest = None, blocks  # a small one stands where it stood
        nodes = self._numbered(page, blocks, rest) if self._marks else page.render(rest)
        if not comments and safe_link(article.url):
            _hold_last(nodes)
        stay_below(nodes)
        if first and self._marks:
            first["id"] = next(number for number, block in enumerate(blocks) if isinstance(block, Figure))
        return {
            **_about(article, index),
            "dense": _is_dense(blocks),
            "lead": first,
            "blocks": [*nodes, *page.loose_notes()],
            "comments": page.render(comments),
            "published": _dated(setting.words.published, article.date, article.language),
            "printed": _dated(setting.words.printed, self._options.sheet.printed, article.language),
            "words": {"source": setting.words.source, "comments": words(article.language).comments},
            "qr": "",
        }

    @staticmethod
    def _numbered(page: Blocks, blocks: tuple[Block, ...], rest: tuple[Block, ...]) -> list[Node]:
        numbers = {id(block): number for number, block in enumerate(blocks)}
        return [{**node, "id": numbers[id(block)]} for block in rest for node in page.render((block,))]

    def _setting(self, article: Article, found: notes.NumberedNotes, prefix: str) -> PdfContext:
        sheet = self._options.sheet
        return PdfContext(
            notes=found,
            pictures=self._pictures,
            words=print_words(article.language),
            language=article.language,
            prefix=prefix,
            links=_link_style(sheet.links, article),
            images=sheet.images,
            room=_room(sheet),
            page=safe_link(article.url).partition("#")[0],
            rtl=article.direction == "rtl",
        )


def _is_dense(blocks: tuple[Block, ...]) -> bool:
    """Are there more pictures than the text between them could part?"""
    pictures = len(figures_in(blocks))
    if pictures < _FEW_PICTURES:
        return False
    return sum(len(plain(line)) for line in notes.every_line(blocks)) < pictures * _TEXT_A_PICTURE


def _hold_last(nodes: list[Node]) -> None:
    """Tell a short last paragraph to stay with the source that is named below it."""
    if len(nodes) > 1 and nodes[-2]["t"] == nodes[-1]["t"] == "paragraph":
        said = sum(len(part) for part in nodes[-1]["c"] if isinstance(part, str))
        if said <= _SHORT_END:
            nodes[-1]["last"] = True


def _dated(pattern: str, date: str, language: str) -> str:
    return pattern.replace("{day}", spoken_date(date, language)) if date.strip() else ""


def _settings(sheet: Sheet) -> Node:
    width, height = paper_size(sheet.paper)
    return {
        "width": round(width * MILLIMETRE, 2),
        "height": round(height * MILLIMETRE, 2),
        "columns": sheet.columns,
        "size": sheet.size,
        "margin": round(sheet.margin * MILLIMETRE, 2) if sheet.margin >= 0 else -1,
        "grey": sheet.grey,
        "strict": sheet.standard != "",
        "tight": 0,
    }


def _about(article: Article, index: int) -> Node:
    found = _LANGUAGE.fullmatch(article.language.strip())
    title = APOSTROPHE.sub("’", tidy(article.title)).strip()
    title = title or tidy(article.site).strip() or shown_address(article.url).replace(BREAK, "") or "—"
    address = safe_link(article.url)
    return {
        "index": index,
        "title": title,
        "short": _short(title),
        "site": tidy(article.site).strip() or _host(address),
        "authors": ", ".join(name for name in (tidy(name).strip() for name in article.authors) if name),
        "date": spoken_date(article.date.strip(), article.language),
        "language": found[1].lower() if found else "en",
        "region": found[2].upper() if found and found[2] else None,
        "rtl": article.direction == "rtl",
        "cased": _CASED.search(title) is not None and article.direction != "rtl",
        "latin": _NOT_LATIN.search(title) is None,
        "url": address,
        "shown-url": shown_address(address, article.direction == "rtl"),
    }


def _host(address: str) -> str:
    return address.partition("://")[2].partition("/")[0].removeprefix("www.")


def _short(title: str) -> str:
    """A title for the running head: cut at a word, if it is long."""
    if len(title) <= 60:
        return title
    cut = title[:58]
    return f"{cut.rpartition(' ')[0] or cut}…"


def _day(date: str) -> list[int] | None:
    found = _DAY.match(date)
    return [int(part) for part in found.groups()] if found else None


def _lead(blocks: tuple[Block, ...], images: bool) -> tuple[Figure | None, tuple[Block, ...]]:
    """The picture that stands before all text, and the blocks after it."""
    for place, block in enumerate(blocks[:3] if images else ()):
        if isinstance(block, Figure):
            return replace(block, lead=True), blocks[:place] + blocks[place + 1 :]
        if not isinstance(block, Heading) and place:
            break
        if isinstance(block, Paragraph):
            break
    return None, blocks


def _link_style(asked: LinkStyle, article: Article) -> LinkStyle:
    """What "auto" means for this article."""
    if asked != "auto":
        return asked
    addresses: set[str] = set()
    _gather(article.blocks, addresses)
    return "notes" if len(addresses) <= _MOST_ADDRESSES else "none"


def _gather(blocks: tuple[Block, ...], addresses: set[str]) -> None:
    for line in notes.every_line(blocks):
        _gather_line(line, addresses)


def _gather_line(inlines: tuple[Inline, ...], addresses: set[str]) -> None:
    for inline in inlines:
        if isinstance(inline, Link):
            addresses.add(inline.href)
        elif isinstance(inline, Style):
            _gather_line(inline.children, addresses)


# What the styles say of columns and type, for the judgement whether a table fits; one's own counts as one column.
_STYLE_COLUMNS: Final = {"newspaper": 3, "compact": 2}
_STYLE_SIZES: Final = {"newspaper": 9.4, "compact": 8.4, "large": 18.0}
_STYLE_MARGINS: Final = {"newspaper": 0.062, "compact": 0.055}
_GUTTER: Final = 1.8
_LETTER: Final = 0.46
# A line of a column holds so many letters at least, and a narrow paper has one column; as in the template.
_NARROWEST: Final = 30
_NARROW: Final = 390.0


def _room(sheet: Sheet) -> Room:
    """How many letters the lines hold, roughly: the measure of the styles, and the page between narrow margins."""
    width = paper_size(sheet.paper)[0] * MILLIMETRE
    scale = max(0.78, min(1.0, (width / 595.3) ** 0.35))
    size = sheet.size or _STYLE_SIZES.get(sheet.style, 11.0) * scale
    margin = sheet.margin * MILLIMETRE if sheet.margin >= 0 else width * _STYLE_MARGINS.get(sheet.style, 0.08)
    full = (width - 2 * margin) / size
    wished = _STYLE_COLUMNS.get(sheet.style, 1) if width >= _NARROW else 1
    columns = sheet.columns or _columns(wished, full)
    column = _column(columns, full)
    line = column if sheet.margin >= 0 or columns > 1 else min(column, 33)
    return Room(line / _LETTER, full / _LETTER, columns)


def _columns(wished: int, full: float) -> int:
    """As many columns as the style wishes, if they do not get too narrow; the width is in ems."""
    return next((many for many in range(wished, 1, -1) if _column(many, full) >= _NARROWEST * _LETTER), 1)


def _column(columns: int, full: float) -> float:
    return (full - _GUTTER * (columns - 1)) / columns
