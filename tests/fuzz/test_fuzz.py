"""Near-real pages and mutated bytes the whole way, under ceilings; and every finding of the past, once more."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.html_strategies import near_html, texts

HERE = Path(__file__).parent
SEEDS = sorted((HERE / "pages").iterdir())
FOUND = sorted((HERE / "found").iterdir())
PROGRAM = HERE.parent.parent / "benchmarks" / "load" / "fuzz.py"
PIECES = [line for line in (HERE / "pieces.txt").read_text("utf-8").splitlines() if line]
RUNS = 1000


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("fuzz", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def fuzz() -> ModuleType:
    return load()


@pytest.fixture(scope="module")
def way(fuzz: ModuleType) -> Iterator[object]:
    with ExitStack() as stack:
        yield fuzz.Way(stack)


@pytest.mark.processes
@pytest.mark.parametrize("path", [*SEEDS, *FOUND], ids=lambda path: path.name)
def test_findings_and_seeds(fuzz: ModuleType, way, path: Path) -> None:
    for turn in (fuzz._PRINTED, fuzz._SIDEWAYS, 2 * fuzz._SIDEWAYS, 3 * fuzz._SIDEWAYS):
        way.count = turn - 1
        way.held(path.read_bytes())


# Real elements with words in them, and now and then one of the pieces that confuse parsers.
words = st.sampled_from(["The bridge was closed on Monday, after a storm.", "It opens in May; nobody knows.", "Yes."])
blocks = st.sampled_from("p div li h2 blockquote td pre figure section article aside dd".split())
elements = st.recursive(
    st.one_of(words, texts, st.sampled_from(PIECES)),
    lambda inner: st.builds("<{0}>{1}</{0}>".format, blocks, st.lists(inner, max_size=4).map(" ".join)),
    max_leaves=12,
)
pages = st.lists(elements, max_size=8).map("".join)


@settings(max_examples=250, suppress_health_check=[HealthCheck.too_slow])
@given(st.one_of(pages, near_html, pages.map(lambda page: page.encode("utf-16")), st.binary(max_size=600)))
def test_near_real_pages(way, page: str | bytes) -> None:
    way.held(page.encode("utf-8", "surrogatepass") if isinstance(page, str) else page)


@pytest.mark.processes
def test_a_short_campaign(tmp_path: Path) -> None:
    pytest.importorskip("atheris")
    command = [sys.executable, str(PROGRAM), "--runs", str(RUNS), "--blind", "--state", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
    assert json.loads((tmp_path / "count.json").read_text("utf-8"))["inputs"] >= RUNS


def test_a_campaign_finds_what_is_there(fuzz: ModuleType, way, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ceilings themselves."""
    monkeypatch.setattr(fuzz, "SECONDS", 0.0)
    with pytest.raises(fuzz.FindingError, match="CPU time"):
        way.held(b"<p>x</p>")
    monkeypatch.setattr(fuzz, "SECONDS", 60.0)
    monkeypatch.setattr(way, "most", 1)
    with pytest.raises(fuzz.FindingError, match="MB"):
        way.held(b"<p>x</p>")
