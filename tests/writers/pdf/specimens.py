"""Articles to look at and to test with: `articles/*.json`, and the pictures that they name, drawn here."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw

from printworthy.data.article import Article, Resource
from printworthy.writers.json.json_reader import read_json

ARTICLES = Path(__file__).with_name("articles")
HOST = "https://pictures.example"
SVG = b"""<svg xmlns="http://www.w3.org/2000/svg" width="640" height="420" viewBox="0 0 640 420">
<script>alert(1)</script><image href="file:///etc/passwd" width="10" height="10"/>
<circle cx="320" cy="270" r="120" fill="none" stroke="#444" stroke-width="6"/>
<circle cx="320" cy="270" r="14" fill="#444"/>
<path d="M200 130 Q320 20 440 130 L410 175 L395 140 Q320 75 245 140 L230 175 Z" fill="#8a6d3b" onclick="x()"/>
</svg>"""


def load(name: str) -> Article:
    return read_json((ARTICLES / f"{name}.json").read_bytes())


@cache
def RESOURCES() -> dict[str, Resource]:  # noqa: N802
    """The pictures by address; "gone.jpg" was never fetched, and "broken.jpg" is cut short."""
    valley = encoded(scene((1200, 800)), "JPEG")
    made = {
        "valley.jpg": Resource(valley, "image/jpeg"),
        "tower.jpg": Resource(encoded(scene((960, 540), tower=True), "WEBP"), "image/jpeg"),
        "tall.png": Resource(encoded(scene((500, 1400), tower=True), "PNG"), "image/png"),
        "small.png": Resource(encoded(scene((120, 90)), "PNG"), "image/png"),
        "broken.jpg": Resource(valley[: len(valley) // 3], "image/jpeg"),
        "escapement.svg": Resource(SVG, "image/svg+xml"),
    }
    return {f"{HOST}/{name}": resource for name, resource in made.items()}


def scene(size: tuple[int, int], tower: bool = False) -> Image.Image:
    """Hills in the mist, with or without a tower."""
    width, height = size
    sky = Image.linear_gradient("L").resize(size)
    bands = (sky.point(lambda v: 205 + v // 6), sky.point(lambda v: 190 + v // 7), sky.point(lambda v: 196 - v // 9))
    image = Image.merge("RGB", bands)
    draw = ImageDraw.Draw(image)
    for step in range(5):
        base = height * (0.5 + 0.1 * step)
        ridge = height * 0.025
        points = [(x, base + ridge * ((x * (step + 3) // 97) % 5 - 2)) for x in range(0, width + 40, width // 12)]
        shade = 150 - 24 * step
        draw.polygon([(0, height), *points, (width, height)], fill=(shade - 10, shade, shade + 6))
    if tower:
        left, right, top = width * 0.46, width * 0.54, height * 0.18
        draw.polygon([(left, top), ((left + right) / 2, top - height * 0.12), (right, top)], fill=(70, 58, 60))
        draw.rectangle((left, top, right, height * 0.85), fill=(96, 84, 82))
        draw.ellipse((left + 6, top + 12, right - 6, top + right - left), fill=(236, 226, 200))
    return image


def encoded(image: Image.Image, kind: str) -> bytes:
    out = BytesIO()
    image.save(out, kind, quality=80)
    return out.getvalue()
