from __future__ import annotations

import subprocess
import sys
from typing import Any

import pyarrow as pa
import pytest

from printworthy.apps.batch.output.columns import NAMES
from printworthy.apps.batch.output.parts import array, schema

PICTURE = {
    "src": "a", "alt": "ä", "caption": "", "credit": None, "width": 3, "height": None, "lead": True, "relevance": 0.5,
}  # fmt: skip
VALUES: dict[str, list[Any]] = {
    "string": ["", "ä😀", None, "z"],
    "int64": [1, None, -(2**40)],
    "int16": [200, None, 404],
    "float": [0.25, None, 1.0],
    "list<item: string>": [[], None, ["x", "", None], ["é"]],
    "map<string, float>": [[("parse", 1.5), ("build", 0.5)], [], None],
}


@pytest.mark.parametrize("field", list(schema(NAMES)), ids=NAMES)
def test_as_pyarrow_makes_them(field: pa.Field) -> None:
    values = VALUES.get(str(field.type), [[PICTURE, PICTURE | {"lead": False}], None, []])
    for some in (values, [], [None], 5 * values):
        made = array(some, field.type)
        made.validate(full=True)
        assert made.equals(pa.array(some, field.type))


@pytest.mark.processes
def test_pandas_stays_away() -> None:
    code = (
        "import sys; from printworthy.apps.batch.output.parts import array, schema\n"
        "from printworthy.apps.batch.output.columns import NAMES\n"
        "for field in schema(NAMES): array([None], field.type)\n"
        "sys.exit('pandas' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
