"""What addresses tell: the same picture in other sizes has the same key, and other pictures have others."""

from __future__ import annotations

import pytest

from printworthy.images.files import ending_of, file_key, file_words, inner_address, size_in

SAME = [
    ("https://a.example/up/lake-at-night-300x200.jpg", "https://a.example/up/lake-at-night.jpg"),
    ("https://a.example/up/lake-at-night-scaled.jpg", "https://a.example/up/lake-at-night-1024x683.jpg"),
    ("https://a.example/img/w_400,h_300/p.jpg", "https://a.example/img/w_800,h_600/p.jpg"),
    ("https://a.example/p.jpg?w=300", "https://a.example/p.jpg?w=900"),
    ("https://a.example/id/9/width/540/height/324", "https://a.example/id/9/width/1024/height/614"),
    ("https://cdn.example/_next/image?url=%2Fa%2Flake.png&w=640&q=75", "https://cdn.example/a/lake.png"),
    ("https://cdn.example/fetch/w_9/https%3A%2F%2Fa.example%2Fx%2Flake.png", "https://a.example/x/lake.png"),
    ("https://a.example/r/k1/lake-at-the-night.jpg", "https://a.example/r/k2/lake-at-the-night.jpg"),
    ("https://a.example/lake-p-500.webp", "https://a.example/lake.png"),
    ("https://a.example/lake@2x.jpg", "https://a.example/lake.jpg"),
    ("https://a.example/lake.jpg.webp", "https://a.example/lake.jpg"),
    ("https://a.example/photos/498888_2483_XXL.jpg", "https://a.example/photos/498888_2483_s.jpg"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_sizes_of_one_picture(one, other):
    assert file_key(one) == file_key(other)


OTHER = [
    ("https://a.example/1/p.jpg", "https://a.example/2/p.jpg"),
    ("https://a.example/show?id=1", "https://a.example/show?id=2"),
    ("https://a.example/lake-1.jpg", "https://a.example/lake-2.jpg"),
    ("https://a.example/d_transparent.gif/w/step-1-new.jpg", "https://a.example/d_transparent.gif/w/step-2-new.jpg"),
    ("https://a.example/1531-A/college+essay?f=1", "https://a.example/1532-B/college+essay?f=1"),
]


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_other_pictures(one, other):
    assert file_key(one) != file_key(other)


@pytest.mark.parametrize(
    ("address", "size"),
    [
        ("/a-640x480.jpg", (640, 480)),
        ("/a.jpg?w=800&h=600", (800, 600)),
        ("/w_1200,c_fill/a.jpg", (1200, 0)),
        ("/a.jpg?format=1500w", (1500, 0)),
        ("https://x.example/avatar?s=96", (96, 96)),
        ("/mediaId/7/width/540/height/324", (540, 324)),
        ("/a.jpg", (0, 0)),
        ("/2024/05/a.jpg", (0, 0)),
    ],
)
def test_size(address, size):
    assert size_in(address) == size


def test_words_and_endings():
    assert file_words("https://a.example/x/siteLogo_big-2.png?v=1") == ["site", "logo", "big", "png"]
    assert file_words("https://a.example/%C3%A9cran.jpg") == ["écran", "jpg"]
    assert ending_of("https://a.example/a.JPG?x=1") == "jpg"
    assert ending_of("https://a.example/page.html") == ""


def test_long_and_odd_addresses_are_bounded():
    long = "https://a.example/" + "a-10x10/" * 5000
    assert len(inner_address(long)) == 2000
    assert file_key(long)
    assert isinstance(file_key(""), str)
