"""What the filters take that they should not: how much of the labelled text is left, and how much of all else.

    python benchmarks/quality/filter_harm.py DATA            DATA is a corpus with whole texts, such as wcxb-dev

Every profile is compared with the page as it came, as plain text and without the list of deleted links. A profile harms
a page if it loses a tenth of the labelled words that `off` leaves.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import Final

from printworthy.errors import InputError
from printworthy.evaluate.corpora import Sample, detect, read_samples
from printworthy.evaluate.metrics import Tally, word_tally
from printworthy.evaluate.report import table
from printworthy.filters.settings import OFF, PROFILES, Settings
from printworthy.printing.filtering import filter_page

_FEW: Final = 30
_HARM: Final = 0.1


@dataclass(frozen=True, slots=True)
class Loss:
    """A page, by each profile."""

    name: str
    kind: str
    tallies: dict[str, Tally]

    def recall(self, profile: str) -> float:
        """The share of the labelled words that a profile leaves."""
        return self.tallies[profile].found / self.tallies[profile].wanted

    def lost(self, profile: str) -> float:
        """The share that it takes."""
        return self.recall("off") - self.recall(profile)

    def others(self, profile: str) -> float:
        """The words that it leaves and nobody labelled."""
        return self.tallies[profile].given - self.tallies[profile].right


def as_text(settings: Settings) -> Settings:
    """The same filters, and plain text from them."""
    return replace(settings, output=replace(settings.output, form="text"), retained=OFF.retained)


CHAINS: Final = {name: as_text(settings) for name, settings in PROFILES.items()}


def measure(sample: Sample) -> Loss | None:
    """One page; None for one with hardly a labelled word, or that no filter takes."""
    tallies = {}
    for name, settings in CHAINS.items():
        try:
            text = filter_page(sample.read(), sample.url, settings)
        except InputError:
            return None
        tallies[name] = word_tally(text, sample.truth.text)
    return Loss(sample.id, sample.page_type, tallies) if tallies["off"].wanted >= _FEW else None


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, metavar="DATA")
    parser.add_argument("--worst", type=int, default=0, metavar="N", help="name the pages that lose most")
    args = parser.parse_args()
    samples = read_samples(args.data, detect(args.data))
    with ProcessPoolExecutor() as pool:
        found = [loss for loss in pool.map(measure, samples, chunksize=20) if loss is not None]
    rows = []
    for profile in CHAINS:
        harmed = sum(one.lost(profile) >= _HARM for one in found)
        rows.append(
            [
                profile,
                f"{fmean(one.recall(profile) for one in found):.4f}",
                f"{fmean(one.others(profile) for one in found):.0f}",
                f"{harmed}",
            ]
        )
    print(f"{len(found)} pages\n")
    print(table(["profile", "labelled words left", "other words left", "pages harmed"], rows))
    for profile in CHAINS if args.worst else ():
        worst = sorted(found, key=lambda one: -one.lost(profile))[: args.worst]
        print(f"\n{profile}: " + ", ".join(f"{one.name} ({one.kind}) {one.lost(profile):.2f}" for one in worst))


if __name__ == "__main__":
    main()
