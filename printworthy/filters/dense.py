"""Dense scripts: two characters of Chinese or Japanese make a word, five letters one of the languages with spaces."""

from __future__ import annotations

import re
from typing import Final

_RUNS: Final = re.compile("[\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9d]+")
# The first bytes that these characters, and few others, have in UTF-8.
_LEADS: Final = bytes([*range(0xE3, 0xEA), 0xEF])
_SURPLUS: Final = 1.5


def dense_surplus(text: str) -> int:
    """By how many letters more than it has a text counts."""
    # Patterns are slow: most texts of other scripts are told without.
    told = text.encode("utf-8", "surrogatepass")
    if len(told.translate(None, _LEADS)) == len(told):
        return 0
    return int(_SURPLUS * len("".join(_RUNS.findall(text))))
