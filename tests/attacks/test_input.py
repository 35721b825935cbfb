"""Hostile input: no exception but ours, bounded CPU and memory, growth in step with the size."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printworthy.base.encoding import to_utf8
from printworthy.errors import PrintworthyError
from printworthy.parse.lexbor import parse
from printworthy.parse.tame import tame
from printworthy.segment.walk import segment
from tests.html_strategies import any_bytes, near_html, units
from tests.segment.test_walk import check

# Each is repeated up to about two million bytes; `%d` is replaced by a number in a shorter row of them.
BOMBS = {
    "depth": "<div>",
    "depth and text": "<div>x",
    "lists": "<ul><li>x",
    "hidden end tags": "<div a='</div>'>x",
    "attributes": "a%d=1 ",
    "bodies": "<body a%d=1>",
    "formatting": "<b id=%d>",
    "formatting in paragraphs": "<p><b id=%d>x",
    "formatting closed": "<p><font size=%d>x</p>",
    "adoption": "<a><b><p></a></b>x",
    "foster parenting": "<table><div>x",
    "foster text": "<table>x<tr>",
    "tables": "<table><td>",
    "options": "<option selected>x",
    "forms": "<form><div>",
    "unknown tags": "<x%d>",
    "end tags": "</b></section></x>",
    "paragraph ends": "<div></p>",
    "drawings": "<svg><g><title><div></title>",
    "formulas": "<math><mi><p>",
    "frames": "<frameset><div>",
    "templates": "<template>",
    "comments": "<!-- x -->",
    "comment open": "<!--",
    "doctypes": "<!doctype html>",
    "references": "&amp;&notin;&#x;&abc",
    "smaller than": "<",
    "zero bytes": "x\0\0\0\0\0",
    "paragraphs": "<p>x",
    "plain text": "word ",
}
FIRST = {"attributes": "<p ", "options": "<select>", "end tags": "<span>" * 1000}
SIZE = 2_000_000
SECONDS, MEGABYTES = 30, 1000
RUN = """
import resource, sys
resource.setrlimit(resource.RLIMIT_CPU, ({seconds}, {seconds}))
from printworthy.base.encoding import to_utf8
from printworthy.errors import PrintworthyError
from printworthy.parse.lexbor import parse
from printworthy.parse.tame import tame
from printworthy.segment.walk import segment
try:
    segment(parse(tame(to_utf8(sys.stdin.buffer.read()))))
except PrintworthyError:
    pass
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def bomb(name: str, size: int = SIZE) -> bytes:
    """About `size` bytes of one pattern."""
    unit = BOMBS[name]
    count = size // len(unit)
    row = "".join(unit.replace("%d", str(number)) for number in range(count)) if "%d" in unit else unit * count
    return (FIRST.get(name, "") + row).encode()


@pytest.mark.processes
@pytest.mark.parametrize("name", BOMBS)
def test_bombs_stay_within_time_and_memory(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", RUN.format(seconds=SECONDS)], input=bomb(name), capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()[-300:]
    assert int(done.stdout) < MEGABYTES


def seconds(html: bytes) -> float:
    """The CPU time from bytes to columns, at best of two."""
    times = []
    for _ in range(2):
        start = time.process_time()
        with contextlib.suppress(PrintworthyError):
            segment(parse(tame(to_utf8(html))))
        times.append(time.process_time() - start)
    return min(times)


@pytest.mark.parametrize("name", ["depth", "attributes", "formatting in paragraphs", "options", "paragraphs", "lists"])
def test_growth_is_linear(name: str) -> None:
    small, large = seconds(bomb(name, 300_000)), seconds(bomb(name, 1_200_000))
    assert large < 10 * max(small, 0.02), (small, large)


def whole_way(html: str | bytes) -> None:
    """From bytes to columns, with nothing but our own errors on the way."""
    try:
        utf8 = to_utf8(html)
    except PrintworthyError:
        return
    check(segment(parse(tame(utf8))))


@given(st.one_of(any_bytes, near_html, near_html.map(lambda page: page.encode("utf-16")), st.text()))
def test_any_input_gives_columns_or_our_error(html: str | bytes) -> None:
    whole_way(html)


@settings(max_examples=25, deadline=None)
@given(units)
def test_any_repeated_unit_is_bounded(unit: str) -> None:
    html = (unit * (30_000 // unit.count("<"))).encode()
    start = time.process_time()
    whole_way(html)
    assert time.process_time() - start < SECONDS / 3
