"""What is wrong with printed pages: an article and its PDF, read back, go in; sightings come out."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Final

from benchmarks.lib.sheet_reader import SeenLine, SeenPage, SeenWord, read_pdf
from printworthy.data.article import Article
from printworthy.data.blocks import Block, Code, Figure, Formula, Gallery, Heading, Inline, Link, Paragraph, Style, Text
from printworthy.writers import notes
from printworthy.writers.body import body, plain
from printworthy.writers.pdf.pdf_writer import PdfWriter
from printworthy.writers.protocol import WriteOptions
from printworthy.writers.sheet import Sheet
from printworthy.writers.words import print_words

# What is looked for, and of what the rate is taken.
CHECKS: Final = {
    "failures": "document", "holes": "page", "stranded headings": "page", "short last pages": "document",
    "overfull lines": "page", "outside the page": "page", "overlaps": "page", "missing words": "word",
    "words twice": "word", "missing glyphs": "word", "out of order": "document",
}  # fmt: skip
HOLE_LINES: Final = 5
SHORT_LINES: Final = 8
_TEXT_PAGE: Final = 6  # lines of text that make a page one of text, not of pictures
_RUN: Final = 7  # words in a row that do not come back by chance
_UNSPACED: Final = "\u0e00-\u0e7f\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff"
_TOKEN: Final = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+")
_INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_NUMBER: Final = re.compile(r"‹U\+[0-9A-F]{4,6}|\ufffd")
_SENTENCE: Final = "Words of a sentence that goes on for a while and then ends. "


@dataclass(frozen=True, slots=True)
class Frame:
    """Where text stands on a full page: the columns' left edges and width, top and bottom, a line's pitch."""

    lefts: tuple[float, ...]
    width: float
    top: float
    bottom: float
    pitch: float
    height: float


@dataclass(frozen=True, slots=True)
class Sighting:
    """Something wrong on a page, counted from 0."""

    kind: str
    page: int
    count: int
    said: str


def frame_of(writer: PdfWriter, sheet: Sheet) -> Frame:
    """The frame of a style on a paper, from a text that fills its second page."""
    text = Article(title="A", language="en", blocks=(Paragraph((Text(_SENTENCE * 900),)),))
    options = WriteOptions(sheet=sheet)
    places = [place for place in writer.pages(text, options).places if place.page == 1]
    page = read_pdf(writer.write(text, options))[1]
    lefts = tuple(sorted({place.x for place in places}))
    top, bottom = min(place.y for place in places), max(place.y + place.height for place in places)
    lines = sorted(line.top for line in page.lines if top - 5 < line.top < bottom and line.left < lefts[0] + 5)
    pitch = median(after - before for before, after in pairwise(lines))
    height = median(line.height for line in page.lines)
    return Frame(lefts, places[0].width, top, bottom, pitch, height)


def inspect(article: Article, pages: list[SeenPage], stream: str, frame: Frame) -> tuple[int, list[Sighting]]:
    """How many words the article has, and what is wrong with its pages."""
    blocks = body(article)
    said = tokens(" ".join(_lines_of(blocks)))
    flat = [page for page in pages if page.width < page.height]
    found = [
        *_holes(pages, frame),
        *_stranded(blocks, pages, frame),
        *(_short_end(article, pages, frame) if len(pages) > 1 else ()),
        *(sight for number, page in enumerate(pages) for sight in _misplaced(number, page, frame)),
        *_missing(said, pages),
        *_twice(said, tokens(article.title), stream),
        *_glyphs(pages),
        *(_disorder(blocks, stream) if len(flat) == len(pages) else ()),
    ]
    return len(said), found


def _lines_of(blocks: tuple[Block, ...]) -> Iterator[str]:
    for line in notes.every_line(blocks):
        yield plain(_without_formulas(line))
    for block in blocks:
        if isinstance(block, Code):
            yield block.text


def _without_formulas(line: tuple[Inline, ...]) -> tuple[Inline, ...]:
    parts: list[Inline] = []
    for one in line:
        if isinstance(one, Style):
            parts.append(Style(one.kind, _without_formulas(one.children)))
        elif isinstance(one, Link):
            parts.append(Link(one.href, _without_formulas(one.children)))
        else:
            parts.append(Text(" ") if isinstance(one, Formula) else one)
    return tuple(parts)


def tokens(text: str) -> list[str]:
    """The words of a text in small letters; each character of a script without spaces."""
    return _TOKEN.findall(_INVISIBLE.sub("", unicodedata.normalize("NFKC", text)).casefold())


def _holes(pages: list[SeenPage], frame: Frame) -> Iterator[Sighting]:
    """Empty stripes in the columns of every page but the last."""
    for number, page in enumerate(pages[:-1]):
        if page.width > page.height or _text_lines(page, frame) < _TEXT_PAGE:
            continue
        top = page.height * 0.4 if number == 0 and len(frame.lefts) > 1 else frame.top
        gap = max(page.longest_gap(left, left + frame.width, top, frame.bottom) for left in frame.lefts)
        if gap > HOLE_LINES * frame.pitch:
            yield Sighting("holes", number, 1, f"{gap / frame.pitch:.1f} lines")


def _text_lines(page: SeenPage, frame: Frame) -> int:
    """Lines of text in the size of the text; a page of pictures has few."""
    return sum(frame.top - 5 < one.top < frame.bottom and not _is_small(one, frame) for one in page.lines)


def _stranded(blocks: tuple[Block, ...], pages: list[SeenPage], frame: Frame) -> Iterator[Sighting]:
    """Headings with nothing below them in their column but notes."""
    pairs = zip(blocks, (*blocks[1:], None), strict=True)
    found = [one for one, after in pairs if isinstance(one, Heading) and after and not isinstance(after, Heading)]
    names = {"".join(tokens(plain(one.children))) for one in found} - {""}
    for number, page in enumerate(pages if names else ()):
        for left in frame.lefts:
            lines = [one for one in page.lines if left - 2 <= one.left < left + frame.width]
            lines = sorted((one for one in lines if frame.top - 5 < one.top < frame.bottom), key=lambda one: one.top)
            last = next((place for place in range(len(lines), 0, -1) if not _is_small(lines[place - 1], frame)), 0)
            for start in range(max(0, last - 4), last):
                text = "".join(tokens(" ".join(line.text for line in lines[start:last])))
                if (
                    text in names
                    and lines[last - 1].height >= frame.height * 0.97
                    and _is_foot(page, lines, last, frame, left)
                ):
                    yield Sighting("stranded headings", number, 1, text)
                    break


def _is_small(line: SeenLine, frame: Frame) -> bool:
    return line.height < frame.height * 0.93


def _is_foot(page: SeenPage, lines: list[SeenLine], last: int, frame: Frame, left: float) -> bool:
    """Is there nothing after these lines but the page's end or its notes?"""
    after = lines[last:]
    below = lines[last - 1].bottom
    if any(page.inked(left, left + frame.width, below + 2, min(frame.bottom, below + 4 * frame.pitch))):
        near = bool(after) and after[0].top < below + 5 * frame.pitch
        return near and bool(re.match(r"\d", after[0].text)) and after[-1].bottom > frame.bottom - 2 * frame.pitch
    return True


