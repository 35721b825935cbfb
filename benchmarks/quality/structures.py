"""Count structures in pages and in what was made of them: `python benchmarks/quality/structures.py [DATA] [--pages N]`.

For each structure (code, notes, callouts …): how many of those in the article's part of a page are kept, by us and by
other extractors in the same run. Without DATA only our test pages are read, where `expected.json` says what there is;
with it also pages that have the structure, counted from their markup. `--misses NAME` prints what we lost. A structure
is one entry of `STRUCTURES`: add yours there.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import lxml.html
import trafilatura
from lxml.html import HtmlElement
from readability import Document

import printworthy
from benchmarks.lib.pages import OWN

Finder = Callable[[HtmlElement], list[str]]
_SPACE = re.compile(r"\s+")
_ELSEWHERE = (
    "ancestor::nav or ancestor::footer or ancestor::form or ancestor::*[@role='dialog' or @role='navigation'] or "
    "ancestor::*[contains(@class, 'comment') or contains(@class, 'sidebar') or contains(@class, 'modal')]"
)
_LABEL = re.compile(r"[\[(]?(\d{1,4}|[a-z]|[*†‡§¶]{1,3})[\])]?")
_GUTTER = re.compile(r"(?:^|[\s_-])(?:linenos?|linenodiv|line-?numbers?|gutter|lnt|ln|blob-num)(?=\s|$)")
_CALLOUT = re.compile(
    r"(?:^|[\s_-])(?:admonition|markdown-alert|callout|alert|hint|notecard|custom-block|information-macro)"
    r"(?:[_-]{1,2}|\s)(?:note|tip|info|important|warning|caution|danger|success|error|seealso|primary|secondary)(?=\s|$)",
    re.I,
)
_NAMED = re.compile(rb"""(?:og:image|twitter:image)["'][^>]{0,40}content=["']?http|image_src""")
_LANGUAGE = re.compile(r"(?:^|\s)(?:language|lang|brush:|highlight-source)[-: ]\s*([a-z][\w+#]*)", re.I)
_NO_LANGUAGE = frozenset("none text plain plaintext txt default auto".split())


_SIGN = re.compile(r"editsection|headerlink|anchor|permalink|hash-link|octicon|material-icons|sr-only|visually-hidden")
_STYLE = re.compile(r"\\(?:displaystyle|textstyle)")
_OTHERS = re.compile(r"[\W_]+")


class Structure(NamedTuple):
    """How to count one structure: in a page's markup, in a tool's HTML, and in what `expected.json` says."""

    in_page: Finder
    in_html: Finder
    expected: Callable[[dict[str, Any]], list[str]]


# one function a structure


def code(top: HtmlElement) -> list[str]:
    """The code blocks, without white space and line numbers."""
    found = []
    for node in top.xpath(".//pre[not(ancestor::pre)]"):
        numbers = [one for one in node.iter() if one is not node and _GUTTER.search(_class(one))]
        gone = {inner for one in numbers for inner in one.iter()}
        text = "".join(_texts(node, gone))
        if text.strip() and not text.replace(" ", "").replace("\n", "").isdigit():
            found.append(_SPACE.sub("", text))
    return found


def language(top: HtmlElement) -> list[str]:
    """The languages of code blocks, each with the beginning of its code."""
    found = []
    for node in top.xpath(".//pre[not(ancestor::pre)]"):
        around = [node, *node.xpath(".//code")[:1], *node.xpath("ancestor::*[position() <= 2]")]
        names = [match[1].lower() for one in around if (match := _LANGUAGE.search(_class(one)))]
        names += [value.lower() for one in around for key in ("data-lang", "data-language") if (value := one.get(key))]
        names = [name for name in names if name not in _NO_LANGUAGE]
        if names and node.text_content().strip():
            found.append(f"{names[0]}:{_SPACE.sub('', node.text_content())[:20]}")
    return found


def notes(top: HtmlElement) -> list[str]:
    """The beginnings of the notes that short links lead to."""
    names = {one.get("id") or one.get("name"): one for one in top.xpath(".//*[@id or @name]")}
    found: dict[str, str] = {}
    for link in top.xpath(".//a[contains(@href, '#')]"):
        name = (link.get("href") or "").partition("#")[2]
        label, target = _LABEL.fullmatch(link.text_content().strip()), names.get(name)
        raised = link.getparent() is not None and link.getparent().tag == "sup" or link.xpath("./sup")
        if label and target is not None and (raised or link.text_content().strip()[:1] == "["):
            text = _words(target if target.tag in ("li", "p", "div", "dd", "aside", "td") else target.getparent())
            found.setdefault(name, re.sub(r"^[\W\d_]+", "", text)[:30])
    return [text for text in found.values() if text]


def callouts(top: HtmlElement) -> list[str]:
    """The ends of the boxes that say that they are a note, a tip or a warning."""
    boxes = [
        one for one in top.iter("div", "aside", "section", "blockquote", "details") if _CALLOUT.search(_class(one))
    ]
    inner = {one for box in boxes for one in box.iterdescendants()}
    return [text[-30:] for box in boxes if box not in inner and (text := _words(box))]


def headings(top: HtmlElement) -> list[str]:
    """The headings below the title, without signs for the mouse."""
    return [text for _, text in _headings(top)]


def levels(top: HtmlElement) -> list[str]:
    """The headings with their levels."""
    return [f"{level}:{text}" for level, text in _headings(top)]


def _headings(top: HtmlElement) -> Iterator[tuple[int, str]]:
    for node in top.iter("h2", "h3", "h4", "h5", "h6"):
        gone = {inner for one in node.iter() if _SIGN.search(_class(one)) for inner in one.iter() if one is not node}
        text = _letters("".join(_texts(node, gone)))
        if text:
            yield int(node.tag[1]), text[:60]


def quotations(top: HtmlElement) -> list[str]:
    """The beginnings of quotations that are set apart."""
    return [
        text[:60] for one in top.xpath(".//blockquote[not(ancestor::blockquote)]") if (text := _letters(_words(one)))
    ]


def items(top: HtmlElement) -> list[str]:
    """The beginnings of list items."""
    return [text[:40] for one in top.xpath(".//li[not(.//li)]") if (text := _letters(_words(one)))]


def rows(top: HtmlElement) -> list[str]:
    """The rows of tables of data."""
    tables = [one for one in top.iter("table") if not one.xpath(".//table") and _is_data(one)]
    cells = [[_letters(_words(cell)) for cell in row.xpath("./td | ./th")] for one in tables for row in one.iter("tr")]
    return ["|".join(row)[:200] for row in cells if any(row)]


def _is_data(table: HtmlElement) -> bool:
    role, lines = table.get("role") or "", table.xpath(".//tr")
    cells = len(table.xpath(".//td | .//th"))
    return (
        role not in ("presentation", "none")
        and len(lines) > 1
        and cells >= 2 * len(lines)
        and bool(table.xpath(".//th"))
    )


def links(top: HtmlElement) -> list[str]:
    """The words of links in paragraphs that lead to other pages."""
    found = top.xpath(".//p//a[starts-with(@href, 'http')][not(.//img)]")
    return [text[:60] for one in found if (text := _letters(_words(one)))]


def formulas(top: HtmlElement) -> list[str]:
    """The sources of formulas, by the letters in them."""
    found = [one.text_content() for one in top.xpath(".//annotation[@encoding='application/x-tex']")]
    found += [one.text_content() for one in top.xpath(".//script[starts-with(@type, 'math/tex')]")]
    found += [one.get("alttext") for one in top.xpath(".//math[@alttext][not(.//annotation)]")]
    found += [one.get("aria-label") for one in top.xpath(".//*[@role='math'][@aria-label]")]
    found += [one.get("alt") for one in top.xpath(".//img[contains(@class, 'latex')][@alt]")]
    return [text for one in found if (text := _letters(_STYLE.sub("", one or "")))]


def posters(top: HtmlElement) -> list[str]:
    """The names above posts, where a page has several: in attributes, in linked data, or by class."""
    named = [one.get("data-author") for one in top.xpath(".//*[@data-author]")]
    named = named or [_words(one) for one in top.xpath(".//*[@itemprop='author']//*[@itemprop='name']")]
    named = named or [_words(one) for one in top.xpath(".//a[contains(@class, 'username') or @class='hnuser']")]
    return named if len(named) > 1 else []


def short_lines(top: HtmlElement) -> list[str]:
    """Every element with no more text than a name has."""
    texts = (_words(one).strip(" ,:·") for one in top.iter() if isinstance(one.tag, str))
    return [text for text in texts if 0 < len(text) <= 60]


def ingredients(top: HtmlElement) -> list[str]:
    """The ingredients that the markup names as such and that have an amount, without spaces and signs."""
    query = ".//li[contains(@class, 'ingredient')] | .//*[@itemprop='recipeIngredient' or @itemprop='ingredients']"
    return [text for one in top.xpath(query) if (text := _plain(_words(one)))[:1].isnumeric()]


def lines_of_lists(top: HtmlElement) -> list[str]:
    """Items and rows without spaces and signs."""
    return [_plain(_words(one)) for one in top.xpath(".//li | .//tr | .//p")]


def pictures(top: HtmlElement) -> list[str]:
    """The addresses of pictures, without the host."""
    return [re.sub(r"^(?:https?:)?//[^/]*/|^/", "", src) for src in top.xpath(".//img/@src | .//graphic/@src")]


STRUCTURES: dict[str, Structure] = {
    "posts with their author": Structure(
        posters, short_lines, lambda said: [one["author"] for one in said.get("posts", ())]
    ),
    "ingredients with their amount": Structure(
        ingredients, lines_of_lists, lambda said: [_plain(one) for one in said.get("items", ()) if one[0].isnumeric()]
    ),
    "pictures": Structure(lambda _: [], pictures, lambda said: said.get("images", [])),
    "code": Structure(code, code, lambda said: [_SPACE.sub("", one) for one in said.get("code_blocks", ())]),
    "language": Structure(language, language, lambda said: said.get("languages", [])),
    "notes": Structure(notes, notes, lambda said: [_squeezed(one)[:30] for one in said.get("notes", ())]),
    "callouts": Structure(
        callouts, callouts, lambda said: [_squeezed(one[2])[-30:] for one in said.get("callouts", ())]
    ),
    "formulas": Structure(
        formulas, formulas, lambda said: [_letters(_STYLE.sub("", one)) for one in said.get("formulas", ())]
    ),
    "table rows": Structure(
        rows, rows, lambda said: ["|".join(map(_letters, row))[:200] for one in said.get("tables", ()) for row in one]
    ),
    "headings": Structure(headings, headings, lambda said: [_letters(one[1])[:60] for one in said.get("headings", ())]),
    "heading levels": Structure(
        levels, levels, lambda said: [f"{one[0]}:{_letters(one[1])[:60]}" for one in said.get("headings", ())]
    ),
    "quotations": Structure(
        quotations, quotations, lambda said: [_letters(one)[:60] for one in said.get("quotes", ())]
    ),
    "list items": Structure(items, items, lambda said: [_letters(one)[:40] for one in said.get("leaves", ())]),
    "links": Structure(links, links, lambda _: []),
}


# the tools


def ours(page: bytes, url: str) -> str:
    """Our document as HTML."""
    return str(printworthy.dumps(printworthy.extract(page, url), "html", pictures=False))


def by_trafilatura(page: bytes, url: str) -> str:
    """What trafilatura keeps, with everything it can keep."""
    found = trafilatura.extract(
        page,
        url=url or None,
        output_format="html",
        include_formatting=True,
        include_links=True,
        include_tables=True,
        include_images=True,
    )
    return found or ""


def by_readability(page: bytes, url: str) -> str:
    """What readability-lxml keeps."""
    return str(Document(page.decode("utf-8", "replace"), url=url or None).summary())


TOOLS: dict[str, Callable[[bytes, str], str]] = {
    "printworthy": ours,
    "trafilatura": by_trafilatura,
    "readability-lxml": by_readability,
}


# counting


class Case(NamedTuple):
    """A page and the structures it has."""

    name: str
    url: str
    content: bytes
    wanted: dict[str, list[str]]


def own_pages() -> Iterator[Case]:
    """Our test pages with what is expected of them."""
    for path in sorted(OWN.glob("*/expected.json")):
        said = json.loads(path.read_text("utf-8"))
        wanted = {name: found for name, one in STRUCTURES.items() if (found := one.expected(said))}
        if wanted:
            yield Case(path.parent.name, said.get("url", ""), (path.parent / "page.html").read_bytes(), wanted)


def real_pages(data: Path, most: int) -> Iterator[Case]:
    """Pages of a folder that have a structure in their article's part, at most so many."""
    paths = sorted(data.rglob("*.html"))
    random.Random(0).shuffle(paths)  # noqa: S311 - not for secrets
    for path in paths:
        content = path.read_bytes()
        tree = _parsed(content)
        if tree is None:
            continue
        part = article_part(tree)
        wanted = {name: found for name, one in STRUCTURES.items() if (found := one.in_page(part))}
        if wanted:
            yield Case(path.name, "", content, wanted)
            most -= 1
            if most <= 0:
                return


def article_part(tree: HtmlElement) -> HtmlElement:
    """The part of a page that its markup calls the article, without menus, comments and forms."""
    for one in tree.xpath(f"//*[{_ELSEWHERE}][self::pre or self::a or self::div or self::aside or self::table]"):
        if one.getparent() is not None:
            one.drop_tree()
    parts = tree.xpath("//article | //main | //*[@role='main']")
    return max(parts, key=lambda one: len(one.text_content()), default=tree)


def kept(wanted: list[str], found: list[str]) -> int:
    """How many of the wanted are among the found, each counted once."""
    left: defaultdict[str, int] = defaultdict(int)
    for one in found:
        left[one] += 1
    count = 0
    for one in wanted:
        if left[one]:
            left[one] -= 1
            count += 1
    return count


def measure(cases: list[Case], misses: str = "") -> dict[str, dict[str, tuple[int, int]]]:
    """By structure and tool: how many were wanted and how many were kept."""
    counts: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    for case in cases:
        for tool, made in TOOLS.items():
            try:
                tree = _parsed(made(case.content, case.url).encode())
            except Exception as error:  # noqa: BLE001 - a tool that fails keeps nothing
                print(f"{case.name}: {tool} failed: {error!r}")
                tree = None
            for name, wanted in case.wanted.items():
                found = STRUCTURES[name].in_html(tree) if tree is not None else []
                hits = kept(wanted, found)
                counts[name][tool][0] += len(wanted)
                counts[name][tool][1] += hits
                if tool == "printworthy" and name == misses and hits < len(wanted):
                    print(
                        case.name, [one[:60] for one in wanted if one not in found][:4], [one[:60] for one in found][:4]
                    )
    return {name: {tool: (all_, good) for tool, (all_, good) in by.items()} for name, by in counts.items()}


def show(title: str, counts: dict[str, dict[str, tuple[int, int]]]) -> None:
    """A Markdown table."""
    print(f"\n| {title} | in the pages | {' | '.join(TOOLS)} |\n|---|---|{'---|' * len(TOOLS)}")
    for name, by in counts.items():
        rates = " | ".join(f"{by[tool][1] / max(by[tool][0], 1):.3f}" for tool in TOOLS)
        print(f"| {name} | {by['printworthy'][0]} | {rates} |")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="?", type=Path)
    parser.add_argument("--pages", type=int, default=300)
    parser.add_argument("--misses", default="")
    asked = parser.parse_args()
    show("our test pages", measure(list(own_pages()), asked.misses))
    show_leads(asked.data, asked.pages)
    if asked.data:
        show("development pages", measure(list(real_pages(asked.data, asked.pages)), asked.misses))


