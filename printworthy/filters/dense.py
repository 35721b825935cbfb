"""Dense scripts: two characters of Chinese or Japanese make a word, five letters one of the languages with spaces."""

from __future__ import annotations

import re
from typing import Final

_RUNS: Final = re.compile("[\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9d]+")
# The upper bytes that these characters have in UTF-16.
_ROWS: Final = bytes([0x30, *range(0x34, 0xA0), 0xF9, 0xFA, 0xFF])
_SURPLUS: Final = 1.5


def dense_surplus(text: str) -> int:
    """By how many letters more than it has a text counts. Patterns are slow: most texts are told without."""
    if len(text.encode("latin-1", "ignore")) == len(text):
        return 0
    rows = text.encode("utf-16-le", "surrogatepass")[1::2]
    if len(rows.translate(None, _ROWS)) == len(rows):
        return 0
    return int(_SURPLUS * len("".join(_RUNS.findall(text))))
