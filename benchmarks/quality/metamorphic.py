"""The same page, written otherwise: does the same text come out?

    python benchmarks/quality/metamorphic.py DATA ... [--pages 200] [--browser 20] [--floor .995] [--json FILE]

Each page is written in UTF-16, packed with gzip, with its attributes in reverse order, with comments and with white
space between its blocks, minified, with hidden paragraphs, and with invisible characters in its words; some are also
shown by a browser (without their scripts, which may change them for good reasons). What is compared is
`article.text`. Prints the share that is equal for each kind, and lists the rest with the first place where it differs.
With `--floor`, fewer equal pairs than that give status 1.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import sys
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.lib.pages import BenchPage, load_pages
from printworthy.base.encoding import to_utf8
from printworthy.errors import PrintworthyError
from printworthy.evaluate.report import table
from printworthy.fetching.unpack import Body
from printworthy.options import Options
from printworthy.parse.tokens import ATTRIBUTES, RAW, RAW_END, TOKEN
from printworthy.reading.extract import extract

_BLOCKS: Final = frozenset(
    b"address article aside blockquote body dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li "
    b"main nav ol p section table tbody td tfoot th thead tr ul".split()
)
_KEPT_SPACES: Final = frozenset(b"pre textarea listing xmp plaintext code svg math select template".split())
_SPACES: Final = re.compile(rb"[ \t\n\r\f]+")
_PLAIN_VALUE: Final = re.compile(rb"[A-Za-z0-9_.:-]+")
_AMPLE: Final = 1 << 28


class Token(NamedTuple):
    """A piece of a page: "start", "end", "text", "raw" (a script, a style …) or "other" (a comment …)."""

    kind: str
    name: bytes
    source: bytes


def tokens(html: bytes) -> Iterator[Token]:
    """The pieces of a page; together they are the page."""
    at = 0
    while found := TOKEN.search(html, at):
        if found.start() > at:
            yield Token("text", b"", html[at : found.start()])
        at, name = found.end(), (found["start"] or found["end"] or b"").lower()
        kind = "start" if found["start"] else "end" if found["end"] else "text" if found["text"] else "other"
        yield Token(kind, name, found[0])
        if kind == "start" and name in RAW | {b"noscript"}:
            close = RAW_END[name].search(html, at) if name in RAW else None
            stop = close.start() if close else at if name == b"noscript" else len(html)
            if stop > at:
                yield Token("raw", name, html[at:stop])
            at = stop
    if at < len(html):
        yield Token("text", b"", html[at:])


def marked(html: bytes) -> Iterator[tuple[Token, bool]]:
    """The pieces, each with whether spaces count where it stands."""
    inside: list[bytes] = []
    for token in tokens(html):
        if token.kind == "start" and token.name in _KEPT_SPACES and not token.source.endswith(b"/>"):
            inside.append(token.name)
        yield token, bool(inside)
        if token.kind == "end" and token.name in inside:
            del inside[len(inside) - 1 - inside[::-1].index(token.name) :]


def reordered(html: bytes) -> bytes:
    """Each tag's attributes in reverse; of two with one name the first counts, so that such tags stay."""
    return b"".join(_reordered(token) if token.kind == "start" else token.source for token in tokens(html))


def _reordered(token: Token) -> bytes:
    found = TOKEN.match(token.source)
    if found is None or found["close"] is None:
        return token.source
    parts = [one[0].strip(b" \t\n\f\r/") for one in ATTRIBUTES.finditer(found["inside"])]
    names = [part.partition(b"=")[0].strip().lower() for part in parts]
    if len(parts) < 2 or len(set(names)) < len(names) or any(part.startswith(b"=") for part in parts):
        return token.source
    return b"<" + found["start"] + b" " + b" ".join(reversed(parts)) + b" >"


def _between(html: bytes, what: bytes) -> bytes:
    """Something before each tag of a block, outside of what keeps its spaces."""
    return b"".join(
        what + token.source if token.kind in ("start", "end") and token.name in _BLOCKS and not kept else token.source
        for token, kept in marked(html)
    )


