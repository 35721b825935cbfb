"""The documented schema is the one that is written, and its example runs.

Covers: printworthy.writers.json.json_schema.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from printworthy.writers.json import json_schema as schema

PAGE = (Path(__file__).parents[3] / "docs" / "json.md").read_text(encoding="utf-8")


def test_the_example_runs() -> None:
    found = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert found
    exec(found[1], {})


@pytest.mark.parametrize(("name", "kind"), (schema.BLOCKS | schema.INLINES).items())
def test_every_type_is_documented_with_its_fields(name: str, kind: schema.Kind) -> None:
    row = re.search(rf"^\| `{name}` \| (.*) \|$", PAGE, re.MULTILINE)
    assert row
    for field in kind.fields:
        assert (f"`{field.name}` †" in row[1]) == (not field.required), field.name
        assert f"`{field.name}`" in row[1]
        assert all(f'"{word}"' in row[1] for word in field.shape if isinstance(field.shape, tuple))


@pytest.mark.parametrize("field", schema.ARTICLE.fields)
def test_every_field_of_the_document_is_documented(field: schema.SchemaField) -> None:
    assert re.search(rf"^\| .*`{field.name}` †.* \|", PAGE, re.MULTILINE)


@pytest.mark.parametrize("field", schema.OBJECTS["metadata"].fields)
def test_every_field_of_the_metadata_is_documented(field: schema.SchemaField) -> None:
    part = PAGE.partition("## The metadata")[2].partition("## The trace")[0]
    row = re.search(rf"^\| .*`{field.name}` †.* \| (.*) \|$", part, re.MULTILINE)
    assert row
    known = field.shape if isinstance(field.shape, str) and field.shape.startswith("known") else ""
    assert row[1].partition(":")[0] == known or not known
