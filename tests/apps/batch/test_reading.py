"""The two lines of docs/batch.md by which other programs read a run's output."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from printworthy.apps.batch.output.parts import PartWriter
from printworthy.apps.batch.settings import BatchSettings

DOCS = Path(__file__).resolve().parents[3] / "docs" / "batch.md"
SNIPPETS = re.findall(r"^```python\n(.*?)^```", DOCS.read_text("utf-8"), re.M | re.S)


def test_there_are_two() -> None:
    assert [snippet.count("\n") for snippet in SNIPPETS] == [2, 2]


@pytest.mark.parametrize("snippet", SNIPPETS)
def test_a_run_is_read(snippet: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if missing := [name for name in ("pandas", "duckdb") if name in snippet and not importlib.util.find_spec(name)]:
        pytest.skip(f"{missing[0]} is not installed")
    articles = tmp_path / "articles"
    articles.mkdir()
    (articles / "report.html").write_text("<p>no table</p>", "utf-8")
    for number in range(2):
        part = PartWriter(articles, f"part-{number:06d}-0000", BatchSettings())
        part.add({"id": f"{number:016x}", "source": "a", "position": number, "url": "https://a.example/", "title": "t"})
        part.seal(0, 1, -1, -1, True)
    monkeypatch.chdir(tmp_path)
    found: dict[str, object] = {}
    exec(snippet, found)
    assert len(found["articles"]) == 2  # type: ignore[arg-type]
