"""From an address to files, with the real command and the real engine, over a real server."""

from __future__ import annotations

import asyncio
import io
import json
import os
import pty
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from aiohttp import web

from printworthy.apps.cli.terminal import Progress
from tests.fetching.conftest import Site, site
from tests.printing.pages import BYLINE, TITLE, body, found, junk, page, paragraphs, print_page
from tests.printing.test_reader import three_parts

pytestmark = pytest.mark.processes

__all__ = ["Site", "site"]
PRINT = '<a href="/print/4821">Print</a>'
NEXT = '<a href="/lamps-4821?page=2">2</a>'


@pytest.fixture(autouse=True)
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_print_goes_the_whole_way(run, site, tmp_path: Path) -> None:
    url = site.page("/lamps-4821", page(body(1), PRINT, NEXT))
    site.page("/lamps-4821?page=2", page(body(2)))
    site.page("/print/4821", print_page(body(1)))
    paths = [tmp_path / "lamps.txt", tmp_path / "lamps.md"]
    code, out, err = run("print", url, "-o", str(paths[0]), "-o", str(paths[1]))
    assert (code, out) == (0, b"")
    assert err.splitlines() == [f"wrote {path}: {TITLE}" for path in paths]
    for path in paths:
        text = path.read_text("utf-8")
        assert found(text) == paragraphs(1, 2)
        assert junk(text) == []
        assert text.count(TITLE) == 1
        assert BYLINE in text


def test_parts_behind_a_cookie_in_a_charset_that_lies(run, site) -> None:
    code, out, err = run("extract", three_parts(site), "--verbose")
    assert code == 0
    assert found(out.decode()) == paragraphs(1, 2, 3)
    assert f"note: part 3 from {site.url}/lamps?page=3" in err


@pytest.mark.parametrize(
    ("arguments", "asked"),
    [
        ([], ["/lamps-4821", "/print/4821", "/lamps-4821?page=2"]),
        (["--no-print-link"], ["/lamps-4821", "/lamps-4821?page=2"]),
        (["--pages", "1"], ["/lamps-4821", "/print/4821"]),
        (["--no-print-link", "--pages", "1"], ["/lamps-4821"]),
    ],
)
def test_how_far_to_go(run, site, arguments: list[str], asked: list[str]) -> None:
    url = site.page("/lamps-4821", page(body(1), PRINT, NEXT))
    site.page("/lamps-4821?page=2", page(body(2)))
    site.page("/print/4821", print_page(body(1)))
    assert run("extract", url, *arguments).code == 0
    assert [path for path, _ in site.requests] == asked


def test_who_asks(run, site, tmp_path: Path, own_cache: Path) -> None:
    """A page for readers who are logged in; their cookies go to its server only, and it is not kept."""
    jar = tmp_path / "cookies.txt"
    lines = [f"{host}\tFALSE\t/\tFALSE\t0\tlogin\tme" for host in ("127.0.0.1", "other.example")]
    jar.write_text("\n".join(["# Netscape HTTP Cookie File", *lines, ""]))

    async def members(request: web.Request) -> web.StreamResponse:
        if request.cookies.get("login") != "me":
            return web.Response(status=401)
        return web.Response(text=page(body(1)), content_type="text/html", headers={"Cache-Control": "max-age=60"})

    url = site.handle("/members", members)
    assert run("extract", url).err.startswith(f"printworthy: {url} answers 401 Unauthorized: it needs a login")
    code, out, _ = run("extract", url, "--cookies", str(jar), "--user-agent", "Mine/1")
    assert code == 0
    assert found(out.decode()) == paragraphs(1)
    sent = site.requests[-1][1]
    assert (sent["Cookie"], sent["User-Agent"]) == ("login=me", "Mine/1")
    assert not own_cache.exists()


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["URL/missing"], 6, "URL/missing answers 404 Not Found: check the address"),
        (["http://169.254.169.254/latest/"], 6, "169.254.169.254 is refused (the local link"),
        (["http://127.0.0.1:9/"], 6, "'http://127.0.0.1:9/' is refused: port 9 is not for web pages; give a public"),
        (["URL/loop"], 6, "URL/loop redirects in a circle: open it in a browser"),
        (["URL/picture"], 4, "picture"),
        (["URL/empty"], 4, "empty"),
        (["URL/lamps", "--url", "https://a.example/"], 2, "leave it out"),
        (["URL/lamps", "--pages", "0"], 2, "give 1 to 50"),
        (["URL/lamps", "--pages", "many"], 2, "give 1 to 50"),
        (["URL/lamps", "--user-agent", "a\r\nb: c"], 2, "plain letters"),
        (["URL/lamps", "--cookies", "no-such-file"], 4, "no-such-file cannot be read"),
    ],
)
def test_errors_leave_nothing_behind(run, site, tmp_path: Path, arguments: list[str], code: int, says: str) -> None:
    site.page("/lamps", page(body(1)))
    site.page("/loop", status=302, Location="/loop")
    site.page("/picture", b"\x89PNG\r\n\x1a\n" + bytes(99), Content_Type="image/png")
    site.page("/empty", b"")
    out = tmp_path / "out"
    out.mkdir()
    ran = run("print", *(one.replace("URL", site.url) for one in arguments), "-o", str(out / "story.html"))
    assert ran.code == code
    assert says.replace("URL", site.url) in ran.err
    assert list(out.iterdir()) == []


