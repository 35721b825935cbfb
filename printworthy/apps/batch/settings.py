"""What a run is told to do, as frozen values that travel to every worker as JSON."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final, Literal, TypeAlias, get_args

from printworthy.data.article import PageType
from printworthy.errors import UsageError

# Language, script, region; variants do not count.
_TAG: Final = re.compile(
    r"([a-z]{2,3})(?:-([a-z]{4}))?(?:-([a-z]{2}|[0-9]{3}))?(?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*", re.I
)
# ISO 639-1. Tags of three letters are too many to list, and are taken as they come.
_TWO_LETTERS: Final = frozenset(
    "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en "
    "eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv "
    "ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne "
    "ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss "
    "st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu".split()
)
# What people write instead: the language's name, or a country's code.
_MEANT: Final = dict(
    pair.split(":")
    for pair in (
        "english:en german:de deutsch:de french:fr français:fr francais:fr spanish:es español:es espanol:es italian:it "
        "italiano:it portuguese:pt português:pt dutch:nl nederlands:nl swedish:sv danish:da norwegian:no finnish:fi "
        "polish:pl polski:pl czech:cs slovak:sk hungarian:hu romanian:ro bulgarian:bg greek:el turkish:tr russian:ru "
        "ukrainian:uk arabic:ar hebrew:he persian:fa farsi:fa hindi:hi bengali:bn urdu:ur thai:th vietnamese:vi "
        "indonesian:id malay:ms chinese:zh mandarin:zh japanese:ja korean:ko cn:zh jp:ja gr:el cz:cs dk:da ua:uk us:en "
        "gb:en eng:en deu:de ger:de fra:fr fre:fr spa:es ita:it por:pt rus:ru zho:zh chi:zh jpn:ja kor:ko ara:ar"
    ).split()
)


def check_language(tag: str) -> None:
    """Raise `UsageError` for what is no language tag, with what was probably meant."""
    found, meant = _TAG.fullmatch(tag), _MEANT.get(tag.lower(), "")
    known = found is not None and (len(found[1]) == 3 or found[1].lower() in _TWO_LETTERS)
    if known and not meant:
        return
    advice = f"did you mean {meant}?" if meant else "give tags like en or pt-BR"
    raise UsageError(f"{tag!r} is no language: {advice}")


def covers(wanted: str, language: str) -> bool:
    """Is a page of this language wanted? What only one of the two tags says, a script or a region, does not count."""
    one, other = _TAG.match(wanted), _TAG.match(language)
    if one is None or other is None:
        return False
    pairs = zip(one.groups(), other.groups(), strict=True)
    return all(not left or not right or left.lower() == right.lower() for left, right in pairs)


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