def _short_end(article: Article, pages: list[SeenPage], frame: Frame) -> Iterator[Sighting]:
    """A last page of few lines, what is said of the source aside."""
    page = pages[-1]
    inside = sorted((line for line in page.lines if frame.top - 5 < line.top < frame.bottom), key=lambda line: line.top)
    source = print_words(article.language).source
    ends = [line.top for line in inside if line.text.startswith(source)]
    end = ends[-1] if ends else frame.bottom
    count = len({round(line.bottom / frame.pitch * 1.5) for line in inside if line.top < end - 1})
    inked = sum(page.inked(frame.lefts[0], frame.lefts[-1] + frame.width, frame.top, end))
    if count < SHORT_LINES and inked * 2 < 12 * frame.pitch:
        yield Sighting("short last pages", len(pages) - 1, 1, f"{count} lines")


def _misplaced(number: int, page: SeenPage, frame: Frame) -> Iterator[Sighting]:
    """Words beyond their column or the page, and words on one another."""
    words = [word for line in page.lines for word in line.words]
    out = [word for word in words if word.left < 0 or word.right > page.width or word.bottom > page.height]
    if out:
        yield Sighting("outside the page", number, len(out), " ".join(word.text for word in out))
    # Tables may reach into the margins, and the columns between them; nothing reaches to the paper's edge.
    narrow = page.width * 0.05
    over = [word for word in words if word.left < narrow - 1 or word.right > page.width - narrow + 1]
    over = [word for word in over if word not in out]
    if over:
        yield Sighting("overfull lines", number, len(over), " ".join(word.text for word in over))
    if page.width < page.height and (pairs := list(_overlaps(words))):
        yield Sighting("overlaps", number, len(pairs), "; ".join(f"{a.text} / {b.text}" for a, b in pairs[:5]))


