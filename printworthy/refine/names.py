"""Names: a class or id → the words that it is made of."""

from __future__ import annotations

import re
from typing import Final

_WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def name_words(name: str) -> set[str]:
    """The words of one name, as its hyphens and capitals part them, in small letters."""
    return {part.lower() for part in _WORD.findall(name)}
