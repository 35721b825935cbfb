"""The outline: what the walk meets, in order → blocks. It keeps the open block elements and the run of inline pieces.

A frame is an open list, item, quote, table …; what is closed inside it gathers in `out` until the frame itself is
closed and becomes one part of what its own parent gathers. Flat frames (headings, terms, captions) hold a line only.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeAlias, cast

from printworthy.build.inline import BREAK, Marks, Piece, compose, plain
from printworthy.build.tex import split_formulas
from printworthy.data.blocks import Block, Embed, Figure, Formula, Gallery, Heading, Inline, Math, Note, Paragraph, Rule

# Writers walk a document by recursion: what is nested deeper than this is dissolved into its parents.
MAX_DEPTH: Final = 24
# How many blocks after a picture may still repeat its caption.
_CAPTION_REACH: Final = 3
_LONG: Final = 80
_SHORT: Final = 9
_GAPS: Final = re.compile(r"\s+")

Closer: TypeAlias = "Callable[[Outline, list[object], object], object]"
FlatCloser: TypeAlias = "Callable[[tuple[Inline, ...], object], object]"
Frame: TypeAlias = "tuple[str, list[object], object, Closer | None, FlatCloser | None]"


class Outline:
    """Blocks under construction."""

    __slots__ = ("_caption", "_reach", "_seen", "flat", "frames", "label", "later", "notes", "out", "run", "tex", "top")

    def __init__(self) -> None:
        self.out: list[object] = []
        # Always the same list, as the walk holds on to it.
        self.run: list[Piece] = []
        self.frames: list[Frame] = []
        self.top = ""
        self.flat = False
        self.later: list[Block] = []
        self.notes: list[Note] = []
        # The label of the note that is open.
        self.label = ""
        # Whether the page writes formulas as TeX: "", "clear" or "meant".
        self.tex = ""
        self._seen: set[str] = set()
        self._caption = ""
        self._reach = 0

    # frames

    def open(self, kind: str, close: Closer, data: object = None) -> None:
        """Begin a block element that gathers blocks; `close(outline, parts, data)` makes its value at the end."""
        self.flush()
        self.frames.append((kind, self.out, data, close, None))
        self.top = kind
        self.out = []

    def open_flat(self, kind: str, close: FlatCloser, data: object = None) -> None:
        """Begin an element that is one line: what stands inside it only adds to that line."""
        self.flush()
        self.frames.append((kind, self.out, data, None, close))
        self.top = kind
        self.flat = True

    def close(self, depth: int) -> None:
        """End the frames above `depth`, and the paragraph."""
        while len(self.frames) > depth:
            if not self.flat:
                self.flush()
            _, out, data, close, flat = self.frames.pop()
            self.top = self.frames[-1][0] if self.frames else ""
            if flat is not None:
                self.flat = False
                value = flat(self._line(), data)
                self.out = out
            else:
                parts, self.out = self.out, out
                value = close(self, parts, data) if close is not None else None
            if value is not None:
                self._append(value)
            self._release()
        if self.run:
            self.flush()

    # content

    def flush(self) -> None:
        """End the paragraph. Inside a flat frame, where no block can begin, that is a space."""
        if self.flat:
            if self.run:
                self.run.append(((), " "))
            return
        if self.run:
            parts = split_formulas([*self.run], self.tex == "meant") if self.tex else [[*self.run]]
            self.run.clear()
            for part in parts:
                if isinstance(part, Math):
                    self._append(part)
                else:
                    for children in compose(part):
                        self._paragraph(children)
        self._release()

    def add(self, block: Block) -> None:
        """Append a block that came as a whole; inside a sentence it waits for the paragraph's end."""
        if self.flat or self.run and _speaks(self.run):
            self.later.append(block)
        else:
            self.flush()
            self._append(block)

    def figure(self, figure: Figure) -> None:
        """Append a picture once, and watch for text that repeats its caption."""
        if figure.src in self._seen:
            return
        self._seen.add(figure.src)
        said, credit = (_GAPS.sub("", text) for text in (plain(figure.caption), figure.credit))
        self._captioned(figure, f"{said}{credit}\0{credit}{said}" if said or credit else "")

    def embed(self, embed: Embed) -> None:
        """Append an embed once; a caption that its still picture has already is not said twice."""
        if embed.url in self._seen:
            return
        self._seen.add(embed.url)
        said = _GAPS.sub("", plain(embed.caption))
        if not said or self._reach and said in self._caption:
            self.add(replace(embed, caption=()))
        else:
            self._captioned(embed, f"{said}\0{said}")

    def _captioned(self, block: Figure | Embed, caption: str) -> None:
        """Append a block, and watch for text around it that repeats its caption."""
        last = self.out[-1] if self.out and not self.run else None
        if caption and isinstance(last, Paragraph) and _GAPS.sub("", plain(last.children)) in caption:
            self.out.pop()
        self.add(block)
        self._caption, self._reach = caption, _CAPTION_REACH

    def line(self, marks: Marks) -> None:
        """A line break."""
        if self.flat:
            self.run.append(((), " "))
        elif self.run:
            self.run.append((marks, BREAK))

    def finish(self) -> tuple[Block, ...]:
        """Close everything: the blocks, with the notes at their end."""
        self.close(0)
        self.flush()
        return (*tidy(self.out), *self.notes)

    def _line(self) -> tuple[Inline, ...]:
        """The run as one line."""
        run = _in_line(split_formulas([*self.run], self.tex == "meant")) if self.tex else self.run
        lines = compose(run) if run else []
        self.run.clear()
        return lines[0] if lines else ()

    def _paragraph(self, children: tuple[Inline, ...]) -> None:
        if self._reach:
            self._reach -= 1
            text = _GAPS.sub("", plain(children))
            if text and (text in self._caption and (len(text) > _SHORT or f"\0{text}" in self._caption)):
                return
        last = self.out[-1] if self.out else None
        if isinstance(last, Paragraph) and last.children == children and len(plain(children)) > _LONG:
            return
        self.out.append(Paragraph(children))

    def _append(self, value: object) -> None:
        if self._reach:
            self._reach -= 1
        if type(value) is Heading and self.out and self.out[-1] == value:
            return
        self.out.append(value)

    def _release(self) -> None:
        """Append what waited for the end of a paragraph."""
        if self.later and not self.flat:
            self.out.extend(self.later)
            self.later.clear()


