"""`--model FILE` on every verb that extracts: one that tells nothing apart shows that it is the one used."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from printworthy.apps.cli.command_line import read_arguments
from printworthy.apps.cli.commands import batch, serve
from printworthy.apps.cli.main import build_parser, main
from printworthy.apps.service.documents import DocumentService
from printworthy.apps.service.http.bodies import Choices
from printworthy.data.model import Own, Tables, Trees
from printworthy.model.store import load_model, model_bytes
from printworthy.options import Options
from printworthy.reading.extract import extract
from tests.apps.cli.conftest import Run
from tests.family import write_family

SAMPLE = Path(__file__).parents[3] / "samples" / "tower-clock.html"


@pytest.fixture
def nothing(tmp_path: Path) -> str:
    """The built-in model, stacked with trees that take every verdict down to nought, so that all texts are alike."""
    base = load_model()
    tables = Tables(*(np.zeros_like(getattr(base.tables, name)) for name in ("words", "phrases", "parts", "names")))
    trees = Trees(np.zeros((1, 1), np.int64), np.zeros((1, 1), np.float32), np.full((1, 2), -40, np.float32), 0.0)
    path = tmp_path / "nothing.npz"
    path.write_bytes(model_bytes(replace(base, own=Own(tables, trees))))
    return str(path)


def test_options(nothing: str) -> None:
    html = SAMPLE.read_bytes()
    with_own, without = (extract(html, options=Options(model=path)) for path in (nothing, None))
    assert max(with_own.trace.probabilities) < 1e-6
    assert max(without.trace.probabilities) > 0.9


@pytest.mark.parametrize("verb", ["extract", "print"])
def test_extract_and_print(run: Run, nothing: str, tmp_path: Path, verb: str) -> None:
    arguments = (verb, str(SAMPLE), "-o", str(tmp_path / "out.txt"))
    assert run(*arguments).code == 0
    assert "We value your privacy" not in (tmp_path / "out.txt").read_text("utf-8")
    assert run(*arguments, "--model", nothing, "--force").code == 0
    assert "We value your privacy" in (tmp_path / "out.txt").read_text("utf-8")


def test_evaluate(run: Run, nothing: str, tmp_path: Path) -> None:
    write_family(tmp_path / "family", 2)
    told = [tmp_path / "without.json", tmp_path / "with.json"]
    for path, more in zip(told, ([], ["--model", nothing]), strict=True):
        assert run("evaluate", str(tmp_path / "family"), "--against", "none", "--json", str(path), *more).code == 0
    assert told[0].read_text("utf-8") != told[1].read_text("utf-8")
    assert json.loads(told[1].read_text("utf-8"))


def test_batch_and_serve_hand_it_on(nothing: str) -> None:
    parser = build_parser()[0]
    args = parser.parse_args(["batch", "a.warc", "-o", "out", "--model", nothing])
    assert read_arguments(batch.BatchArguments, args).settings.model == nothing
    args = parser.parse_args(["serve", "--no-folder", "--model", nothing])
    settings = serve.settings_of(read_arguments(serve.ServeArguments, args))
    assert settings.model == Path(nothing)
    assert DocumentService(None, None, None, settings.model)._options(Choices()).model == Path(nothing)


@pytest.mark.parametrize("verb", ["extract", "serve"])
def test_a_file_that_is_no_model_is_told(verb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "broken.npz"
    path.write_bytes(b"no model")
    source = [str(SAMPLE)] if verb == "extract" else ["--no-folder", "--port", "0"]
    assert main([verb, *source, "--model", str(path)]) == 7
    assert "this is not a model of Printworthy; make one with 'printworthy train'" in capsys.readouterr().err
