"""Fields of the settings: a default, a sentence, and what is allowed → a checked value, or a message that says what is.

Every door reads the same fields: the settings file takes its comments from them, the settings page its form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, field, fields
from typing import Any, ClassVar, Final, TypeVar, cast

from printworthy.errors import UsageError

T = TypeVar("T")
_MOST_WORDS: Final = 10_000


def setting(default: T, help: str, *, least: float = 0, most: float = 1e9, choices: tuple[str, ...] = ()) -> T:
    """One field: its default, what it is for, and the values that it takes."""
    told = {"help": help, "least": least, "most": most, "choices": choices}
    made: Any = field(default=default, metadata=told)
    return cast(T, made)


class Group:
    """The settings of one filter; a subclass is a frozen dataclass whose fields are made by `setting`."""

    __slots__ = ()
    name: ClassVar[str] = ""

    def __post_init__(self) -> None:
        for one in self.options():
            check(f"{self.name}.{one.name}", one, getattr(self, one.name))

    @classmethod
    def options(cls) -> tuple[Field[object], ...]:
        """The fields, in their order."""
        return fields(cls)  # type: ignore[arg-type]  # every subclass is a dataclass

    @classmethod
    def read(cls: type[G], table: object, before: G) -> G:
        """A group from a table of a settings file; what it does not say stays as it was `before`."""
        if not isinstance(table, Mapping):
            raise UsageError(f"{cls.name} is {table!r}: write it as a table, [{cls.name}]")
        known = {one.name: one for one in cls.options()}
        if unknown := [str(name) for name in table if name not in known]:
            raise UsageError(f"{cls.name}.{unknown[0]} is no setting: choose one of {', '.join(known)}")
        values = {name: getattr(before, name) for name in known}
        for name, value in table.items():
            values[name] = plain(f"{cls.name}.{name}", known[name], value)
        return cls(**values)

    def table(self) -> dict[str, object]:
        """The values as a settings file has them."""
        values = {one.name: getattr(self, one.name) for one in self.options()}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


G = TypeVar("G", bound=Group)


def plain(where: str, one: Field[object], value: object) -> object:
    """A value of a file as the field has it: lists become tuples, whole numbers stand for others."""
    if isinstance(one.default, tuple) and isinstance(value, list):
        if not all(isinstance(word, str) for word in value):
            raise UsageError(f"{where} is {value!r}: give a list of texts")
        return tuple(str(word) for word in value)
    if isinstance(one.default, float) and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    return value


def check(where: str, one: Field[object], value: object) -> None:
    """Raise `UsageError` for a value that the field does not take."""
    told = one.metadata
    match one.default:
        case bool():
            if not isinstance(value, bool):
                raise UsageError(f"{where} is {value!r}: choose true or false")
        case int() | float():
            _check_number(where, one, value)
        case tuple():
            words = isinstance(value, tuple) and all(isinstance(word, str) and word.strip() for word in value)
            if not words or len(cast(tuple[str, ...], value)) > _MOST_WORDS:
                raise UsageError(f"{where} is {value!r}: give a list of texts, none of them empty")
            _check_choices(where, told["choices"], cast(tuple[str, ...], value))
        case _:
            if not isinstance(value, str):
                raise UsageError(f"{where} is {value!r}: give a text")
            _check_choices(where, told["choices"], (value,))


def _check_number(where: str, one: Field[object], value: object) -> None:
    least, most = one.metadata["least"], one.metadata["most"]
    whole = isinstance(one.default, int)
    kind = "a whole number" if whole else "a number"
    fits = isinstance(value, int if whole else int | float) and not isinstance(value, bool)
    if not fits or not least <= cast(float, value) <= most:
        raise UsageError(f"{where} is {value!r}: give {kind} from {least:g} to {most:g}")


def _check_choices(where: str, choices: tuple[str, ...], values: tuple[str, ...]) -> None:
    for value in values:
        if choices and value not in choices:
            raise UsageError(f"{where} is {value!r}: choose one of {', '.join(choices)}")