# the lead picture, which stands in no tool's text


def show_leads(data: Path | None, most: int) -> None:
    """How many of the pages that name a picture have one as their lead."""
    paths = [path.parent / "page.html" for path in sorted(OWN.glob("*/expected.json"))]
    if data:
        paths += random.Random(1).sample(sorted(data.rglob("*.html")), most)  # noqa: S311 - not for secrets
    pages = [content for path in paths if _NAMED.search(content := path.read_bytes())]
    ours = sum(printworthy.extract(page, "https://example.org/").lead_image is not None for page in pages)
    theirs = sum(bool(getattr(trafilatura.extract_metadata(page), "image", None)) for page in pages)
    print(f"\nlead picture known: {ours} of {len(pages)} pages that name one; trafilatura {theirs}, readability-lxml 0")


# helpers


def _parsed(content: bytes) -> HtmlElement | None:
    try:
        return lxml.html.fromstring(content, parser=lxml.html.HTMLParser(encoding="utf-8")) if content.strip() else None
    except (lxml.etree.ParserError, ValueError):
        return None


def _class(node: HtmlElement) -> str:
    return node.get("class") or "" if isinstance(node.tag, str) else ""


def _texts(top: HtmlElement, gone: set[HtmlElement]) -> Iterator[str]:
    """The text inside an element, without that of some elements."""
    if top not in gone:
        yield top.text or "" if isinstance(top.tag, str) else ""
        for child in top:
            yield from _texts(child, gone)
            yield child.tail or ""


def _letters(text: str) -> str:
    """The letters and digits of a text alone: white space, signs and markup differ between tools."""
    return _OTHERS.sub("", text)


def _squeezed(text: str) -> str:
    return _SPACE.sub(" ", text).strip()


def _plain(text: str) -> str:
    """Letters and numbers alone."""
    return "".join(filter(str.isalnum, text)).lower()


def _words(node: HtmlElement) -> str:
    return _squeezed(node.text_content())


if __name__ == "__main__":
    main()
