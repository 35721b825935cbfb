"""Finding the browser, starting it, and doing without."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from printworthy.data.looks import Snapshot
from printworthy.errors import RenderError, UsageError
from printworthy.options import Options
from printworthy.reading.extract import extract
from printworthy.render import chromium
from printworthy.render.browser import Browser
from printworthy.render.chromium import RenderLimits

DOUBTFUL = "<ul><li><a href=/>Home</a><li><a href=/x>News</a></ul><p>Hello.</p>"
SHELL = "<title>App</title><div id=root></div>"


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without a browser."""
    monkeypatch.delenv(chromium.VARIABLE, raising=False)
    monkeypatch.setattr(chromium, "_PLACES", ())
    monkeypatch.setattr(shutil, "which", lambda name: None)


def test_given_named_or_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "browser"
    program.touch()
    assert chromium.find_chromium(program) == str(program)
    monkeypatch.setenv(chromium.VARIABLE, str(program))
    assert chromium.find_chromium() == str(program)
    monkeypatch.setenv(chromium.VARIABLE, str(tmp_path / "none"))
    with pytest.raises(RenderError, match=chromium.VARIABLE):
        chromium.find_chromium()


def test_the_real_program_comes_before_its_wrapper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = tmp_path / "real"
    real.touch()
    monkeypatch.delenv(chromium.VARIABLE, raising=False)
    monkeypatch.setattr(chromium, "_PLACES", (str(real),))
    assert chromium.find_chromium() == str(real)


def test_it_has_no_network_of_its_own() -> None:
    told = chromium.switches(RenderLimits())
    assert "--host-resolver-rules=MAP * ~NOTFOUND" in told
    assert ("--no-sandbox" in told) == chromium.is_root()


@pytest.mark.usefixtures("nowhere")
def test_always_says_what_is_missing() -> None:
    with pytest.raises(RenderError, match="apt-get install chromium"):
        extract(SHELL, options=Options(render="always"))


@pytest.mark.usefixtures("nowhere")
def test_auto_goes_on_without() -> None:
    article = extract(SHELL, options=Options(render="auto"))
    assert any(note.startswith("not rendered: no Chromium") for note in article.trace.notes)


def test_auto_keeps_the_better_one() -> None:
    worse = Snapshot(b"<p></p>", "")
    article = extract(DOUBTFUL, "", Options(render="auto"), lambda *_: worse)
    assert any(note.startswith("rendered, but not used") for note in article.trace.notes)


def test_closed_is_closed() -> None:
    browser = Browser()
    browser.close()
    browser.close()
    with pytest.raises(UsageError, match="closed"):
        browser.render(SHELL)


@pytest.mark.parametrize("value", ["sometimes", "", None, True])
def test_options_know_three_words(value: object) -> None:
    with pytest.raises(UsageError, match="never, auto, always"):
        Options(render=value)  # type: ignore[arg-type]
