"""What every writer prints, made ready: an `Article` goes in; its body, without what the header says, comes out."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from printworthy.data.article import Article
from printworthy.data.blocks import (
    Block,
    Break,
    Callout,
    Figure,
    Formula,
    Gallery,
    Heading,
    Inline,
    Link,
    NoteRef,
    Paragraph,
    Quote,
    Style,
    Text,
)

SEPARATOR: Final = " · "
# Replies to replies are indented so far, and not further.
DEEPEST_POST: Final = 6
# Control characters would reach a terminal or break a document; line and paragraph separators are white space.
_CONTROL: Final = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
_SPACES: Final = re.compile(r"[\t\n\v\f\r\x85\u2028\u2029 ]+")
_LONGEST_NAME: Final = 120
_ALIKE: Final = 0.6
_DASHES: Final = ("—", "–", "―", "--", "- ")
_ENDS: Final = (*".!?…:;。！？»”\"'",)
_NO_WORD: Final = re.compile(r"[^a-z0-9]+")
_CODE_ENDS: Final = re.compile(r"\r\n?|[\v\f\x85\u2028\u2029]")


def tidy(text: str) -> str:
    """The text on one line, without control characters."""
    return text if text.isprintable() else _SPACES.sub(" ", _CONTROL.sub("", text))


def tidy_code(text: str) -> str:
    """Lines of code as they are, without control characters and without empty lines around them."""
    return _CONTROL.sub("", _CODE_ENDS.sub("\n", text)).strip("\n")


def plain(inlines: tuple[Inline, ...]) -> str:
    """The characters of inline content on one line, without any mark-up."""
    if len(inlines) == 1 and isinstance(inlines[0], Text):
        return tidy(inlines[0].text)
    return tidy("".join(map(_plain, inlines)))


def _plain(inline: Inline) -> str:
    match inline:
        case Text(text):
            return text
        case Style(_, children) | Link(_, children):
            return "".join(map(_plain, children))
        case Formula(latex):
            return latex
        case Break():
            return " "
        case NoteRef():
            return ""


def body(article: Article) -> tuple[Block, ...]:
    """The blocks below the title: a heading that repeats it goes, and no other stands as high as it.

    Where several do, they are sections, and what is below them moves down with them; a single one moves alone.
    """
    blocks = article.blocks or _paragraphs(article.text)
    if not article.title.strip():
        return blocks
    blocks = _without_title(blocks, article.title)
    tops = sum(isinstance(block, Heading) and block.level <= 1 for block in blocks)
    if not tops:
        return blocks
    lowest = 1 if tops == 1 else 6
    return tuple(
        replace(b, level=min(b.level + 1, 6)) if isinstance(b, Heading) and b.level <= lowest else b for b in blocks
    )


def _paragraphs(text: str) -> tuple[Block, ...]:
    """Paragraphs from plain text, for an article that has nothing else."""
    return tuple(Paragraph((Text(part.strip()),)) for part in text.split("\n\n") if part.strip())


def _without_title(blocks: tuple[Block, ...], title: str) -> tuple[Block, ...]:
    """The blocks without a heading before all text that says what the title says."""
    for place, block in enumerate(blocks):
        if isinstance(block, Heading) and _repeats(plain(block.children), title, block.level):
            return blocks[:place] + blocks[place + 1 :]
        if not isinstance(block, Figure | Gallery):
            break
    return blocks


def _repeats(heading: str, title: str, level: int) -> bool:
    """Does a heading say what the title says? One of the title's own level may be longer or shorter by a name."""
    one, other = _folded(heading), _folded(title)
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    return level <= 1 and len(short) >= _ALIKE * len(long) and long.startswith(short)


def _folded(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum()) or text.strip()


def byline(article: Article, date: str) -> list[str]:
    """Who, where and when: the authors, the site and the date, as far as they are known."""
    authors = ", ".join(name for name in map(tidy, article.authors) if name.strip())
    return [part for part in (authors, tidy(article.site).strip(), tidy(date).strip()) if part]


def speaker(quote: Quote) -> tuple[Inline, ...]:
    """A quotation's last line, if it says who said it: after a dash, or marked as a whole and no sentence."""
    last = quote.blocks[-1] if len(quote.blocks) > 1 else None
    if not isinstance(last, Paragraph):
        return ()
    text = plain(last.children).strip()
    marked = len(last.children) == 1 and isinstance(last.children[0], Style | Link)
    found = 0 < len(text) <= _LONGEST_NAME and (text.startswith(_DASHES) or marked and text[-1] not in _ENDS)
    return last.children if found else ()


def callout_kind(callout: Callout) -> str:
    """The kind of a callout as one word in lower case."""
    return _NO_WORD.sub("-", callout.kind.lower()).strip("-")[:40] or "note"


def caption_with_credit(figure: Figure) -> tuple[Inline, ...]:
    """The figure's caption, with the credit behind it unless the caption names it already."""
    credit = figure.credit.strip()
    if not credit or credit.casefold() in plain(figure.caption).casefold():
        return figure.caption
    return (*figure.caption, Text(f" ({credit})")) if plain(figure.caption).strip() else (Text(credit),)
