"""The order of `printworthy train`: folder → pages → comparison by cross-validation → model, card and report."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from printworthy.base.npz import Arrays
from printworthy.data.model import Model
from printworthy.model.store import load_model, model_bytes, read_model
from printworthy.train.crossfit import Crossfit, Stages
from printworthy.train.dataset import TrainingPage
from printworthy.train.log_odds import count, page_shares
from printworthy.train.own.checkpoints import Checkpoints, write_whole
from printworthy.train.own.compare import (
    SCRATCH,
    SHIPPED,
    STACKED,
    Floats,
    MethodResult,
    Scored,
    judge_nodes_by,
    judge_segments,
    scored,
    stacked_out_of_fold,
)
from printworthy.train.own.curves import calibration, importance, learning_curve, precision_recall
from printworthy.train.own.pages import Dataset, Tell, read_own
from printworthy.train.own.report import (
    Line,
    draw_calibration,
    draw_importance,
    draw_learning_curve,
    draw_precision_recall,
    write_report,
)
from printworthy.train.own.stack import ALL, Stack
from printworthy.train.page_trees import fit_sure, outcomes
from printworthy.train.samples import FOLDS


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """What to train: the pages, where the model goes, on which model it is stacked (None is the package's)."""

    folder: Path
    output: Path
    base: str | None = None
    scratch: bool = False
    resume: bool = False


@dataclass(frozen=True, slots=True)
class Trained:
    """What came of it. `gain` is what the own model adds in F1 of words on unseen pages; `kept` steps were resumed."""

    scores: list[Scored]
    gain: float
    report: Path
    notes: list[str]
    kept: int


def train(plan: TrainingPlan, tell: Tell) -> Trained:
    """Read, compare, fit, write: the model last, when all else is there."""
    data = read_own(plan.folder, tell)
    base = load_model(plan.base)
    work = Checkpoints(plan.output, _digest(data, plan, base), plan.resume)
    stack = Stack([one.page for one in data.pages], base)
    verdicts = judge_nodes_by(data.pages, work, tell)
    scores = [scored(data.pages, one) for one in verdicts]
    out_of_fold = stacked_out_of_fold(stack, work, tell)
    segments = {SHIPPED: dict(enumerate(one.late for one in stack.known)), STACKED: out_of_fold}
    made = _scratch(data, base, work) if plan.scratch else None
    if made is not None:
        segments[SCRATCH] = made[1]
    judged = [judge_segments(data.pages, name, likely.__getitem__) for name, likely in segments.items()]
    scores += [scored(data.pages, one, content_only=True) for one in judged]
    points = learning_curve(stack, data.pages, out_of_fold, work, tell)
    tell("fit", 0, 1)
    own = stack.fit(ALL)
    card = _card(data, base, plan, scores)
    model = replace(made[0], card=card) if made is not None else replace(base, own=own, card=card)
    best = judged[-1]
    pictures = {
        "precision-recall": draw_precision_recall(_lines(data, [*verdicts, *judged])),
        "calibration": draw_calibration([(one.name, calibration(data.pages, one)) for one in judged]),
        "learning-curve": draw_learning_curve(points),
        "feature-importance": draw_importance(importance(own, stack)),
    }
    report = write_report(_report_folder(plan.output), card, scores, pictures, data.notes)
    write_whole(plan.output, model_bytes(model))
    tell("fit", 1, 1)
    kept = work.kept
    work.done()
    by_name = {one.name: one.words for one in scores}
    return Trained(scores, by_name[best.name] - by_name[SHIPPED], report, data.notes, kept)


def _scratch(data: Dataset, base: Model, work: Checkpoints) -> tuple[Model, dict[int, Floats]]:
    kept = work.step("scratch", lambda: fit_scratch([one.page for one in data.pages], base))
    sizes = np.cumsum([len(one.page.label) for one in data.pages])[:-1]
    model = read_model(kept["model"].tobytes(), "the model from scratch")
    return model, dict(enumerate(np.split(kept["likely"], sizes)))


def _lines(data: Dataset, verdicts: Sequence[MethodResult]) -> list[Line]:
    return [(one.name, *precision_recall(data.pages, one)) for one in verdicts]


def _card(data: Dataset, base: Model, plan: TrainingPlan, scores: Sequence[Scored]) -> dict[str, object]:
    """What the model has seen, on what it stands, and how good it was on what it had not seen."""
    return {
        "pages": {"own": len(data.pages)},
        "sites": data.sites,
        "folds": "by site" if data.by_site else "by page",
        "digest": _labels(data),
        "trainer": "catboost, oblivious trees, seed 1" + ("" if plan.scratch else "; stacked"),
        "stacked_on": "" if plan.scratch else str(base.card.get("digest", "")),
        "scores": {
            one.name: {"words": round(one.words, 4), **{name: round(pair[0], 4) for name, pair in one.nodes.items()}}
            for one in scores
        },
    }


def _labels(data: Dataset) -> str:
    digest = hashlib.sha256()
    for one in data.pages:
        digest.update(one.page.sample.id.encode() + one.page.label.tobytes() + one.nodes.label.tobytes())
        digest.update(one.page.weight.tobytes() + bytes([one.page.fold]))
    return digest.hexdigest()


def _digest(data: Dataset, plan: TrainingPlan, base: Model) -> str:
    """The same for the same pages, labels and settings."""
    told = f"{_labels(data)} {base.card.get('digest')} {base.card.get('stacked_on')} {plan.scratch}"
    return hashlib.sha256(told.encode()).hexdigest()


def _report_folder(output: Path) -> Path:
    return output.with_name(f"{output.name.removesuffix('.npz')}-report")


def fit_scratch(pages: list[TrainingPage], base: Model) -> Arrays:
    """The model's file as bytes, and each page's verdicts by models that have not seen its fold; for hundreds of pages.

    Networks would learn too little from so few pages; stage two is judged by trees alone. The page types stay.
    """
    data = Crossfit(pages, count(pages, [page_shares(page) for page in pages]))
    first = data.first_models(_quiet)
    second = data.second_models(_quiet)
    stages = {left: Stages(data.tables[frozenset({left})], first[left], second[left]) for left in first}
    tasks = [(fold, stages[fold]) for fold in range(FOLDS)]
    known = [one for found in data.run(outcomes, tasks, _quiet) for one in found]
    whole = stages[ALL]
    model = Model(whole.tables, whole.first, whole.second, whole.nets, fit_sure(known), base.kinds, base.names, card={})
    likely = [stages[page.fold].judge(page.view())[1] for page in pages]
    return {"model": np.frombuffer(model_bytes(model), np.uint8), "likely": np.concatenate(likely)}


def _quiet(_: str) -> None:
    """Its steps are too many to tell."""