def _in_line(parts: list[list[Piece] | Math]) -> list[Piece]:
    """Pieces of a line that holds displayed formulas like any others."""
    found: list[Piece] = []
    for part in parts:
        found.extend([((), Formula(part.latex))] if isinstance(part, Math) else part)
    return found


def _speaks(run: list[Piece]) -> bool:
    """Is there more than white space in the run?"""
    return any(not isinstance(item, str) or not item.isspace() for _, item in run if item is not BREAK)


def tidy(parts: list[object]) -> tuple[Block, ...]:
    """Blocks that were gathered one by one, as the content of what holds them."""
    if not any(type(part) is Rule or type(part) is Figure for part in parts):
        return cast("tuple[Block, ...]", tuple(parts))
    found: list[Block] = []
    pictures: list[Figure] = []
    for part in cast("list[Block]", parts):
        if isinstance(part, Figure) and not part.lead:
            pictures.append(part)
            continue
        _hang(pictures, found)
        if not isinstance(part, Rule) or found and not isinstance(found[-1], Rule):
            found.append(part)
    _hang(pictures, found)
    if found and isinstance(found[-1], Rule):
        found.pop()
    return tuple(found)


def _hang(pictures: list[Figure], found: list[Block]) -> None:
    """Put the pictures that stood together among the blocks."""
    if len(pictures) > 1:
        found.append(Gallery(tuple(pictures)))
    elif pictures:
        found.append(pictures[0])
    pictures.clear()
