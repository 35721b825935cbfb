"""Jobs as values and files: what is kept of one, with what was asked for as JSON, what callers see, and its results."""

from __future__ import annotations

import json
import shutil
from dataclasses import asdict, dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from printworthy.apps.service.http.bodies import Choices, JobBody, SheetBody
from printworthy.data.article import Article, Resource
from printworthy.writers.json.json_reader import read_json
from printworthy.writers.save import save_bytes

State: TypeAlias = Literal["waiting", "running", "done", "failed", "cancelled"]
PageState: TypeAlias = Literal["waiting", "done", "failed"]
FINAL: Final = frozenset({"done", "failed", "cancelled"})


@dataclass(frozen=True, slots=True)
class PageOf:
    """One page of a job: where it stands, and what became of it."""

    place: int
    url: str
    state: PageState = "waiting"
    title: str = ""
    code: str = ""
    detail: str = ""

    def told(self) -> dict[str, Any]:
        """For callers."""
        found: dict[str, Any] = {"url": self.url, "state": self.state, "title": self.title}
        return {**found, "code": self.code, "detail": self.detail} if self.code else found


@dataclass(frozen=True, slots=True)
class Binding:
    """What is to be bound: the places of the articles in the folder, and which pages failed and why."""

    folder: Path
    places: tuple[int, ...]
    title: str
    failures: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Job:
    """One job; `result` is the name of its file, `body` what was asked for, as JSON."""

    id: str
    owner: str
    created: float
    state: State
    body: str
    expires: float
    result: str = ""
    code: str = ""
    detail: str = ""
    total: int = 0
    done: int = 0
    failed: int = 0

    @property
    def final(self) -> bool:
        """Whether nothing will change any more."""
        return self.state in FINAL

    def told(self) -> dict[str, Any]:
        """For callers."""
        here = f"/v1/jobs/{self.id}"
        found: dict[str, Any] = {
            "id": self.id,
            "state": self.state,
            "created": _moment(self.created),
            "expires": _moment(self.expires),
            "total": self.total,
            "done": self.done,
            "failed": self.failed,
            "links": {"self": here, "events": f"{here}/events", "result": f"{here}/result"},
        }
        return {**found, "code": self.code, "detail": self.detail} if self.code else found


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def text_of(body: JobBody) -> str:
    """The choices of a job as JSON; the day of printing is that on which it was accepted."""
    sheet = replace(body.sheet, printed=body.sheet.printed or datetime.now(UTC).date())
    return json.dumps({**asdict(replace(body, pages=[], sheet=sheet)), "pages": []}, default=str)


def body_of(text: str) -> JobBody:
    """The choices that were kept."""
    found: dict[str, Any] = json.loads(text)
    options, sheet = found["options"], found["sheet"]
    options["today"] = _day(options["today"])
    sheet["printed"] = _day(sheet["printed"])
    return JobBody(**{**found, "options": Choices(**options), "sheet": SheetBody(**sheet)})


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


class ResultFolder:
    """A folder in which finished articles wait to be bound: files by the article's place.

    0.json      the first article
    0.pictures  its pictures: a line of JSON with their addresses, types and sizes, then their bytes
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def put(self, place: int, article: bytes, pictures: dict[str, Resource]) -> None:
        """Keep an article; its own file comes last, and says that all of it is there."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        head = [[src, one.media_type, len(one.content)] for src, one in pictures.items()]
        bodies = b"".join(one.content for one in pictures.values())
        save_bytes(json.dumps(head).encode() + b"\n" + bodies, self.folder / f"{place}.pictures")
        save_bytes(article, self.folder / f"{place}.json")

    def article(self, place: int) -> Article:
        """The article."""
        return read_json((self.folder / f"{place}.json").read_bytes())

    def pictures(self, place: int) -> dict[str, Resource]:
        """Its pictures by address."""
        line, _, rest = (self.folder / f"{place}.pictures").read_bytes().partition(b"\n")
        found: dict[str, Resource] = {}
        begin = 0
        for src, media_type, size in json.loads(line):
            found[src] = Resource(rest[begin : begin + size], media_type)
            begin += size
        return found

    def clear(self) -> None:
        """Remove everything."""
        shutil.rmtree(self.folder, ignore_errors=True)
