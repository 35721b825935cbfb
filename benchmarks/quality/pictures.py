"""Score and time the pictures on labelled pages: `python benchmarks/quality/pictures.py DATA [--ner] [--errors]`.

Nothing that judges a page has seen its site: the text is chosen by the article model that left out the page's fold, and
the weights of the signals are fitted without it. Pictures are scored as `article.images` gives them.
"""

from __future__ import annotations

import argparse
import gc
import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import process_time

from fitting.pictures import LabelledReading, Sample, fit, read_labels, read_page, samples_of
from printworthy.base.encoding import to_utf8
from printworthy.base.tags import BLOCKS
from printworthy.build.document import BuildBase, build
from printworthy.data.article import Article
from printworthy.data.blocks import Figure, Text
from printworthy.images.candidates import Candidate
from printworthy.images.captions import Caption
from printworthy.images.entities import Recogniser, names, recogniser
from printworthy.images.figures import Manner, find_figures
from printworthy.images.judge import ImageVerdict, judge, judge_all
from printworthy.images.page_context import PageContext
from printworthy.images.signals import GROUPS, NAMES, likeness
from printworthy.parse.lexbor import parse
from printworthy.parse.tame import tame

Chooser = Callable[[LabelledReading], Manner]
# A caption is right whose words agree with the label's to more than this.
ENOUGH = 0.7
_PAPER_BLOCKS = frozenset("div p br li ul ol td tr table h1 h2 h3 h4 h5 h6 hr".split())
# The paper gives no number; vectors of this cosine share a main name.
_SIMILAR = 0.2


@dataclass(slots=True)
class Tally:
    """Counts over pages."""

    hits: int = 0
    false: int = 0
    missed: int = 0
    rejected: int = 0
    pages: int = 0
    pages_right: int = 0
    captions: int = 0
    captions_right: int = 0
    captions_with_credit: int = 0
    unlabelled: int = 0
    errors: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        """The share of the kept that is the article's."""
        return self.hits / max(1, self.hits + self.false)

    @property
    def recall(self) -> float:
        """The share of the article's that was kept."""
        return self.hits / max(1, self.hits + self.missed)

    @property
    def accuracy(self) -> float:
        """The share of all labelled pictures that was judged right."""
        right = self.hits + self.rejected
        return right / max(1, right + self.false + self.missed)


def images(reading: LabelledReading, manner: Manner) -> tuple[Figure, ...]:
    """The pictures of a page's article, as a caller gets them."""
    url = reading.page.url
    found = find_figures(reading.tree, reading.columns, reading.kept, url, manner)
    made = build(reading.tree, reading.columns, reading.kept, BuildBase(url, found.figures))
    return Article(blocks=made.blocks).images


def tally(readings: Sequence[LabelledReading], choose: Chooser) -> Tally:
    """The counts of a way to judge."""
    total = Tally()
    for reading in readings:
        _add(total, reading, images(reading, choose(reading)))
    return total


def _add(total: Tally, reading: LabelledReading, figures: Sequence[Figure]) -> None:
    wrong = 0
    for label in reading.page.labels:
        figure = next((one for one in figures if label.shows(one.src)), None)
        if (figure is not None) != label.right:
            wrong += 1
            said = "kept" if figure else "missed"
            total.errors.append(f"{said:6} {min(label.addresses)[-90:]}  {figure.reason if figure else ''}")
        total.hits += figure is not None and label.right
        total.false += figure is not None and not label.right
        total.missed += figure is None and label.right
        total.rejected += figure is None and not label.right
        if label.caption:
            _add_caption(total, figure, label.caption)
    labelled = [one for one in figures if any(label.shows(one.src) for label in reading.page.labels)]
    total.unlabelled += len(figures) - len(labelled)
    total.pages += 1
    total.pages_right += not wrong


def _add_caption(total: Tally, figure: Figure | None, wanted: str) -> None:
    text = "".join(part.text for part in figure.caption if isinstance(part, Text)) if figure else ""
    whole = f"{text} {figure.credit}" if figure else ""
    total.captions += 1
    total.captions_right += word_f1(text, wanted) > ENOUGH
    total.captions_with_credit += max(word_f1(text, wanted), word_f1(whole, wanted)) > ENOUGH
    if figure and word_f1(text, wanted) <= ENOUGH:
        total.errors.append(f"caption {text!r} + {figure.credit!r}, not {wanted!r}")


def word_f1(one: str, other: str) -> float:
    """How far the words of two texts agree."""
    first, second = (Counter(re.findall(r"\w+", text.lower())) for text in (one, other))
    shared = (first & second).total()
    return 2 * shared / max(1, first.total() + second.total())


