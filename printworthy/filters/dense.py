"""Dense scripts: two characters of Chinese or Japanese make a word, five letters one of the languages with spaces."""

from __future__ import annotations

import re
from typing import Final

_RUNS: Final = re.compile("[\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9d]+")
# The upper bytes that these characters have in UTF-16.
_ROWS: Final = bytes([0x30, *range(0x34, 0xA0), 0xF9, 0xFA, 0xFF])
_SURPLUS: Final = 1.5
_LOOK: Final = 16


def dense_surplus(text: str) -> int:
    """By how many letters more than it has a text counts."""
    if _RUNS.search(text, 0, _LOOK) is None and not _may_have_some(text):
        return 0
    return int(_SURPLUS * len("".join(_RUNS.findall(text))))


def _may_have_some(text: str) -> bool:
    """Patterns are slow: most texts of other scripts are told without."""
    if len(text.encode("latin-1", "ignore")) == len(text):
        return False
    rows = text.encode("utf-16-le", "surrogatepass")[1::2]
    return len(rows.translate(None, _ROWS)) < len(rows)