def commented(html: bytes) -> bytes:
    """A comment before each tag of a block."""
    return _between(html, b"<!-- a remark > of ours -->")


def spaced(html: bytes) -> bytes:
    """White space before each tag of a block."""
    return _between(html, b"\n\t  \n")


def minified(html: bytes) -> bytes:
    """Without comments, needless spaces, and quotes that nothing needs."""
    return b"".join(_smaller(token, kept) for token, kept in marked(html))


def _smaller(token: Token, kept: bool) -> bytes:
    if token.kind == "other":
        return b"" if token.source.startswith(b"<!--") else token.source
    if token.kind == "text":
        return token.source if kept else _SPACES.sub(b" ", token.source)
    if token.kind != "start":
        return token.source
    found = TOKEN.match(token.source)
    if found is None or found["close"] is None or b"/" in found["inside"][-1:]:
        return token.source
    parts = [_unquoted(one[0].strip(b" \t\n\f\r/")) for one in ATTRIBUTES.finditer(found["inside"])]
    return b"<" + b" ".join([found["start"], *parts]) + b">"


def _unquoted(attribute: bytes) -> bytes:
    name, equals, value = attribute.partition(b"=")
    bare = value.strip()[1:-1] if value.strip()[:1] in (b'"', b"'") else b""
    return name.strip() + b"=" + bare if equals and _PLAIN_VALUE.fullmatch(bare) else attribute


def _utf16(html: bytes) -> bytes:
    return html.decode("utf-8", "replace").encode("utf-16")


def _gzipped(html: bytes) -> bytes:
    body = Body("page", _AMPLE, "gzip")
    body.feed(gzip.compress(html))
    return body.finish()


_ORDER: Final = "The quokka of the southern coast gives an order, by Quentin Quokka, 3 May 2001."
HIDDEN: Final = tuple(
    f"<p {how}>{_ORDER}</p>".encode()
    for how in (
        "hidden",
        'style="display:none"',
        'aria-hidden="true" style="position:absolute;left:-9999px"',
        'style="font-size:0;color:transparent"',
        'style="opacity:0"',
        'style="position:absolute;clip:rect(0,0,0,0);height:1px;width:1px;overflow:hidden"',
    )
)
_WORD: Final = re.compile(rb"(?<=[ >][a-z]{3})(?=[a-z]{3})")
_UNSEEN: Final = ("\u200b", "\u00ad", "&shy;", "&#8203;", "\U000e0041\U000e0042", "\u2060")
_EACH: Final = 7


