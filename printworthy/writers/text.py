"""Plain text, for people and for speech: an `Article` goes in, UTF-8 text with blank lines between blocks comes out."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, ClassVar, Final

from printworthy.data.article import Article
from printworthy.data.blocks import (
    Block,
    Break,
    Callout,
    Cell,
    Code,
    Definition,
    Definitions,
    Embed,
    Figure,
    Formula,
    Gallery,
    Heading,
    Inline,
    Link,
    List,
    Math,
    Note,
    NoteRef,
    Paragraph,
    Post,
    Quote,
    Rule,
    Style,
    Table,
    Text,
)
from printworthy.writers import notes, words
from printworthy.writers.body import DEEPEST_POST, SEPARATOR, body, byline, caption_with_credit, tidy, tidy_code
from printworthy.writers.grid import Grid, lay_out, pad, width, wrap
from printworthy.writers.protocol import DEFAULTS, WriteOptions

_EDGES: Final = " \t\n"
_AROUND_BREAK: Final = re.compile(r"(?:(?<![ \t])[ \t]++)?\n[ \t]*+")
_NARROWEST: Final = 20
_GAP: Final = "  "
_WIDEST_LINE: Final = 120


class TextWriter:
    """Plain text."""

    name: ClassVar[str] = "text"
    suffixes: ClassVar[tuple[str, ...]] = (".txt", ".text")

    def write(self, article: Article, options: WriteOptions = DEFAULTS) -> bytes:
        """The article as UTF-8 text that ends with a line end."""
        blocks = body(article)
        comments = article.comments if options.comments else ()
        found = notes.collect(blocks + tuple(block for comment in comments for block in comment.blocks))
        page = _TextPage(found, article.language)
        width = max(options.width, _NARROWEST) if options.width > 0 else 0
        parts = [*_header(article, width), page.blocks(blocks, width), page.notes(width)]
        if comments:
            parts.append(words.words(article.language).comments)
            parts.append(page.blocks(comments, width))
        text = "\n\n".join(part for part in parts if part)
        return f"{text}\n".encode("utf-8", "replace") if text else b""


def _header(article: Article, width: int) -> list[str]:
    """The title, then who, where and when on one line."""
    line = SEPARATOR.join(byline(article, words.spoken_date(article.date, article.language)))
    return [_wrapped(tidy(article.title).strip(), width), _wrapped(line, width)]


class _TextPage:
    """The blocks of one article as text."""

    def __init__(self, found: notes.NumberedNotes, language: str = "") -> None:
        self._notes = found
        self._language = language
        self._by_type: dict[type[Block], Callable[[Any, int], str]] = {
            Paragraph: self._line_block,
            Heading: self._line_block,
            List: self._list,
            Quote: self._quote,
            Callout: self._callout,
            Code: self._code,
            Table: self._table,
            Definitions: self._definitions,
            Figure: self._single,
            Gallery: self._gallery,
            Embed: self._single,
            Math: self._single,
            Rule: self._single,
            Note: self._elsewhere,
            Post: self._post,
        }

    def blocks(self, blocks: tuple[Block, ...], width: int) -> str:
        """Blocks with a blank line between them."""
        return "\n\n".join(part for part in [self._block(block, width) for block in blocks] if part)

    def notes(self, width: int) -> str:
        """The footnotes, one after the other."""
        called = [(str(number), note) for number, note in enumerate(self._notes.numbered, 1)]
        uncalled = [(note.label.strip() or "*", note) for note in self._notes.loose]
        return "\n".join(self._hung(f"[{tidy(label)}] ", note.blocks, width) for label, note in called + uncalled)

    def _post(self, post: Post, width: int) -> str:
        """Who wrote when, then what; a reply is indented."""
        margin = "    " * min(post.depth, DEEPEST_POST)
        content = self.blocks(post.blocks, _less(width, len(margin)))
        head = words.post_line(post, self._language)
        return _indented("\n".join(part for part in (head, content) if part), margin) if content else ""

    def _block(self, block: Block, width: int) -> str:
        return self._by_type[type(block)](block, width)

    def _line_block(self, block: Paragraph | Heading, width: int) -> str:
        return _wrapped(self.line(block.children), width)

    def _quote(self, block: Quote, width: int) -> str:
        return _indented(self.blocks(block.blocks, _less(width, 4)), "    ")

    def _callout(self, block: Callout, width: int) -> str:
        title = _wrapped(self.line(block.title), width)
        return "\n".join(
            part for part in (title, _indented(self.blocks(block.blocks, _less(width, 4)), "    ")) if part
        )

    @staticmethod
    def _code(block: Code, _width: int) -> str:
        return _indented(tidy_code(block.text), "    ")

    @staticmethod
    def _elsewhere(_block: Note, _width: int) -> str:
        return ""

    def _single(self, block: Figure | Embed | Math | Rule, width: int) -> str:
        """A block that takes one line."""
        match block:
            case Figure():
                caption = self.line(caption_with_credit(block)) or tidy(block.alt).strip()
                line = f"[{caption}]" if caption else ""
            case Embed(kind, url, title, caption):
                said = (tidy(title).strip() or tidy(url), self.line(caption))
                line = f"[{kind}: {' — '.join(filter(None, said))}]"
            case Math(latex):
                line = tidy(latex).strip()
            case Rule():
                line = "* * *"
        return _wrapped(line, width)

    def _gallery(self, block: Gallery, width: int) -> str:
        return self.blocks(block.figures, width)

    def _definitions(self, block: Definitions, width: int) -> str:
        return "\n\n".join(self._definition(entry, width) for entry in block.items)

    def _list(self, block: List, width: int) -> str:
        """Items under each other; with blank lines between them when one of them has several paragraphs."""
        last = block.start + len(block.items) - 1
        columns = max(len(str(block.start)), len(str(last))) + 2
        items = []
        for number, item in enumerate(block.items, block.start):
            mark = f"{number}.".ljust(columns) if block.ordered else "• "
            items.append(self._hung(mark, item.blocks, width))
        return ("\n" if all(map(_is_short, [item.blocks for item in block.items])) else "\n\n").join(items)

    def _hung(self, mark: str, blocks: tuple[Block, ...], width: int) -> str:
        """Blocks beside a mark; a list below the first paragraph follows it without a blank line."""
        inner = _less(width, len(mark))
        text = "\n" if _is_short(blocks) else "\n\n"
        content = text.join(part for part in [self._block(block, inner) for block in blocks] if part)
        return (mark + _indented(content, " " * len(mark)).lstrip(" ")).rstrip()

    def _definition(self, entry: Definition, width: int) -> str:
        terms = [_wrapped(self.line(term), width) for term in entry.terms]
        return "\n".join([*terms, _indented(self.blocks(entry.blocks, _less(width, 4)), "    ")]).rstrip()

    def _table(self, table: Table, width: int) -> str:
        """The caption, then the rows in columns, or row by row where columns would be too wide."""
        rows = table_lines(table, lambda cell: " ".join(self.blocks(cell.blocks, 0).split()), width)
        caption = _wrapped(self.line(table.caption), width)
        return "\n".join([*([caption] if caption else []), *rows])

    def line(self, inlines: tuple[Inline, ...]) -> str:
        """Inline content as text; only breaks end a line."""
        if len(inlines) == 1 and isinstance(inlines[0], Text):
            return tidy(inlines[0].text).strip(_EDGES)
        return _AROUND_BREAK.sub("\n", "".join(map(self._inline, inlines))).strip(_EDGES)

    def _inline(self, inline: Inline) -> str:
        match inline:
            case Text(text):
                return tidy(text)
            case Style("quote", children):
                return f"“{''.join(map(self._inline, children))}”"
            case Style(_, children) | Link(_, children):
                return "".join(map(self._inline, children))
            case Break():
                return "\n"
            case Formula(latex):
                return tidy(latex)
            case NoteRef(note):
                label = self._notes.label(note)
                return f"[{label}]" if label else ""


def _is_short(blocks: tuple[Block, ...]) -> bool:
    """Is it one paragraph at most, perhaps with a list below?"""
    texts = sum(not isinstance(block, List) for block in blocks)
    return texts == 0 or (texts == 1 and isinstance(blocks[0], Paragraph))


def _less(width: int, columns: int) -> int:
    """The width that is left beside so many columns; 0 stays "do not wrap"."""
    return max(width - columns, _NARROWEST) if width else 0


def _wrapped(text: str, width: int) -> str:
    if not width:
        return text
    return "\n".join(part for line in text.split("\n") for part in wrap(line, width))


def _indented(text: str, margin: str) -> str:
    """Every line that is not empty, moved to the right."""
    return "\n".join(margin + line if line else "" for line in text.split("\n")) if text else ""


def table_lines(table: Table, content: Callable[[Cell], str], limit: int) -> list[str]:
    """The table's lines; `content` gives a cell's text on one line, `limit` is the width to keep (0: a usual one)."""
    grid = lay_out(table)
    texts = [[content(cell) if cell else "" for cell in row] for row in grid]
    sizes = [max(map(width, column)) for column in zip(*texts, strict=True)]
    head = _head_rows(table, grid)
    if sum(sizes) + len(_GAP) * (len(sizes) - 1) <= (limit or _WIDEST_LINE):
        return _in_columns(texts, sizes, head)
    return _as_records(texts, head, limit)


def _head_rows(table: Table, grid: Grid) -> int:
    """How many rows name the columns: those the page says, else a first row of nothing but header cells."""
    if table.head or not grid:
        return min(table.head, len(grid))
    return int(len(grid) > 1 and all(cell is None or cell.header for cell in grid[0]))


def _in_columns(texts: list[list[str]], sizes: list[int], head: int) -> list[str]:
    """Rows with their cells under each other, and a line below the head."""
    rows = [_GAP.join(map(pad, row, sizes)).rstrip() for row in texts]
    ruler = [_GAP.join("-" * size for size in sizes)] if 0 < head < len(rows) else []
    return rows[:head] + ruler + rows[head:]


def _as_records(texts: list[list[str]], head: int, limit: int) -> list[str]:
    """Each row as lines "column: value", with a blank line between rows."""
    names = [" ".join(filter(None, column)) for column in zip(*texts[:head], strict=True)] if head else []
    records = []
    for row in texts[head:] or texts:
        named = zip(names or [""] * len(row), row, strict=True)
        fields = [f"{name}: {value}" if name else value for name, value in named if value]
        records.append([part for line in fields for part in (wrap(line, limit) if limit else [line])])
    return "\n\n".join("\n".join(record) for record in records if record).split("\n") if any(records) else []
