"""The browser as judge: is what we keep of a page what a browser shows of it?

    python benchmarks/quality/shown.py DATA ... [--pages 600] [--worst 10] [--cache DIR] [--scripts] [--json FILE]

Renders pages of each corpus and page type, evenly, without network and without their scripts, and compares the kept
segments with what the browser shows of the same text nodes. Prints, by kind and as a share of the kept words: words
that no reader sees; shown words that are lost from kept blocks; words glued together or torn apart; numbers lost from
list items and table rows; text that is there twice. `--cache` keeps what the browser found, so that a rerun after a
change of the engine renders nothing.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from difflib import SequenceMatcher
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

from benchmarks.lib.pages import BenchPage
from benchmarks.lib.showing import Shown, showing
from printworthy.base.encoding import to_utf8
from printworthy.data.blocks import Break, Code, Formula, Inline, Math, NoteRef, Text
from printworthy.data.tree import Node
from printworthy.errors import PrintworthyError
from printworthy.evaluate.corpora import detect, read_samples
from printworthy.evaluate.report import table
from printworthy.reading.extract import read_page
from printworthy.reading.reading import Reading

# Characters of scripts without spaces are words of their own.
_UNSPACED: Final = r"\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\u0e00-\u0eff"
_WORD: Final = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+")
_BLANKS: Final = re.compile(r"[\s\ufeff]+")
_FIGURE: Final = "0-9½¼¾⅓⅔⅛⅜⅝⅞"
_NUMBER: Final = re.compile(rf"[{_FIGURE}.,/⁄–-]*[{_FIGURE}][{_FIGURE}.,/⁄–%°-]*(?: ?\w{{1,4}}\.?)?")
_UNREAD: Final = frozenset("script style template iframe object noframes textarea".split())
_CONTROLS: Final = re.compile(r"(?:^|<)(?:select|option|button|datalist|svg|input|label)\b")
_CLOSERS: Final = ".,;:!?)]}”’"
# Names of what a click shows, or a script as soon as the page is loaded or scrolled.
_SHOWN_LATER: Final = re.compile(
    r"details|tab-?pane|tablist|accord|collaps|faq|expand|toggle|answer|spoiler|disclos|carousel|slide|swiper|read-?more"
    r"|truncat|dropdown|id=S:|data-(?:aos|anim|w-id)|anim|fade|reveal|wow|motion|framer|scroll",
    re.I,
)
_VEILED: Final = 0.5
_SHINGLE: Final = 8
_SMALL_ITEM: Final = 60
UNSEEN, LATER, VEILED, LOST, DROPPED, GLUED, TORN, GUESSED, SPLIT, JOINED, NUMBERS, DOUBLED, BUILT = KINDS = (
    "not shown", "shown later", "veiled pages", "lost from kept blocks", "chosen against in kept blocks", "glued",
    "torn", "parted by guess", "sentence split", "lines joined", "numbers lost", "doubled",
    "kept, but not in the document",
)  # fmt: skip
_NOTES: Final = f"""
Hidden words are in three rows; only all three together are what the browser does not show. {LATER}: the names
around it say that a click or a script shows it, which is a guess. {VEILED}: more than half of what is kept is hidden.
{DROPPED}: mostly quoted posts, names, dates and votes.
{GUESSED}: inline elements that touch here, where styles of other files may part them."""


class Finding(NamedTuple):
    """Words of a page that differ."""

    kind: str
    words: int
    text: str
    where: str


@dataclass(slots=True)
class Verdict:
    """A page: how many words are kept, and what is wrong with them."""

    page: str
    kept: int = 0
    found: list[Finding] = field(default_factory=list)

    def words(self, kind: str) -> int:
        """How many words are wrong in one way."""
        return sum(one.words for one in self.found if one.kind == kind)


def words(text: str) -> list[str]:
    """The words of a text; of Chinese, Japanese, Korean and Thai, the characters."""
    return _WORD.findall(text.casefold())


def choose(folders: Sequence[Path], count: int) -> list[BenchPage]:
    """Pages of every corpus and page type, evenly spread over each."""
    groups: dict[tuple[str, str], list[tuple[Path, str]]] = defaultdict(list)
    for folder in folders:
        try:
            for sample in read_samples(folder, detect(folder)):
                groups[folder.name, sample.page_type].append((sample.path, sample.url))
        except PrintworthyError:
            groups[folder.name, ""] += [(path, "") for path in sorted(folder.rglob("*.htm*"))]
    each = -(-count // max(1, len(groups)))
    return [
        BenchPage(f"{corpus}/{path.stem}", url, path.read_bytes())
        for (corpus, _), found in sorted(groups.items())
        for path, url in _evenly(found, each)
    ]


def _evenly(found: list[tuple[Path, str]], count: int) -> list[tuple[Path, str]]:
    return [found[at * len(found) // count] for at in range(count)] if len(found) > count else found


def judge(name: str, reading: Reading, rows: Sequence[Shown]) -> Verdict:
    """Compare the reading of a page with what a browser shows of it."""
    columns, kept = reading.columns, reading.selection.kept
    places = _places(reading, rows)
    verdict = Verdict(name)
    segments = []
    for segment, wanted in enumerate(kept):
        if wanted:
            nodes = columns.text_nodes[columns.node_start[segment] : columns.node_start[segment + 1]]
            segments.append((columns.text[segment], [places.get(node.mem_id, -1) for node in nodes]))
            verdict.kept += len(words(columns.text[segment]))
    numbered = {number for _, numbers in segments for number in numbers if number >= 0}
    in_columns = {places[node.mem_id] for node in columns.text_nodes if node.mem_id in places}
    verdict.found += _unseen(numbered, rows)
    if verdict.words(UNSEEN) + verdict.words(LATER) > _VEILED * verdict.kept:
        verdict.found = [one._replace(kind=VEILED) for one in verdict.found]
    for text, numbers in segments:
        verdict.found += _within(text, numbers, rows)
    for one, other in pairwise(segments):
        verdict.found += _between(one, other, rows)
    verdict.found += _lost(numbered, in_columns, rows)
    verdict.found += _doubled(segments, rows)
    verdict.found += _built(reading)
    return verdict


def _places(reading: Reading, rows: Sequence[Shown]) -> dict[int, int]:
    """The row of each text node of the tree, by its `mem_id`."""
    nodes = list(_text_nodes(reading.tree.body))
    ours = [_BLANKS.sub("", node.text_content or "") for node in nodes]
    theirs = [_BLANKS.sub("", row.raw) for row in rows]
    if ours == theirs:
        return {node.mem_id: number for number, node in enumerate(nodes)}
    found = {}
    for block in SequenceMatcher(None, ours, theirs, autojunk=False).get_matching_blocks():
        for step in range(block.size):
            found[nodes[block.a + step].mem_id] = block.b + step
    return found


def _text_nodes(top: Node | None) -> Iterator[Node]:
    """The text nodes that the browser reports, in its order."""
    todo: list[Node] = []
    node = top.child if top is not None else None
    while node is not None or todo:
        if node is None:
            node = todo.pop().next
        elif node.tag in _UNREAD:
            node = node.next
        else:
            if node.tag == "-text" and _BLANKS.sub("", node.text_content or ""):
                yield node
            todo.append(node)
            node = node.child


def _unseen(kept: set[int], rows: Sequence[Shown]) -> Iterator[Finding]:
    for number in sorted(kept):
        row = rows[number]
        if row.why or row.drawn is None:
            where = f"{row.why or 'no text'}: {row.how} in {row.kin}"
            yield Finding(LATER if _SHOWN_LATER.search(where) else UNSEEN, len(words(row.raw)), row.raw, where)


def _within(text: str, numbers: list[int], rows: Sequence[Shown]) -> Iterator[Finding]:
    """The seams between the text nodes of a segment: where we have a space, and where the browser shows one."""
    at = 0
    for one, other in pairwise(numbers):
        if min(one, other) < 0:
            return
        at = _after(text, at, rows[one].raw)
        seen, gap = _seam(one, other, rows)
        if seen is None or _is_initial(rows[one], text[at : at + 1]):
            continue
        ours, left, right = text[at : at + 1].isspace(), text[at - 1 : at], text[at:].lstrip()[:1]
        where = f"{rows[one].kin} | {rows[other].kin}"
        shown = f"{rows[one].raw[-30:]}|{rows[other].raw[:30]}"
        if not ours and (seen or gap == 1) and left.isalnum() and right.isalnum():
            yield Finding(GLUED, 1, shown, where)
        elif ours and not seen and not gap and (left.isalnum() and right.isalnum() or right in _CLOSERS):
            yield Finding(GUESSED if _is_guess(left, right, where) else TORN, 1, shown, where)
        elif "\n" in seen and "\n" not in text[at : len(text) - len(text[at:].lstrip())]:
            yield Finding(JOINED, 1, shown, where)


def _is_initial(row: Shown, right: str) -> bool:
    """A large letter that begins an article floats beside its word."""
    return len(row.raw) <= 2 and right.islower()


def _is_guess(left: str, right: str, where: str) -> bool:
    """Whether words that touch are two: the same place where the engine guesses so."""
    links = where.startswith("a") and "| a" in where
    return left < "\u2e80" and (links or right.isupper() or right.isdigit())


def _after(text: str, at: int, part: str) -> int:
    """The place in a text after a part whose white space may be another."""
    left = len(_BLANKS.sub("", part))
    while left and at < len(text):
        left -= not (text[at].isspace() or text[at] == "\ufeff")
        at += 1
    return at


def _seam(one: int, other: int, rows: Sequence[Shown]) -> tuple[str | None, int]:
    """The white space that is shown between two nodes, and how they stand; None if that cannot be told."""
    first, second = rows[one], rows[other]
    if first.why or second.why or first.drawn is None or second.drawn is None:
        return None, 0
    if any(row.drawn is not None and not row.why for row in rows[one + 1 : other]):
        return None, 0
    between = first.drawn[len(first.drawn.rstrip()) :] + "".join(row.drawn or "" for row in rows[one + 1 : other])
    return "".join(filter(str.isspace, between)), second.gap


def _between(left: tuple[str, list[int]], right: tuple[str, list[int]], rows: Sequence[Shown]) -> Iterator[Finding]:
    """Two kept segments after each other: lines of their own with us, perhaps one line in the browser."""
    one, other = left[1][-1] if left[1] else -1, right[1][0] if right[1] else -1
    if min(one, other) < 0 or other != one + 1:
        return
    seen, gap = _seam(one, other, rows)
    if seen is None or gap == 2 or "\n" in seen or "\t" in seen or rows[one].block != rows[other].block:
        return
    shown, where = f"{left[0][-30:]}|{right[0][:30]}", f"{rows[one].kin} | {rows[other].kin}"
    torn = not seen and not gap and left[0][-1:].isalnum() and right[0][:1].isalnum()
    yield Finding(TORN if torn else SPLIT, 1, shown, where)


def _lost(kept: set[int], in_columns: set[int], rows: Sequence[Shown]) -> Iterator[Finding]:
    """Shown text beside kept text, in the same block, list item or table row."""
    blocks = {rows[number].block for number in kept}
    sizes = Counter(dict.fromkeys({rows[number].item for number in kept} - {-1}, 0))
    for row in rows:
        if row.item in sizes and not row.why:
            sizes[row.item] += len(words(row.raw))
    for number, row in enumerate(rows):
        if number in kept or row.why or not (row.drawn or "").strip() or _CONTROLS.search(row.kin):
            continue
        count = len(words(row.raw))
        if 0 < sizes.get(row.item, 0) <= _SMALL_ITEM and _NUMBER.fullmatch(row.raw):
            yield Finding(NUMBERS, count, row.raw, row.kin)
        elif row.block in blocks and count:
            yield Finding(DROPPED if number in in_columns else LOST, count, row.raw, row.kin)


def _doubled(segments: list[tuple[str, list[int]]], rows: Sequence[Shown]) -> Iterator[Finding]:
    """Runs of words that we have more often than the browser shows them."""
    seen = [row.raw for row in rows if not row.why or _SHOWN_LATER.search(f"{row.why} {row.how} {row.kin}")]
    shown = Counter(_runs(words(" ".join(seen))))
    ours: Counter[tuple[str, ...]] = Counter()
    for text, _ in segments:
        runs = list(_runs(words(text)))
        again = sum(ours[run] >= max(1, shown[run]) for run in runs)
        if again:
            yield Finding(DOUBLED, min(again + _SHINGLE - 1, len(words(text))), text, "")
        ours.update(runs)


def _runs(given: list[str]) -> Iterator[tuple[str, ...]]:
    return (tuple(given[at : at + _SHINGLE]) for at in range(len(given) - _SHINGLE + 1))


def _built(reading: Reading) -> Iterator[Finding]:
    """Kept words that the document's blocks do not have."""
    have = Counter(words("".join(_flat(reading.document.blocks))))
    for segment, wanted in enumerate(reading.kept):
        if wanted:
            missing = []
            for word in words(reading.columns.text[segment]):
                if have[word] > 0:
                    have[word] -= 1
                else:
                    missing.append(word)
            if missing:
                yield Finding(BUILT, len(missing), " ".join(missing), reading.columns.text[segment][:200])


