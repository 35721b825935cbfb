from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from printworthy.apps.batch.output.columns import KEYS, NAMES
from printworthy.apps.batch.readers.items import ItemPosition, Raw
from printworthy.apps.batch.rows import make_row
from printworthy.apps.batch.settings import BatchSettings, Filters
from printworthy.reading.extract import extract


@pytest.fixture(scope="module")
def page(sample: Path) -> Raw:
    return Raw(ItemPosition(0), "https://a.example/clock", sample.read_bytes())


def test_all_columns(page: Raw) -> None:
    row = make_row(page, BatchSettings())
    article = extract(page.html, page.url)
    assert set(NAMES) - KEYS <= set(row)
    assert (row["title"], row["text"], row["confidence"]) == (article.title, article.text, article.confidence)
    assert json.loads(row["blocks"])
    assert row["markdown"].startswith("# ")
    assert [picture["src"] for picture in row["pictures"]] == [figure.src for figure in article.images]
    assert {"parse", "select", "build", "write", "compare"} <= {name for name, _ in row["timings"]}


def test_a_column_not_asked_for_is_not_made(page: Raw) -> None:
    row = make_row(page, BatchSettings(columns=("text",)))
    assert {"markdown", "title", "blocks"}.isdisjoint(row)
    assert {"describe", "build"}.isdisjoint(name for name, _ in row["timings"])


@pytest.mark.parametrize(
    ("filters", "reason"),
    [
        (Filters(min_chars=10**6), "too short"),
        (Filters(max_chars=10), "too long"),
        (Filters(min_confidence=1.0), "low confidence"),
        (Filters(page_types=("forum", "product")), "page type article"),
        (Filters(languages=("de", "fr")), "language en"),
    ],
)
def test_filters(page: Raw, filters: Filters, reason: str) -> None:
    assert make_row(page, BatchSettings(filters=filters)) == reason


def test_passing_filters(page: Raw) -> None:
    filters = Filters(min_chars=10, max_chars=10**6, min_confidence=0.1, page_types=("article",), languages=("EN",))
    assert isinstance(make_row(page, BatchSettings(filters=filters)), dict)


def test_charset_of_the_server() -> None:
    text = "<p>" + "Наша гавань зимой пуста, и маяк горит напрасно всю ночь. " * 5
    page = Raw(ItemPosition(0), "https://a.example/", text.encode("koi8-r"), "koi8-r")
    assert "маяк" in make_row(page, BatchSettings())["text"]
    assert "маяк" in make_row(replace(page, html=text, charset=""), BatchSettings())["text"]


def test_settings_there_and_back() -> None:
    settings = BatchSettings(filters=Filters(languages=("en", "de")), columns=("text", "title"), near=0.9)
    assert BatchSettings.from_json(settings.to_json()) == settings
