"""The editor: an opened page while its reader corrects it. The order of what the page's calls need.

Fetching and files are here, in the service's own process; reading, composing and typesetting happen in a worker.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from printworthy.apps.annotate.store import Store
from printworthy.apps.service.errors import UnknownError
from printworthy.apps.service.reading import PageReader
from printworthy.apps.service.sheets.choices import DOCUMENT, MARKS, SHOW, ReaderChoices, Sheets, Shown
from printworthy.apps.service.sheets.sheet_store import SheetStore
from printworthy.apps.service.workers import Workers
from printworthy.base.encoding import to_utf8
from printworthy.data.annotation import VERSION, parse_submission
from printworthy.errors import InputError, MissingExtraError, RenderError, UsageError
from printworthy.printing.executors import Step
from printworthy.reading.doubt import DOUBTFUL

_MOST_DRAWN = 64 * 1024 * 1024


class SheetEditor:
    """The page's calls, one method each."""

    def __init__(self, folder: Path, workers: Workers, reader: PageReader, model: Path | None = None) -> None:
        self._workers, self._reader = workers, reader
        self._folder, self._model = folder, model
        self._store = SheetStore(folder / "sheets")
        self._drawings = Drawings(_MOST_DRAWN)

    async def fetch(self, url: str, choices: ReaderChoices) -> dict[str, Any]:
        """Open the page at an address; one that is little without its scripts is shown by a browser first."""
        page = await self._reader.get(url)
        return await self._open(page.html, page.url, choices)

    async def take(self, html: bytes, url: str, choices: ReaderChoices) -> dict[str, Any]:
        """Open a page that was handed in, in the same way."""
        return await self._open(to_utf8(html), url, choices)

    async def again(self, name: str, choices: ReaderChoices) -> dict[str, Any]:
        """Open a page that is kept."""
        return await self._shown(name, await asyncio.to_thread(self._store.get, name), choices, first=True)

    async def shared(self, share: str) -> dict[str, Any]:
        """Open what a permalink leads to."""
        return await self.again(*self._store.shared(share))

    async def pages(self, name: str, choices: ReaderChoices, first: bool) -> dict[str, Any]:
        """The printed pages of a choice; `first` also tells the units of the original."""
        return await self._shown(name, await asyncio.to_thread(self._store.get, name), choices, first)

    async def pictures(self, name: str, choices: ReaderChoices) -> dict[str, Any]:
        """Fetch the pictures that a choice shows and that are not here yet; then show the pages."""
        fetched = await self._reader.pictures((await self._drawn(name, choices)).wanted)
        if fetched:
            await asyncio.to_thread(self._store.add_pictures, name, fetched)
        return await self.pages(name, choices, first=False)

    async def drawing(self, name: str, key: str, number: int) -> bytes:
        """One page as SVG (gzip); one that is no longer at hand is drawn again."""
        drawn = self._drawings.get(name, key) or await self._drawn(name, self._store.noted(name, key))
        if not 0 <= number < len(drawn.pages):
            raise UnknownError("there is no such page: the first one is 0")
        return drawn.pages[number]

    async def document(self, name: str, choices: ReaderChoices, format: str) -> tuple[bytes, str]:
        """The document in a format, and its title."""
        sheets = await asyncio.to_thread(self._store.get, name)
        found: tuple[bytes, str] = await self._ask(DOCUMENT, sheets, choices, today(), format)
        return found

    async def share(self, name: str, choices: ReaderChoices) -> str:
        """The name of a permalink."""
        return await asyncio.to_thread(self._store.share, name, choices)

    async def feedback(self, name: str, choices: ReaderChoices, given: Mapping[str, Any]) -> int:
        """Keep what was corrected as an annotation; says how many texts it marks."""
        sheets = await asyncio.to_thread(self._store.get, name)
        if sheets.url and not sheets.url.startswith(("http://", "https://")):
            raise UsageError("this page has no address on the web: feedback needs one")
        submission = parse_submission({
            "version": VERSION,
            "id": given.get("id") or str(uuid4()),
            "annotator": given.get("annotator") or "reader",
            "url": sheets.url,
            "time": datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
            "annotations": await self._ask(MARKS, sheets, choices),
        })  # fmt: skip
        stored = await asyncio.to_thread(Store(self._folder / "annotations").save, submission, sheets.html)
        return stored.stored

    async def _open(self, html: bytes, url: str, choices: ReaderChoices) -> dict[str, Any]:
        sheets, shown, unseen = await self._better(Sheets(html, url), choices)
        name = await asyncio.to_thread(self._store.put, sheets)
        return {**self._told(name, choices, shown), "unseen": unseen}

    async def _better(self, plain: Sheets, choices: ReaderChoices) -> tuple[Sheets, Shown, bool]:
        """The page as it stands or, if that is doubtful, as a browser shows it; the last says that no browser could."""
        drawn: Shown | InputError = await self._first(plain, choices)
        if isinstance(drawn, Shown) and drawn.confidence >= DOUBTFUL:
            return plain, drawn, False
        try:
            seen = replace(plain, html=(await self._reader.show(plain.html, plain.url)).html)
        except (RenderError, MissingExtraError, UsageError):
            return plain, _drawn(drawn), True
        other = await self._first(seen, choices)
        if isinstance(other, InputError) or isinstance(drawn, Shown) and other.confidence <= drawn.confidence:
            return plain, _drawn(drawn), False
        return seen, other, False

    async def _first(self, sheets: Sheets, choices: ReaderChoices) -> Shown | InputError:
        """The pages of a page that is opened; an error if it holds no text, which scripts may bring."""
        try:
            found: Shown = await self._ask(SHOW, sheets, choices, today(), True)
        except InputError as error:
            return error
        return found

    async def _ask(self, step: Step, sheets: Sheets, *given: object) -> Any:  # noqa: ANN401 - the step's
        return await self._workers.run(step, replace(sheets, model=self._model), *given)

    async def _shown(self, name: str, sheets: Sheets, choices: ReaderChoices, first: bool) -> dict[str, Any]:
        return self._told(name, choices, await self._ask(SHOW, sheets, choices, today(), first))

    async def _drawn(self, name: str, choices: ReaderChoices) -> Drawn:
        """The drawings of a choice, made now if they are not at hand."""
        found = self._drawings.get(name, choices.key)
        if found is None:
            await self.pages(name, choices, first=False)
            found = self._drawings.get(name, choices.key)
        return found or Drawn()

    def _told(self, name: str, choices: ReaderChoices, shown: Shown) -> dict[str, Any]:
        self._drawings.put(name, choices.key, Drawn(shown.drawings, shown.wanted))
        self._store.note(name, choices)
        return {"name": name, **shown.told, "wanted": len(shown.wanted)}


