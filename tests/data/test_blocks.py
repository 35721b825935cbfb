"""Blocks: finding figures wherever they are, and leaving them out."""

from __future__ import annotations

import pytest

from printworthy.data.blocks import (
    Block,
    Callout,
    Cell,
    Definition,
    Definitions,
    Figure,
    Gallery,
    Item,
    List,
    Note,
    Paragraph,
    Post,
    Quote,
    Rule,
    Table,
    Text,
    figures_in,
    without_figures,
)

WORDS = Paragraph((Text("Words"),))
ONE = Figure("one.png")


@pytest.mark.parametrize(
    ("block", "left"),
    [
        (ONE, ()),
        (Gallery((ONE, ONE)), ()),
        (WORDS, (WORDS,)),
        (Rule(), (Rule(),)),
        (Quote((ONE,)), ()),
        (Quote((ONE, WORDS), "https://example.org/"), (Quote((WORDS,), "https://example.org/"),)),
        (Callout("note", (ONE, WORDS)), (Callout("note", (WORDS,)),)),
        (Note("n1", "1", (WORDS, ONE)), (Note("n1", "1", (WORDS,)),)),
        (Post((Quote((ONE, WORDS)),), "Ada"), (Post((Quote((WORDS,)),), "Ada"),)),
        (List(False, (Item((ONE,)), Item((WORDS,)))), (List(False, (Item((WORDS,)),)),)),
        (List(True, (Item((ONE,)), Item((WORDS,)))), (List(True, (Item(()), Item((WORDS,)))),)),
        (List(True, (Item((ONE,)),)), ()),
        (Definitions((Definition((), (ONE, WORDS)),)), (Definitions((Definition((), (WORDS,)),)),)),
        (Table(((Cell((ONE,)), Cell((WORDS,))),), head=1), (Table(((Cell(()), Cell((WORDS,))),), head=1),)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_without_figures(block: Block, left: tuple[Block, ...]) -> None:
    assert without_figures((block,)) == left
    assert not figures_in(without_figures((block,)))


def test_figures_in_their_order() -> None:
    two, three = Figure("two.png"), Figure("three.png")
    blocks = (ONE, Quote((Gallery((two,)),)), Table(((Cell((three,)),),)))
    assert figures_in(blocks) == [ONE, two, three]
