"""Read documents back: `python benchmarks/quality/round_trip.py [DATA] [--pages N] [--show N]`.

Each page is extracted once. Its blocks, its Markdown read by a CommonMark parser, and its HTML read by an HTML parser
must tell the same blocks: the same kinds in the same containers, with the same words. The words of the plain-text
document and of `article.text` are compared, too. Pictures and notes are left out: they have their own tests.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

import lxml.html
from lxml.html import HtmlElement
from markdown_it import MarkdownIt

import printworthy
from benchmarks.lib.pages import load_pages
from printworthy.data.article import Article
from printworthy.data.blocks import (
    Block,
    Break,
    Callout,
    Code,
    Definition,
    Definitions,
    Embed,
    Formula,
    Heading,
    Inline,
    Item,
    Link,
    List,
    Math,
    Paragraph,
    Quote,
    Rule,
    Style,
    Table,
    Text,
)
from printworthy.errors import PrintworthyError
from printworthy.writers.body import body, tidy

_WORDS = re.compile(r"[^\W_]+")
_CONTAINERS = {"ul": "ul", "ol": "ol", "dl": "dl", "blockquote": "quote"}
_LEAVES = {"p", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "td", "th", "dt", "caption"}
_OPEN = {"div", "section", "article", "main", "body", "html", "tbody", "thead", "tfoot", "dd", "li", "tr", "table"}
_LEFT_OUT = {"img", "script", "style", "head", "header", "footer", "hr"}
_COMPARED = (Heading, Paragraph, List, Definitions, Table, Code, Math, Quote, Rule)
# Besides GFM tables and strikes nothing but CommonMark.
_PARSER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


class Line(NamedTuple):
    """A leaf of a document: the containers around it and its kind, and its words."""

    place: str
    words: str


class Trip(NamedTuple):
    """How far a document came back: the shares of its lines, and of its words."""

    name: str
    markdown: float
    html: float
    text: float


def travel(name: str, content: bytes, url: str, shown: bool = False) -> Trip | None:
    """One page there and back; None if there is nothing to read."""
    try:
        article = printworthy.extract(content, url, images="none")
    except PrintworthyError:
        return None
    text = same_words(article)
    blocks = tuple(block for block in body(article) if isinstance(block, _COMPARED))
    bare = article.changed(blocks=blocks, title="", authors=(), date="", site="", comments=())
    if not blocks:
        return None
    markdown = _read(_PARSER.render(str(printworthy.dumps(bare, "markdown"))))
    html = _read(str(printworthy.dumps(bare, "html", pictures=False)))
    wanted = [list(_lines(blocks, "", definitions)) for definitions in (False, True)]
    if shown:
        _differ(name, wanted[0], markdown)
        _differ(name, wanted[1], html)
    return Trip(name, share(wanted[0], markdown), share(wanted[1], html), text)


def share(wanted: list[Line], found: list[Line]) -> float:
    """How many of the lines are there, in order."""
    same = sum(block.size for block in SequenceMatcher(None, wanted, found, autojunk=False).get_matching_blocks())
    return 2 * same / (len(wanted) + len(found)) if wanted or found else 1.0


def same_words(article: Article) -> float:
    """The share of words that the document and `article.text` have in common (F1 of their counts)."""
    left = Counter(word for line in _lines(article.blocks, "", True) for word in line.words.split())
    right = Counter(_words(article.text).split())
    total = left.total() + right.total()
    return 2 * (left & right).total() / total if total else 1.0


# from blocks


def _lines(blocks: tuple[Block, ...], place: str, definitions: bool) -> Iterator[Line]:  # noqa: C901 PLR0912
    """The leaves of blocks; without `definitions` those are lists, as Markdown has none."""
    for block in blocks:
        match block:
            case Heading(level, children):
                yield from _line(f"{place}/h{min(level, 6)}", _said(children))
            case Paragraph(children):
                yield from _line(f"{place}/p", _said(children))
            case Code(text):
                yield from _line(f"{place}/pre", text)
            case Math(latex):
                yield from _line(f"{place}/p", latex)
            case Quote(inner):
                yield from _lines(inner, f"{place}/quote", definitions)
            case List(ordered, items):
                for item in items:
                    yield from _lines(item.blocks, f"{place}/{'ol' if ordered else 'ul'}", definitions)
            case Table(rows, _, caption):
                yield from _line(f"{place}/p", _said(caption))
                for row in rows:
                    for cell in row:
                        words = " ".join(line.words for line in _lines(cell.blocks, "", True))
                        yield from _line(f"{place}/td", words)
            case Definitions(items):
                yield from _defined(items, place, definitions)
            case Callout(_, inner, title):
                yield from _line(f"{place}/quote/p", _said(title))
                yield from _lines(inner, f"{place}/quote", definitions)
            case Embed(_, url, title, caption):
                yield from _line(f"{place}/p", title.strip() or url)
                yield from _line(f"{place}/p", _said(caption))
            case _:
                pass


def _defined(items: tuple[Definition, ...], place: str, definitions: bool) -> Iterator[Line]:
    for entry in items:
        if not definitions:
            yield from _lines((List(False, (_as_item(entry),)),), place, definitions)
            continue
        for term in entry.terms:
            yield from _line(f"{place}/dl/dt", _said(term))
        yield from _lines(entry.blocks, f"{place}/dl", definitions)


def _as_item(entry: Definition) -> Item:
    """A definition as the Markdown writer shows it."""
    first, *rest = entry.blocks or (Paragraph(()),)
    line: list[Inline] = [inline for term in entry.terms for inline in (*term, Break())]
    if isinstance(first, Paragraph):
        return Item((Paragraph((*line, *first.children)), *rest))
    return Item((Paragraph(tuple(line)), *entry.blocks))


def _said(children: tuple[Inline, ...]) -> str:
    found = []
    for child in children:
        match child:
            case Text(text):
                found.append(text)
            case Style(_, inner) | Link(_, inner):
                found.append(_said(inner))
            case Formula(latex):
                found.append(latex)
            case Break():
                found.append(" ")
            case _:
                pass
    return "".join(found)


def _line(place: str, text: str) -> Iterator[Line]:
    words = _words(text)
    if words:
        yield Line(place, words)


def _words(text: str) -> str:
    return " ".join(_WORDS.findall(tidy(text).replace(r"\lt ", "<")))


# from HTML


def _read(html: str) -> list[Line]:
    """The leaves of HTML, as a parser of HTML reads it."""
    if not html.strip():
        return []
    tree = lxml.html.document_fromstring(html, parser=lxml.html.HTMLParser(encoding="utf-8"))
    return list(_leaves(tree.find(".//body"), ""))


def _leaves(top: HtmlElement, place: str) -> Iterator[Line]:
    run = [top.text or ""]
    for child in top:
        tag = child.tag if isinstance(child.tag, str) else "hr"
        if tag in _LEAVES or tag in _CONTAINERS or tag in _OPEN or tag in _LEFT_OUT:
            yield from _line(f"{place}/p", "".join(run))
            run = []
            yield from _block(child, tag, place)
        else:
            run.append(_shown(child))
        run.append(child.tail or "")
    yield from _line(f"{place}/p", "".join(run))


def _block(node: HtmlElement, tag: str, place: str) -> Iterator[Line]:
    if tag in _LEFT_OUT:
        return
    if tag in _LEAVES:
        math = tag == "pre" and node.find("code[@class='language-math']") is not None
        kind = {"th": "td", "caption": "p"}.get(tag, "p" if math else tag)
        yield from _line(f"{place}/{kind}", _shown(node))
    else:
        yield from _leaves(node, f"{place}/{_CONTAINERS[tag]}" if tag in _CONTAINERS else place)


def _shown(node: HtmlElement) -> str:
    """The text of an element; a formula's is its source."""
    if not isinstance(node.tag, str) or node.tag in ("img", "script"):
        return ""
    if node.tag == "math":
        return node.get("alttext") or ""
    gap = " " if node.tag in ("br", "p", "li", "td", "th", "tr", "div", "ul", "ol", "dd", "dt") else ""
    inner = [node.text or "", *(part for child in node for part in (_shown(child), child.tail or ""))]
    return gap + "".join(inner) + gap


def _differ(name: str, wanted: list[Line], found: list[Line]) -> None:
    """Print where two readings part."""
    for tag, a, b, c, d in SequenceMatcher(None, wanted, found, autojunk=False).get_opcodes():
        if tag != "equal":
            for mark, lines in (("-", wanted[a:b]), ("+", found[c:d])):
                print(f"{name} {mark} {[(line.place, line.words[:90]) for line in lines[:3]]}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="?", type=Path)
    parser.add_argument("--pages", type=int, default=300)
    parser.add_argument("--show", action="store_true", help="print where readings part")
    asked = parser.parse_args()
    pages = load_pages(asked.data, asked.pages)
    trips = [trip for page in pages if (trip := travel(page.name, page.content, page.url, asked.show))]
    for part in ("markdown", "html", "text"):
        shares = [getattr(trip, part) for trip in trips]
        whole = sum(share == 1.0 for share in shares)
        print(f"{part}: {sum(shares) / len(shares):.4f} of lines, {whole} of {len(shares)} pages whole")
    for trip in sorted(trips, key=lambda one: one.text)[:5]:
        print(f"fewest common words: {trip.name} {trip.text:.3f}")


if __name__ == "__main__":
    main()