def with_hidden(html: bytes) -> bytes:
    """With a few hidden paragraphs, at even distances between those of the page."""
    found = list(marked(html))
    body = next((n for n, (token, _) in enumerate(found) if token.name == b"body"), 0)
    places = [n for n, (token, kept) in enumerate(found) if n > body and not kept and _is_paragraph(token)]
    step = max(1, len(places) // len(HIDDEN))
    chosen = dict(zip(places[step // 2 :: step], HIDDEN, strict=False))
    return b"".join(chosen.get(n, b"") + token.source for n, (token, _) in enumerate(found))


def _is_paragraph(token: Token) -> bool:
    return token.kind == "start" and token.name == b"p"


def with_unseen_characters(html: bytes) -> bytes:
    """With invisible characters inside some of its words."""
    return b"".join(
        _speckled(token.source) if token.kind == "text" and not kept else token.source for token, kept in marked(html)
    )


def _speckled(text: bytes) -> bytes:
    parts = _WORD.split(text)
    signs = (
        _UNSEEN[(len(text) + n // _EACH) % len(_UNSEEN)].encode() if n % _EACH == 1 else b"" for n in range(len(parts))
    )
    return b"".join(sign + part for sign, part in zip(signs, parts, strict=True))


WAYS: Final[dict[str, Callable[[bytes], bytes]]] = {
    "UTF-16": _utf16, "gzip": _gzipped, "attributes reversed": reordered, "comments": commented,
    "white space": spaced, "minified": minified, "hidden paragraphs": with_hidden,
    "unseen characters": with_unseen_characters,
}  # fmt: skip


class Pair(NamedTuple):
    """A page, a way to write it, whether its bytes are others then, and what differs in its text ("" for nothing)."""

    page: str
    way: str
    changed: bool
    differs: str


def difference(one: str, other: str) -> str:
    """The first place where two texts differ."""
    if one == other:
        return ""
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    shown = [repr(text[max(0, at - 25) : at + 35]) for text in (one, other)]
    return f"{len(one):,} → {len(other):,} characters; {shown[0]} → {shown[1]}"


def compare(page: BenchPage) -> Iterator[Pair]:
    """A page in every way that needs no browser."""
    html = to_utf8(page.content)
    text = extract(html, page.url).text
    for way, write in WAYS.items():
        other = write(html)
        yield Pair(page.name, way, other != html, difference(text, extract(other, page.url).text))


def shown(pages: list[BenchPage]) -> Iterator[Pair]:
    """Pages without scripts as they stand, and as a browser shows them."""
    from printworthy.render.browser import Browser

    with Browser() as browser:
        for page in pages:
            html = _scriptless(to_utf8(page.content))
            plain = extract(html, page.url).text
            snapshot = browser.render(html, page.url)
            other = extract(html, page.url, Options(render="always"), renderer=lambda *_, kept=snapshot: kept).text
            yield Pair(page.name, "browser", snapshot.html != html, difference(plain, other))


def _scriptless(html: bytes) -> bytes:
    """A page without scripts, and without what is meant for readers without scripts."""
    bare = re.sub(rb"(?is)<script\b.*?</script\s*>|<noscript\b.*?</noscript\s*>", b"", html)
    return re.sub(rb"(?i)<meta[^>]{0,200}http-equiv[^>]{0,200}>", b"", bare)


def main() -> None:
    """Compare, print, and say whether it is enough."""
    args = _arguments()
    each = -(-args.pages // len(args.data))
    pages = list(chain.from_iterable(load_pages(data, each) for data in args.data))
    pairs: list[Pair] = []
    left_out = 0
    for page in pages:
        try:
            pairs += compare(page)
        except PrintworthyError:
            left_out += 1
    seen = list(shown(pages[:: max(1, len(pages) // args.browser)][: args.browser])) if args.browser else []
    _print(pairs, seen, len(pages), left_out)
    share = sum(not pair.differs for pair in pairs) / max(1, len(pairs))
    if args.json:
        args.json.write_text(json.dumps([pair._asdict() for pair in (*pairs, *seen)], indent=1) + "\n", "utf-8")
    if share < args.floor:
        sys.exit(f"{share:.4f} of the pairs are equal; the floor is {args.floor}")


def _print(pairs: list[Pair], seen: list[Pair], pages: int, left_out: int) -> None:
    rows = []
    for way in [*WAYS, "browser"]:
        found = [pair for pair in (*pairs, *seen) if pair.way == way]
        if found:
            equal = sum(not pair.differs for pair in found)
            changed = sum(pair.changed for pair in found)
            rows.append([way, f"{len(found)}", f"{changed}", f"{equal}", f"{equal / len(found):.4f}"])
    equal = sum(not pair.differs for pair in pairs)
    changed = sum(pair.changed for pair in pairs)
    rows.append(["all but browser", f"{len(pairs)}", f"{changed}", f"{equal}", f"{equal / max(1, len(pairs)):.4f}"])
    print(table(["written otherwise", "pairs", "other bytes", "same text", "share"], rows))
    print(f"\n{pages} pages, {left_out} of them not HTML or empty")
    for pair in (*pairs, *seen):
        if pair.differs:
            print(f"- {pair.page}, {pair.way}: {pair.differs}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="+", type=Path, help="corpora or folders of pages")
    parser.add_argument("--pages", type=int, default=200, metavar="N")
    parser.add_argument("--browser", type=int, default=20, metavar="N", help="how many of them a browser shows, too")
    parser.add_argument("--floor", type=float, default=0.0, metavar="SHARE")
    parser.add_argument("--json", type=Path, metavar="FILE")
    return parser.parse_args()


if __name__ == "__main__":
    main()