def _flat(value: Any) -> Iterator[str]:  # noqa: ANN401 - any part of a block
    """The text of blocks, with line ends between them."""
    match value:
        case Text(text):
            yield text
        case Code(text=text):
            yield f"\n{text}\n"
        case Formula(latex) | Math(latex):
            yield f" {latex} "
        case Break() | NoteRef():
            yield "\n"
        case str() | int() | float():
            return
        case tuple():
            for one in value:
                yield from _flat(one)
                if isinstance(one, tuple):
                    yield "\n"
        case _ if is_dataclass(value):
            for one in fields(value):
                yield from _flat(getattr(value, one.name))
            if not isinstance(value, Inline):
                yield "\n"


def main() -> None:
    """Render, compare, print."""
    args = _arguments()
    verdicts, from_data, failed = [], 0, 0
    with showing(args.scripts, args.cache) as browser:
        for page in choose(args.data, args.pages):
            try:
                reading = read_page(to_utf8(page.content), page.url)
                rows = browser.look(page)
            except PrintworthyError:
                failed += 1
                continue
            if reading.origin is not None:
                from_data += 1
            elif rows:
                verdicts.append(judge(page.name, reading, rows))
    _print(verdicts, args.worst)
    print(f"\n{from_data} pages more read from data, {failed} not HTML or empty")
    if args.json:
        found = [[one.page, one.kept, one.found] for one in verdicts]
        args.json.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")


