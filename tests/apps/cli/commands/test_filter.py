from __future__ import annotations

from pathlib import Path

import pytest

PAGE = b"""<title>T</title><script>x()</script><div id=cookie-banner>Cookies!</div>
<ul><li><a href=/1>a</a><li><a href=/2>b</a><li><a href=/3>c</a></ul><h1>Of clocks</h1><p>They tick all day long.</p>"""


def test_standard_output(run) -> None:
    code, out, err = run("filter", "-", "--url", "https://a.example/", stdin=PAGE)
    assert (code, err) == (0, "")
    assert b"Cookies!" not in out
    assert b'<a href="https://a.example/1">' in out
    assert b"<script>" in out


@pytest.mark.parametrize(
    ("arguments", "name", "first"),
    [
        (["--profile", "text-only"], "out.html", "<html>"),
        (["--profile", "text-only"], "out.txt", "Of clocks"),
        (["--profile", "speech"], "out.txt", "Of clocks."),
        (["--profile", "speech"], "out.html", "<html>"),
        ([], "out.txt", "a"),
    ],
)
def test_the_suffix_says_what(run, tmp_path: Path, arguments: list[str], name: str, first: str) -> None:
    out = tmp_path / name
    assert run("filter", "-", "-o", str(out), *arguments, stdin=PAGE) == (0, b"", "")
    assert out.read_text("utf-8").startswith(first)


def test_settings_file_and_report(run, tmp_path: Path) -> None:
    file = tmp_path / "s.toml"
    file.write_text('profile = "off"\n[tags]\nscripts = true\n[sites."a.example"]\naction = "never"\n', "utf-8")
    code, out, err = run("filter", "-", "--settings", str(file), "--verbose", stdin=PAGE)
    assert code == 0
    assert b"<script>" not in out
    assert b"Cookies!" in out
    assert err == "deleted: 1 by tags\n"


def test_reader_puts_the_article_in_the_pages_place(run, sample: Path) -> None:
    code, out, _ = run("filter", str(sample), "--profile", "reader")
    assert code == 0
    assert b"The clockmaker who stopped a town" in out
    assert b"<nav" not in out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--settings", "nowhere.toml"], 4, "there is no settings file nowhere.toml: check the name"),
        (["-o", "/nowhere/x.html"], 9, "the folder /nowhere does not exist: create it first"),
        (["-o", "x.pdf"], 2, "x.pdf: this verb writes .html, .htm, .txt, .text only; 'printworthy print' makes .pdf"),
        (["--url", "x"], 2, "--url 'x' is no web address"),
    ],
)
def test_errors(run, arguments: list[str], code: int, message: str) -> None:
    found = run("filter", "-", *arguments, stdin=PAGE)
    assert found.code == code
    assert message in found.err
