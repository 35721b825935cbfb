r"""TeX in running text: a paragraph's pieces → the same with formulas where the page shows that it means them.

A page with a renderer's script means every `\(…\)`, and dollars around what looks like a formula; any other page only
what cannot be anything else. Prices never are formulas: a dollar needs something other than a space on its inner side,
no digit behind the closing one, and no words between.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from printworthy.build.inline import BREAK, Marks, Piece
from printworthy.data.blocks import Formula, Math
from printworthy.data.tree import Tree

_ENVIRONMENTS: Final = r"equation|align|alignat|aligned|gather|multline|eqnarray|displaymath|flalign|split|math"
_RAW: Final = re.compile(
    rf"\\begin\{{(?P<name>{_ENVIRONMENTS})(?P<star>\*?)\}}[^\0]{{1,6000}}?\\end\{{(?P=name)(?P=star)\}}"
    r"|(?<!\\)\$\$(?P<dollars>[^\0$]{1,6000}?)(?<!\\)\$\$"
    r"|(?<!\\)\\\[(?P<square>[^\0]{1,6000}?)(?<!\\)\\\]"
    r"|(?<!\\)\\\((?P<round>[^\0]{1,2000}?)(?<!\\)\\\)"
    r"|(?<![\\$])\$(?P<dollar>(?![\s$])[^\0$]{1,600}?(?<![\s\\]))\$(?![\d$])"
)
_PAIR: Final = re.compile(r"\$[^$]{1,6000}\$", re.S)
_TEX: Final = re.compile(r"\\[A-Za-z]{2,}|\\[,;!{}]|[\w)}\]][\^_][\w{\\]|[\^_]\{")
_WORD: Final = re.compile(r"(?<![\\A-Za-z])[^\W\d_]{3,}")
_NAMES: Final = re.compile(r"\\(?:text|mathrm|textrm|operatorname|mathbf|mbox)\*?\{[^{}]*\}")
_RENDERER: Final = re.compile(r"mathjax|katex|renderMathInElement|tex-(?:mml-)?(?:chtml|svg)|temml|jqmath", re.I)
_SEEN: Final = 20_000
# So many formulas that cannot be anything else show that dollars mean formulas.
_ENOUGH: Final = 3
_CODE: Final = frozenset(("code", "keyboard"))
_GAPS: Final = re.compile(r"\s+")
_WIDE: Final = re.compile(r"(?<![^\W_])[^\W_]{2,}+(?:\s++[^\W\d_]{2,}+){2}")


def tex_mode(tree: Tree, texts: Collection[str]) -> str:
    """How far the kept texts may be read as TeX: "" for none of it, "clear", or "meant"."""
    if not any("$" in text and (_PAIR.search(text) or "$$" in text) or "\\" in text for text in texts):
        return ""
    if tree.formulas:
        return "meant"
    for script in tree.root.css("script,link[href*='katex']"):
        attributes = script.attributes
        source = attributes.get("src") or attributes.get("href") or script.text()[:_SEEN]
        if source and _RENDERER.search(source):
            return "meant"
    clear = sum(_is_formula(match, text, False) for text in texts for match in _RAW.finditer(text))
    return "meant" if clear >= _ENOUGH else "clear"


def split_formulas(run: list[Piece], meant: bool) -> list[list[Piece] | Math]:
    """The run parted by displayed formulas, with the others as pieces in it."""
    whole = "".join(_characters(marks, item) for marks, item in run)
    found = [match for match in _RAW.finditer(whole) if _is_formula(match, whole, meant)]
    return _parted(run, found) if found else [run]


def _characters(marks: Marks, item: object) -> str:
    """A piece as text in which nothing but text and line breaks can belong to a formula."""
    if isinstance(item, str):
        return item if _CODE.isdisjoint(marks) else "\0" * len(item)
    return "\n" if item is BREAK else "\0"


def _is_formula(match: re.Match[str], whole: str, meant: bool) -> bool:
    """Is this TeX rather than prices, escaped brackets or names of variables?"""
    if match["name"]:
        return True
    text = match["dollars"] or match["square"] or match["round"] or match["dollar"]
    tex = _TEX.search(text) is not None
    if match["dollar"]:
        before, after = whole[: match.start()][-1:], whole[match.end() : match.end() + 1]
        words = _WIDE.search(_NAMES.sub("", text)) is not None
        if not meant:
            return tex and not words and not before.isalnum() and not after.isalnum()
        return not words and (tex or not before.isalnum() and not _WORD.search(text))
    return meant and bool(text.strip()) or tex or bool(match["round"]) and re.search(r"[=^_<>+]", text) is not None


def _parted(run: list[Piece], found: list[re.Match[str]]) -> list[list[Piece] | Math]:
    """The pieces outside the formulas, and the formulas where they begin."""
    parts: list[list[Piece] | Math] = []
    line: list[Piece] = []
    at, number = 0, 0
    for marks, item in run:
        length = len(item) if isinstance(item, str) else 1
        cut = at
        while number < len(found) and found[number].start() < at + length:
            match = found[number]
            if match.start() >= at:
                _keep(line, marks, item, cut - at, match.start() - at)
                line = _put(parts, line, match, marks)
            cut = min(match.end(), at + length)
            if match.end() > at + length:
                break
            number += 1
        _keep(line, marks, item, cut - at, length)
        at += length
    return [*parts, line]


def _keep(line: list[Piece], marks: Marks, item: object, begin: int, end: int) -> None:
    """Append the part of a piece between two places."""
    if begin >= end:
        return
    if not isinstance(item, str):
        line.append((marks, item))  # type: ignore[arg-type]
        return
    text = item[begin:end]
    if len(text) > 1 and text[-1] == " ":
        line.extend(((marks, text[:-1]), (marks, " ")))
    else:
        line.append((marks, text))


def _put(parts: list[list[Piece] | Math], line: list[Piece], match: re.Match[str], marks: Marks) -> list[Piece]:
    """Append a formula; one on its own line ends the paragraph."""
    text = match["dollars"] or match["square"] or match["round"] or match["dollar"] or match[0]
    latex = _GAPS.sub(" ", text).strip()
    if match["round"] or match["dollar"]:
        line.append((marks, Formula(latex)))
        return line
    parts.extend((line, Math(latex)))
    return []
