"""Illustrate: the page and the segments that were kept → the pictures to place, by the `mem_id` of their element."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from printworthy.data.addresses import page_resolver
from printworthy.data.article import Figure, Text
from printworthy.data.columns import Columns
from printworthy.data.tree import Tree
from printworthy.images.candidates import Candidate, find_candidates
from printworthy.images.captions import Caption, find_caption
from printworthy.images.judge import Judge, Verdict, judge

_ENOUGH: Final = 0.5
_SIZE: Final = re.compile(r"-\d{2,4}x\d{2,4}(?=\.\w+$)|[?#].*$|-scaled(?=\.\w+$)")


def find_figures(
    tree: Tree, columns: Columns, kept: Sequence[bool], url: str, judge: Judge = judge
) -> dict[int, Figure]:
    """The pictures that belong to the kept text, each once."""
    found: dict[int, Figure] = {}
    files: set[str] = set()
    for candidate in find_candidates(columns, kept, page_resolver(tree, url)):
        caption = find_caption(candidate, columns)
        verdict = judge(candidate, caption, columns)
        file = _SIZE.sub("", candidate.src)
        if verdict.relevance >= _ENOUGH and file not in files:
            files.add(file)
            figure = _figure(candidate, caption, verdict)
            found[candidate.node.mem_id] = replace(figure, lead=True) if candidate.before and not found else figure
    return found


def _figure(candidate: Candidate, caption: Caption, verdict: Verdict) -> Figure:
    return Figure(
        src=candidate.src,
        alt=" ".join((candidate.attributes.get("alt") or "").split()),
        caption=(Text(caption.text),) if caption.text else (),
        credit=caption.credit,
        width=candidate.width,
        height=candidate.height,
        relevance=verdict.relevance,
        reason=verdict.reason,
    )
