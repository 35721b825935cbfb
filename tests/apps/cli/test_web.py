"""From an address to files, with the real command, over a real server."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from printworthy.apps.cli.progress import Progress
from printworthy.whole import read
from tests.fetch.conftest import Site, site
from tests.whole.conftest import few_lines

__all__ = ["Site", "site"]
TEXT = "<p>" + "The ferry leaves the landing at dawn, and comes back before the fog. " * 5 + "</p>"
PAGE = f"<html><body><h1>The dawn ferry</h1>{TEXT}</body></html>"


@pytest.fixture(autouse=True)
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(read, "extract", few_lines)


def test_print(run, site, tmp_path: Path) -> None:
    path = tmp_path / "story.html"
    code, out, err = run("print", site.page("/ferry", PAGE), "-o", str(path))
    assert (code, out, err) == (0, b"", f"wrote {path}: The dawn ferry\n")
    assert "leaves the landing" in path.read_text("utf-8")


def test_extract_with_all_arguments(run, site, tmp_path: Path) -> None:
    jar = tmp_path / "cookies.txt"
    jar.write_text("# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\tlogin\tme\n")
    arguments = ["--no-print-link", "--pages", "1", "--cookies", str(jar), "--user-agent", "Mine/1", "--no-cache"]
    code, out, _ = run("extract", site.page("/ferry", PAGE), *arguments)
    assert code == 0
    assert b"leaves the landing" in out
    assert (site.requests[0][1]["Cookie"], site.requests[0][1]["User-Agent"]) == ("login=me", "Mine/1")


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["URL/missing"], 6, "answers 404 Not Found: check the address"),
        (["http://169.254.169.254/latest/"], 6, "refused"),
        (["URL/ferry", "--url", "https://a.example/"], 2, "leave it out"),
        (["URL/ferry", "--pages", "0"], 2, "give 1 to 50"),
        (["URL/ferry", "--pages", "many"], 2, "give 1 to 50"),
        (["URL/ferry", "--user-agent", "a\r\nb: c"], 2, "plain letters"),
        (["URL/ferry", "--cookies", "no-such-file"], 4, "cookie file"),
    ],
)
def test_errors_leave_nothing_behind(run, site, tmp_path: Path, arguments: list[str], code: int, says: str) -> None:
    site.page("/ferry", PAGE)
    out = tmp_path / "out"
    out.mkdir()
    ran = run("print", *(one.replace("URL", site.url) for one in arguments), "-o", str(out / "story.html"))
    assert ran.code == code
    assert says in ran.err
    assert list(out.iterdir()) == []


def test_progress_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    for terminal in (True, False):
        stream = io.StringIO()
        stream.isatty = lambda terminal=terminal: terminal  # type: ignore[method-assign]
        monkeypatch.setattr(sys, "stderr", stream)
        with Progress() as tell:
            tell("fetching: https://a.example/\x1b[2J")
        shown = stream.getvalue()
        assert ("fetching: https://a.example/?[2J" in shown, shown.endswith("\r\x1b[K")) == (terminal, terminal)
