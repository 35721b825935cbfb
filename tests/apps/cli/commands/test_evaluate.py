import argparse
import json

import pytest

from printworthy.apps.cli import verbs
from printworthy.apps.cli.command_line import read_arguments
from printworthy.apps.cli.commands import evaluate
from printworthy.evaluate import corpora, metrics, peers
from printworthy.evaluate.peers import Peer, Tool


@pytest.fixture
def corpus(tmp_path):
    (tmp_path / "html").mkdir()
    labels = {}
    for number in range(8):
        (tmp_path / "html" / f"{number}.html").write_text(f"<p>the ship number {number} came home")
        labels[str(number)] = {"articleBody": f"the ship number {number} came home"}
    (tmp_path / "ground-truth.json").write_text(json.dumps(labels))
    return tmp_path


@pytest.fixture
def asked(monkeypatch):
    """Tools that need nothing installed; the options that were asked for are remembered."""
    options = []

    def ours(given, renderer):
        options.append(given)
        return Tool("printworthy", "1", lambda page, url: page.decode()[3:])

    def absent():
        raise ImportError

    monkeypatch.setattr(peers, "ours", ours)
    monkeypatch.setitem(peers.PEERS, "half", Peer("half", "half", lambda: lambda page, url: "the ship number"))
    monkeypatch.setitem(peers.PEERS, "lost", Peer("lost", "lost-package", absent))
    return options


def run(*arguments):
    parser = argparse.ArgumentParser()
    verbs.add_evaluate(parser)
    return evaluate.run(read_arguments(evaluate.EvaluateArguments, parser.parse_args([*map(str, arguments)])))


def test_tables_are_printed(corpus, asked, capsys):
    assert run(corpus, "--against", "half,lost", "--worst", "2") == 0
    out, err = capsys.readouterr()
    assert "8 pages" in out
    assert "1.000 (1.000/1.000) | .000 (.000/.000)" in out
    assert "The worst 2 of printworthy" in out
    assert err == "lost is not installed and left out: pip install lost-package\n"


def test_options_reach_the_engine(corpus, asked):
    run(corpus, "--against", "none", "--method", "visual", "--model", "my.model")
    assert [(options.method, options.model) for options in asked] == [("visual", "my.model")]


def test_limit_takes_the_same_pages_each_time(corpus, asked, tmp_path):
    chosen = []
    for name in ("one.json", "two.json"):
        run(corpus, "--against", "half", "--limit", "3", "--measure", "word", "--json", tmp_path / name)
        value = json.loads((tmp_path / name).read_text())
        assert value["measure"] == "word"
        chosen.append([page["id"] for page in value["pages"]])
    assert chosen[0] == chosen[1]
    assert len(set(chosen[0])) == 3


@pytest.mark.parametrize(("floor", "code"), [(1.0, 0), (1.01, 1)])
def test_floors_hold_or_fail(corpus, asked, tmp_path, floor, code, capsys):
    (tmp_path / "floors.json").write_text(json.dumps({"articles": {"all": floor}}))
    assert run(corpus, "--against", "none", "--floors", tmp_path / "floors.json") == code
    assert ("below the floor" in capsys.readouterr().err) is bool(code)


@pytest.mark.parametrize("number", ["0", "-1", "few"])
def test_a_limit_is_a_number_of_pages(corpus, asked, number, capsys):
    with pytest.raises(SystemExit):
        run(corpus, f"--limit={number}")
    assert "give 1 or more" in capsys.readouterr().err


def test_a_bar_moves_on_a_terminal_only(monkeypatch, capsys):
    evaluate._bar(1, 2)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    evaluate._bar(1, 2)
    evaluate._bar(2, 2)
    assert capsys.readouterr().err == f"\r{'█' * 20}{'░' * 20} 1/2\r{'█' * 40} 2/2\n"


def test_names_are_those_of_the_registries():
    assert tuple(corpora.LAYOUTS) == verbs.LAYOUTS
    assert tuple(metrics.MEASURES) == verbs.MEASURES
