"""How tables are laid out: widths, and whether they spread, float or turn."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest

from printworthy.data.article import Article
from printworthy.data.blocks import Cell, Paragraph, Table, Text
from printworthy.writers.pdf.tables import Room, TableLayout

pikepdf = pytest.importorskip("pikepdf")
PAGE, COLUMN = Room(72, 99, 1), Room(36, 116, 3)


def table(*rows: str, head: int = 1) -> Table:
    cells = [
        tuple(Cell((Paragraph((Text(text),)),), y < head) for text in row.split("|")) for y, row in enumerate(rows)
    ]
    return Table(tuple(cells), head)


def shape(rows: Table, room: Room = PAGE) -> dict[str, Any]:
    node = TableLayout(room, lambda _blocks: []).render(rows, [], "")
    assert node is not None
    return node


LEDGER = (
    "No.|Date|Entry|Sum",
    *(f"{n}|{n} January 1887|{'for candles and the stair ' * 4}|6s 5d" for n in range(1, 50)),
)


def test_a_small_table_takes_what_it_needs() -> None:
    node = shape(table("Bell|kg", "Great Tom|1,240"))
    assert node["columns"] == [0.0, 0.0]
    assert not (node["wide"])
    assert not (node["spread"])
    assert not (node["turned"])
    assert not (node["hyphens"])


def test_sentences_wrap_and_the_short_columns_stay_whole() -> None:
    columns = shape(table(*LEDGER))["columns"]
    assert isinstance(columns, list)
    assert columns[0] == columns[1] == columns[3] == 0.0
    assert columns[2] > 30


def test_in_a_narrow_column_every_word_still_fits() -> None:
    node = shape(table(*LEDGER), COLUMN)
    columns = node["columns"]
    assert isinstance(columns, list)
    assert not node["wide"], "a long table does not float"
    assert not node["hyphens"]
    assert columns[1] >= len("January")
    assert columns[2] >= len("candles")


@pytest.mark.parametrize(("columns", "kinds"), [(4, []), (11, ["spread"]), (26, ["spread", "turned"])])
def test_wide_tables(columns: int, kinds: list[str]) -> None:
    """Into the margins first, then turned."""
    row = "|".join(["Number"] * columns)
    node = shape(table(row, row))
    assert [name for name in ("spread", "turned") if node[name]] == kinds


def test_a_cell_over_several_columns_leaves_the_others_room() -> None:
    wide = Cell((Paragraph((Text("a long remark that goes over three columns of this table " * 2),)),), colspan=3)
    rows = (*table("A|B|C|D", "one|two|three|four and some more words to make it long").rows, (wide,))
    assert 0.0 not in shape(Table(rows, 1), COLUMN)["columns"]


def test_numbers_stand_flush_even_above_a_remark() -> None:
    remark = Cell((Paragraph((Text("no number"),)),), colspan=2)
    rows = (*table("A|B", "x|1", "y|2").rows, (remark,))
    cells = shape(Table(rows, 1))["cells"]
    assert isinstance(cells, list)
    assert [cell["number"] for cell in cells if cell["x"] == 1] == [True, True, True]


@pytest.mark.processes
@pytest.mark.parametrize("turned", [5, 60])
def test_a_turned_table_is_whole(printed, text_of, turned: int) -> None:
    """A short one lies on an upright page, a long one turns its pages."""
    row = "|".join(f"Number{n}" for n in range(26))
    article = Article(title="T", language="en", blocks=(table(*[row] * turned),))
    pdf = printed(article)
    assert text_of(pdf).replace(" ", "").count("Number25") >= turned
    with pikepdf.open(BytesIO(pdf)) as document:
        lying = [page for page in document.pages if page.mediabox[2] > page.mediabox[3]]
    assert bool(lying) == (turned > 18)
