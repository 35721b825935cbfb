"""Emoji as small pictures: the text of a document goes in; a drawing for each emoji in it comes out.

A face of coloured pictures would stand in the PDF as a Type 3 font, which printers set badly and archives refuse.
"""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

from printworthy.writers.pdf.fonts import emoji_font

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