def _print(verdicts: list[Verdict], worst: int) -> None:
    total = max(1, sum(verdict.kept for verdict in verdicts))
    rows = []
    for kind in KINDS:
        hit = [verdict for verdict in verdicts if verdict.words(kind)]
        count = sum(verdict.words(kind) for verdict in hit)
        rows.append([kind, f"{count:,}", f"{count / total:.3%}", f"{len(hit)}"])
    print(f"{total:,} kept words of {len(verdicts)} pages\n")
    print(table(["kind", "words", "share of kept words", "pages"], rows))
    print(_NOTES)
    for kind in KINDS if worst else ():
        print(f"\n{kind}:")
        for verdict in sorted(verdicts, key=lambda one: -one.words(kind))[:worst]:
            found = [one for one in verdict.found if one.kind == kind]
            for one in found[:3]:
                print(f"- {verdict.page} {verdict.words(kind)}/{verdict.kept}: {one.text[:80]!r} {one.where[:160]}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="+", type=Path, help="corpora or folders of pages")
    parser.add_argument("--pages", type=int, default=600, metavar="N")
    parser.add_argument("--worst", type=int, default=0, metavar="N", help="name the N worst pages of each kind")
    parser.add_argument("--cache", type=Path, metavar="DIR", help="keep what the browser found")
    parser.add_argument("--scripts", action="store_true", help="let the pages' scripts run")
    parser.add_argument("--json", type=Path, metavar="FILE")
    return parser.parse_args()


if __name__ == "__main__":
    main()
