"""Blocks as HTML: blocks go in, escaped HTML without classes of the page's own comes out."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

from printworthy.data.article import Resource
from printworthy.data.blocks import (
    Block,
    Callout,
    Cell,
    Code,
    Definition,
    Definitions,
    Embed,
    Figure,
    Gallery,
    Heading,
    Link,
    List,
    Math,
    Note,
    Paragraph,
    Post,
    Quote,
    Rule,
    Table,
    Text,
)
from printworthy.writers import words
from printworthy.writers.addresses import safe_link, safe_picture
from printworthy.writers.body import DEEPEST_POST, SEPARATOR, callout_kind, speaker, tidy, tidy_code
from printworthy.writers.html.inline import Inlines, back_id
from printworthy.writers.mathml import mathml
from printworthy.writers.notes import NumberedNotes
from printworthy.writers.pictures import Flaw, Wish, from_data, prepare
from printworthy.writers.svg import is_svg, sanitised

_LANGUAGE: Final = re.compile(r"[\w.+#-]{1,40}")
_KINDS: Final = (
    ("image/png", re.compile(rb"\x89PNG\r\n\x1a\n")),
    ("image/jpeg", re.compile(rb"\xff\xd8\xff")),
    ("image/gif", re.compile(rb"GIF8[79]a")),
    ("image/webp", re.compile(rb"RIFF.{4}WEBP", re.S)),
    ("image/avif", re.compile(rb".{4}ftypavi[fs]", re.S)),
)
_AS_IT_IS: Final = 600_000
_MOST: Final = 12 * 1024 * 1024
_SIDE: Final = 1800


@dataclass(frozen=True, slots=True)
class HtmlContext:
    """What blocks are written with.

    The document's notes, and whether calls link to them; pictures to embed, and what to say of one that cannot be;
    whether formulas are MathML, or the LaTeX that they came as; the language of dates and of the few words added.
    """

    notes: NumberedNotes = field(default_factory=NumberedNotes)
    linked_notes: bool = True
    resources: Mapping[str, Resource] = field(default_factory=dict)
    no_picture: str = ""
    mathml: bool = True
    language: str = ""


class HtmlBlocks:
    """The blocks of one document."""

    def __init__(self, setting: HtmlContext) -> None:
        self._setting = setting
        self._inlines = Inlines(setting.notes, setting.linked_notes, setting.mathml)
        self.line = self._inlines.render
        self._by_type: dict[type[Block], Callable[[Any], str]] = {
            Paragraph: self._paragraph,
            Heading: self._heading,
            List: self._list,
            Quote: self._quote,
            Callout: self._callout,
            Code: self._code,
            Table: self._scrolled_table,
            Definitions: self._definitions,
            Figure: self._figure,
            Gallery: self._gallery,
            Embed: self._embed,
            Math: self._math,
            Rule: self._rule,
            Note: self._elsewhere,
            Post: self.post,
        }

    def render(self, blocks: tuple[Block, ...]) -> str:
        """The blocks, a line each."""
        return "\n".join(part for part in map(self._block, blocks) if part)

    def _block(self, block: Block) -> str:
        return self._by_type[type(block)](block)

    def _paragraph(self, block: Paragraph) -> str:
        return _element("p", self.line(block.children))

    def _heading(self, block: Heading) -> str:
        return _element(f"h{max(1, min(block.level, 6))}", self.line(block.children))

    def _quote(self, block: Quote) -> str:
        address = safe_link(block.cite)
        name = _element("p", self.line(speaker(block)), ' class="speaker"')
        content = f"{self.render(block.blocks[:-1])}\n{name}" if name else self.render(block.blocks)
        return _element("blockquote", content, f' cite="{escape(address)}"' if address else "")

    def _callout(self, block: Callout) -> str:
        kind = callout_kind(block)
        title = _element("p", self.line(block.title), ' class="callout-title"')
        content = "\n".join(part for part in (title, self.render(block.blocks)) if part)
        return _element("aside", content, f' class="callout callout-{kind}" data-callout="{kind}" role="note"')

    def _gallery(self, block: Gallery) -> str:
        return _element("div", self.render(block.figures), ' class="gallery"')

    @staticmethod
    def _code(block: Code) -> str:
        name = f' class="language-{block.language}"' if _LANGUAGE.fullmatch(block.language) else ""
        code = escape(tidy_code(block.text))
        return f'<pre tabindex="0"><code{name}>{code}</code></pre>' if code else ""

    def _math(self, block: Math) -> str:
        """A formula; one that cannot be read stands there as its source."""
        formula = mathml(block.latex, block=True) if self._setting.mathml else ""
        if formula:
            return f'<div class="math" tabindex="0">{formula}</div>'
        shown, label = escape(tidy_code(block.latex)), escape(tidy(block.latex))
        return _element("div", _element("code", shown), f' class="math" role="math" aria-label="{label}"')

    def _embed(self, block: Embed) -> str:
        """Something that paper cannot hold, as a link to it."""
        line = self.line((Link(block.url, (Text(block.title.strip() or block.url),)),))
        caption = _element("figcaption", self.line(block.caption))
        return _element("figure" if caption else "p", line + caption, f' class="embed {block.kind}"')

    def post(self, post: Post) -> str:
        """A post below its head; `depth-…` says how far it is indented."""
        content = self.render(post.blocks)
        depth = f" depth-{min(post.depth, DEEPEST_POST)}" if post.depth > 0 else ""
        state = " accepted" if post.accepted else ""
        kind = f" {post.kind}" if post.kind != "post" else ""
        head = _element("header", post_head(post, self._setting.language), ' class="byline"')
        return _element("article", head + content, f' class="post{kind}{state}{depth}"') if content else ""

    @staticmethod
    def _rule(_block: Rule) -> str:
        return "<hr>"

    @staticmethod
    def _elsewhere(_block: Note) -> str:
        return ""

    def _definitions(self, block: Definitions) -> str:
        return _element("dl", "\n".join(map(self._definition, block.items)))

    def _scrolled_table(self, block: Table) -> str:
        return f'<div class="table" tabindex="0">{self.table(block)}</div>' if block.rows else ""

    def _list(self, block: List) -> str:
        start = f' start="{block.start}"' if block.ordered and block.start != 1 else ""
        items = "\n".join(f"<li>{self._compact(item.blocks)}</li>" for item in block.items)
        return _element("ol" if block.ordered else "ul", items, start)

    def _compact(self, blocks: tuple[Block, ...]) -> str:
        """Blocks in an item or a cell: a first and only paragraph needs no element of its own."""
        texts = [block for block in blocks if not isinstance(block, List)]
        if len(texts) == 1 and isinstance(blocks[0], Paragraph):
            return self.line(blocks[0].children) + self.render(blocks[1:])
        return self.render(blocks)

    def _definition(self, entry: Definition) -> str:
        terms = "".join(_element("dt", self.line(term)) for term in entry.terms)
        return terms + _element("dd", self._compact(entry.blocks))

    def table(self, table: Table, with_caption: bool = True) -> str:
        """A table; its head rows apart, so that they are repeated on each printed page."""
        caption = _element("caption", self.line(table.caption)) if with_caption else ""
        rows = [self._row(row, number < table.head) for number, row in enumerate(table.rows)]
        head = max(0, min(table.head, len(rows)))
        parts = [_element("thead", "\n".join(rows[:head])), _element("tbody", "\n".join(rows[head:]))]
        return f"<table>{caption}{''.join(parts)}</table>"

    def _row(self, row: tuple[Cell, ...], in_head: bool) -> str:
        return f"<tr>{''.join(self._cell(cell, in_head) for cell in row)}</tr>"

    def _cell(self, cell: Cell, in_head: bool) -> str:
        tag = "th" if cell.header or in_head else "td"
        scope = f' scope="{"col" if in_head else "row"}"' if tag == "th" else ""
        columns = f' colspan="{min(cell.colspan, 1000)}"' if cell.colspan > 1 else ""
        rows = f' rowspan="{min(cell.rowspan, 65534)}"' if cell.rowspan > 1 else ""
        return f"<{tag}{scope}{columns}{rows}>{self._compact(cell.blocks)}</{tag}>"

    def _figure(self, figure: Figure) -> str:
        """A picture with caption and credit; a figure whose picture may not be loaded keeps its words."""
        caption = self.line(figure.caption)
        credit = tidy(figure.credit).strip()
        if credit and escape(credit) not in caption:
            caption = f'{caption} <span class="credit">{escape(credit)}</span>'.lstrip()
        return _element("figure", self._picture(figure) + _element("figcaption", caption))

    def _picture(self, figure: Figure) -> str:
        """The picture itself if it is at hand, or its address; one that is broken leaves a note."""
        alt = tidy(figure.alt).strip()
        resource = self._setting.resources.get(figure.src) or from_data(figure.src)
        found = inside(resource) if resource else None
        if resource and not found:
            return self._missing(alt)
        src = found.src if found else safe_picture(figure.src)
        if not src:
            return ""
        size = (found.width, found.height) if found and found.width else (figure.width, figure.height)
        pixels = f' width="{size[0]}" height="{size[1]}"' if min(size) > 0 else ""
        lazy = "" if found or figure.lead else ' loading="lazy"'
        return f'<img src="{escape(src)}" alt="{escape(alt)}"{pixels}{lazy}>'

    def _missing(self, alt: str) -> str:
        said = self._setting.no_picture
        return f'<p class="missing"><em>{escape(said)}</em> {escape(alt)}</p>' if said else ""

    def notes(self, back: str) -> str:
        """The footnotes as a list, each with the ways back to where it is called; those that nobody calls follow."""
        called = [self._note(number, note, back) for number, note in enumerate(self._setting.notes.numbered, 1)]
        loose = [f"<li>{self._compact(_with_label(note))}</li>" for note in self._setting.notes.loose]
        return _element("ol", "\n".join(called)) + _element("ul", "\n".join(loose))

    def _note(self, number: int, note: Note, back: str) -> str:
        content = self._compact(note.blocks)
        label = str(number)
        ways = [
            f'<a href="#{back_id(label, call)}" role="doc-backlink" aria-label="{escape(back)}">↩\ufe0e</a>'
            for call in range(1, self._inlines.calls[note.id] + 1)
        ]
        return f'<li id="note-{label}">{content}\u00a0{" ".join(ways)}</li>'


def _element(tag: str, content: str, attributes: str = "") -> str:
    """An element, unless it would be empty."""
    return f"<{tag}{attributes}>{content}</{tag}>" if content else ""


def post_head(post: Post, language: str) -> str:
    """Who wrote, when, and whether it is a question or an answer."""
    author, label = escape(tidy(post.author).strip()), escape(words.post_label(post, language))
    parts = [f'<strong class="author">{author}</strong>'] if author else []
    parts += [dated(post.date, language)] if post.date.strip() else []
    said = [", ".join(parts), f'<span class="kind">{label}</span>' if label else ""]
    return SEPARATOR.join(part for part in said if part)


def dated(date: str, language: str) -> str:
    """A date for people, and for machines where they can read it."""
    machine = words.machine_date(date.strip())
    shown = escape(tidy(words.spoken_date(date.strip(), language)).strip())
    return f'<time datetime="{escape(machine)}">{shown}</time>' if machine else f'<span class="date">{shown}</span>'


def _with_label(note: Note) -> tuple[Block, ...]:
    """A note's blocks with the page's own label before them."""
    label = (Text(f"{note.label.strip()} "),) if note.label.strip() else ()
    if note.blocks and isinstance(note.blocks[0], Paragraph):
        return Paragraph((*label, *note.blocks[0].children)), *note.blocks[1:]
    return (Paragraph(label), *note.blocks)


class Inside(NamedTuple):
    """A picture's address and its size in pixels (0: unknown)."""

    src: str
    width: int = 0
    height: int = 0


def inside(resource: Resource) -> Inside | None:
    """The picture as an address that holds it (RFC 2397), as a page is one file; None if it is none, or too large.

    What a file is, its first bytes say, not the server; a drawing loses everything that runs or loads; a picture larger
    than a screen needs is scaled down where Pillow is installed.
    """
    content = resource.content
    if is_svg(content):
        drawing = sanitised(content)
        return Inside(_as_data("image/svg+xml", drawing.content), drawing.width, drawing.height) if drawing else None
    kind = next((name for name, start in _KINDS if start.match(content)), "")
    if not kind:
        return None
    if len(content) > _AS_IT_IS and find_spec("PIL"):
        smaller = prepare(resource, Wish(side=_SIDE))
        if isinstance(smaller, Flaw):
            return None
        return Inside(_as_data(smaller.media_type, smaller.content), smaller.width, smaller.height)
    return Inside(_as_data(kind, content), resource.width, resource.height) if len(content) <= _MOST else None


def _as_data(media_type: str, content: bytes) -> str:
    return f"data:{media_type};base64,{b64encode(content).decode('ascii')}"
