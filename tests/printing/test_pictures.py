"""Pictures of a page on the own machine, which a person typed: those of its server come, those of others do not."""

from __future__ import annotations

import asyncio
from pathlib import Path
from zipfile import ZipFile

import pytest
from aiohttp import web

from printworthy.base.guard import STRICT, check_url
from printworthy.data.article import Resource
from printworthy.errors import RefusedError
from printworthy.fetching.limits import Limits
from printworthy.printing import pictures
from printworthy.printing.pictures import _by_policy
from printworthy.printing.plan import Plan
from tests.apps.cli.conftest import run
from tests.fetching.conftest import Site, site
from tests.printing.pages import TITLE, body, page

__all__ = ["Site", "run", "site"]
PNG = (Path(__file__).parents[2] / "samples" / "pictures" / "tower.png").read_bytes()


@pytest.fixture(autouse=True)
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def figures(*sources: str) -> str:
    shown = "".join(
        f'<figure><img src="{src}" width="640" height="480" alt="A lamp"><figcaption>A lamp</figcaption></figure>'
        for src in sources
    )
    return body(1).replace("</p>", f"</p>{shown}", 1)


@pytest.mark.processes
def test_pictures_of_the_server_that_was_typed(run, site: Site, tmp_path: Path) -> None:
    site.page("/lamp.png", PNG, Content_Type="image/png")
    url = site.page("/lamps", page(figures("/lamp.png")))
    book, reader = tmp_path / "a.epub", tmp_path / "a.html"
    code, _, err = run("print", url, "-o", str(book), "-o", str(reader))
    assert (code, err.splitlines()) == (0, [f"wrote {path}: {TITLE}" for path in (book, reader)])
    with ZipFile(book) as archive:
        assert [name for name in archive.namelist() if name.endswith(".png")]
    assert "data:image/png;base64," in reader.read_text("utf-8")


@pytest.mark.processes
def test_pictures_that_are_left_out_are_told(run, site: Site, tmp_path: Path) -> None:
    other = site.url.replace("127.0.0.1", "localhost")
    sources = ["/gone.png", f"{other}/secret.png", "/words.png"]
    site.page("/words.png", "no picture")
    url = site.page("/lamps", page(figures(*sources)))
    code, _, err = run("print", url, "-o", str(tmp_path / "a.epub"))
    assert code == 0
    told = f"{site.url}/gone.png answers 404 Not Found: check the address (--verbose tells of each)"
    assert err.splitlines()[0] == f"3 pictures left out: {told}"
    assert "/secret.png" not in [path for path, _ in site.requests]
    every = run("print", url, "-o", str(tmp_path / "a.epub"), "--verbose").err
    assert f"also left out: {site.url}/words.png is not a picture" in every
    assert "localhost is no public name" in every or "is refused" in every


@pytest.mark.processes
def test_text_needs_no_pictures(run, site: Site, tmp_path: Path) -> None:
    url = site.page("/lamps", page(figures("/gone.png")))
    assert run("print", url, "-o", str(tmp_path / "a.md")).err.startswith("wrote ")
    assert [path for path, _ in site.requests] == ["/lamps"]


def test_pictures_that_a_saved_page_lacks_are_told(run, tmp_path: Path) -> None:
    saved = tmp_path / "saved.html"
    saved.write_text(page(figures("https://paper.example/lamp.png")))
    lines = [run("print", str(saved), "-o", f"{tmp_path}/a.{suffix}").err.splitlines() for suffix in ("epub", "html")]
    assert lines[0][0] == f"1 picture left out: not beside {saved}; print its address to have them"
    assert len(lines[1]) == 1, "a reader page loads it"


@pytest.mark.parametrize(
    ("typed", "src", "reached"),
    [
        ("http://127.0.0.1:8731/a", "http://127.0.0.1:8731/b.png", True),
        ("http://127.0.0.1:8731/a", "http://127.0.0.1:8080/b.png", False),
        ("http://127.0.0.1:8731/a", "http://localhost:8731/b.png", False),
        ("http://paper.example:8731/a", "http://paper.example:8731/b.png", True),
        ("http://paper.example:8731/a", "http://other.example:8731/b.png", False),
        ("https://paper.example/a", "http://127.0.0.1/b.png", False),
    ],
)
def test_which_servers_are_trusted(typed: str, src: str, reached: bool) -> None:
    ((policy, urls),) = _by_policy([src], Plan(), typed)
    assert urls == [src]
    if reached:
        check_url(src, policy)
        return
    with pytest.raises(RefusedError):
        check_url(src, policy)
    assert policy == STRICT


def test_a_picture_may_not_lead_to_another_port_of_the_own_machine() -> None:
    ((policy, _),) = _by_policy(["http://127.0.0.1:8731/b.png"], Plan(), "http://127.0.0.1:8731/a")
    with pytest.raises(RefusedError):
        check_url("http://127.0.0.1:8080/admin", policy)


@pytest.mark.processes
def test_each_picture_that_is_missing_says_why(site: Site) -> None:
    good = [site.page(f"/{name}.png", PNG, Content_Type="image/png") for name in ("one", "two")]
    bad = [f"{site.url}/missing.png", "http://10.0.0.1/x.png", "nonsense", site.page("/words", "words")]
    found = fetched([good[0], *bad, good[1]], Plan(limits=Limits(parallel=2)), site.url)
    assert found.found == {src: Resource(PNG, "image/png") for src in good}
    assert sorted(type(error).__name__ for error in found.missing) == ["FetchError"] * 2 + ["RefusedError"] * 2


@pytest.mark.processes
def test_a_picture_that_does_not_come_in_time_is_left_out(site: Site) -> None:
    async def slow(_: web.Request) -> web.StreamResponse:
        await asyncio.sleep(30)
        return web.Response(body=PNG, content_type="image/png")

    site.pages["/slow.png"] = slow
    quick = site.page("/quick.png", PNG, Content_Type="image/png")
    found = fetched([f"{site.url}/slow.png", quick], Plan(pictures=1.5), site.url)
    assert list(found.found) == [quick]
    assert "did not come within 1.5 seconds" in str(found.missing[0])


@pytest.mark.processes
def test_pictures_together_have_a_size(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MOST_PICTURES", 3)
    sources = [site.page(f"/{number}.png", PNG, Content_Type="image/png") for number in range(5)]
    found = fetched(sources, Plan(), site.url)
    assert len(found.found) == 3
    assert ["is one too many" in str(error) for error in found.missing] == [True, True]
    few = pictures.FetchedPictures(left=len(PNG) + 1)
    asyncio.run(pictures._fetch(sources[:3], Plan().policy.naming(site.url), Plan(limits=Limits(parallel=1)), few))
    assert len(few.found) == 1
    assert len(few.missing) == 2


def fetched(sources: list[str], plan: Plan, typed: str) -> pictures.FetchedPictures:
    return asyncio.run(pictures.fetch_pictures(sources, plan, typed))
