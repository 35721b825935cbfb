"""Markdown: an `Article` goes in, CommonMark with GFM tables, footnotes and dollar formulas comes out."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, ClassVar, Final

from printworthy.data.article import Article
from printworthy.data.blocks import (
    Block,
    Break,
    Callout,
    Code,
    Definition,
    Definitions,
    Embed,
    Figure,
    Gallery,
    Heading,
    Inline,
    Item,
    Link,
    List,
    Math,
    Note,
    Paragraph,
    Post,
    Quote,
    Rule,
    Style,
    Table,
    Text,
)
from printworthy.writers import notes, words
from printworthy.writers.addresses import picture_beside, safe_picture
from printworthy.writers.body import (
    DEEPEST_POST,
    SEPARATOR,
    body,
    byline,
    callout_kind,
    caption_with_credit,
    plain,
    tidy,
    tidy_code,
)
from printworthy.writers.markdown import markdown_table
from printworthy.writers.markdown.escape import (
    destination,
    escape,
    escape_heading_end,
    escape_line_starts,
    formula_source,
    front_matter,
)
from printworthy.writers.markdown.inline import LineContext, render
from printworthy.writers.protocol import DEFAULTS, WriteOptions

_TICKS: Final = re.compile(r"`{3,}")
_LINE_START: Final = re.compile(r"\n(?!\n)")
_LANGUAGE: Final = re.compile(r"[\w.+#-]{1,40}")
_MOST: Final = 999_999_999  # the largest number that an item may have (5.2)


class MarkdownWriter:
    """Markdown."""

    name: ClassVar[str] = "markdown"
    suffixes: ClassVar[tuple[str, ...]] = (".md", ".markdown")

    def write(self, article: Article, options: WriteOptions = DEFAULTS) -> bytes:
        """The article as UTF-8 Markdown that ends with a line end."""
        blocks = body(article)
        comments = article.comments if options.comments else ()
        found = notes.collect(blocks + tuple(block for comment in comments for block in comment.blocks))
        page = _MarkdownPage(found, article.language)
        parts = [front_matter(article)] if options.front_matter else []
        parts.append(page.blocks(_header(article, with_byline=not options.front_matter)))
        parts.append(page.blocks(blocks))
        if comments:
            parts.append(f"## {words.words(article.language).comments}")
            parts.append(page.blocks(comments))
        parts.append(page.notes())
        text = "\n\n".join(part for part in parts if part)
        return f"{text}\n".encode("utf-8", "replace") if text else b""


def _header(article: Article, with_byline: bool) -> tuple[Block, ...]:
    """The title, then who, where (with the way there) and when."""
    title = Heading(1, (Text(article.title),))
    known = byline(article, words.spoken_date(article.date, article.language))
    if not with_byline or not known:
        return (title,)
    site = tidy(article.site).strip()
    line: list[Inline] = []
    for part in known:
        shown: Inline = Link(article.url, (Text(part),)) if part == site else Text(part)
        line += [Text(SEPARATOR), shown] if line else [shown]
    return title, Paragraph(tuple(line))


class _MarkdownPage:
    """The blocks of one article as Markdown."""

    def __init__(self, found: notes.NumberedNotes, language: str = "") -> None:
        self._notes = found
        self._language = language
        self._setting = LineContext(found)
        self._one_line = LineContext(found, line_break=" ")
        self._loose = frozenset(map(id, found.loose))
        self._by_type: dict[type[Block], Callable[[Any], str]] = {
            Paragraph: self._paragraph,
            Heading: self._heading,
            List: self._list,
            Quote: self._quote,
            Callout: self._callout,
            Code: _code,
            Table: self._table,
            Definitions: self._definitions,
            Figure: self._figure,
            Gallery: self._gallery,
            Embed: self._embed,
            Math: _display,
            Rule: self._rule,
            Note: self._note,
            Post: self._post,
        }

    def blocks(self, blocks: tuple[Block, ...]) -> str:
        """Blocks with a blank line between them; a list right after a list of its kind takes the other mark (5.3)."""
        parts: list[str] = []
        second = False
        before: Block | None = None
        for block in blocks:
            second = _is_list(block, before) and not second
            part = self._list(block, second) if isinstance(block, List) else self._block(block)
            if part:
                parts.append(part)
                before = block
        return "\n\n".join(parts)

    def notes(self) -> str:
        """The footnotes' texts."""
        found = [(f"[^{number}]: ", self.blocks(note.blocks)) for number, note in enumerate(self._notes.numbered, 1)]
        return "\n\n".join((mark + _hung(text, "    ")).rstrip() for mark, text in found)

    def _post(self, post: Post) -> str:
        """A post below its head in bold; a reply stands in quotation marks, once for each post above it."""
        head = words.post_line(post, self._language)
        blocks = (Paragraph((Style("strong", (Text(head),)),)), *post.blocks) if head else post.blocks
        text = self.blocks(blocks) if post.blocks else ""
        for _ in range(min(post.depth, DEEPEST_POST)):
            text = _quoted(text)
        return text

    def _block(self, block: Block) -> str:
        return self._by_type[type(block)](block)

    def _paragraph(self, block: Paragraph) -> str:
        return escape_line_starts(render(block.children, self._setting))

    def _heading(self, block: Heading) -> str:
        text = escape_heading_end(render(block.children, self._one_line))
        return f"{'#' * max(1, min(block.level, 6))} {text}" if text else ""

    def _quote(self, block: Quote) -> str:
        return _quoted(self.blocks(block.blocks))

    def _callout(self, block: Callout) -> str:
        """A quotation whose first line names the kind, as GitHub and Obsidian do; a title if it says more."""
        kind, title = callout_kind(block), render(block.title, self._one_line)
        mark = f"[!{kind.upper()}]" if title.strip().lower() in ("", kind) else f"[!{kind.upper()}] {title}"
        text = self.blocks(block.blocks)
        joined = bool(block.blocks) and isinstance(block.blocks[0], Paragraph) and text[:1] not in ("=", "-", "")
        return _quoted(f"{mark}\n{text}" if joined else f"{mark}\n\n{text}".strip()) if text or title else ""

    def _definitions(self, block: Definitions) -> str:
        return self._list(List(False, tuple(map(_definition, block.items))))

    def _embed(self, block: Embed) -> str:
        """Something that paper cannot hold, as a link to it."""
        link = self._paragraph(Paragraph((Link(block.url, (Text(block.title.strip() or block.url),)),)))
        return "\n\n".join(part for part in (link, self._caption(block.caption)) if part)

    def _note(self, block: Note) -> str:
        """Notes stand at the end; one that the text does not call would not be shown there, and stays."""
        return self.blocks(_labelled(block)) if id(block) in self._loose else ""

    @staticmethod
    def _rule(_block: Rule) -> str:
        return "***"  # dashes would be read as an underlined heading, or as a list in a list

    def _list(self, block: List, second: bool = False) -> str:
        """The items, without blank lines between them if each is a paragraph, perhaps with a list below."""
        tight = all(map(_is_tight, block.items))
        start = block.start if 0 <= block.start <= _MOST - len(block.items) else 1
        items = []
        for number, item in enumerate(block.items, start):
            mark = f"{number}{')' if second else '.'} " if block.ordered else "+ " if second else "- "
            content = "\n".join(map(self._block, item.blocks)) if tight else self.blocks(item.blocks)
            items.append((mark + _hung(content, " " * len(mark))).rstrip(" "))
        return ("\n" if tight else "\n\n").join(items)

    def _gallery(self, block: Gallery) -> str:
        return self.blocks(block.figures)

    def _figure(self, figure: Figure) -> str:
        """The picture, and its caption in italics as a paragraph of its own."""
        caption = self._caption(caption_with_credit(figure))
        return "\n\n".join(part for part in (picture(figure), caption) if part)

    def _caption(self, caption: tuple[Inline, ...]) -> str:
        return self._paragraph(Paragraph((Style("emphasis", caption),))) if caption else ""

    def _table(self, table: Table) -> str:
        caption = self._paragraph(Paragraph((Style("strong", table.caption),)))
        fits = markdown_table.fits(table)
        rows = markdown_table.gfm(table, self._cell) if fits else markdown_table.html(table, self._notes)
        return "\n\n".join(part for part in (caption, rows) if part)

    def _cell(self, block: Block) -> str:
        """A block inside a table's cell, on one line."""
        match block:
            case Paragraph(children) | Heading(_, children):
                return render(children, LineContext(self._notes, line_break="<br>"))
            case Figure():
                return picture(block)
            case _:
                return ""


