"""Own pages to learn from: a folder of annotations, or a corpus in a known layout → labelled pages, with folds.

Each page comes as segments, for the models of this package, and as text nodes, for those of 2016. What could not be
used is told in a line that says what to do; it never stops the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from printworthy.data.tree import page_title
from printworthy.errors import InputError, UsageError
from printworthy.evaluate import corpora
from printworthy.evaluate.folds import PageKey, groups
from printworthy.features.page_view import view_page
from printworthy.methods.node_features import describe_nodes
from printworthy.methods.node_model import BOILERPLATE, CONTENT, DATE, TITLE
from printworthy.train.dataset import TrainingPage, page_weights, read_page
from printworthy.train.node_labels import NodePage, read_node_page
from printworthy.train.own.labels import DOUBT, MOST_BYTES, Labelled, Marked, label_page, read_marked
from printworthy.train.samples import FOLDS, TrainingSample

Tell = Callable[[str, int, int], None]
LEAST_PAGES: Final = 5
_CLASSES: Final = {"title": TITLE, "body": CONTENT, "date": DATE}
# Nothing is learned from these: whether a title or a caption belongs to the text is a matter of taste.
_LEFT_OUT: Final = ("title", "caption", DOUBT)


@dataclass(frozen=True, slots=True)
class Taught:
    """A page with its labels, by segment and by text node."""

    page: TrainingPage
    nodes: NodePage


@dataclass(frozen=True, slots=True)
class Dataset:
    """All pages, how they are grouped into folds, and what was left out."""

    pages: list[Taught]
    by_site: bool
    sites: int
    notes: list[str]


def read_own(folder: Path, tell: Tell = lambda *_: None) -> Dataset:
    """The pages of a folder; refuses one from which nothing can be learned."""
    if not folder.is_dir():
        raise UsageError(f"{folder} is no folder: give one of annotations, or a corpus in a layout of docs/evaluate.md")
    notes: list[str] = []
    annotated = (folder / "pages").is_dir()
    found = list(_annotated(folder, notes, tell) if annotated else _corpus(folder, notes, tell))
    _check(found, folder, notes)
    return _grouped(found, notes)


def _annotated(folder: Path, notes: list[str], tell: Tell) -> Iterator[Taught]:
    marked, damaged = read_marked(folder)
    notes += damaged
    pages: dict[Path, list[Marked]] = {}
    for one in marked:
        pages.setdefault(one.path, []).append(one)
    for number, (path, marks) in enumerate(pages.items()):
        tell("read", number + 1, len(pages))
        try:
            documents, lost = label_page(marks)
        except InputError as error:
            notes.append(f"{path}: {error}")
            continue
        notes += lost
        if not any("body" in one.labels for one in documents):
            notes.append(f"{path}: no body is marked, left out; mark the article's text, or take the page away")
            continue
        yield from (_taught(marks[0], one) for one in documents if one.scope.columns.text)


def _taught(marked: Marked, document: Labelled) -> Taught:
    scope = document.scope
    inside = " ".join(part for part in scope.where if part)
    name = f"{marked.page} {marked.path.stem}{' ' + inside if inside else ''}"
    truth = "\n\n".join(
        text for text, label in zip(scope.columns.text, document.labels, strict=True) if label == "body"
    )
    sample = TrainingSample(name, "own", marked.path, marked.submission.url, "article", truth)
    title = page_title(scope.tree)
    label = np.array([one == "body" for one in document.labels], np.float32)
    trust = np.array([one not in _LEFT_OUT for one in document.labels], np.float32)
    nodes = describe_nodes(scope.tree, scope.columns)
    classes = np.array([_CLASSES.get(one, BOILERPLATE) for one in document.nodes], np.int8)
    count = np.array([len(text.split()) for text in nodes.texts], np.float32)
    words = view_page(scope.columns, title).words
    scope.columns.node, scope.columns.text_nodes = [], []  # the page is no longer needed, only its columns
    page = TrainingPage(sample, scope.columns, title, label, page_weights(label, words, trust), 1.0)
    return Taught(page, NodePage(name, -1, "article", nodes.rows.astype(np.float32), classes, count))


def _corpus(folder: Path, notes: list[str], tell: Tell) -> Iterator[Taught]:
    layout = corpora.detect(folder)
    samples = corpora.read_samples(folder, layout)
    unlabelled = len(list((folder / "ground-truth").glob("*.json"))) - len(samples) if layout.name == "wcxb" else 0
    if unlabelled:
        notes.append(f"{unlabelled} pages have no text in their label or no HTML, and are left out; label them first")
    for number, one in enumerate(samples):
        tell("read", number + 1, len(samples))
        if one.path.stat().st_size > MOST_BYTES:
            notes.append(f"{one.path} is larger than {MOST_BYTES // 1024 // 1024} MB, left out; take it away")
            continue
        sample = TrainingSample(
            f"{layout.name}/{one.id}", layout.name, one.path, one.url, one.page_type, one.truth.text
        )
        page = read_page(sample)
        nodes = read_node_page(sample) if page is not None else None
        if page is None or nodes is None:
            notes.append(f"{one.path} holds no text, left out; save the page again")
        else:
            yield Taught(page, nodes)


def _check(found: Sequence[Taught], folder: Path, notes: Sequence[str]) -> None:
    """Enough pages, and both kinds of text."""
    shown = "".join(f"\n  {note}" for note in notes[:10])
    if len(found) < LEAST_PAGES:
        raise UsageError(
            f"{folder} has {len(found)} labelled pages, which is too few: annotate {LEAST_PAGES} or more, "
            f"better a few dozen, with 'printworthy annotate'{shown}"
        )
    right = sum(float(one.page.label @ one.page.weight) for one in found)
    wrong = sum(float((1 - one.page.label) @ one.page.weight) for one in found)
    if not right or not wrong:
        only = "article text" if right else "other text"
        raise UsageError(
            f"{folder} has {only} only, and nothing can be told apart: mark body on pages that also have menus, "
            f"teasers or footers, and send whole pages{shown}"
        )


def _grouped(found: list[Taught], notes: list[str]) -> Dataset:
    """Folds in which no site stands twice; of fewer than five sites, folds by page."""
    keys = [PageKey(one.page.sample.id, one.page.sample.url, one.page.sample.path.read_bytes()) for one in found]
    names = groups(keys)
    sites = len(set(names))
    by_site = sites >= FOLDS
    if not by_site:
        names = [str(one.page.sample.path) for one in found]
        notes.append(f"{sites} sites are too few for folds by site: folds are by page, and figures hold for these only")
    folds = balanced(names)
    return Dataset([_in_fold(one, fold) for one, fold in zip(found, folds, strict=True)], by_site, sites, notes)


def balanced(names: Sequence[str]) -> list[int]:
    """A fold for each page such that groups stay together and folds are as large as each other; always the same."""
    size = {name: names.count(name) for name in dict.fromkeys(names)}
    load = [0] * FOLDS
    place: dict[str, int] = {}
    for name in sorted(size, key=lambda one: (-size[one], crc32(one.encode()), one)):
        place[name] = load.index(min(load))
        load[place[name]] += size[name]
    return [place[name] for name in names]


def _in_fold(one: Taught, fold: int) -> Taught:
    page = replace(one.page, sample=replace(one.page.sample, fold=fold))
    return Taught(page, replace(one.nodes, fold=fold))


def word_f1(kept: NDArray[np.bool_], label: NDArray[Any], words: NDArray[Any]) -> float:
    """F1 of what was kept, in words."""
    true = label > 0
    both = float(kept @ words + true @ words)
    return 2 * float((kept & true) @ words) / both if both else 1.0
