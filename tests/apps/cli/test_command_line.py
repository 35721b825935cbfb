from __future__ import annotations

import argparse
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from importlib import import_module
from pathlib import Path
from typing import get_type_hints

import pytest

from printworthy.apps.cli.command_line import config_path
from printworthy.apps.cli.outputs import own_name, put
from printworthy.apps.cli.verbs import VERBS

PAGE = b"<p>Text</p>"


@pytest.fixture(autouse=True)
def config(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder and a config file of our own."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path_factory.mktemp("config") / "own.toml"
    path.touch()
    monkeypatch.setenv("PRINTWORTHY_CONFIG", str(path))
    return path


@pytest.mark.processes
@pytest.mark.parametrize("verb", [[], ["print"], ["print", "-o", "a.md"]])
def test_a_file_as_a_browser_names_it(run, engine, verb: list[str]) -> None:
    page = Path("my page.html").absolute()
    page.write_bytes(PAGE)
    assert run(*verb, page.as_uri()).code == 0
    assert engine[0][0] == PAGE


@pytest.mark.processes
def test_a_page_alone_is_printed_into_this_folder(run, engine) -> None:
    Path("page.html").write_bytes(PAGE)
    code, out, err = run("page.html")
    assert (code, out, err) == (0, b"", "wrote Of-small-things.pdf: Of small things\n")
    assert Path("Of-small-things.pdf").read_bytes().startswith(b"%PDF")
    assert run("page.html").err == "wrote Of-small-things-2.pdf: Of small things\n"


def test_print_tells_programs_what_it_wrote(run, engine) -> None:
    ran = run("print", "-", "-o", "a.md", "--json", stdin=PAGE)
    facts = b'"title": "Of small things", "url": "", "confidence": 0.9, "notes": ["cut at the limit"]'
    assert (ran.code, ran.out) == (0, b'{"files": ["a.md"], %s}\n' % facts)


def test_extract_as_json(run, engine) -> None:
    assert run("extract", "-", "--json", stdin=PAGE).out.startswith(b"{")


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("exract", "did you mean 'extract'?"),
        ("xyzzy", "'printworthy --help' lists the verbs"),
    ],
)
def test_misspelt_verbs(run, typed: str, says: str) -> None:
    code, out, err = run(typed, "page.html")
    assert (code, out) == (2, b"")
    assert err == f"printworthy: {typed!r} is neither a verb nor a page: {says}\n"


def test_missing_page_without_a_verb(run) -> None:
    assert run("missing.html") == (4, b"", "printworthy: there is no file missing.html: check the name\n")


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Of small things", "Of-small-things.pdf"),
        ('a/b\\c: "d" <e> | f? * $g `h`', "a-b-c-d-e-f-g-h.pdf"),
        ("../../etc/passwd", "etc-passwd.pdf"),
        ("", "article.pdf"),
        ("...", "article.pdf"),
        ("鐘" * 100, "鐘" * 80 + ".pdf"),
        ("word " * 50, "-".join(["word"] * 16) + ".pdf"),
        ("Of lamps, keys, and ladders", "Of-lamps-keys-and-ladders.pdf"),
        (f"Seven years after it closed, the library {'opens again ' * 9}", "Seven-years-after-it-closed.pdf"),
        (
            f"Rain, {'and more rain ' * 9}",
            "Rain-and-more-rain-and-more-rain-and-more-rain-and-more-rain-and-more-rain-and.pdf",
        ),
        ("new\nline\x00", "new-line.pdf"),
    ],
)
def test_own_name(tmp_path: Path, title: str, name: str) -> None:
    assert own_name(title, ".pdf", tmp_path) == name


def test_defaults_of_the_config_file(run, engine, config: Path) -> None:
    config.write_text('[extract]\nformat = "markdown"\n[print]\nqr = false\ntitle = "x"\n', "utf-8")
    assert run("extract", "-", stdin=PAGE).out.startswith(b"# Of small things")
    assert run("extract", "-", "--format", "json", stdin=PAGE).out.startswith(b"{")


def test_defaults_that_change_nothing_are_not_told(run, engine, config: Path) -> None:
    config.write_text('[print]\nstyle = "Large"\nfont-size = 18\n', "utf-8")
    assert run("print", "-", "-o", "a.md", stdin=PAGE).err == "wrote a.md: Of small things\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[extract", "cannot read"),
        ("extract = 3", "begin it with [extract]"),
        ("[extrct]\nformat = 'html'", "did you mean [extract]?"),
        ("paper = 'a5'", "there is no verb 'paper': write settings under the name of their verb, as in [print]"),
        ("[extract]\nformt = 'html'", "did you mean 'format'?"),
        ("[extract]\nxyz = 'html'", "see the verb's --help"),
        ("[extract]\noutput = 'a.txt'", "there is no setting 'output'"),
        ("[extract]\nforce = 'yes'", "write true or false"),
        ("[extract]\nformat = true", "write a text or a number"),
        ("[extract]\nformat = 1979-05-27", "write a text or a number"),
        ("[extract]\nformat = 'htlm'", "'htlm'"),
    ],
)
def test_config_files_that_make_no_sense(run, engine, config: Path, text: str, says: str) -> None:
    config.write_text(text, "utf-8")
    code, out, err = run("extract", "-", stdin=PAGE)
    assert (code, out) == (2, b"")
    assert says in err
    assert str(config) in err
    assert err.count("\n") == 1