def picture(figure: Figure) -> str:
    """A picture with its alternative text, if it may be loaded from its address, or lies beside the page."""
    src = safe_picture(figure.src) or picture_beside(figure.src)
    alt = escape(tidy(figure.alt).strip(), ".", ".", in_link=True)
    return f"![{alt}]({destination(src)})" if src else ""


def _definition(entry: Definition) -> Item:
    """A term as an item: its names in bold, and what is said of it on the next line."""
    line: list[Inline] = []
    for term in entry.terms:
        line += [Style("strong", term), Break()]
    first, *rest = entry.blocks or (None,)
    if isinstance(first, Paragraph):
        return Item((Paragraph((*line, *first.children)), *rest))
    return Item((Paragraph(tuple(line)), *entry.blocks))


def _labelled(note: Note) -> tuple[Block, ...]:
    """A note that the text does not call, with its label before it: as a footnote it would not be shown."""
    label = (Style("superscript", (Text(note.label),)), Text(" ")) if note.label.strip() else ()
    if note.blocks and isinstance(note.blocks[0], Paragraph):
        return Paragraph((*label, *note.blocks[0].children)), *note.blocks[1:]
    return (Paragraph(label), *note.blocks)


def _is_tight(item: Item) -> bool:
    """A paragraph, perhaps with lists below that can stand right under it (5.2: numbered from 1, not empty)."""
    first, *rest = item.blocks or (None,)
    if not isinstance(first, Paragraph) or not plain(first.children).strip():
        return False
    return not rest or (len(rest) == 1 and isinstance(rest[0], List) and _stands_under_text(rest[0]))


