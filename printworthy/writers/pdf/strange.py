"""Signs that no face may have: a text goes in; the signs to ask about, and a text that notes them, come out.

A sign without a glyph would be an empty box on paper and break the strict kinds of PDF. It is printed as its number.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from printworthy.writers.pdf.fonts import has_cjk

# What the packaged faces are known to have, and what the large system ones have.
_HELD: Final = (
    "\x00-\u024f\u02bb-\u02bd\u02c6-\u02dd\u0300-\u0304\u0391-\u03a1\u03a3-\u03ce\u0400-\u045f\u0490-\u04e9\u05d0-\u05ea"
    "\u060c\u061b\u061f\u0621-\u063a\u0640-\u0652\u0660-\u0669\u067e\u0686\u0698\u06a9\u06af\u06cc\u06f0-\u06f9\u0901-\u0939"
    "\u093c-\u094d\u0950\u0958-\u096f\u0e01-\u0e3a\u0e3f-\u0e5b\u0b85-\u0b8a\u1e00-\u1eff\u2000-\u206f\u20ac\u2116\u2122\u2190-\u2193"
    "\u2212\u221e\u2248\u2260\u2264\u2265\ufe00-\ufe0f\ufeff"
)
_CJK: Final = "\u3000-\u303f\u3041-\u3096\u3099-\u30ff\u4e00-\u9fa5\uac00-\ud7a3\uff01-\uff5e"
_PRIVATE: Final = re.compile("[\ue000-\uf8ff\U000f0000-\U0010ffff]")
_MOST: Final = 256
_UNSEEN: Final = ("Cf", "Zs", "Zl", "Zp", "Co", "Cs")
_SHOWN: Final = 3
_SCRIPT: Final = 10  # so many different signs are no longer single ones
_DENSE: Final = re.compile(f"[{_CJK}]")


def strange_signs(text: str) -> list[str]:
    """The signs of a text of which nobody knows yet whether a face has them."""
    known = f"[^{_HELD}{_CJK if has_cjk() else ''}]"
    found = re.findall(known, "".join(set(text)))
    return sorted(sign for sign in found if unicodedata.category(sign) not in _UNSEEN)


def private_signs(text: str) -> list[str]:
    """Signs that mean something in a site's own font only; another face may well have a glyph there, but not theirs."""
    return sorted(_PRIVATE.findall("".join(set(text))))


def asked_for(signs: list[str]) -> dict[str, list[str]]:
    """The signs to ask about, each with those that its answer holds for: its neighbours, where there are too many."""
    if len(signs) <= _MOST:
        return {sign: [sign] for sign in signs}
    groups: dict[int, list[str]] = {}
    for sign in signs:
        groups.setdefault(ord(sign) >> 7, []).append(sign)
    return {group[0]: group for group in groups.values()}


def advised(missing: list[str]) -> str:
    """What to say to whoever prints a text whose script no face has; "" if it is but a sign here and there."""
    count = len(missing)
    if count < _SCRIPT:
        return ""
    dense = sum(bool(_DENSE.match(sign)) for sign in missing)
    faces = "faces for Chinese, Japanese and Korean (Debian: fonts-noto-cjk)" if 2 * dense > count else "faces that do"
    return f"{count} signs are printed as their numbers, because no face here has them: install {faces}"


def noted(text: str, missing: list[str]) -> str:
    """The text with the numbers of the missing signs in their place; of a long row the first and the last."""
    if not missing:
        return text
    one = f"[{''.join(map(re.escape, missing))}]"
    return re.sub(f"{one}(?:[\u200b ]*{one})*", lambda found: _numbers(found[0]), text)


def _numbers(signs: str) -> str:
    numbers = [f"U+{ord(sign):04X}" for sign in signs if sign not in "\u200b "]
    shown = numbers if len(numbers) <= _SHOWN else [numbers[0], "…", numbers[-1]]
    return f"‹{' '.join(shown)}›"
