"""Characters that the fonts may lack: a text goes in; drawings of its emoji, and the characters to ask about, come out.

A font of coloured pictures would stand in the PDF as a Type 3 font, which printers set badly and archives refuse. A
character without a glyph would be an empty box on paper and break the strict kinds of PDF: its number is printed.
"""

from __future__ import annotations

import re
import unicodedata
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

from printworthy.writers.pdf.fonts import emoji_font, has_cjk

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

# Signs that are emoji by themselves (Emoji_Presentation in UTS 51), and those that a selector makes emoji.
_BMP: Final = (
    "\u231a\u231b\u23e9-\u23ec\u23f0\u23f3\u25fd\u25fe\u2614\u2615\u2648-\u2653\u267f\u2693\u26a1\u26aa\u26ab\u26bd"
    "\u26be\u26c4\u26c5\u26ce\u26d4\u26ea\u26f2\u26f3\u26f5\u26fa\u26fd\u2705\u270a\u270b\u2728\u274c\u274e"
    "\u2753-\u2755\u2757\u2795-\u2797\u27b0\u27bf\u2b1b\u2b1c\u2b50\u2b55"
)
_ALONE: Final = f"[{_BMP}\U0001f004\U0001f0cf\U0001f18e\U0001f191-\U0001f19a\U0001f200-\U0001f265\U0001f300-\U0001faff]"
_SELECTED: Final = (
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u2bff\u3030\u303d\u3297\u3299"
    "\U0001f170-\U0001f171]\ufe0f"
)
_ONE: Final = f"(?:{_SELECTED}|{_ALONE})[\ufe0f\U0001f3fb-\U0001f3ff]*"
_EMOJI: Final = re.compile(
    f"[\U0001f1e6-\U0001f1ff]{{2}}|[0-9#*]\ufe0f?\u20e3|{_ONE}[\U000e0020-\U000e007f]*(?:\u200d{_ONE})*"
)
# One of these is in every emoji.
_LEAD: Final = re.compile(f"{_ALONE}|[\ufe0f\u20e3\U0001f1e6-\U0001f1ff]")
# The only size that the coloured faces of today are drawn in, and how many different ones a document may hold.
_SIZE: Final = 109
_MOST: Final = 200
_WIDEST: Final = 600
# What the packaged faces are known to have, and what the large system ones have.
_HELD: Final = (
    "\x00-\u024f\u02bb-\u02bd\u02c6-\u02dd\u0300-\u0304\u0391-\u03a1\u03a3-\u03ce\u0400-\u045f\u0490-\u04e9\u05d0-\u05ea"
    "\u060c\u061b\u061f\u0621-\u063a\u0640-\u0652\u0660-\u0669\u067e\u0686\u0698\u06a9\u06af\u06cc\u06f0-\u06f9\u0901-\u0939"
    "\u093c-\u094d\u0950\u0958-\u096f\u0e01-\u0e3a\u0e3f-\u0e5b\u0b85-\u0b8a\u1e00-\u1eff\u2000-\u206f\u20ac\u2116\u2122\u2190-\u2193"
    "\u2212\u221e\u2248\u2260\u2264\u2265\ufe00-\ufe0f\ufeff"
)
_CJK: Final = "\u3000-\u303f\u3041-\u3096\u3099-\u30ff\u4e00-\u9fa5\uac00-\ud7a3\uff01-\uff5e"
_PRIVATE: Final = re.compile("[\ue000-\uf8ff\U000f0000-\U0010ffff]")
_MOST_ASKED: Final = 256
_UNSEEN: Final = ("Cf", "Zs", "Zl", "Zp", "Co", "Cs")
_SHOWN: Final = 3
_SCRIPT: Final = 10  # so many different signs are no longer single ones
_DENSE: Final = re.compile(f"[{_CJK}]")


def find_emoji(text: str) -> list[str]:
    """The different emoji of a text, the longest first, so that a family is not taken for its members."""
    if _LEAD.search("".join(set(text))) is None:
        return []
    found = dict.fromkeys(_EMOJI.findall(text))
    return sorted(found, key=len, reverse=True)[:_MOST]


def draw_emoji(emoji: list[str], folder: Path, first: int = 0) -> dict[str, str]:
    """Draw them into the folder, numbered from `first`; file names by emoji, without those that the face lacks."""
    font = emoji_font() if emoji else ""
    if not font:
        return {}
    from PIL import ImageFont, features

    layout = ImageFont.Layout.RAQM if features.check("raqm") else ImageFont.Layout.BASIC
    try:
        face = ImageFont.truetype(font, _SIZE, layout_engine=layout)
    except OSError:
        return {}
    drawn = {one: _drawn(one, face) for one in emoji}
    names = {one: f"emoji-{number}.png" for number, (one, image) in enumerate(drawn.items(), first) if image}
    for one, name in names.items():
        (folder / name).write_bytes(drawn[one])
    return {one: f"/{name}" for one, name in names.items()}


def _drawn(emoji: str, face: FreeTypeFont) -> bytes:
    """One emoji on nothing; no bytes if the face lacks it."""
    from PIL import Image, ImageDraw

    left, top, right, bottom = (round(side) for side in face.getbbox(emoji))
    if not (0 < right - left <= _WIDEST and 0 < bottom - top <= _WIDEST):
        return b""
    image = Image.new("RGBA", (right - left, bottom - top), (255, 255, 255, 0))
    ImageDraw.Draw(image).text((-left, -top), emoji, font=face, embedded_color=True)
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


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
    if len(signs) <= _MOST_ASKED:
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
