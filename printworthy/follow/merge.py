"""Merge: the articles of several pages → one. The better of a page and its print page, and parts in their order.

A print page has its own short lines above and below: the paper's name, the title once more, "printed from …". A further
part repeats the byline and says which part it is. These go; inside, nothing is touched.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import fields, is_dataclass, replace
from itertools import compress
from typing import Final, TypeVar, cast

from printworthy.base.languages import either
from printworthy.data.article import Article
from printworthy.data.blocks import Block, Code, Figure, Formula, Gallery, Heading, Math, Note, NoteRef, Text

T = TypeVar("T")
# Shorter lines repeat in every article ("Note", "* * *") without being the same.
LONG: Final = 40
_SHORT: Final = 100
_ENDED: Final = re.compile(r"[.!?…:;。！？।۔؟][\"'”’»)\]]*$")
_FOOTER: Final = re.compile(r"://|©|\(c\) |^(?:copyright|printed from|print date|source url)\b")
_PART: Final = re.compile(rf"\W*(?:{either('page_number', 'page_line')})\s+\d+(?:\s*\S{{1,3}}\s*\d+)?\W*")


def best_of(original: Article, printed: Article) -> Article:
    """Text from the print page; pictures and what is known about the article from the original."""
    text, blocks = _inside(printed, original)
    if any(isinstance(block, Figure | Gallery) for block in original.blocks):
        bare = tuple(block for block in blocks if not isinstance(block, Figure | Gallery))
        blocks = _with_pictures(bare, original.blocks)
    return replace(
        original,
        title=original.title or printed.title,
        authors=original.authors or printed.authors,
        date=original.date or printed.date,
        language=original.language or printed.language,
        description=original.description or printed.description,
        confidence=max(original.confidence, printed.confidence),
        text=text,
        blocks=blocks,
    )


def stitch(parts: Sequence[Article]) -> Article:
    """One article of several parts: what stood before is left out, the first part describes the whole."""
    first = parts[0]
    seen = {plain(block) for block in first.blocks}
    pictures = {figure.src for figure in first.images}
    blocks: list[Block] = list(first.blocks)
    for number, part in enumerate(parts[1:], 2):
        new = of_part([plain(block) for block in part.blocks], seen, _folded(first.title))
        renamed = zip(rename_notes(part.blocks, f"{number}-"), new, strict=True)
        blocks += [block for block, is_new in renamed if not _is_repeated(block, is_new, pictures, seen)]
        seen |= {plain(block) for block in part.blocks}
        pictures |= {figure.src for figure in part.images}
    return replace(
        first,
        text=_joined([part.text for part in parts], first.title),
        blocks=tuple(blocks),
        comments=tuple(dict.fromkeys(comment for part in parts for comment in part.comments)),
        confidence=sum(part.confidence for part in parts) / len(parts),
    )


def _inside(printed: Article, original: Article) -> tuple[str, tuple[Block, ...]]:
    """The text and the blocks of a print page without what stands above and below the article there."""
    known = {_folded(line) for line in original.text.split("\n\n")} | {plain(block) for block in original.blocks}
    lines = printed.text.split("\n\n")
    text = "\n\n".join(compress(lines, of_print_page([_folded(line) for line in lines], known)))
    kept = of_print_page([plain(block) for block in printed.blocks], known)
    wanted = zip(printed.blocks, kept, strict=True)
    return text, tuple(block for block, stays in wanted if stays or isinstance(block, Figure | Gallery))


def _is_repeated(block: Block, is_new: bool, pictures: set[str], seen: set[str]) -> bool:
    """Did a block stand in an earlier part? Pictures are told apart by their addresses, all else by its words."""
    match block:
        case Figure(src=src):
            return src in pictures
        case Gallery(figures):
            return all(figure.src in pictures for figure in figures)
        case Heading(level=level):
            return level == 1 or plain(block) in seen
        case _:
            return not is_new


def _joined(texts: Sequence[str], title: str) -> str:
    """The paragraphs of all texts, each long one once."""
    kept = texts[0].split("\n\n")
    seen = {_folded(line) for line in kept}
    for text in texts[1:]:
        lines = text.split("\n\n")
        folded = [_folded(line) for line in lines]
        kept += compress(lines, of_part(folded, seen, _folded(title)))
        seen |= set(folded)
    return "\n\n".join(kept)


def _folded(line: str) -> str:
    return " ".join(line.casefold().split())


def _with_pictures(blocks: tuple[Block, ...], source: tuple[Block, ...]) -> tuple[Block, ...]:
    """Blocks with the pictures of `source`, each after the block that it follows there."""
    places = {plain(block): place for place, block in enumerate(blocks)}
    waiting: dict[int, list[Block]] = {}
    after = -1
    for block in source:
        if isinstance(block, Figure | Gallery):
            waiting.setdefault(after, []).append(block)
        else:
            # Words that the print page lacks move nothing: the picture stays after the last block that both have.
            after = max(after, places.get(plain(block), after))
    if after == -1 and blocks and isinstance(blocks[0], Heading):
        waiting = {0 if place == -1 else place: pictures for place, pictures in waiting.items()}
    found: list[Block] = list(waiting.get(-1, []))
    for place, block in enumerate(blocks):
        found += [block, *waiting.get(place, [])]
    return tuple(found)


def plain(block: Block) -> str:
    """The words of a block in lower case with single spaces, to compare it with others."""
    return " ".join(" ".join(_pieces(block)).casefold().split())


def rename_notes(value: T, prefix: str) -> T:
    """The same value with every note called `prefix` + its name: parts of an article all begin with note 1."""
    if isinstance(value, tuple):
        return cast(T, tuple(rename_notes(one, prefix) for one in value))
    if isinstance(value, NoteRef):
        return cast(T, replace(value, note=prefix + value.note))
    if not is_dataclass(value) or isinstance(value, type):
        return value
    changes = {one.name: rename_notes(getattr(value, one.name), prefix) for one in fields(value)}
    if isinstance(value, Note):
        changes["id"] = prefix + value.id
    return cast(T, replace(value, **changes))


def _pieces(value: object) -> list[str]:
    if isinstance(value, Text | Code):
        return [value.text]
    if isinstance(value, Formula | Math):
        return [value.latex]
    if isinstance(value, tuple):
        return [piece for one in value for piece in _pieces(one)]
    if is_dataclass(value) and not isinstance(value, type):
        return [piece for one in fields(value) for piece in _pieces(getattr(value, one.name))]
    return []


def of_print_page(lines: Sequence[str], known: Set[str]) -> list[bool]:
    """Which lines of a print page stay, beside an original whose lines are `known`; lines are in lower case."""
    shared = [place for place, line in enumerate(lines) if line in known]
    if not shared:
        return [True] * len(lines)
    last = max((place for place, line in enumerate(lines) if _is_prose(line)), default=-1)
    end = max(last, shared[-1])
    return [
        line in known or not (place < shared[0] and len(line) < _SHORT or place > end)
        for place, line in enumerate(lines)
    ]


def of_part(lines: Sequence[str], seen: Set[str], title: str) -> list[bool]:
    """Which lines of a further part are new: above its first new paragraph none that stood before."""
    kept: list[bool] = []
    above = True
    for line in lines:
        old = line in seen and (above or len(line) >= LONG) or line == title or bool(_PART.fullmatch(line))
        kept.append(not old)
        above = above and (old or len(line) < LONG)
    return kept


def _is_prose(line: str) -> bool:
    """Is a line a sentence, or long, and no footer?"""
    return (len(line) >= _SHORT or bool(_ENDED.search(line))) and not _FOOTER.search(line)
