"""Rewrite: bytes of HTML → bytes of HTML with the same text whose elements nest properly and not too deeply.

One linear pass keeps a stack of open elements of its own. What it writes closes every element in order, so that the
parser's own stack, and its list of formatting elements to open again, stay as small as this one. Every `<` that it
writes begins a tag of its own. Tags beyond the limits are left out, their text never is. A page that is found to be
well nested and within the limits is returned as it came.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from printworthy.parse.tokens import ATTRIBUTES, FORMATTING, RAW, RAW_END, TOKEN, VOID

DEEPEST: Final = 512
MOST_ELEMENTS: Final = 500_000
MOST_TOKENS: Final = 1_500_000
MOST_ATTRIBUTES: Final = 256
MOST_OPTIONS: Final = 2_000

_WHOLE_PAGE: Final = frozenset([b"html", b"head", b"body"])
_DROPPED: Final = frozenset([b"frameset", b"frame"])
_FOREIGN: Final = (b"svg", b"math")
# An end tag does not reach through these to an element that stands outside them.
_BARRIERS: Final = frozenset(b"table td th caption object applet marquee template svg math select".split())
_TABLE: Final = frozenset(b"table td th tr tbody thead tfoot caption select svg math template object".split())
_CELLS: Final = frozenset(b"td th tr tbody thead tfoot".split())
# Elements whose end tag is optional: leaving them open is no fault of the page.
_IMPLIED: Final = frozenset(b"p li dd dt td th tr tbody thead tfoot option optgroup".split())
# A start tag closes the nearest open element of the first list, unless one of the second stands between.
_CLOSES: Final[dict[bytes, tuple[list[bytes], list[bytes]]]] = {
    b"li": ([b"li"], [b"ul", b"ol", b"menu", b"dir"]),
    b"dt": ([b"dt", b"dd"], [b"dl"]),
    b"dd": ([b"dt", b"dd"], [b"dl"]),
    b"td": ([b"td", b"th"], [b"table"]),
    b"th": ([b"td", b"th"], [b"table"]),
    b"tr": ([b"tr"], [b"table"]),
    b"tbody": ([b"tbody", b"thead", b"tfoot"], [b"table"]),
    b"thead": ([b"tbody", b"thead", b"tfoot"], [b"table"]),
    b"tfoot": ([b"tbody", b"thead", b"tfoot"], [b"table"]),
    b"option": ([b"option"], [b"select"]),
    b"optgroup": ([b"optgroup", b"option"], [b"select"]),
    b"button": ([b"button"], [b"table"]),
}
_CLOSES_P: Final = frozenset(
    b"address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form "
    b"h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section summary table ul "
    b"xmp".split()
)
_MARKUP: Final = re.compile(rb"<[^<>]*+>?")
_SLICE: Final = 1 << 20
_CLOSING: Final = _CLOSES_P | frozenset(_CLOSES) | {b"a"}
_SPECIAL: Final = RAW | VOID | _WHOLE_PAGE | _DROPPED | {b"plaintext"}


def rewrite(html: bytes) -> bytes:
    """The page with its markup put in order, or the page itself if nothing was wrong."""
    writer = _Writer(html)
    position = 0
    while (found := TOKEN.search(html, position)) is not None:
        if found.start() > position:
            writer.out.append(html[position : found.start()])
        position = writer.take(found)
        if writer.elements > MOST_ELEMENTS or writer.tokens > MOST_TOKENS:
            writer.well_nested = False
            writer.out += _text_alone(html, position)
            position = len(html)
    writer.out.append(html[position:])
    return html if writer.well_nested else b"".join(writer.out)


def _text_alone(html: bytes, position: int) -> Iterator[bytes]:
    """The rest of the page without its markup, in slices because every tag costs memory while a slice is read."""
    while position < len(html):
        cut = html.find(b"<", position + _SLICE)
        stop = cut if cut >= 0 else len(html)
        yield _MARKUP.sub(b" ", html[position:stop])
        position = stop


class _Writer:
    """The output so far, and the elements that stand open in it."""

    __slots__ = (
        "elements",
        "foreign",
        "html",
        "open",
        "options",
        "out",
        "seen",
        "stack",
        "tokens",
        "walls",
        "well_nested",
    )

    def __init__(self, html: bytes) -> None:
        self.html = html
        self.out: list[bytes] = []
        # Names from the outermost in; an empty one was closed while others inside it stayed open. Those at `DEEPEST`
        # and beyond are not in the output.
        self.stack: list[bytes] = []
        self.open: defaultdict[bytes, list[int]] = defaultdict(list)
        self.walls: list[int] = []
        self.elements = 0
        self.tokens = 0
        self.foreign = 0  # how many `svg` and `math` stand open
        self.options = 0
        self.seen: set[bytes] = set()
        self.well_nested = True

    def take(self, found: re.Match[bytes]) -> int:
        """Write one token; where to read on."""
        self.tokens += 1
        if name := found["start"]:
            return self.start(name.lower().replace(b"<", b"-"), found)
        if name := found["end"]:
            self.well_nested &= found.end() - found.start() <= 2 * MOST_ATTRIBUTES
            self.end(name.lower().replace(b"<", b"-"))
        elif found["text"] is not None:
            self.out.append(b"&lt;" * len(found[0]))
        elif not self.elements and found[0][:9].lower() == b"<!doctype":
            self.out.append(found[0])
        return found.end()

    def start(self, name: bytes, found: re.Match[bytes]) -> int:
        """Write a start tag, and the content of an element that holds mere text; where to read on."""
        if found["close"] is None:
            self.well_nested = False
            return len(self.html)  # the page ends within the tag: the standard drops it
        self.elements += 1
        if name not in _SPECIAL:
            self.push(name, found["inside"])
        elif name in _WHOLE_PAGE or name in _DROPPED:
            self.whole_page(name, found)
        elif name == b"plaintext":
            self.well_nested = False
            self.out.append(self.html[found.end() :].replace(b"<", b"&lt;"))
            return len(self.html)
        elif name in RAW:
            return self.raw(name, found)
        else:
            self.close_implied(name)
            self.write(name, found["inside"], closed=self.foreign > 0)
        return found.end()

    def whole_page(self, name: bytes, found: re.Match[bytes]) -> None:
        """Write `html`, `head` and `body` once: the parser adds up the attributes of all of them."""
        if name in self.seen or name in _DROPPED:
            self.well_nested = False
        else:
            self.seen.add(name)
            self.write(name, found["inside"])

    def raw(self, name: bytes, found: re.Match[bytes]) -> int:
        """Write an element that holds mere text, with no `<` in that text; where to read on."""
        end = RAW_END[name].search(self.html, found.end())
        stop = end.start() if end else len(self.html)
        text = self.html[found.end() : stop]
        if b"<" in text:
            # In a script the parser may see another end than we do; elsewhere it may not see mere text at all.
            self.well_nested &= name == b"style" or (name == b"script" and b"<!--" not in text)
            self.well_nested &= not self.foreign and not self.open[b"select"]
            text = text.replace(b"<", {b"script": b"\\u003c", b"style": b" "}.get(name, b"&lt;"))
        self.close_implied(name)
        self.write(name, found["inside"])
        self.out += (text, b"</", name, b">")
        if end is None:
            return stop
        closing = TOKEN.match(self.html, stop)
        return closing.end() if closing else stop

    def push(self, name: bytes, inside: bytes) -> None:
        """Write a start tag and leave its element open, unless the standard has it ignored."""
        if (name in _CELLS and not self.open[b"table"]) or (name == b"form" and self.open[b"form"]):
            self.well_nested = False
            return
        if name in {b"option", b"optgroup"}:
            self.options += 1
            if self.options > MOST_OPTIONS:
                self.well_nested = False
                return
        self.close_implied(name)
        if self.foreign and (inside[-1:] == b"/" or name in FORMATTING):
            self.well_nested &= name not in FORMATTING and name not in _CLOSES_P
            self.write(name, inside.rstrip(b"/"), closed=True)
            return
        self.write(name, inside)
        self.foreign += name in _FOREIGN
        if name in _BARRIERS:
            self.walls.append(len(self.stack))
        self.open[name].append(len(self.stack))
        self.stack.append(name)

    def close_implied(self, name: bytes) -> None:
        """Close what the start tag of `name` closes by itself."""
        if name not in _CLOSING:
            return
        wall = self.walls[-1] if self.walls else -1
        if name in _CLOSES_P:
            paragraphs = self.open.get(b"p")
            if paragraphs and paragraphs[-1] > wall:
                self.pop_to(paragraphs[-1])
            self.well_nested &= not self.foreign
        if rule := _CLOSES.get(name):
            targets, between = rule
            at = self.last(targets)
            if at >= 0 and at > self.last(between) and (at >= wall or name in _TABLE):
                self.pop_to(at)
        if name == b"a" and self.last([b"a"]) > wall:
            self.end(name)

    def last(self, names: list[bytes]) -> int:
        """Where the innermost open element of these names stands in the stack; -1 if none does."""
        return max(self.open[name][-1] if self.open[name] else -1 for name in names)

    def end(self, name: bytes) -> None:
        """Close the element that an end tag means, if there is one within reach."""
        if name in _WHOLE_PAGE:
            if name == b"head":
                self.out.append(b"</head>")
            return
        if self.stack and self.stack[-1] == name:
            self.pop_to(len(self.stack) - 1, asked=name)
            return
        places = self.open.get(name)
        at = places[-1] if places else -1
        if at < 0 or (self.walls and at < self.walls[-1] and name not in _TABLE):
            self.stray(name)
        elif name not in FORMATTING:
            self.pop_to(at, asked=name)
        else:
            self.well_nested = False
            self.open[name].pop()
            self.stack[at] = b""
            if at < DEEPEST:
                self.out.append(b"</" + name + b">")

    def stray(self, name: bytes) -> None:
        """An end tag without its start: two of them still break the line, all others mean nothing."""
        self.well_nested = False
        if name in (b"p", b"br"):
            self.elements += 1
            self.out.append(b"<br>")

    def pop_to(self, at: int, asked: bytes = b"") -> None:
        """Close all elements from the innermost to the one at `at`."""
        while len(self.stack) > at:
            name = self.stack.pop()
            if not name:
                continue
            self.open[name].pop()
            self.foreign -= name in _FOREIGN
            if self.walls and self.walls[-1] == len(self.stack):
                self.walls.pop()
            if len(self.stack) < DEEPEST:
                self.out.append(b"</" + name + b">")
            elif name not in FORMATTING:
                self.out.append(b" ")
            if name not in _IMPLIED and (len(self.stack) > at or name != asked):
                self.well_nested = False
        while self.stack and not self.stack[-1]:
            self.stack.pop()

    def write(self, name: bytes, inside: bytes, closed: bool = False) -> None:
        """Write a start tag with no more attributes than allowed, unless it stands too deep."""
        if len(self.stack) >= DEEPEST:
            self.well_nested = False
            self.out.append(b"" if name in FORMATTING else b" ")
            return
        if len(inside) > 2 * MOST_ATTRIBUTES:
            inside = self.fewer(inside)
        if b"<" in inside:
            inside = inside.replace(b"<", b"&lt;")
        self.out += (b"<", name, inside, b"></" + name + b">" if closed else b">")

    def fewer(self, inside: bytes) -> bytes:
        """The first attributes of a tag, as many as are allowed."""
        stop = 0
        for _ in range(MOST_ATTRIBUTES):
            found = ATTRIBUTES.match(inside, stop)
            if found is None:
                return inside
            stop = found.end()
        self.well_nested &= stop == len(inside)
        return inside[:stop]