def _overlaps(words: list[SeenWord]) -> Iterator[tuple[SeenWord, SeenWord]]:
    """Pairs of words whose middles lie on one another; boxes are higher than letters."""
    rows: dict[int, list[SeenWord]] = {}
    for word in words:
        if len(word.text) < 3 or word.height > 3 * (word.right - word.left):
            continue
        for row in {int((word.top + word.height * share) / 4) for share in (0.4, 0.6)}:
            rows.setdefault(row, []).append(word)
    seen = set()
    for near in rows.values():
        near.sort(key=lambda word: word.left)
        for one, other in pairwise(near):
            shared = min(one.right, other.right) - other.left
            level = abs((one.top + one.bottom) / 2 - (other.top + other.bottom) / 2)
            least = 4 if one.text.isascii() else max(4, one.height)  # a wide comma's box is wider than its place
            if shared > least and level < min(one.height, other.height) * 0.4 and (one, other) not in seen:
                seen.add((one, other))
                yield one, other


def _missing(said: list[str], pages: list[SeenPage]) -> Iterator[Sighting]:
    """Words of the article that no page has; a word may be broken by a hyphen or at a joint."""
    lines = [line.text for page in pages for line in page.lines]
    text = "\n".join(lines)
    there = Counter(tokens(text.replace("\u00ad\n", "")))
    lacking = {word: many - there[word] for word, many in Counter(said).items() if many > there[word]}
    if not lacking:
        return
    together = "".join(tokens(text))
    heads = {found[-1] for line in lines if line.endswith("\u00ad") and (found := tokens(line))}
    firsts = {found[0] for line in lines if (found := tokens(line))}
    gone: Counter[str] = Counter()
    for word, many in lacking.items():
        left = min(many, max(0, there[word] + many - together.count(word)))
        broken = any(word.startswith(head) and word[len(head) :] in firsts for head in heads)
        if left and not broken:
            gone[word] = left
    if gone:
        yield Sighting("missing words", 0, sum(gone.values()), " ".join(gone))


def _runs(words: list[str]) -> Counter[tuple[str, ...]]:
    return Counter(tuple(words[place : place + _RUN]) for place in range(len(words) - _RUN + 1))


def _twice(said: list[str], title: list[str], stream: str) -> Iterator[Sighting]:
    """Words in a row that stand more often on paper than in the article; the title stands at the head of each page."""
    once, there = _runs(said), _runs(tokens(stream.replace("\u00ad\n", "")))
    head = set(title)
    more = {
        words: there[words] - many for words, many in once.items() if there[words] > many and not head.issuperset(words)
    }
    if more:
        yield Sighting("words twice", 0, sum(more.values()), " ".join(next(iter(more))))


def _glyphs(pages: list[SeenPage]) -> Iterator[Sighting]:
    for number, page in enumerate(pages):
        found = [word.text for line in page.lines for word in line.words if _NUMBER.search(word.text)]
        if found:
            yield Sighting("missing glyphs", number, len(found), " ".join(found))


def _disorder(blocks: tuple[Block, ...], stream: str) -> Iterator[Sighting]:
    """Paragraphs whose first words come earlier in the PDF than those of the paragraph before."""
    there: dict[tuple[str, ...], list[int]] = {}
    words = tokens(stream.replace("\u00ad\n", ""))
    for place in range(len(words) - 5):
        there.setdefault(tuple(words[place : place + 6]), []).append(place)
    before, wrong = 0, []
    for block in blocks:
        if isinstance(block, Figure | Gallery) or not isinstance(block, Paragraph | Heading):
            continue
        found = there.get(tuple(tokens(plain(block.children))[:6]), [])
        if len(found) == 1:
            if found[0] < before:
                wrong.append(" ".join(words[found[0] : found[0] + 6]))
            before = max(before, found[0])
    if wrong:
        yield Sighting("out of order", 0, 1, " | ".join(wrong[:3]))