def test_what_is_typed_wrongly_is_not_blamed_on_the_config_file(run, engine, config: Path) -> None:
    config.write_text("[extract]\nimages = 'none'", "utf-8")
    code, _, err = run("extract", "-", "--format", "htlm", stdin=PAGE)
    assert code == 2
    assert str(config) not in err


def test_a_config_file_that_is_named_must_be_there(run, engine, config: Path) -> None:
    config.unlink()
    code, _, err = run("extract", "-", stdin=PAGE)
    assert (code, err) == (2, f"printworthy: there is no file {config}: mend PRINTWORTHY_CONFIG, which names it\n")


def test_where_the_config_file_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("PRINTWORTHY_CONFIG")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert config_path() == tmp_path / "printworthy" / "config.toml"


def complete(script: bytes, *words: str) -> list[str]:
    """What bash offers after these words."""
    array = " ".join(f"'{word}'" for word in ("printworthy", *words))
    ask = f"\nCOMP_WORDS=({array}); COMP_CWORD={len(words)}; _printworthy; printf '%s\\n' \"${{COMPREPLY[@]}}\"\n"
    done = subprocess.run(["bash", "-c", script.decode() + ask], capture_output=True, check=True, text=True)
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.processes
def test_completion_in_bash(run) -> None:
    script = run("--completion", "bash").out
    assert complete(script, "ex") == ["extract", "explain"]
    assert complete(script, "extract", "--form") == ["--format"]
    assert complete(script, "extract", "--format", "m") == ["markdown"]
    assert complete(script, "extract", "--format", "=", "m") == ["markdown"]
    assert complete(script, "print", "sto") == []
    assert complete(script, "print", "--style", "c") == ["classic", "compact"]
    assert complete(script, "extract", "--method", "v") == ["visual"]
    assert complete(script, "--vers") == ["--version"]


@pytest.mark.processes
def test_completion_of_a_page_without_a_verb(run) -> None:
    script = run("--completion", "bash").out
    assert complete(script, "story.html", "--pap") == ["--paper"]
    assert complete(script, "story.html", "--paper", "le") == ["letter", "legal"]
    assert complete(script, "https", ":", "//a.example/", "--qr") == ["--qr"]
    assert complete(script, "story.html", "ex") == []
    assert b"'not __fish_seen_subcommand_from extract explain" in run("--completion", "fish").out


def test_completion_in_other_shells(run) -> None:
    assert b"bashcompinit" in run("--completion", "zsh").out
    assert b"-l format -x -a 'text markdown html json'" in run("--completion", "fish").out
    assert run("--completion", "tcsh").code == 2


def written(text: str) -> Callable[[str], object]:
    return lambda name: Path(name).write_text(text)


def test_two_runs_at_once_do_not_take_each_others_name(tmp_path: Path) -> None:
    """Both found the plain name free, and write one after the other."""
    path = str(tmp_path / "Of-bells.pdf")
    first, second = (put(path, [str(tmp_path)], "Of bells", written(text)) for text in "ab")
    assert (first, second) == (path, str(tmp_path / "Of-bells-2.pdf"))
    assert {one.name: one.read_text() for one in tmp_path.iterdir()} == {"Of-bells.pdf": "a", "Of-bells-2.pdf": "b"}


def test_a_name_that_was_given_is_written_over(tmp_path: Path) -> None:
    path = str(tmp_path / "mine.pdf")
    for text in "ab":
        assert put(path, [path], "Of bells", written(text)) == path
    assert Path(path).read_text() == "b"


def test_nothing_stays_of_a_file_that_could_not_be_written(tmp_path: Path) -> None:
    def fails(name: str) -> None:
        Path(name).write_text("half")
        raise OSError("full")

    with pytest.raises(OSError, match="full"):
        put(str(tmp_path / "Of-bells.pdf"), [str(tmp_path)], "Of bells", fails)
    assert not list(tmp_path.iterdir())


def _fields(kind: type) -> Iterator[str]:
    for name, hint in get_type_hints(kind).items():
        yield from _fields(hint) if is_dataclass(hint) else [name]


@pytest.mark.parametrize("verb", VERBS)
def test_each_argument_reaches_a_field(verb: str) -> None:
    parser = argparse.ArgumentParser(add_help=False)
    VERBS[verb].add(parser)
    work = import_module(f"printworthy.apps.cli.commands.{verb}")
    assert {action.dest for action in parser._actions} <= set(_fields(getattr(work, f"{verb.capitalize()}Arguments")))