def held_out(samples: Sequence[Sample], wanted: Collection[str], recognise: Recogniser = names) -> Chooser:
    """Judge each page by weights that were fitted without its fold."""
    folds = {sample.fold for sample in samples}
    weights = {fold: fit([sample for sample in samples if sample.fold != fold], wanted) for fold in sorted(folds)}
    return lambda reading: Manner(partial(judge, weights=weights[reading.page.fold]), recognise)


def cost(readings: Sequence[LabelledReading]) -> tuple[list[float], list[float]]:
    """CPU milliseconds a page of finding and judging the pictures, and of parsing the page for comparison, sorted."""
    judging, parsing = [], []
    # A caller holds one page at a time: what this script holds must not cost the collector's time.
    gc.collect()
    gc.freeze()
    for reading in readings:
        content = tame(to_utf8(reading.page.path.read_bytes()))
        judging.append(_best(partial(find_figures, reading.tree, reading.columns, reading.kept, reading.page.url)))
        parsing.append(_best(partial(parse, content)))
    return sorted(judging), sorted(parsing)


def _best(work: Callable[[], object]) -> float:
    """CPU milliseconds of a piece of work: the best of five runs, as others use the machine too."""
    runs = []
    for _ in range(5):
        start = process_time()
        work()
        runs.append(process_time() - start)
    return 1000 * min(runs)


def line(name: str, found: Tally) -> str:
    """A row of the table."""
    return (
        f"| {name:34} | {found.precision:.3f} | {found.recall:.3f} | {found.accuracy:.3f} "
        f"| {found.pages_right / found.pages:.2f} | {found.captions_right}/{found.captions} "
        f"| {found.captions_with_credit}/{found.captions} | {found.unlabelled} |"
    )


def judge_by_paper(page: PageContext, candidates: Sequence[Candidate]) -> list[ImageVerdict]:
    """The paper's own judge (Joshi & Liu 2009, sections 4.3 and 4.4), by the names in captions alone.

    A picture of the article stands in the article's subtree; all text of its first parent block element is its caption;
    one without a caption is none of the article's; the others are those whose caption names what the text names.
    """
    return [_verdict(page, one) for one in candidates]


def _verdict(page: PageContext, candidate: Candidate) -> ImageVerdict:
    columns, body = page.place.columns, page.place.body
    holder = candidate.block
    while holder > 0 and BLOCKS[columns.tag[holder]] not in _PAPER_BLOCKS:
        holder = columns.parent[holder]
    caption = " ".join(columns.text[columns.first[holder] : columns.last[holder]])
    element = candidate.block
    while element > body:
        element = columns.parent[element]
    if element != body:
        return ImageVerdict(candidate, Caption(caption), 0.0, "outside the article's subtree")
    if not caption:
        return ImageVerdict(candidate, Caption(), 0.0, "without a caption")
    found = likeness(page.recognise(caption), page.names)
    similar = found.value >= _SIMILAR if found.cosine else found.value > 0
    reason = "its caption names what the text names" if similar else "its caption names something else"
    return ImageVerdict(candidate, Caption(caption), float(similar), reason)


def main() -> None:
    """Read the pages, judge them in all ways, and print the tables."""
    parser = argparse.ArgumentParser(description="score and time the pictures")
    parser.add_argument("data", type=Path)
    parser.add_argument("--ner", action="store_true", help="also know names by spaCy, which takes minutes")
    parser.add_argument("--errors", action="store_true", help="list what was judged wrong")
    options = parser.parse_args()
    readings = [read_page(page) for page in read_labels(options.data)]
    samples = samples_of(readings)
    with_place = (*GROUPS["caption"], *GROUPS["place"])
    ways: dict[str, Chooser] = {
        "every picture inside the article": lambda _: Manner(judge_all),
        "the paper: names in captions alone": lambda _: Manner(judge_by_paper),
        "signals of the caption": held_out(samples, GROUPS["caption"]),
        "and of the place": held_out(samples, with_place),
        "and all others (the default)": held_out(samples, NAMES),
        "all but those of the caption": held_out(samples, set(NAMES) - set(GROUPS["caption"])),
        "all but those of the place": held_out(samples, set(NAMES) - set(GROUPS["place"])),
    }
    if options.ner:
        ways["the paper, names by spaCy"] = lambda reading: Manner(judge_by_paper, recogniser("spacy", reading.tree))
    print("| judged by | precision | recall | accuracy | pages right | captions | with credit | unlabelled |")
    print("|---|---|---|---|---|---|---|---|")
    found = {name: tally(readings, choose) for name, choose in ways.items()}
    for name, one in found.items():
        print(line(name, one))
    print()
    for step, times in zip(("pictures", "parsing, for comparison"), cost(readings), strict=True):
        mean, middle = sum(times) / len(times), times[len(times) // 2]
        print(f"{step}: {mean:.2f} ms CPU a page, median {middle:.2f}, largest {times[-1]:.2f}")
    if options.errors:
        print("\n".join(found["and all others (the default)"].errors))


if __name__ == "__main__":
    main()
