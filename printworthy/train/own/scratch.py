"""From scratch: own pages → a whole model, as the package's is made. For hundreds of pages; the page types stay."""

from __future__ import annotations

import numpy as np

from printworthy.data.model import Model
from printworthy.features.segments import segment_features
from printworthy.methods.learned import matrix, second_matrix
from printworthy.model.store import model_bytes
from printworthy.model.trees import probability
from printworthy.train.crossfit import ALL, Crossfit
from printworthy.train.dataset import Page
from printworthy.train.own.work import Arrays
from printworthy.train.pages import fit_sure, outcomes
from printworthy.train.samples import FOLDS
from printworthy.train.tables import count, page_shares


def fit_scratch(pages: list[Page], base: Model) -> Arrays:
    """The model's file as bytes, and each page's verdicts by models that have not seen its fold."""
    data = Crossfit(pages, count(pages, [page_shares(page) for page in pages]))
    first = data.first_models(_quiet)
    second = data.second_models(_quiet)
    tasks = [(fold, first[fold], second[fold]) for fold in range(FOLDS)]
    known = [one for found in data.run(outcomes, tasks, _quiet) for one in found]
    model = Model(
        data.tables[frozenset({ALL})], first[ALL], second[ALL], fit_sure(known), base.kinds, base.names, card={}
    )
    likely = []
    for page in pages:
        view = page.view()
        rows = matrix(segment_features(view, data.tables[frozenset({page.fold})]))
        early = probability(first[page.fold], rows)
        likely.append(probability(second[page.fold], second_matrix(view, rows, early)))
    return {"model": np.frombuffer(model_bytes(model), np.uint8), "likely": np.concatenate(likely)}


def _quiet(_: str) -> None:
    """Its steps are too many to tell."""
