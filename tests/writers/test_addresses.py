"""Addresses that may leave in a document, and those that may not."""

from __future__ import annotations

import pytest

from printworthy.writers.addresses import picture_beside, safe_link, safe_picture

DATA = "data:image/png;base64,iVBORw0KGgo="


@pytest.mark.parametrize(
    ("address", "link", "picture"),
    [
        ("https://a.example/x", True, True),
        ("HTTP://a.example/x", True, True),
        ("mailto:a@a.example", True, False),
        ("tel:+123", True, False),
        (DATA, False, True),
        ("data:image/svg+xml;base64,PHN2Zz4=", False, True),
        ("data:text/html;base64,PHA+", False, False),
        ("data:image/png,<svg onload=x>", False, False),
        ("javascript:alert(1)", False, False),
        ("file:///etc/passwd", False, False),
        ("//a.example/x", False, False),
        ("/x", False, False),
        ("http://", False, False),
        ("", False, False),
    ],
)
def test_safe(address: str, link: bool, picture: bool) -> None:
    assert safe_link(address) == (address if link else "")
    assert safe_picture(address) == (address if picture else "")


@pytest.mark.parametrize(
    ("address", "link"),
    [
        (" https://a.example/x ", "https://a.example/x"),
        ("ht\ntps://a.example/x", "https://a.example/x"),
        ("https://a.example/a b", "https://a.example/a%20b"),
        ("java\nscript:alert(1)", ""),
        ("\x01javascript:alert(1)", ""),
    ],
)
def test_what_browsers_ignore(address: str, link: str) -> None:
    assert safe_link(address) == link


@pytest.mark.parametrize(
    ("src", "beside"),
    [
        ("tower.jpg", True),
        ("img/tower.jpg", True),
        ("img/tower.jpg?v=1", True),
        ("/img/tower.jpg", False),
        ("../tower.jpg", False),
        ("img/../../tower.jpg", False),
        ("img/%2e%2E/tower.jpg", False),
        ("img\\tower.jpg", False),
        ("c:tower.jpg", False),
        ("https://a.example/x.jpg", False),
        ("?x", False),
        ("", False),
    ],
)
def test_beside(src: str, beside: bool) -> None:
    assert picture_beside(src) == (src if beside else "")
