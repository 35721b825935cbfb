"""A page as it was fetched: what the server said about it, and its text in UTF-8."""

from __future__ import annotations

import pytest

from printworthy.data.page import Page
from printworthy.errors import InputError


@pytest.mark.parametrize(
    ("header", "kind", "charset"),
    [
        ("text/html", "text/html", ""),
        ("Text/HTML; charset=UTF-8", "text/html", "utf-8"),
        ('text/html; charset="windows-1252"', "text/html", "windows-1252"),
        ("image/png", "image/png", ""),
        ("", "", ""),
        (";", "", ""),
    ],
)
def test_what_the_server_said(header: str, kind: str, charset: str) -> None:
    page = Page("https://a.example/", b"", headers={"content-type": header} if header else {})
    assert (page.media_type, page.charset) == (kind, charset)


def test_html() -> None:
    page = Page(
        "https://a.example/", "<p>Ça va".encode("cp1252"), headers={"content-type": "text/html; charset=cp1252"}
    )
    assert "Ça va" in page.html.decode()
    with pytest.raises(InputError):
        Page("https://a.example/", b"").html  # noqa: B018 - made, and refused


def test_content_is_not_shown() -> None:
    assert "secret" not in repr(Page("https://a.example/", b"secret", headers={"set-cookie": "secret"}))
