"""What the page's service keeps, and for how long: by content, within bounds, and nowhere else.

Covers: printworthy.apps.service.sheets.sheet_store.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from printworthy.apps.service.errors import UnknownError
from printworthy.apps.service.sheets.choices import ReaderChoices, Sheets
from printworthy.apps.service.sheets.editor import Drawings, Drawn
from printworthy.apps.service.sheets.sheet_store import SheetLimits, SheetStore
from printworthy.data.article import Resource

PAGE = Sheets(b"<p>A page</p>", "https://harbour.example/")


def age(folder: Path, seconds: float) -> None:
    then = time.time() - seconds
    for path in (folder, *folder.rglob("*")):
        os.utime(path, (then, then))


def test_a_page_comes_back_with_its_pictures(tmp_path: Path) -> None:
    store = SheetStore(tmp_path)
    name = store.put(PAGE)
    assert store.put(PAGE) == name
    store.add_pictures(name, {"https://harbour.example/a.png": Resource(b"a picture", "image/png")})
    found = SheetStore(tmp_path).get(name)
    assert (found.html, found.url) == (PAGE.html, PAGE.url)
    assert found.pictures["https://harbour.example/a.png"] == Resource(b"a picture", "image/png")


def test_another_address_is_another_page(tmp_path: Path) -> None:
    store = SheetStore(tmp_path)
    assert store.put(PAGE) != store.put(Sheets(PAGE.html, "https://elsewhere.example/"))


def test_a_permalink_names_page_and_choices(tmp_path: Path) -> None:
    store = SheetStore(tmp_path)
    choices = ReaderChoices(style="large", changed=("s4",))
    share = store.share(store.put(PAGE), choices)
    assert store.shared(share) == (store.put(PAGE), choices)
    assert store.share(store.put(PAGE), choices) == share


def test_old_pages_go_and_shared_ones_stay_longer(tmp_path: Path) -> None:
    store = SheetStore(tmp_path, SheetLimits(keep=100, keep_shared=1000))
    plain, shared = store.put(PAGE), store.put(Sheets(b"<p>Shared</p>"))
    link = store.share(shared, ReaderChoices())
    age(tmp_path, 500)
    store.tidy()
    assert store.shared(link)[0] == shared
    assert store.get(shared).html == b"<p>Shared</p>"
    with pytest.raises(UnknownError, match="open it again"):
        store.get(plain)
    age(tmp_path, 5000)
    store.tidy()
    with pytest.raises(UnknownError):
        store.shared(link)
    assert not list((tmp_path / "pages").iterdir())


def test_a_page_that_is_used_stays(tmp_path: Path) -> None:
    store = SheetStore(tmp_path, SheetLimits(keep=100))
    name = store.put(PAGE)
    age(tmp_path, 500)
    store.get(name)
    store.tidy()
    assert store.get(name).html == PAGE.html


def test_over_the_bound_the_oldest_goes(tmp_path: Path) -> None:
    store = SheetStore(tmp_path, SheetLimits(most=300_000))
    first = store.put(Sheets(os.urandom(120_000)))
    age(tmp_path / "pages" / first, 50)
    second = store.put(Sheets(os.urandom(120_000)))
    store.put(Sheets(os.urandom(120_000)))
    store.tidy()
    assert store.get(second)
    with pytest.raises(UnknownError):
        store.get(first)


@pytest.mark.parametrize("name", ["", "..", "../../etc/passwd", "a" * 23, "A" * 24, "0" * 24, f"{'0' * 24}/.."])
def test_names_lead_nowhere_else(tmp_path: Path, name: str) -> None:
    store = SheetStore(tmp_path)
    for look in (store.get, store.shared):
        with pytest.raises(UnknownError):
            look(name)
    for key in ("../about", "0" * 20, ""):
        with pytest.raises(UnknownError):
            store.noted(store.put(PAGE), key)
    with pytest.raises(UnknownError):
        store.share(name, ReaderChoices())


def test_a_damaged_page_is_unknown(tmp_path: Path) -> None:
    store = SheetStore(tmp_path)
    name = store.put(PAGE)
    (tmp_path / "pages" / name / "page.html.gz").write_bytes(b"not gzip")
    with pytest.raises(UnknownError):
        store.get(name)


def test_pages_are_for_the_owner_only(tmp_path: Path) -> None:
    store = SheetStore(tmp_path)
    store.share(store.put(PAGE), ReaderChoices())
    written = [path for path in tmp_path.rglob("*") if path.suffix in (".gz", ".json")]
    assert written
    assert all(path.stat().st_mode & 0o077 == 0 for path in written)


def test_drawings_are_bounded() -> None:
    drawings = Drawings(most=25)
    for name in ("a", "b", "c"):
        drawings.put(name, "key", Drawn((b"12345", b"67890")))
    assert drawings.get("a", "key") is None
    assert drawings.get("b", "key") == Drawn((b"12345", b"67890"))
    drawings.put("d", "key", Drawn((b"1" * 100,)))
    assert drawings.get("d", "key") == Drawn((b"1" * 100,))
    assert drawings.get("b", "key") is None
