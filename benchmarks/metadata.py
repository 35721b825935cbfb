"""Score and time the metadata on labelled pages, beside others: `python benchmarks/metadata.py DATA [--peers]`.

Our answers come from models that saw neither the site nor the content of the page that they judge (five folds).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from printworthy.evaluate.metadata import Answer, LabelledPage, Score, load_pages, page_bytes, page_folds, scores
from printworthy.metadata.candidates import Candidates
from printworthy.metadata.describe import describe
from printworthy.metadata.ranker import FIELDS
from printworthy.parse.lexbor import parse
from printworthy.segment.walk import segment
from printworthy.train.metadata import NOW, RECIPES, HeldOut, candidates_of, cross_fit, samples, threshold

Extractor = Callable[[bytes, str], Answer]


def held_out_answers(pages: Sequence[LabelledPage]) -> list[Answer]:
    """Our answers, each by models trained without the page's fold."""
    found = [candidates_of(page, NOW) for page in pages]
    data = samples(pages, found, page_folds(pages))
    chosen = {field: cross_fit(data[field], RECIPES[field]) for field in FIELDS}
    limits = {field: threshold(data[field], chosen[field], RECIPES[field].false_share) for field in FIELDS}
    return [
        _answer(offer, {field: chosen[field][number] for field in FIELDS}, limits)
        for number, offer in enumerate(found)
    ]


def _answer(offer: Candidates, chosen: dict[str, HeldOut | None], limits: dict[str, float]) -> Answer:
    title, date, author = (chosen[field] for field in FIELDS)
    return Answer(
        offer.titles[title.index].text if title else "",
        offer.dates[date.index].iso if date and date.probability >= limits["date"] else "",
        offer.authors[author.index].names if author and author.probability >= limits["author"] else (),
    )


def trafilatura_answer(html: bytes, url: str) -> Answer:
    """What trafilatura says of a page."""
    from trafilatura import extract_metadata

    found = extract_metadata(html, default_url=url or None)
    authors = tuple(name.strip() for name in (found.author or "").split(";") if name.strip())
    return Answer(found.title or "", found.date or "", authors)


def htmldate_answer(html: bytes, url: str) -> Answer:
    """The date that htmldate finds."""
    from htmldate import find_date

    return Answer(date=find_date(html, original_date=True, url=url or None) or "")


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


def own_cost(pages: Sequence[LabelledPage]) -> tuple[float, float]:
    """CPU milliseconds a page of parsing alone, and of our metadata on a page that is parsed and segmented."""
    parsing = describing = 0.0
    for page in pages:
        html = page_bytes(page)
        start = time.process_time()
        tree = parse(html)
        parsing += time.process_time() - start
        columns = segment(tree)
        start = time.process_time()
        describe(tree, columns, None, page.url, NOW)
        describing += time.process_time() - start
    return 1000 * parsing / len(pages), 1000 * describing / len(pages)


def show(name: str, found: Sequence[Score]) -> None:
    """Print the scores of an extractor."""
    for score in found:
        print(f"{name:12} {score.name:26} {score.value:6.3f}  of {score.pages}")


def main() -> None:
    """Run everything and print the tables."""
    parser = argparse.ArgumentParser(description="score and time the metadata")
    parser.add_argument("data", type=Path)
    parser.add_argument("--peers", action="store_true", help="also run trafilatura and htmldate")
    options = parser.parse_args()
    pages = load_pages(options.data)
    answers = held_out_answers(pages)
    show("printworthy", scores(pages, answers))
    for kind in sorted({page.kind for page in pages if page.set == "wcxb"}):
        chosen = [number for number, page in enumerate(pages) if page.set == "wcxb" and page.kind == kind]
        show(kind, scores([pages[number] for number in chosen], [answers[number] for number in chosen]))
    parsing, describing = own_cost(pages[::10])
    print(f"parse {parsing:.2f} ms, metadata {describing:.2f} ms a page")
    if options.peers:
        judged = [page for page in pages if page.set in ("wcxb", "htmldate")]
        for name, extractor in (("htmldate", htmldate_answer), ("trafilatura", trafilatura_answer)):
            given, cost = run(extractor, judged)
            show(name, scores(judged, given))
            print(f"{name} {cost:.2f} ms a page")


if __name__ == "__main__":
    main()
