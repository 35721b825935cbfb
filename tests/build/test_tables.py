"""Tables of data keep their shape; tables of layout are dissolved."""

from __future__ import annotations

import pytest

from printworthy.data.blocks import Cell, Code, Paragraph, Table, Text
from tests.building import blocks


def said(text):
    return Paragraph((Text(text),))


def cell(text, *rest):
    return Cell((said(text),) if text else (), *rest)


def test_table_with_head_spans_and_caption():
    html = """<table><caption>Ernte <b>2024</b></caption>
      <thead><tr><th>Obst</th><th colspan="2">Tonnen</th></tr></thead>
      <tbody><tr><th rowspan=2>Äpfel</th><td>3</td><td></td></tr><tr><td>4</td><td>5</td></tr></tbody></table>"""
    (table,) = blocks(html)
    assert isinstance(table, Table)
    assert table.head == 1
    assert table.caption[0] == Text("Ernte ")
    assert table.rows == (
        (cell("Obst", True), cell("Tonnen", True, 2)),
        (cell("Äpfel", True, 1, 2), cell("3"), cell("")),
        (cell("4"), cell("5")),
    )


def test_dropped_rows_shorten_spans_and_dropped_cells_stay_empty():
    dropped = "<tr><td>DROPPED</td><td>DROPPED</td></tr>" * 8
    html = f"""<table><tr><th>a</th><th>b</th></tr><tr><td rowspan=3>x</td><td>1</td></tr>
      <tr><td>DROPPED</td></tr><tr><td>3</td></tr><tr><td>DROPPED</td><td>4</td></tr>{dropped}</table>"""
    (table,) = blocks(html)
    assert table.rows[1:] == (
        (cell("x", False, 1, 2), cell("1")),
        (cell("3"),),
        (cell(""), cell("4")),
    )


@pytest.mark.parametrize(("span", "expected"), [("0", 1), ("-3", 1), ("x", 1), ("999999999", 100), (" 2 ", 2)])
def test_spans_are_clamped(span, expected):
    (table,) = blocks(f"<table><tr><th colspan='{span}'>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>")
    assert table.rows[0][0].colspan == expected


LAYOUTS = [
    "<table><tr><td>one</td><td>two</td></tr></table>",
    "<table><tr><td>one</td></tr><tr><td>two</td></tr></table>",
    "<table role=presentation><tr><td>one</td><td> </td></tr><tr><td>two</td><td> </td></tr></table>",
    "<table><tr><td><table><tr><td>one</td></tr></table></td><td>two</td></tr><tr><td></td></tr></table>",
]


@pytest.mark.parametrize("html", LAYOUTS)
def test_layout_is_dissolved(html):
    assert blocks(html) == (said("one"), said("two"))


def test_one_cell_is_no_table():
    html = "<table><tr><th>DROPPED</th><th>DROPPED</th></tr><tr><td>DROPPED</td><td>left</td></tr></table>"
    assert blocks(html) == (said("left"),)


def test_code_with_line_numbers():
    html = """<table class="highlighttable"><tr><td class="linenos"><pre>1\n2</pre></td>
      <td class="code"><pre>def f():\n    return 1</pre></td></tr></table>"""
    assert blocks(html) == (Code("def f():\n    return 1"),)


def test_the_caption_of_a_kept_table_is_kept_too():
    (table,) = blocks("<table><caption>DROPPED</caption><tr><th>Year<th>Floods<tr><td>1820<td>two</table>")
    assert table.caption == (Text("DROPPED"),)


def test_table_of_which_a_good_part_is_kept_is_whole():
    html = """<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>DROPPED</td></tr></table>"""
    (table,) = blocks(html)
    assert table.rows[1] == (cell("1"), cell("DROPPED"))


def test_table_between_kept_paragraphs_is_kept():
    rows = "<tr><th>DROPPED a</th><th>DROPPED b</th></tr><tr><td>DROPPED 1</td><td>DROPPED 2</td></tr>"
    found = blocks(f"<p>one</p><table>{rows}</table><p>two</p>")
    assert [type(block) for block in found] == [Paragraph, Table, Paragraph]
    assert len(blocks(f"<p>one</p><table class=calendar>{rows}</table><p>two</p>")) == 2
    assert len(blocks(f"<p>one</p><table>{rows}</table>")) == 1


GRIDS = [
    "<div role=row><div role=columnheader>a</div><div role=columnheader>b</div></div>"
    "<div role=row><div role=cell>1</div><div role=cell>2</div></div>",
    "<div role=row><span role=columnheader>a</span> <span role=columnheader>b</span></div>"
    "<div role=row><span role=cell>1</span> <span role=cell>2</span></div>",
]


@pytest.mark.parametrize("rows", GRIDS)
def test_table_by_role(rows):
    (table,) = blocks(f"<div role=table>{rows}</div>")
    assert table == Table(((cell("a", True), cell("b", True)), (cell("1"), cell("2"))), 1)


def test_caption_of_the_figure_is_the_tables():
    html = "<figure><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>{}</figure>"
    (table,) = blocks(html.format("<figcaption>DROPPED source</figcaption>"))
    assert table.caption == (Text("DROPPED source"),)


def test_table_in_a_cell_of_data():
    inner = "<table><tr><th>x</th><th>y</th></tr><tr><td>1</td><td>2</td></tr></table>"
    (table,) = blocks(f"<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>{inner}</td></tr></table>")
    assert isinstance(table.rows[1][1].blocks[0], Table)


def test_bold_first_row_is_the_head():
    bold = "<tr><td><b>a</b></td><td><b>b</b></td></tr>"
    (table,) = blocks(f"<table>{bold}<tr><td>1</td><td>2</td></tr></table>")
    assert table.head == 1
