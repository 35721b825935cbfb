"""What is gathered to be explained: one page, parsed once, and the accounts of all methods."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from printworthy.apps.explain import gather as module
from printworthy.apps.explain.gather import Explanation, gather
from printworthy.data.tree import Tree
from printworthy.errors import InputError, RenderError
from printworthy.methods.registry import METHODS
from printworthy.model.store import load_model, model_bytes
from printworthy.options import Options
from printworthy.parse.lexbor import parse_page
from printworthy.reading import reading
from printworthy.reading.extract import extract
from printworthy.reading.reading import Reading

URL = "https://upland.example/2026/04/tower-clock.html"


@pytest.fixture(scope="module")
def explanation(sample: Path) -> Explanation:
    return gather(sample.read_bytes(), URL, Options())


@pytest.mark.parametrize("method", METHODS)
def test_the_method_that_was_asked_for_is_first_and_the_others_follow(method: str, sample: Path) -> None:
    found = gather(sample.read_bytes(), URL, Options(method=method))
    assert found.chosen is found.accounts[0]
    assert found.chosen.method == method
    assert [one.method for one in found.accounts[1:]] == [name for name in METHODS if name != method]


def test_each_account_is_what_its_method_extracts(sample: Path, explanation: Explanation) -> None:
    for account in explanation.accounts:
        alone = extract(sample.read_bytes(), URL, Options(method=account.method))
        assert (account.article.text, account.error) == (alone.text, "")
        assert list(account.verdicts) == alone.trace.segments
        assert account.article.blocks == alone.blocks


def test_times_are_those_of_all_steps(explanation: Explanation) -> None:
    steps = {"parse", "unseen", "segment", "select", "verdict", "describe", "illustrate", "build"}
    assert all(set(account.article.trace.timings) == steps for account in explanation.accounts)


def test_the_page_is_parsed_once(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[bytes] = []

    def noted(page: bytes) -> Tree:
        parsed.append(page)
        return parse_page(page)

    monkeypatch.setattr(module, "warm", lambda _options: None)
    monkeypatch.setattr(reading, "parse_page", noted)
    gather(sample.read_bytes(), URL, Options())
    assert len(parsed) == 1


@pytest.mark.parametrize("error", [RenderError("the browser crashed: try again"), ImportError("no such library")])
def test_a_method_that_cannot_be_had_says_so(sample: Path, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    by = Reading.by

    def fails(self: Reading, options: Options) -> Reading:
        if options.method == "visual":
            raise error
        return by(self, options)

    monkeypatch.setattr(Reading, "by", fails)
    found = gather(sample.read_bytes(), URL, Options())
    accounts = {account.method: account for account in found.accounts}
    assert accounts["visual"].error == str(error)
    assert not any(verdict.kept for verdict in accounts["visual"].verdicts)
    assert len(accounts["visual"].verdicts) == len(found.columns.text)
    assert all(account.article.text for name, account in accounts.items() if name != "visual")


def test_an_own_model_is_that_of_the_method_asked_for(
    sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Options] = []
    by = Reading.by

    def noted(self: Reading, options: Options) -> Reading:
        asked.append(options)
        return by(self, options)

    model = tmp_path / "own.npz"
    model.write_bytes(model_bytes(load_model()))
    own = Options(method="subtree", model=model)
    monkeypatch.setattr(module, "warm", lambda _options: None)
    monkeypatch.setattr(Reading, "by", noted)
    found = gather(sample.read_bytes(), URL, own)
    assert asked == [replace(own, method=name, model=None) for name in METHODS if name != "subtree"]
    assert found.looks is not None  # of the model in the package


@pytest.mark.parametrize("page", ["<p></p>", "<body><img src=x.png>"])
def test_a_page_without_text_is_refused(page: str) -> None:
    with pytest.raises(InputError, match="nothing to explain; give the page as a browser saves it"):
        gather(page, URL, Options())
