"""Stated: bytes of HTML → the text of the article as the page states it for search engines (`articleBody`), if it does.

It is read from the bytes, wherever it stands: few pages state it, and they do so in one long string of JSON.
"""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Final

_NAME: Final = b'"articleBody"'
_COLON: Final = re.compile(r"\s{0,20}:\s{0,20}(?=\")")
_TAG: Final = re.compile(r"<[^<>]{0,2000}>")
_FEWEST: Final = 200  # characters
_LONGEST: Final = 500_000  # bytes
_MOST: Final = 10  # texts
_STRINGS: Final = json.JSONDecoder(strict=False)


def stated_body(html: bytes) -> str:
    """The texts that a page states, one after the other; nothing if there is none."""
    found: list[str] = []
    at = html.find(_NAME)
    for _ in range(_MOST):
        if at < 0:
            break
        at += len(_NAME)
        found.append(_string(html[at : at + _LONGEST].decode("utf-8", "replace")))
        at = html.find(_NAME, at)
    return " ".join(text for text in found if len(text) >= _FEWEST)


def _string(rest: str) -> str:
    """The string of JSON after a colon, as text without tags."""
    colon = _COLON.match(rest)
    if colon is None:
        return ""
    try:
        text = str(_STRINGS.raw_decode(rest, colon.end())[0])
    except ValueError:
        return ""
    return _TAG.sub(" ", unescape(text))