def _stands_under_text(block: List) -> bool:
    """May the list follow a paragraph without a blank line?"""
    return bool(block.items) and (not block.ordered or block.start == 1) and all(map(_is_tight, block.items))


def _is_list(block: Block, before: Block | None) -> bool:
    """Is the block a list like the one before it?"""
    return isinstance(block, List) and isinstance(before, List) and before.ordered == block.ordered


def _hung(text: str, margin: str) -> str:
    """Lines behind a mark: all but the first, and the empty ones, moved to the right."""
    return _LINE_START.sub(f"\n{margin}", text) if "\n" in text else text


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}" if line else ">" for line in text.split("\n")) if text else ""


def _code(block: Code) -> str:
    return _fenced(tidy_code(block.text), block.language)


def _fenced(code: str, language: str) -> str:
    """Code between fences that are longer than any inside (4.5)."""
    fence = "`" * max([3, *(len(ticks) + 1 for ticks in _TICKS.findall(code))])
    name = language if _LANGUAGE.fullmatch(language) else ""
    return f"{fence}{name}\n{code}\n{fence}" if code else ""


def _display(block: Math) -> str:
    """A formula on lines of its own, between dollars; between fences where its own dollars would end it early."""
    lines = [line.strip() for line in tidy_code(block.latex).split("\n") if line.strip()]
    if not lines:
        return ""
    if "$" in block.latex:
        return _fenced("\n".join(lines), "math")
    text = "\n".join(lines) if any("%" in line for line in lines) else " ".join(lines)  # "%" comments to the line's end
    return f"$$\n{formula_source(text)}\n$$"
