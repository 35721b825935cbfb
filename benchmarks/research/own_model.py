"""What your own model gains, and what it costs elsewhere.

    python benchmarks/research/own_model.py [DATA] [--pages N …]

A model is stacked on the built-in one with a few pages of the family of sites in tests/family.py, and extracts thirty
other pages of it. With DATA, the folder of the development data, it also extracts every thirtieth page of WCXB, which
it should leave as it was. F1 of words, mean over pages.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np

from printworthy.evaluate.corpora import LAYOUTS, Sample, read_samples
from printworthy.evaluate.metrics import word_f1
from printworthy.model.store import load_model, model_bytes
from printworthy.options import Options
from printworthy.reading.extract import extract
from printworthy.train.own.pages import read_own
from printworthy.train.own.stack import ALL, Stack
from tests.family import write_family

UNSEEN = 30


def main(arguments: list[str] | None = None) -> int:
    """Train, extract, print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("data", type=Path, nargs="?", help="the folder with the development data")
    parser.add_argument("--pages", type=int, nargs="+", default=[5, 10, 20, 30], help="how many pages to learn from")
    args = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_family(folder / "unseen", UNSEEN, start=1000)
        unseen = read_samples(folder / "unseen", LAYOUTS["wcxb"])
        others = read_samples(args.data / "wcxb-dev", LAYOUTS["wcxb"])[::30] if args.data else []
        print("| own pages | unseen pages of the family | other sites |\n|---|---|---|")
        print(_row("0 (the built-in model)", unseen, others, None))
        for count in args.pages:
            print(_row(str(count), unseen, others, trained(folder, count)), flush=True)
    return 0


def trained(folder: Path, count: int) -> Path:
    """A model of so many pages."""
    write_family(folder / str(count), count)
    base = load_model()
    own = Stack([one.page for one in read_own(folder / str(count)).pages], base).fit(ALL)
    path = folder / f"{count}.npz"
    path.write_bytes(model_bytes(replace(base, own=own)))
    return path


def f1(samples: Iterable[Sample], model: Path | None) -> str:
    """The mean over pages."""
    options = Options(model=model)
    scores = [word_f1(extract(one.read(), one.url, options).text, one.truth.text).f1 for one in samples]
    return f"{np.mean(scores):.3f}" if scores else ""


def _row(name: str, unseen: list[Sample], others: list[Sample], model: Path | None) -> str:
    return f"| {name} | {f1(unseen, model)} | {f1(others, model)} |"


if __name__ == "__main__":
    sys.exit(main())
