from __future__ import annotations

from dataclasses import replace

import pytest

from printworthy.options import Options
from printworthy.reading.extract import PageArticle

PAGE = b"<p>Text</p>"


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        ([], Options()),
        (["--images", "none", "--no-links"], Options(images="none", links=False)),
        (["--comments", "--method", "visual", "--model", "m"], Options(comments=True, method="visual", model="m")),
    ],
)
def test_arguments_become_options(run, engine, arguments: list[str], options: Options) -> None:
    assert run("extract", "-", "--url", "https://a.example/", *arguments, stdin=PAGE).code == 0
    assert engine == [(PAGE, "https://a.example/", options)]


@pytest.mark.parametrize("verb", [["extract", "-"], ["print", "-", "-o", "OUT/page.html"]])
@pytest.mark.parametrize("confidence", [0.0, 0.29])
def test_no_article(run, article, monkeypatch, tmp_path, verb: list[str], confidence: float) -> None:
    junk = replace(article, confidence=confidence, page_type="service")
    monkeypatch.setattr(PageArticle, "of", lambda *_: junk)
    verb = [part.replace("OUT", str(tmp_path)) for part in verb]
    code, out, err = run(*verb, stdin=PAGE)
    assert (code, out, list(tmp_path.iterdir())) == (3, b"", [])
    assert f"no article (confidence {confidence:.2f}, page type 'service')" in err
    assert err.count("\n") == 1
    assert "--force" in err
    assert run(*verb, "--force", stdin=PAGE).code == 0


@pytest.mark.processes
@pytest.mark.parametrize(
    ("arguments", "untried"),
    [
        ([], " (behind a login: save it while logged in; made by scripts: --render auto)"),
        (["--render", "auto"], " (behind a login: save it while logged in)"),
    ],
)
def test_advice_is_what_was_not_tried(run, article, monkeypatch, arguments: list[str], untried: str) -> None:
    monkeypatch.setattr(PageArticle, "of", lambda *_: replace(article, confidence=0.1))
    err = run("extract", "-", *arguments, stdin=PAGE).err
    assert err.endswith(f": open the article itself{untried}, or use --force to take what was found\n")


def test_just_enough_confidence(run, article, monkeypatch) -> None:
    monkeypatch.setattr(PageArticle, "of", lambda *_: replace(article, confidence=0.3))
    assert run("extract", "-", stdin=PAGE).code == 0


def test_verbose_tells_steps_and_times(run, engine) -> None:
    code, out, err = run("extract", "-", "--verbose", stdin=PAGE)
    assert code == 0
    assert b"parse" not in out
    lines = [line.split() for line in err.splitlines()]
    assert ["parse", "1.50", "ms"] in lines
    assert ["segment", "2.50", "ms"] in lines
    assert ["together", "4.00", "ms"] in lines
    assert "confidence 0.90" in err
    assert "note: cut at the limit" in err


def test_quiet_otherwise(run, engine) -> None:
    assert run("extract", "-", stdin=PAGE).err == ""
