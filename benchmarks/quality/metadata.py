"""Score and time the metadata on labelled pages.

    python benchmarks/quality/metadata.py DATA [--peers] [--floors FILE]

Our answers come from models and thresholds that saw neither the site nor the content of the page that they judge: five
folds, and within the four that are left all is trained and set anew (`fitting/metadata.py`).
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import fmean, median

from fitting.metadata import NOW, held_out_answers
from fitting.metadata_scores import Answer, LabelledPage, Score, load_pages, missed, page_bytes, scores
from printworthy.evaluate.peers import Tool, find_peers, load_peers
from printworthy.metadata.describe import describe
from printworthy.parse.lexbor import parse
from printworthy.segment.walk import segment

Extractor = Callable[[bytes, str], Answer]


def trafilatura_answer(html: bytes, url: str) -> Answer:
    """What trafilatura says of a page."""
    from trafilatura import extract_metadata

    found = extract_metadata(html, default_url=url or None)
    authors = tuple(name.strip() for name in (found.author or "").split(";") if name.strip())
    return Answer(found.title or "", found.date or "", authors)


def trafilatura_article(html: bytes, url: str) -> Answer:
    """What trafilatura says of a page when it extracts the text, too."""
    from trafilatura import bare_extraction

    found = bare_extraction(html, url=url or None, with_metadata=True)
    return Answer(getattr(found, "title", "") or "", getattr(found, "date", "") or "")


def htmldate_answer(html: bytes, url: str) -> Answer:
    """The date that htmldate finds."""
    from htmldate import find_date

    return Answer(date=find_date(html, original_date=True, url=url or None) or "")


def text_alone() -> Iterator[tuple[str, Extractor]]:
    """What others take for the text: a measure of the machine."""
    for tool in load_peers(find_peers("trafilatura,resiliparse"))[0]:

        def extractor(html: bytes, url: str, tool: Tool = tool) -> Answer:
            tool.extract(html, url)
            return Answer()

        yield f"{tool.name}'s text", extractor


def run(extractor: Extractor, pages: Sequence[LabelledPage]) -> tuple[list[Answer], float]:
    """The answers of an extractor and its CPU milliseconds a page."""
    answers, spent = [], 0.0
    for page in pages:
        html = page_bytes(page)
        start = time.process_time()
        try:
            answers.append(extractor(html, page.url))
        except (ValueError, TypeError, AttributeError):
            answers.append(Answer())
        spent += time.process_time() - start
    return answers, 1000 * spent / len(pages)


def own_costs(pages: Sequence[LabelledPage]) -> dict[str, list[float]]:
    """CPU milliseconds of parsing, of segmenting, and of our metadata on a page that is parsed and segmented."""
    costs: dict[str, list[float]] = {"parse": [], "segment": [], "metadata": []}
    for page in pages:
        html = page_bytes(page)
        ticks = [time.process_time()]
        tree = parse(html)
        ticks.append(time.process_time())
        columns = segment(tree)
        ticks.append(time.process_time())
        describe(tree, columns, None, page.url, NOW)
        ticks.append(time.process_time())
        for name, begin, end in zip(costs, ticks, ticks[1:], strict=False):
            costs[name].append(1000 * (end - begin))
    return costs


def show(name: str, found: Sequence[Score]) -> None:
    """Print the scores of an extractor."""
    for score in found:
        print(f"{name:14} {score.name:26} {score.value:6.3f}  of {score.pages}")


def show_costs(pages: Sequence[LabelledPage], peers: bool) -> None:
    """Print what the metadata costs, beside the steps before it and beside others."""
    own_costs(pages[:20])
    own = own_costs(pages)
    for name, costs in own.items():
        print(f"{name:20} {fmean(costs):6.2f} ms a page (median {median(costs):.2f}) of {len(pages)}")
    for name, extractor in (*PEERS, *text_alone()) if peers else ():
        taken = run(extractor, pages)[1]
        print(f"{name:20} {taken:6.2f} ms a page; our metadata take {fmean(own['metadata']) / taken:.3f} of it")


def main() -> int:
    """Run everything, print the tables, and say what fell below its floor."""
    parser = argparse.ArgumentParser(description="score and time the metadata")
    parser.add_argument("data", type=Path)
    parser.add_argument("--peers", action="store_true", help="also run trafilatura and htmldate")
    parser.add_argument("--floors", type=Path, help="a file of scores that must not be lost")
    parser.add_argument("--cost", action="store_true", help="only the time, nothing is scored")
    options = parser.parse_args()
    pages = load_pages(options.data)
    lost: list[str] = []
    if not options.cost:
        found = _score(options.data, pages, options.peers)
        lost = missed(found, json.loads(options.floors.read_text("utf-8"))) if options.floors else []
    show_costs([page for page in pages if page.set == "wcxb"][::5], options.peers)
    print("\n".join(lost))
    return 1 if lost else 0


def _score(data: Path, pages: Sequence[LabelledPage], peers: bool) -> list[Score]:
    """Print our scores, by type of page too, and those of others; ours over all pages are returned."""
    answers = held_out_answers(data, pages)
    found = scores(pages, answers)
    show("printworthy", found)
    for kind in sorted({page.kind for page in pages if page.set == "wcxb"}):
        chosen = [number for number, page in enumerate(pages) if page.set == "wcxb" and page.kind == kind]
        show(kind, scores([pages[number] for number in chosen], [answers[number] for number in chosen]))
    judged = [page for page in pages if page.set in ("wcxb", "htmldate")]
    for name, extractor in PEERS[:2] if peers else ():
        show(name, scores(judged, run(extractor, judged)[0]))
    return found


PEERS: Sequence[tuple[str, Extractor]] = (
    ("htmldate", htmldate_answer),
    ("trafilatura", trafilatura_answer),
    ("with its text", trafilatura_article),
)

if __name__ == "__main__":
    sys.exit(main())
