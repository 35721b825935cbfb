"""The method `visual` (Luo et al. 2009), on pages and looks of our own."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printworthy.data.looks import Box, Looks
from printworthy.data.tree import Tree
from printworthy.methods.visual.lines import Line, lines
from printworthy.methods.visual.stylesheet import approximate
from printworthy.methods.visual.visual import (
    Run,
    aligned,
    bodies,
    column,
    in_column,
    judge,
    maximal_runs,
    select,
    usual,
)
from printworthy.options import Options
from printworthy.parse.lexbor import parse
from printworthy.reading.extract import extract
from printworthy.segment.walk import segment

LONG = "Each spring the river rises and the ferry has to wait for the water to fall again. "
PAGE = f"""<title>Ferry</title><style>.menu {{ font-size: 12px }} .date {{ color: gray; font-size: 13px }}</style>
<div class=menu><a href=/>Home</a> and a longer word about us</div><h1>The ferry</h1><p class=date>1 May</p>
<p>First. {LONG * 3}</p><h2>The water</h2><p>Second. {LONG * 2}</p>
<p><a href=/1>Related: why rivers rise</a></p><p>Third. {LONG * 2}</p>
<div class=menu>{"All rights reserved. " * 9}</div>"""


def judged(html: str) -> dict[str, int]:
    tree = parse(html.encode())
    found = lines(tree, approximate(tree))
    return {first_words(line): value for line, value in zip(found, judge(found), strict=True)}


def first_words(line: Line) -> str:
    return " ".join("".join(piece.node.text_content or "" for piece in line.pieces).split()[:2])


def test_the_body_is_the_run_between_what_does_not_look_like_it() -> None:
    article = extract(PAGE, options=Options(method="visual"))
    starts = [paragraph.split(".")[0] for paragraph in article.text.split("\n\n")]
    assert starts == ["First", "The water", "Second", "Related: why rivers rise", "Third"]
    reasons = {verdict.text.split(".")[0]: verdict.reason for verdict in article.trace.segments}
    assert "outside" in reasons["1 May"]
    assert article.confidence > 0.3


def test_usual_size_and_color_are_counted_in_characters() -> None:
    tree = parse(PAGE.encode())
    assert usual(lines(tree, approximate(tree))) == (16.0, "rgb(0, 0, 0)")
    assert usual([]) == (0.0, "")


# A segment of 100 characters on a page of plain text: how many are in which format.
@pytest.mark.parametrize(
    ("segment", "value"),
    [
        (f"{'x' * 70}<small>{'y' * 30}</small>", 1),
        (f"{'x' * 69}<small>{'y' * 31}</small>", -1),
        (f"{'x' * 20}<font color=red>{'y' * 80}</font>", 1),
        (f"{'x' * 19}<font color=red>{'y' * 81}</font>", -1),
        (f"{'x' * 50}<a href=/>{'y' * 50}</a>", 1),
        (f"{'x' * 49}<a href=/>{'y' * 51}</a>", -1),
    ],
)
def test_f_has_the_paper_s_constants(segment: str, value: int) -> None:
    assert list(judged(f"<p>Plain text. {LONG * 9}</p><p>{segment}</p>").values()) == [1, value]


def test_two_articles_are_two_runs() -> None:
    gap = f"<div style='color: red; font-size: 9px'>{LONG * 4}</div>"
    html = f"<p>Short. {LONG * 3}</p>{gap}<p>Long. {LONG * 5}</p>"
    tree = parse(html.encode())
    found = lines(tree, approximate(tree))
    assert [first_words(found[run.start]) for run in bodies(found)] == ["Long. Each", "Short. Each"]


def laid_out(html: str) -> tuple[Tree, Looks, list[Line]]:
    """A page whose elements stand where their `data-x` says."""
    tree = parse(html.encode())
    plain = approximate(tree)
    boxes = {}
    for node in tree.root.css("[data-x]"):
        left, right = (node.attributes["data-x"] or "").split()
        boxes[node.mem_id] = Box(float(left), 0, float(right), 20)
    looks = Looks("browser", plain.styles, boxes, 1280, 900)
    return tree, looks, lines(tree, looks)


ALIGNED = f"""<p data-x="100 700">First. {LONG * 3}</p><div data-x="100 300">Caption. A boat on the river.</div>
<p data-x="100 700">Second. {LONG * 3}</p>"""


def test_what_is_not_aligned_is_taken_out() -> None:
    tree, looks, found = laid_out(ALIGNED)
    assert in_column(found, looks) == [True, False, True]
    columns = segment(tree)
    chosen = select(replace(tree, looks=looks), columns, Options())
    assert chosen.kept == [True, False, True]
    assert chosen.why()[1] == ("refine", "does not stand in the article's column")
    assert chosen.notes == ()


@pytest.mark.parametrize("html", ["<p></p>", "<p><a href=/>Only a link</a></p>", "<div hidden>Nothing to see</div>"])
def test_no_article(html: str) -> None:
    article = extract(html, options=Options(method="visual"))
    assert (article.text, article.confidence, article.page_type) == ("", 0.0, "none")


def box(left: float, right: float) -> Box:
    return Box(left, 0, right, 20)


BODY, INDENTED, CAPTION, ASIDE, WIDE = box(100, 700), box(140, 700), box(100, 380), box(720, 1000), box(0, 1280)


def test_the_column_is_where_most_text_stands() -> None:
    assert column([ASIDE, BODY, CAPTION, BODY, None], [500, 400, 90, 300, 9000]) == (100, 700)
    assert column([None, box(5, 5)], [1, 1]) is None


def test_captions_and_asides_do_not_cover_it() -> None:
    cases = [(BODY, True), (INDENTED, True), (CAPTION, False), (ASIDE, False), (WIDE, True), (None, True)]
    assert aligned([case for case, _ in cases], (100, 700)) == [stays for _, stays in cases]
    assert aligned([CAPTION, None], None) == [True, True]


def brute_force(scores: list[int]) -> list[tuple[int, int]]:
    """Runs in which every shorter run scores less, unless a longer one around them is like that too."""
    spans = [(a, b) for a in range(len(scores)) for b in range(a + 1, len(scores) + 1)]
    total = {span: sum(scores[slice(*span)]) for span in spans}

    def within(inner: tuple[int, int], outer: tuple[int, int]) -> bool:
        return outer[0] <= inner[0] and inner[1] <= outer[1] and inner != outer

    dense = [
        span for span in spans
        if total[span] > 0 and all(total[one] < total[span] for one in spans if within(one, span))
    ]  # fmt: skip
    return sorted(span for span in dense if not any(within(span, other) for other in dense))


@given(st.lists(st.integers(-5, 5), max_size=14))
def test_as_brute_force(scores: list[int]) -> None:
    found = maximal_runs(scores)
    assert [(run.start, run.stop) for run in found] == brute_force(scores)
    assert all(run.score == sum(scores[run.start : run.stop]) for run in found)


@given(st.lists(st.integers(-50, 50), max_size=40))
def test_the_highest_is_the_maximum_of_all_runs(scores: list[int]) -> None:
    sums = [sum(scores[a:b]) for a in range(len(scores)) for b in range(a + 1, len(scores) + 1)]
    assert max((run.score for run in maximal_runs(scores)), default=0) == max([0, *sums])


@pytest.mark.parametrize(
    ("scores", "runs"),
    [
        ([], []),
        ([-1, -2], []),
        ([3], [Run(0, 1, 3)]),
        # The example of Ruzzo and Tompa's paper.
        ([4, -5, 3, -3, 1, 2, -2, 2, -2, 1, 5], [Run(0, 1, 4), Run(2, 3, 3), Run(4, 11, 7)]),
        ([5, -4, 5, -20, 3], [Run(0, 3, 6), Run(4, 5, 3)]),
    ],
)
def test_cases(scores: list[float], runs: list[Run]) -> None:
    assert maximal_runs(scores) == runs


def test_linear_time() -> None:
    """A shape on which a search that does not jump takes quadratic time: ever lower, and never joined."""
    from time import process_time

    def seconds(count: int) -> float:
        begin = process_time()
        maximal_runs([1, -2] * count)
        maximal_runs([2, -1.5] * count)
        return process_time() - begin

    seconds(1000)
    assert seconds(100_000) < 2