def test_a_body_that_is_cut_short_leaves_nothing_behind(run, site, tmp_path: Path, own_cache: Path) -> None:
    async def cut(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Length": "99999", "Cache-Control": "max-age=60"})
        await response.prepare(request)
        await response.write(page(body(1)).encode())
        assert request.transport is not None
        request.transport.close()
        return response

    out = tmp_path / "out"
    out.mkdir()
    ran = run("print", site.handle("/cut", cut), "-o", str(out / "story.html"))
    assert ran.code == 6
    assert "was cut short: try again" in ran.err
    assert list(out.iterdir()) == []
    assert not own_cache.exists()


def test_a_part_that_is_missing_is_told(run, site, tmp_path: Path) -> None:
    url = site.page("/lamps", page(body(1), pager='<a rel="next" href="/lamps?page=2">More</a>'))
    site.page("/lamps?page=2", status=404)
    code, _, err = run("print", url, "-o", str(tmp_path / "a.md"))
    assert code == 0
    assert err.startswith("not the whole article: part 2 is missing (")
    assert len(err.splitlines()) == 2
    assert "note: not the whole article" in run("extract", url, "--verbose").err


@pytest.mark.parametrize(
    ("head", "says"),
    [
        ("", "this is part 1 of 3: print its address to have them all"),
        (
            '<link rel="canonical" href="https://paper.example/lamps">',
            "this is part 1 of 3: print https://paper.example/lamps to have them all",
        ),
    ],
)
def test_a_saved_part_is_told(run, tmp_path: Path, head: str, says: str) -> None:
    """A page that does not say where it is from is taken to be called like its file."""
    saved = tmp_path / "lamps.html"
    pager = '<a href="lamps?page=2">2</a> <a href="lamps?page=3">3</a>'
    saved.write_text(page(body(1), pager=pager).replace("<head>", f"<head>{head}"), "utf-8")
    code, _, err = run("print", str(saved), "-o", str(tmp_path / "a.md"))
    assert (code, err.splitlines()[0]) == (0, says)


def test_a_saved_part_whose_links_have_its_suffix_is_told(run, tmp_path: Path) -> None:
    saved = tmp_path / "lamps-2.html"
    pager = '<a href="/lamps-1.html">1</a> <b>2</b> <a rel="next" href="/lamps-3.html">3</a>'
    saved.write_text(page(body(2), pager=pager), "utf-8")
    code, _, err = run("print", str(saved), "-o", str(tmp_path / "a.md"))
    assert (code, err.splitlines()[0]) == (0, "this is part 2 of 3: print its address to have them all")


def test_progress_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    for terminal in (True, False):
        stream = io.StringIO()
        monkeypatch.setattr(stream, "isatty", partial(bool, terminal))
        monkeypatch.setattr(sys, "stderr", stream)
        with Progress() as tell:
            tell("fetching: https://a.example/\x1b[2J")
        shown = stream.getvalue()
        assert ("fetching: https://a.example/?[2J" in shown, shown.endswith("\r\x1b[K")) == (terminal, terminal)


def test_progress_of_the_command_on_a_real_terminal(site, tmp_path: Path) -> None:
    """Run as a person does: its standard error is a terminal, and the line is gone when all is written."""
    ours, theirs = pty.openpty()
    path = tmp_path / "lamps.md"
    command = [sys.executable, "-m", "printworthy", "print", three_parts(site), "-o", str(path), "--no-cache"]
    wide = {**os.environ, "COLUMNS": "200"}
    with subprocess.Popen(command, stderr=theirs, stdout=subprocess.DEVNULL, env=wide) as done:
        os.close(theirs)
        shown = b""
        try:
            while chunk := os.read(ours, 4096):
                shown += chunk
        except OSError:
            pass  # Linux says so when the other end is closed
    os.close(ours)
    lines = [line.removeprefix("\x1b[K") for line in shown.decode().split("\r")]
    assert done.returncode == 0, shown
    assert f"fetching: {site.url}/lamps" in lines
    assert f"fetching part 2: {site.url}/lamps?page=2" in lines
    assert f"writing {path}" in lines
    assert lines[-2].endswith(f"wrote {path}: {TITLE}")
    assert found(path.read_text("utf-8")) == paragraphs(1, 2, 3)


def test_a_story_that_stops_at_a_wall(run, site, tmp_path: Path) -> None:
    url = site.page("/lamps", page(f"{body(1)}<p class=offer>Subscribe to read the rest of this story</p>"))
    told = "perhaps not the whole article, which ends with 'Subscribe to read the rest of this story': pass a browser's"
    code, _, err = run("extract", url)
    assert (code, err) == (0, f"{told} cookies (--cookies FILE)\n")
    out = run("print", url, "-o", str(tmp_path / "a.md"), "--json").out
    assert json.loads(out)["notes"] == [told.rpartition(":")[0]]


@pytest.mark.parametrize("verb", ["extract", "filter"])
def test_a_server_that_is_too_slow(run, site, verb: str) -> None:
    async def slow(_: web.Request) -> web.StreamResponse:
        await asyncio.sleep(10)
        return web.Response(text=page(body(1)))

    url = site.handle("/slow", slow)
    more = "try again, or allow more time (--timeout SECONDS)"
    told = f"printworthy: {url} did not come within 0.3 seconds: {more}\n"
    assert run(verb, url, "--timeout", "0.3") == (6, b"", told)


@pytest.mark.parametrize("time", ["0", "-1", "long", "nan", "4000"])
def test_times_that_are_none(run, time: str) -> None:
    code, _, err = run("extract", "http://127.0.0.1:1/", f"--timeout={time}")
    assert (code, err.partition(":")[2]) == (
        2, f" --timeout: {time!r} is no time: give seconds, more than 0 and at most 3600\n"
    )  # fmt: skip
