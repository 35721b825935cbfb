"""JSON: what is written is read back exactly, and what is wrong is refused by name.

Covers: printworthy.writers.json.json_reader.
"""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from printworthy.data.article import Article, Field, Metadata
from printworthy.data.blocks import Cell, Figure, Gallery, Heading, Item, List, Paragraph, Style, Table, Text
from printworthy.data.trace import Trace
from printworthy.errors import InputError, WriteError
from printworthy.writers.json.json_reader import read_json
from printworthy.writers.json.json_writer import JsonWriter
from printworthy.writers.protocol import WriteOptions
from tests.strategies import articles

SMALL = Article(
    title="T",
    authors=("A",),
    language="en",
    confidence=0.5,
    text="x",
    blocks=(
        List(True, (Item((Heading(2, (Style("strong", (Text("x"),)),)),)),), 4),
        Gallery((Figure("https://e.com/a.png"),)),
        Table(((Cell((Paragraph((Text("c"),)),)),),)),
    ),
)


def document(article: Article = SMALL, **options: bool) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(JsonWriter().write(article, WriteOptions(**options)))
    return loaded


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(articles)
def test_any_article_comes_back(article: Article) -> None:
    assert read_json(JsonWriter().write(article)) == article


def test_half_a_character_comes_back() -> None:
    article = Article(title="a\ud800b")
    assert read_json(JsonWriter().write(article)) == article


def test_the_shape() -> None:
    written = document()
    assert written["schema"] == "printworthy/article"
    assert written["version"] == 1
    assert written["blocks"][0] == {
        "type": "list",
        "ordered": True,
        "items": [
            {
                "blocks": [
                    {
                        "type": "heading",
                        "level": 2,
                        "children": [{"type": "style", "kind": "strong", "children": [{"type": "text", "text": "x"}]}],
                    }
                ]
            }
        ],
        "start": 4,
    }
    assert [image["src"] for image in written["images"]] == ["https://e.com/a.png"]
    assert "trace" not in written


def test_the_trace_on_request() -> None:
    reasons = [("select", "kept"), ("refine", "links")]
    trace = Trace(["a", "b"], [0.9, 0.1], [True, False], lambda: reasons, {"parse": 0.5}, ["n"])
    back = read_json(JsonWriter().write(Article(trace=trace), WriteOptions(trace=True)))
    assert back.trace.segments == trace.segments
    assert (back.trace.timings, back.trace.notes) == ({"parse": 0.5}, ["n"])


def test_fields_that_are_not_known_are_left_alone_and_defaults_may_be_missing() -> None:
    written = document() | {"new": 1}
    del written["comments"], written["blocks"][0]["start"]
    assert read_json(json.dumps(written)).blocks[0] == List(True, SMALL.blocks[0].items)  # type: ignore[union-attr]


def test_what_is_known_comes_back_with_sources_and_confidence() -> None:
    known = Metadata(
        title=Field("Fog", "h1", 0.9),
        published=Field("2024-03-05T08:30:00+01:00", "ld_published_article", 0.97),
        authors=Field(("Ada Bell", "Carl Dorn"), "by_line", 0.8),
        agencies=Field(("Reuters",), "head", 0.9),
        tags=Field(("sea", "weather"), "meta", 0.9),
        direction="rtl",
        reading_minutes=3,
        title_segment=7,
    )
    article = Article(title="Fog", metadata=known)
    written = document(article)["metadata"]
    assert written["published"] == {
        "value": "2024-03-05T08:30:00+01:00",
        "source": "ld_published_article",
        "confidence": 0.97,
    }
    assert written["subtitle"] == {"value": "", "source": "", "confidence": 0.0}
    assert read_json(JsonWriter().write(article)).metadata == known


def test_an_older_file_without_metadata_is_read() -> None:
    written = document()
    del written["metadata"]
    assert read_json(json.dumps(written)).metadata == Metadata()


GONE = object()
BAD: list[tuple[str, object, str]] = [
    ("title", 5, "title: expected a text, found 5"),
    ("authors", ["a", None], "authors[1]: expected a text, found nothing"),
    ("confidence", True, "confidence: expected a number, found true"),
    ("confidence", 10**400, "confidence: expected a smaller number"),
    ("direction", "up", 'direction: expected one of ltr, rtl, found "up"'),
    ("page_type", [], "page_type: expected one of article"),
    ("metadata", [], "metadata: expected an object, found a list"),
    ("metadata.title", "T", 'metadata.title: expected an object, found "T"'),
    ("metadata.title.value", GONE, "metadata.title.value is missing"),
    ("metadata.authors.value", ["A", 1], "metadata.authors.value[1]: expected a text, found 1"),
    ("metadata.published.confidence", "high", 'metadata.published.confidence: expected a number, found "high"'),
    ("blocks", {}, "blocks: expected a list, found an object"),
    ("blocks.0", 1, "blocks[0]: expected an object, found 1"),
    ("blocks.0.type", "lost", "blocks[0].type: expected one of heading"),
    ("blocks.0.type", ["list"], "blocks[0].type: expected one of heading"),
    ("blocks.0.items.0.blocks.0.level", "2", 'blocks[0].items[0].blocks[0].level: expected a whole number, found "2"'),
    ("blocks.0.items.0.blocks.0.level", GONE, "blocks[0].items[0].blocks[0].level is missing"),
    (
        "blocks.0.items.0.blocks.0.children.0.kind",
        "loud",
        "blocks[0].items[0].blocks[0].children[0].kind: expected one of",
    ),
    ("blocks.1.figures.0.type", "rule", "blocks[1].figures[0].type: expected one of figure"),
    ("blocks.2.rows.0.0.colspan", 1.5, "blocks[2].rows[0][0].colspan: expected a whole number, found 1.5"),
    ("blocks.2.rows.0", None, "blocks[2].rows[0]: expected a list, found nothing"),
    ("version", 2, "version: expected 1, found 2"),
    ("version", True, "version: expected 1, found true"),
    ("schema", GONE, "schema: expected"),
    ("trace", {"segments": [{}]}, "trace.segments[0].text: expected a text, found nothing"),
]


@pytest.mark.parametrize(("path", "value", "message"), BAD)
def test_a_bad_field_is_named(path: str, value: object, message: str) -> None:
    changed: Any = copy.deepcopy(document())
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place = changed
    for step in way:
        place = place[step]
    if value is GONE:
        del place[last]
    else:
        place[last] = value
    with pytest.raises(InputError) as refused:
        read_json(json.dumps(changed))
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\xff", b"[1", b"[]", b"null", b"[" * 100_000, b'{"a": NaN}'])
def test_what_is_no_article_is_refused(content: bytes) -> None:
    with pytest.raises(InputError):
        read_json(content)


def test_a_number_that_json_cannot_hold_is_reported() -> None:
    with pytest.raises(WriteError, match="finite"):
        JsonWriter().write(Article(confidence=float("nan")))
