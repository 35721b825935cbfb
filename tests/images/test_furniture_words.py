"""Names, files and addresses that tell furniture from pictures."""

from __future__ import annotations

import pytest

from printworthy.images.furniture_words import (
    is_filed_furniture,
    is_foreign,
    is_formula,
    is_named_furniture,
    is_shared_by_all,
)


@pytest.mark.parametrize(
    ("key", "furniture"),
    [
        ("author-avatar", True),
        ("siteLogo", True),
        ("post-thumbnail", True),
        ("NEWSLETTER", True),
        ("article-image", False),
        ("kg-card kg-image-card", False),  # what Ghost calls every block
        ("kg-card bookmark", True),
        ("iconic", False),
        ("", False),
    ],
)
def test_names(key: str, furniture: bool) -> None:
    assert is_named_furniture(key) is furniture


@pytest.mark.parametrize(
    ("words", "furniture", "shared"),
    [
        (["site", "logo"], True, True),
        (["default", "share"], False, True),
        (["opengraph"], False, True),
        (["lake", "dawn"], False, False),
        ([], False, False),
    ],
)
def test_files(words: list[str], furniture: bool, shared: bool) -> None:
    assert (is_filed_furniture(words), is_shared_by_all(words)) == (furniture, shared)


@pytest.mark.parametrize(
    ("address", "foreign"),
    [
        ("https://ad.doubleclick.net/x.gif", True),
        ("https://secure.gravatar.com/avatar/1", True),
        ("https://www.facebook.com/tr?id=1", True),
        ("https://a.example/PIXEL.gif", True),
        ("https://a.example/smilies/1.gif", True),
        ("https://notdoubleclick.net/x.gif", False),
        ("https://a.example/lake.jpg", False),
        ("", False),
    ],
)
def test_addresses(address: str, foreign: bool) -> None:
    assert is_foreign(address) is foreign


@pytest.mark.parametrize(
    ("address", "names", "formula"),
    [
        ("https://latex.codecogs.com/x", "", True),
        ("https://a.example/api/math/render/svg/1", "", True),
        ("x.png", "mwe-math-fallback", True),
        ("lake.jpg", "photo", False),
    ],
)
def test_formulas(address: str, names: str, formula: bool) -> None:
    assert is_formula(address, names) is formula
