"""Merge: the articles of several pages → one. The better of a page and its print page, and parts in their order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from printworthy.data.article import Article, Block, Figure, Gallery, Heading
from printworthy.follow.plain import plain, rename_notes

# Shorter blocks repeat in every article ("Note", "* * *") without being the same.
_LONG: Final = 40


def best_of(original: Article, printed: Article) -> Article:
    """Text from the print page; pictures and what is known about the article from the original."""
    blocks = printed.blocks
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
        text=printed.text,
        blocks=blocks,
    )


def stitch(parts: Sequence[Article]) -> Article:
    """One article of several parts: what stood before is left out, the first part describes the whole."""
    first = parts[0]
    seen = {plain(block) for block in first.blocks}
    pictures = {figure.src for figure in first.images}
    blocks: list[Block] = list(first.blocks)
    for number, part in enumerate(parts[1:], 2):
        renamed = rename_notes(part.blocks, f"{number}-")
        blocks += [block for block in renamed if not _is_repeated(block, seen, pictures, first.title)]
        seen |= {plain(block) for block in part.blocks}
        pictures |= {figure.src for figure in part.images}
    return replace(
        first,
        text=_joined([part.text for part in parts], first.title),
        blocks=tuple(blocks),
        comments=tuple(dict.fromkeys(comment for part in parts for comment in part.comments)),
        confidence=sum(part.confidence for part in parts) / len(parts),
    )


def _is_repeated(block: Block, seen: set[str], pictures: set[str], title: str) -> bool:
    match block:
        case Figure(src=src):
            return src in pictures
        case Gallery(figures):
            return all(figure.src in pictures for figure in figures)
        case Heading(level=1):
            return True
        case _:
            words = plain(block)
            return words in seen and (len(words) >= _LONG or isinstance(block, Heading)) or words == title.casefold()


def _joined(texts: Sequence[str], title: str) -> str:
    """The paragraphs of all texts, each long one once."""
    seen: set[str] = set()
    kept: list[str] = []
    for number, text in enumerate(texts):
        new = [one for one in text.split("\n\n") if number == 0 or not _old(one, seen, title)]
        kept += new
        seen |= set(text.split("\n\n"))
    return "\n\n".join(kept)


def _old(paragraph: str, seen: set[str], title: str) -> bool:
    return paragraph in seen and len(paragraph) >= _LONG or paragraph.strip() == title.strip()


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