def _drawn(found: Shown | InputError) -> Shown:
    if isinstance(found, InputError):
        raise found
    return found


def today() -> str:
    """The day of printing."""
    return datetime.now(UTC).date().isoformat()


@dataclass(frozen=True, slots=True)
class Drawn:
    """The pages of one choice, and the pictures that were not there yet when they were drawn."""

    pages: tuple[bytes, ...] = ()
    wanted: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """How many bytes this holds."""
        return sum(map(len, self.pages))


class Drawings:
    """Pages as SVG (gzip), by the page's name and the choices' key; those asked for the longest ago go first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._known: OrderedDict[tuple[str, str], Drawn] = OrderedDict()

    def get(self, name: str, key: str) -> Drawn | None:
        """The drawings, or None."""
        found = self._known.get((name, key))
        if found is not None:
            self._known.move_to_end((name, key))
        return found

    def put(self, name: str, key: str, drawn: Drawn) -> None:
        """Keep the newest drawings of a choice."""
        self.forget(name, key)
        self._known[name, key] = drawn
        self._size += drawn.size
        while self._size > self._most and len(self._known) > 1:
            self.forget(*next(iter(self._known)))

    def forget(self, name: str, key: str) -> None:
        """Drop the drawings of a choice, if there are any."""
        self._size -= self._known.pop((name, key), Drawn()).size
