"""Fields of the settings: what is allowed passes, and what is not says what is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from printworthy.errors import UsageError
from printworthy.filters.settings_fields import Group, setting


@dataclass(frozen=True, slots=True, kw_only=True)
class Lamps(Group):
    """A group with one field of each kind."""

    name: ClassVar[str] = "lamps"

    lit: bool = setting(False, "are they lit?")
    count: int = setting(3, "how many", least=1, most=9)
    height: float = setting(2.5, "how high", most=10)
    colours: tuple[str, ...] = setting((), "which", choices=("red", "green"))
    place: str = setting("quay", "where", choices=("quay", "street"))


GIVEN: dict[str, Any] = {"lit": True, "count": 4, "height": 3.0, "colours": ("red",), "place": "street"}


def test_values_of_all_kinds() -> None:
    group = Lamps(**GIVEN)
    assert group.table() == {**GIVEN, "colours": ["red"]}
    assert [one.name for one in Lamps.options()] == list(GIVEN)


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("lit", 1, "lamps.lit is 1: choose true or false"),
        ("count", 0, "lamps.count is 0: give a whole number from 1 to 9"),
        ("count", 10, "lamps.count is 10: give a whole number from 1 to 9"),
        ("count", 2.5, "lamps.count is 2.5: give a whole number from 1 to 9"),
        ("count", True, "lamps.count is True: give a whole number from 1 to 9"),
        ("height", "high", "lamps.height is 'high': give a number from 0 to 10"),
        ("height", float("nan"), "lamps.height is nan: give a number from 0 to 10"),
        ("colours", ("blue",), "lamps.colours is 'blue': choose one of red, green"),
        ("colours", ("",), "lamps.colours is ('',): give a list of texts, none of them empty"),
        ("colours", "red", "lamps.colours is 'red': give a list of texts, none of them empty"),
        ("place", "hill", "lamps.place is 'hill': choose one of quay, street"),
        ("place", 7, "lamps.place is 7: give a text"),
    ],
)
def test_values_that_are_refused(name: str, value: Any, told: str) -> None:
    with pytest.raises(UsageError) as caught:
        Lamps(**{name: value})
    assert str(caught.value) == told


def test_a_table_changes_what_it_names() -> None:
    before = Lamps(lit=True, count=5)
    group = Lamps.read({"colours": ["red", "green"], "height": 3}, before)
    assert group == Lamps(lit=True, count=5, colours=("red", "green"), height=3.0)
    assert isinstance(group.height, float)
    assert Lamps.read({}, before) == before
    assert Lamps.read(group.table(), before) == group


@pytest.mark.parametrize(
    ("table", "told"),
    [
        (True, "lamps is True: write it as a table, [lamps]"),
        ({"lite": True}, "lamps.lite is no setting: choose one of lit, count, height, colours, place"),
        ({"colours": ["red", 7]}, "lamps.colours is ['red', 7]: give a list of texts"),
        ({"count": 99}, "lamps.count is 99: give a whole number from 1 to 9"),
    ],
)
def test_tables_that_are_refused(table: object, told: str) -> None:
    with pytest.raises(UsageError) as caught:
        Lamps.read(table, Lamps())
    assert str(caught.value) == told
