"""Evaluate metadata: folders of labelled pages → `LabelledPage`s, and the scores of a set of answers."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from printworthy.evaluate.folds import PageKey, group_folds
from printworthy.metadata.authors.names import split_names
from printworthy.metadata.wording import key, plain, words


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """A page with what it truly says; `None` means that nobody labelled the field, an empty string that it has none."""

    id: str
    set: str
    kind: str
    url: str
    path: Path
    title: str | None = None
    date: str | None = None
    author: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What an extractor said of a page."""

    title: str = ""
    date: str = ""
    authors: tuple[str, ...] = ()


def load_pages(data: Path) -> list[LabelledPage]:
    """The labelled pages of all sets under a folder, as `data/README.md` of the data describes them."""
    pages = [*_wcxb(data), *_dated(data), *_news(data), *_chinese(data)]
    return [page for page in pages if page.path.exists()]


def page_bytes(page: LabelledPage) -> bytes:
    """The page in UTF-8, whatever it was saved in."""
    raw = page.path.read_bytes()
    try:
        raw.decode("utf-8")
        return raw
    except UnicodeDecodeError:
        declared = re.search(rb"charset=[\"']?([\w-]+)", raw[:4096])
        name = (declared[1].decode() if declared else "utf-8").lower().replace("gb2312", "gb18030")
    try:
        return raw.decode(name, "replace").encode()
    except LookupError:
        return raw


def page_folds(pages: Sequence[LabelledPage], folds: int = 5) -> list[int]:
    """The fold of each page; pages of one site or of one content share theirs."""
    return group_folds([PageKey(f"{page.set}/{page.id}", page.url, page.path.read_bytes()) for page in pages], folds)


def _wcxb(data: Path) -> Iterator[LabelledPage]:
    for path in sorted((data / "wcxb-dev/ground-truth").glob("*.json")):
        record = json.loads(path.read_text("utf-8"))
        truth = record["ground_truth"]
        if truth.get("main_content"):
            yield LabelledPage(
                path.stem,
                "wcxb",
                record["_internal"]["page_type"]["primary"],
                record.get("url") or "",
                data / f"wcxb-dev/html/{path.stem}.html",
                truth.get("title") or None,
                truth.get("publish_date") or "",
                truth.get("author") or "",
            )


def _dated(data: Path) -> Iterator[LabelledPage]:
    with (data / "labels/dates-dev.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            if record["set"] != "wcxb-dev":
                name = record["file"]
                path = data / "pages-dev" / record["set"] / name
                yield LabelledPage(name, record["set"], "", record["url"], path, date=record["date"])


def _news(data: Path) -> Iterator[LabelledPage]:
    """News pages; their dates are left out, since some have a year or a month that the page itself contradicts."""
    for name, record in json.loads((data / "news-dev/ground-truth.json").read_text("utf-8")).items():
        path = data / f"news-dev/html/{name}.html"
        yield LabelledPage(
            name, "news", "article", record["url"], path, title=record["title"], author=record["authors"]
        )


def _chinese(data: Path) -> Iterator[LabelledPage]:
    for path in sorted((data / "zh-dev/html").glob("*.html")):
        date, author = (_line(data / f"zh-dev/{field}/{path.stem}.txt") for field in ("date", "author"))
        match = re.match(r"(\d{4})-(\d\d?)-(\d\d?)", date)
        day = f"{match[1]}-{int(match[2]):02}-{int(match[3]):02}" if match else None if date != "UNKNOWN" else ""
        yield LabelledPage(
            path.stem, "chinese", "article", "", path, date=day, author="" if author == "UNKNOWN" else author
        )


def _line(path: Path) -> str:
    return path.read_text("utf-8-sig", "replace").strip() if path.exists() else "UNKNOWN"


def same_title(given: str, truth: str) -> bool:
    """Equal but for case, spaces and the spelling of quotes and dashes."""
    return plain(given) == plain(truth)


def near_title(given: str, truth: str) -> bool:
    """Equal, or one is most of the other: four fifths of the words shared, or contained whole."""
    one, other = words(given), words(truth)
    if not one or not other:
        return False
    shared = sum(
        block.size for block in difflib.SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    )
    return 2 * shared / (len(one) + len(other)) >= NEAR


def same_authors(given: Sequence[str], truth: str) -> bool:
    """The same people in any order, or letter for letter the same line."""
    names = {key(name) for name in split_names(truth)}
    return bool(given) and (names == {key(name) for name in given} or key(truth) == key(" ".join(given)))


@dataclass(frozen=True, slots=True)
class Score:
    """A share of pages, and of how many; of the `bad` ones less is better."""

    name: str
    value: float
    pages: int
    bad: bool = False


def missed(found: Sequence[Score], floors: Mapping[str, float]) -> list[str]:
    """A line for each score that is worse than its floor, or was not measured; floors of other things are passed by.

    The floors of metadata are named `metadata date exact` and so on, so that one file can hold those of all things.
    """
    known = {f"metadata {score.name}": score for score in found if score.pages}
    lines = []
    for name, floor in floors.items():
        score = known.get(name)
        if not name.startswith("metadata "):
            continue
        if score is None:
            lines.append(f"{name}: no pages")
        elif score.value > floor if score.bad else score.value < floor:
            lines.append(f"{name}: {score.value:.4f} is {'above' if score.bad else 'below'} the floor of {floor:.4f}")
    return lines


def scores(pages: Sequence[LabelledPage], answers: Sequence[Answer]) -> list[Score]:
    """The shares that count, over all pages that have the label each one needs."""
    both = list(zip(pages, answers, strict=True))
    wcxb = [pair for pair in both if pair[0].set == "wcxb"]
    dated = [pair for pair in both if pair[0].set in ("wcxb", "htmldate", "trafilatura")]
    return [
        _score("date exact", dated, lambda page: bool(page.date), lambda page, answer: answer.date[:10] == page.date),
        _score(
            "date wrong",
            dated,
            lambda page: bool(page.date),
            lambda page, answer: bool(answer.date) and answer.date[:10] != page.date,
        ),
        _score("date given where none", wcxb, lambda page: page.date == "", lambda _, answer: bool(answer.date)),
        _score(
            "title exact",
            wcxb,
            lambda page: bool(page.title),
            lambda page, answer: same_title(answer.title, page.title or ""),
        ),
        _score(
            "title near",
            wcxb,
            lambda page: bool(page.title),
            lambda page, answer: near_title(answer.title, page.title or ""),
        ),
        _score(
            "author exact",
            wcxb,
            lambda page: bool(page.author),
            lambda page, answer: same_authors(answer.authors, page.author or ""),
        ),
        _score(
            "author wrong",
            wcxb,
            lambda page: bool(page.author),
            lambda page, answer: bool(answer.authors) and not same_authors(answer.authors, page.author or ""),
        ),
        _score("author given where none", wcxb, lambda page: page.author == "", lambda _, answer: bool(answer.authors)),
    ]


def _score(
    name: str,
    pairs: Iterable[tuple[LabelledPage, Answer]],
    counts: Callable[[LabelledPage], bool],
    right: Callable[[LabelledPage, Answer], bool],
) -> Score:
    hits = [right(page, answer) for page, answer in pairs if counts(page)]
    return Score(name, fmean(hits) if hits else 0.0, len(hits), name.endswith(("wrong", "none")))


NEAR = 0.8
