"""Label text nodes: a page of WCXB → its nodes with the class of each, as the annotations of the 2016 paper give it.

Content comes from aligning the nodes with the known text. The title is the segment that says it, a heading before other
places. Every node that tells the known day is a date: the paper, too, counts all exact matches (section 5).
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from printworthy.base.tags import HEADING
from printworthy.base.words import ratio
from printworthy.data.columns import Columns
from printworthy.data.tree import Node
from printworthy.evaluate.runner import language_of
from printworthy.metadata.dates.date_formats import DateConvention, read_stamp, read_text
from printworthy.metadata.wording import key, words
from printworthy.methods.node_features import Nodes, describe_nodes
from printworthy.methods.node_model import BOILERPLATE, CONTENT, DATE, TITLE
from printworthy.train.align import align
from printworthy.train.dataset import open_sample
from printworthy.train.samples import TrainingSample

_SAME_TITLE: Final = 0.8
_DATE_LINE: Final = 120
_LONG: Final = 12  # a content node of more words is text that mentions the day
_LATE: Final = datetime.date(2100, 1, 1)


@dataclass(frozen=True, slots=True)
class NodePage:
    """A page to learn from: the rows of its nodes, their classes, and how many words each has."""

    id: str
    fold: int
    page_type: str
    rows: NDArray[np.float32]
    label: NDArray[np.int8]
    words: NDArray[np.float32]


def read_node_page(sample: TrainingSample) -> NodePage | None:
    """The page with its labels, or nothing if it has no text."""
    if (found := open_sample(sample)) is None:
        return None
    html, reading = found
    columns = reading.columns
    nodes = describe_nodes(reading.tree, columns)
    truth = _truth(sample)
    language = language_of(html, sample.truth or "")
    label = node_labels(columns, nodes, truth, language)
    count = np.array([len(text.split()) for text in nodes.texts], np.float32)
    return NodePage(sample.id, sample.fold, sample.page_type, nodes.rows.astype(np.float32), label, count)


def node_labels(columns: Columns, nodes: Nodes, truth: dict[str, Any], language: str) -> NDArray[np.int8]:
    """The class of each node; a title is no content, and a date is none either unless it stands in a sentence."""
    label = np.full(len(nodes.texts), BOILERPLATE, np.int8)
    label[align(nodes.texts, truth.get("main_content") or "") >= 0.5] = CONTENT
    day = str(truth.get("publish_date") or "")[:10]
    for place in _dates(columns.text_nodes, nodes.texts, day, language):
        if label[place] != CONTENT or len(nodes.texts[place].split()) < _LONG:
            label[place] = DATE
    shown = _title_segments(columns, str(truth.get("title") or ""))
    label[np.isin(nodes.segment, shown)] = TITLE
    return label


def _truth(sample: TrainingSample) -> dict[str, Any]:
    path = sample.path.parent.parent / "ground-truth" / f"{sample.path.name.partition('.')[0]}.json"
    truth: dict[str, Any] = json.loads(path.read_text("utf-8")).get("ground_truth") or {}
    return truth


def _title_segments(columns: Columns, title: str) -> list[int]:
    """The segments that say the title: the headings among them, else the first."""
    wanted, exact = list(words(title)), key(title)
    found = [place for place, text in enumerate(columns.text) if exact and _says(text, wanted, exact)]
    headings = [place for place in found if columns.flags[columns.owner[place]] & HEADING]
    return headings or found[:1]


def _says(text: str, wanted: list[str], exact: str) -> bool:
    if len(text) > 4 * len(exact) + 40:
        return False
    if key(text) == exact:
        return True
    own = list(words(text))
    shared = 2 * len(set(own) & set(wanted)) / max(1, len(set(own)) + len(set(wanted)))
    return shared >= _SAME_TITLE and ratio(own, wanted) >= _SAME_TITLE


def _dates(nodes: Sequence[Node], texts: Sequence[str], day: str, language: str) -> Iterator[int]:
    """The nodes that tell a day, written or in the `<time>` around them."""
    ways = [DateConvention(language, first, _LATE) for first in (True, False)] if day else []
    for place, text in enumerate(texts):
        if day and len(text) <= _DATE_LINE and any(_tells(nodes[place], text, day, how) for how in ways):
            yield place


def _tells(node: Node, text: str, day: str, how: DateConvention) -> bool:
    if any(letter.isdigit() for letter in text):
        if any(moment.day.isoformat() == day for _, moment in read_text(text, how)):
            return True
        parent = node.parent
        stamp = parent.attributes.get("datetime") if parent is not None and parent.tag == "time" else None
        moment = read_stamp(stamp, how) if stamp else None
        return moment is not None and moment.day.isoformat() == day
    return False
