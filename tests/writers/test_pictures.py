from __future__ import annotations

from io import BytesIO

import pytest

from printworthy.data.article import Resource
from printworthy.writers.pictures import Flaw, Picture, Pictures, Wish, prepare
from printworthy.writers.svg import sanitised

Image = pytest.importorskip("PIL.Image")


def encoded(kind: str, size: tuple[int, int] = (40, 30), mode: str = "RGB") -> bytes:
    out = BytesIO()
    Image.new(mode, size, 200).save(out, kind)
    return out.getvalue()


@pytest.mark.parametrize(
    ("kind", "mode", "media_type"),
    [
        ("JPEG", "RGB", "image/jpeg"),
        ("PNG", "RGB", "image/png"),
        ("PNG", "RGBA", "image/png"),
        ("PNG", "P", "image/png"),
        ("GIF", "P", "image/png"),
        ("WEBP", "RGB", "image/jpeg"),
        ("AVIF", "RGB", "image/jpeg"),
        ("JPEG", "CMYK", "image/jpeg"),
        ("PNG", "I;16", "image/png"),
    ],
)
def test_kinds(kind: str, mode: str, media_type: str) -> None:
    found = prepare(Resource(encoded(kind, mode=mode), "image/lie"), Wish())
    assert isinstance(found, Picture)
    assert (found.media_type, found.width, found.height) == (media_type, 40, 30)


def test_large_ones_shrink_and_small_ones_stay() -> None:
    large = prepare(Resource(encoded("PNG", (900, 300)), ""), Wish(side=300))
    assert isinstance(large, Picture)
    assert (large.width, large.height) == (300, 100)
    small = prepare(Resource(encoded("PNG"), ""), Wish(side=300))
    assert isinstance(small, Picture)
    assert small.content == encoded("PNG")


def test_grey() -> None:
    found = prepare(Resource(encoded("JPEG"), ""), Wish(grey=True))
    assert isinstance(found, Picture)
    assert Image.open(BytesIO(found.content)).mode == "L"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<html>",
        b"\x89PNG\r\n\x1a\nxxxx",
        encoded("JPEG", (400, 300))[:300],
        encoded("PNG", (1, 1)),
        b"%!PS-Adobe-3.0 EPSF",
    ],
)
def test_flaws(content: bytes) -> None:
    assert isinstance(prepare(Resource(content, "image/png"), Wish()), Flaw)


def test_pixels_are_limited_but_a_jpeg_is_decoded_small() -> None:
    wish = Wish(side=500, most_pixels=1_000_000)
    assert isinstance(prepare(Resource(encoded("PNG", (1500, 1500)), ""), wish), Flaw)
    assert isinstance(prepare(Resource(encoded("JPEG", (4000, 4000)), ""), wish), Picture)


def test_equal_pictures_are_one_file() -> None:
    resource = Resource(encoded("PNG"), "")
    pictures = Pictures({"a": resource, "b": resource})
    assert pictures.get("a") == pictures.get("b")
    assert len(pictures.ready()) == 1
    assert isinstance(pictures.get("c"), Flaw)


SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" {}>{}</svg>'


@pytest.mark.parametrize(
    ("inner", "gone"),
    [
        ("<script>alert(1)</script>", b"alert"),
        ('<rect onclick="alert(1)"/>', b"onclick"),
        ('<image href="file:///etc/passwd"/>', b"passwd"),
        ('<image xlink:href="http://evil.example/x.png"/>', b"evil"),
        ('<use href="http://evil.example/x.svg#a"/>', b"evil"),
        ('<rect style="fill:url(http://evil.example/a)"/>', b"evil"),
        ("<style>@import 'http://evil.example'</style>", b"evil"),
        ("<foreignObject><p>x</p></foreignObject>", b"foreign"),
        ('<rect filter="url(#f)"/>', b"filter"),
    ],
)
def test_svg_is_sanitised(inner: str, gone: bytes) -> None:
    found = sanitised(SVG.format('width="10" height="10"', inner + "<circle r='1'/>").encode())
    assert found is not None
    assert gone not in found.content
    assert b"circle" in found.content


LAUGHS = (
    "".join(f'<g id="g{n}">' + f'<use href="#g{n - 1}"/>' * 10 + "</g>" for n in range(1, 9)) + '<g id="g0"><rect/></g>'
)


@pytest.mark.parametrize(
    "svg",
    [
        '<!DOCTYPE svg [<!ENTITY a "b">]>' + SVG.format('width="1" height="1"', "&a;"),
        SVG.format('width="9" height="9"', LAUGHS + '<use href="#g8"/>'),
        SVG.format('width="9" height="9"', '<g id="a"><use href="#a"/></g>'),
        SVG.format('width="9" height="9"', "<g>" * 500 + "</g>" * 500),
        SVG.format("", "<rect/>"),
        "<svg",
    ],
)
def test_svg_that_is_refused(svg: str) -> None:
    assert sanitised(svg.encode()) is None


@pytest.mark.parametrize(
    ("attributes", "size"),
    [
        ('width="2in" height="1in"', (192, 96)),
        ('viewBox="0 0 30 20"', (30, 20)),
        ('width="60" viewBox="0 0 30 20"', (60, 40)),
    ],
)
def test_svg_size(attributes: str, size: tuple[int, int]) -> None:
    found = sanitised(SVG.format(attributes, "<rect/>").encode())
    assert found is not None
    assert (found.width, found.height) == size
