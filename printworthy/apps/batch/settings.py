"""What a run is told to do, as frozen values that travel to every worker as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final, Literal, TypeAlias, get_args

from printworthy.apps.batch.languages import check_language
from printworthy.data.article import PageType
from printworthy.errors import UsageError

PAGE_TYPES: Final[tuple[str, ...]] = get_args(PageType)
Format: TypeAlias = Literal["parquet", "jsonl.zst"]
FORMATS: Final[tuple[Format, ...]] = get_args(Format)
MB: Final = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """Which articles are written; empty and zero mean all. Errors are always written."""

    languages: tuple[str, ...] = ()
    page_types: tuple[str, ...] = ()
    min_confidence: float = 0.0
    min_chars: int = 0
    max_chars: int = 0

    def __post_init__(self) -> None:
        for tag in self.languages:
            check_language(tag)
        for name in self.page_types:
            if name not in PAGE_TYPES:
                raise UsageError(f"there is no page type {name!r}: choose of {', '.join(PAGE_TYPES)}")
        if not 0 <= self.min_confidence <= 1:
            raise UsageError(f"a confidence of {self.min_confidence:g} is never reached: give 0 to 1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Caps:
    """The most that one page may cost: CPU seconds, MB of memory while it is extracted, MB of HTML."""

    seconds: float = 20.0
    memory_mb: int = 300
    html_mb: int = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Visits:
    """How addresses are fetched: seconds between two requests to one host, robots.txt, the own network, the name."""

    delay: float = 1.0
    robots: bool = True
    private: bool = False
    user_agent: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchSettings:
    """All that decides what the output holds.

    columns: those to make besides the keys; a column that is not asked for is not computed.
    near:    the share of five-word runs from which on two texts are near duplicates; 0 looks for exact ones only.
    cut_mb:  how much input one task takes, where the input can be cut.
    part_mb: how much HTML goes into one part of the output.
    maker:   the function that makes a row of a page, as module:name.
    """

    format: Format = "parquet"
    columns: tuple[str, ...] = ()
    filters: Filters = Filters()
    caps: Caps = Caps()
    visits: Visits = Visits()
    near: float = 0.8
    cut_mb: float = 32.0
    part_mb: float = 256.0
    html_column: str = "html"
    url_column: str = "url"
    method: str = "learned"
    model: str = ""
    maker: str = "printworthy.apps.batch.rows:make_row"

    def __post_init__(self) -> None:
        if self.format not in FORMATS:
            raise UsageError(f"the format is {self.format!r}: choose one of {', '.join(FORMATS)}")
        if not (self.near == 0 or 0.5 <= self.near <= 1):
            raise UsageError(f"near duplicates from {self.near:g} on make no sense: give 0.5 to 1, or 0 for none")
        if min(self.cut_mb, self.part_mb, self.caps.seconds, self.caps.memory_mb, self.caps.html_mb) <= 0:
            raise UsageError("sizes and limits must be greater than 0")

    def to_json(self) -> str:
        """One line that `from_json` reads back."""
        return json.dumps(asdict(self), sort_keys=True)

    @staticmethod
    def from_json(text: str) -> BatchSettings:
        """The settings that `to_json` wrote."""
        values: dict[str, Any] = json.loads(text)
        for name, kind in (("filters", Filters), ("caps", Caps), ("visits", Visits)):
            values[name] = kind(**{key: _frozen(value) for key, value in values[name].items()})
        return BatchSettings(**{name: _frozen(value) for name, value in values.items()})

    def differences(self, other: BatchSettings) -> list[str]:
        """The names of the fields in which two settings differ."""
        return [field.name for field in fields(self) if getattr(self, field.name) != getattr(other, field.name)]


def with_columns(settings: BatchSettings, names: str) -> BatchSettings:
    """The settings with a list of columns, with commas between."""
    return replace(settings, columns=tuple(name.strip() for name in names.split(",") if name.strip()))


def _frozen(value: Any) -> Any:  # noqa: ANN401 - JSON holds anything
    return tuple(value) if isinstance(value, list) else value
