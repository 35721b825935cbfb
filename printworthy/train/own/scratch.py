"""From scratch: own pages → a whole model, as the package's is made. For hundreds of pages; the page types stay.

Networks would learn too little from so few pages; stage two is judged by trees alone.
"""

from __future__ import annotations

import numpy as np

from printworthy.base.npz import Arrays
from printworthy.data.model import Model
from printworthy.model.store import model_bytes
from printworthy.train.crossfit import ALL, Crossfit, Stages
from printworthy.train.dataset import Page
from printworthy.train.pages import fit_sure, outcomes
from printworthy.train.samples import FOLDS
from printworthy.train.tables import count, page_shares


def fit_scratch(pages: list[Page], base: Model) -> Arrays:
    """The model's file as bytes, and each page's verdicts by models that have not seen its fold."""
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
