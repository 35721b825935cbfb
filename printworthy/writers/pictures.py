"""Pictures made fit for a document: bytes of any kind go in; a sound JPEG, PNG or SVG of a sensible size comes out.

Every picture is decoded before it is handed on, because one broken file would make a typesetter or a reading app fail
on the whole document. What cannot be used comes out as a `Flaw` with its reason.
"""

from __future__ import annotations

import re
import struct
import warnings
import zlib
from base64 import b64decode
from binascii import Error
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

from printworthy.base.extras import need
from printworthy.data.article import Resource
from printworthy.writers.svg import is_svg, sanitised

if TYPE_CHECKING:
    from PIL.Image import Image

# What pages use; formats that call other programs (EPS) or that nobody sees on the web stay closed.
_FORMATS: Final = ("JPEG", "PNG", "GIF", "WEBP", "AVIF", "BMP", "ICO", "TIFF")
_DECODING: Final = (
    OSError, SyntaxError, ValueError, EOFError, ArithmeticError, LookupError, TypeError, RuntimeError, MemoryError,
    struct.error, zlib.error,
)  # fmt: skip


_DATA: Final = re.compile(r"data:image/[a-z.+-]{2,20};base64,([a-z0-9+/=%]*)\Z", re.I)


@dataclass(frozen=True, slots=True)
class Wish:
    """What a document needs of its pictures: the longest side, grey only, and how much may be decoded."""

    side: int = 1600
    grey: bool = False
    quality: int = 84
    most_pixels: int = 50_000_000
    most_bytes: int = 32 * 1024 * 1024
    most_pictures: int = 400


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that is ready: its bytes, its kind and its size in pixels."""

    content: bytes
    media_type: str
    width: int
    height: int

    @property
    def name(self) -> str:
        """A file name that equal pictures share."""
        suffix = {"image/jpeg": ".jpg", "image/png": ".png", "image/svg+xml": ".svg"}[self.media_type]
        return f"{sha256(self.content).hexdigest()[:20]}{suffix}"


@dataclass(frozen=True, slots=True)
class Flaw:
    """Why a picture cannot be used."""

    reason: str


@dataclass(slots=True)
class Pictures:
    """The pictures of one document, each prepared once, when it is first asked for."""

    resources: Mapping[str, Resource]
    wish: Wish = field(default_factory=Wish)
    _done: dict[str, Picture | Flaw] = field(default_factory=dict)

    def get(self, src: str) -> Picture | Flaw:
        """The picture of an address."""
        if src not in self._done:
            self._done[src] = self._prepared(src)
        return self._done[src]

    def ready(self) -> list[Picture]:
        """All that were asked for and can be used, equal ones once."""
        found = (one for one in self._done.values() if isinstance(one, Picture))
        return list({one.name: one for one in found}.values())

    def _prepared(self, src: str) -> Picture | Flaw:
        resource = self.resources.get(src) or from_data(src)
        if resource is None:
            return Flaw("it was not fetched")
        if len(self._done) >= self.wish.most_pictures:
            return Flaw("there are too many pictures")
        return prepare(resource, self.wish)


def from_data(src: str) -> Resource | None:
    """The picture that an address of a page holds itself (RFC 2397); None for any other address."""
    found = _DATA.match(src)
    try:
        return Resource(b64decode(unquote(found[1])), "") if found else None
    except (Error, ValueError):
        return None


def prepare(resource: Resource, wish: Wish) -> Picture | Flaw:
    """The picture as the document needs it, whatever its media type claims."""
    if len(resource.content) > wish.most_bytes:
        return Flaw(f"its file is larger than {wish.most_bytes // 2**20} MB")
    if is_svg(resource.content):
        drawing = sanitised(resource.content)
        if drawing is None:
            return Flaw("the drawing is damaged or too large")
        return Picture(drawing.content, "image/svg+xml", drawing.width, drawing.height)
    return _raster(resource.content, wish)


def _raster(content: bytes, wish: Wish) -> Picture | Flaw:
    need("pdf", "preparing pictures", "PIL")
    from PIL import Image

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Pillow warns of large pictures; we have a limit of our own
        try:
            with Image.open(BytesIO(content), formats=_FORMATS) as image:
                return _checked(image, content, wish)
        except (*_DECODING, Image.DecompressionBombError) as error:
            return Flaw(f"its file cannot be read ({type(error).__name__})")


def _checked(image: Image, content: bytes, wish: Wish) -> Picture | Flaw:
    """The picture within its limits; a JPEG is decoded at a fraction of its size, so that it may be larger."""
    width, height = image.size
    if image.format == "JPEG":
        # One that stays as it is has to be sound only: an eighth of it, in grey, reads its file to the end.
        stays = _fits(image, (width, height), wish)
        image.draft("L" if stays else None, (width // 8, height // 8) if stays else (wish.side, wish.side))
        if stays and max(width, height) >= 3:
            image.load()
            return Picture(content, "image/jpeg", width, height)
    if image.width * image.height > wish.most_pixels:
        return Flaw(f"it has more than {wish.most_pixels // 1_000_000} megapixels")
    if max(width, height) < 3:
        return Flaw("it is a single dot")
    image.load()
    if image.format == "PNG" and _fits(image, (width, height), wish):
        return Picture(content, "image/png", width, height)
    return _converted(image, wish)


def _fits(image: Image, size: tuple[int, int], wish: Wish) -> bool:
    """May the file stay as it is?"""
    turned = image.getexif().get(0x0112, 1) != 1
    plain = image.mode in ("L", "1") or (image.mode == "RGB" and not wish.grey)
    return plain and not turned and max(size) <= wish.side and not getattr(image, "is_animated", False)


def _converted(image: Image, wish: Wish) -> Picture:
    """The picture upright, without transparency, no larger than asked, as PNG if it is flat and as JPEG otherwise."""
    from PIL import ImageOps

    few = image.mode in ("P", "1") or image.format in ("PNG", "GIF")
    shown = ImageOps.exif_transpose(image)
    shown = _opaque(shown)
    shown.thumbnail((wish.side, wish.side))
    shown = shown.convert("L" if wish.grey or shown.mode == "L" else "RGB")
    flat = few and shown.getcolors(4096) is not None
    out = BytesIO()
    if flat:
        shown.save(out, "PNG", optimize=True)
    else:
        shown.save(out, "JPEG", quality=wish.quality)
    return Picture(out.getvalue(), "image/png" if flat else "image/jpeg", *shown.size)


def _opaque(image: Image) -> Image:
    """The picture on white paper."""
    from PIL import Image as Pillow

    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        image = image.convert("RGBA")
        paper = Pillow.new("RGBA", image.size, "white")
        paper.alpha_composite(image)
        return paper.convert("RGB")
    if image.mode.startswith("I;16") or image.mode in ("I", "F"):
        return image.point(lambda value: value / 256).convert("L")
    return image if image.mode in ("RGB", "L") else image.convert("RGB")
