"""How well near duplicates are found: articles with some of their words changed, by what they truly share.

    python benchmarks/quality/batch_near.py FOLDER… [--pages 400] [--near 0.8]
    python benchmarks/quality/batch_near.py --rows 200000

Each article of saved pages is compared with copies in which a share of the words is replaced, and with the next pages'
articles. What two texts truly share is counted run by run; whether they would be marked, the signatures decide.
`--rows` measures how long the run itself, which alone can do it, takes to compare so many signatures.
"""

from __future__ import annotations

import argparse
import gzip
import random
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice, pairwise
from pathlib import Path

import numpy as np

from benchmarks.lib.make_warc import SUFFIXES
from printworthy.apps.batch.duplicates import find_duplicates
from printworthy.apps.batch.minhash import SIZE, bands, signature
from printworthy.apps.batch.output.parts import SIGNATURES
from printworthy.base.words import jaccard
from printworthy.errors import PrintworthyError
from printworthy.reading.extract import extract

CHANCE = random.Random(0)  # noqa: S311 - not for secrets
SHARES = (0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.08, 0.12)
EDGES = (0.0, 0.4, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1.01)
NEXT = 20


def main() -> None:
    """Compare, and print how many are marked by what they share."""
    args = _arguments()
    if args.rows:
        _compare_rows(args.rows, args.near)
        return
    texts = list(islice(_articles(args.folders), args.pages))
    pairs, marked = Counter[int](), Counter[int]()
    for shared, found in _compared(texts, args.near):
        place = int(np.searchsorted(EDGES, shared, "right")) - 1
        pairs[place] += 1
        marked[place] += found
    print("| five-word runs shared | pairs | marked |\n|---|---|---|")
    for place, (low, high) in enumerate(pairwise(EDGES)):
        if pairs[place]:
            print(
                f"| {low:.2f} to {min(high, 1):.2f} | {pairs[place]:,} | {100 * marked[place] / pairs[place]:.1f} % |"
            )
    true = sum(count for place, count in pairs.items() if EDGES[place] >= args.near)
    right = sum(count for place, count in marked.items() if EDGES[place] >= args.near)
    print(f"\nof {true:,} pairs that share {args.near:g} or more, {100 * right / true:.1f} % are marked; of the "
          f"{sum(marked.values()):,} marked pairs, {100 * right / sum(marked.values()):.1f} % do")  # fmt: skip


def _compared(texts: list[str], near: float) -> Iterator[tuple[float, bool]]:
    """What pairs of texts share, and whether they are marked."""
    for number, text in enumerate(texts):
        others = [_changed(text, texts, share) for share in SHARES] + texts[number + 1 : number + 1 + NEXT]
        mine = np.frombuffer(signature(text), "<u4")[None]
        for other in others:
            if made := signature(other):
                its = np.frombuffer(made, "<u4")[None]
                meet = bool((bands(mine) == bands(its)).any())
                yield jaccard(text, other, 5), meet and float((mine == its).mean()) >= near


def _compare_rows(count: int, near: float) -> None:
    """Random signatures, of which a tenth comes twice with a few numbers changed; the CPU time to find these."""
    chance = np.random.default_rng(0)
    rows = np.zeros(count, SIGNATURES)
    rows["id"], rows["known"] = np.arange(count), 1
    rows["hash"] = chance.integers(1, 2**63, (count, 2))
    rows["signature"] = chance.integers(0, 2**32, (count, SIZE))
    copies = count // 10
    rows["signature"][-copies:, 8:] = rows["signature"][:copies, 8:]
    with tempfile.TemporaryDirectory() as folder:
        rows.tofile(Path(folder) / "rows")
        start = time.process_time()
        (marks,) = find_duplicates([Path(folder) / "rows"], near, Path(folder))
        spent = time.process_time() - start
    print(f"{count:,} rows: {spent:.1f} CPU s, {1e6 * spent / count:.1f} µs a row; {len(marks):,} of {copies:,} found")


def _changed(text: str, texts: list[str], share: float) -> str:
    """The text with a share of its words taken from another one."""
    foreign = CHANCE.choice(texts).split()
    return " ".join(CHANCE.choice(foreign) if CHANCE.random() < share else word for word in text.split())


def _articles(folders: list[Path]) -> Iterator[str]:
    """The articles of saved pages, in random order, if they have a signature."""
    paths = sorted(path for folder in folders for path in folder.rglob("*") if path.name.endswith(SUFFIXES))
    for path in CHANCE.sample(paths, len(paths)):
        content = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        try:
            text = extract(content).text
        except PrintworthyError:
            continue
        if signature(text):
            yield text


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER")
    parser.add_argument("--pages", type=int, default=400, metavar="N")
    parser.add_argument("--near", type=float, default=0.8, metavar="X")
    parser.add_argument("--rows", type=int, default=0, metavar="N")
    return parser.parse_args()


if __name__ == "__main__":
    main()
