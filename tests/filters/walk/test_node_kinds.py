"""Kinds of node: tables that fit together, and how much a form asks for."""

from __future__ import annotations

import pytest

from printworthy.filters.walk.node_kinds import CLOSED, FIELDS, HEADINGS, HOLDERS, KINDS, VOID, asked


def test_what_holds_elements_is_closed() -> None:
    assert {KINDS[tag] for tag in HOLDERS} == {CLOSED}
    assert not HEADINGS & KINDS.keys()
    assert KINDS["img"] == KINDS["br"] == VOID


@pytest.mark.parametrize(
    ("tag", "kind", "much"),
    [
        ("input", None, 1),
        ("input", "text", 1),
        ("input", "EMAIL", 1),
        ("input", "password", 4),
        ("input", "File", 4),
        ("input", "hidden", 0),
        ("input", "SUBMIT", 0),
        ("input", "checkbox", 0),
        ("textarea", None, 4),
        ("select", None, 1),
    ],
)
def test_how_much_a_field_asks_for(tag: str, kind: str | None, much: int) -> None:
    assert asked(FIELDS[tag], kind) == much
