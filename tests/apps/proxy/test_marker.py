from __future__ import annotations

import pytest

from printworthy.apps.proxy.marker import STYLE_HASH, allow_style, marker, original_address, taken_out

HASH = "'sha256-x'"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("script-src 'self'", "script-src 'self'"),
        ("style-src 'unsafe-inline'", "style-src 'unsafe-inline'"),
        ("default-src 'self'", "default-src 'self'; style-src-elem 'self' 'sha256-x'"),
        ("default-src 'none'", "default-src 'none'; style-src-elem 'sha256-x'"),
        ("style-src a.example; img-src *", "style-src a.example; img-src *; style-src-elem a.example 'sha256-x'"),
        ("style-src-elem 'self'; style-src *", "style-src *; style-src-elem 'self' 'sha256-x'"),
        (
            "style-src 'unsafe-inline' 'nonce-a'",
            "style-src 'unsafe-inline' 'nonce-a'; style-src-elem 'unsafe-inline' 'nonce-a' 'sha256-x'",
        ),
        ("default-src 'self',img-src 'none'", "default-src 'self'; style-src-elem 'self' 'sha256-x',img-src 'none'"),
    ],
)
def test_only_the_markers_style_is_let_in(before: str, after: str) -> None:
    assert allow_style(before, HASH) == after


@pytest.mark.parametrize(
    ("url", "original"),
    [
        ("https://a.example", "https://a.example/?printworthy=original"),
        ("https://a.example/b?c=d&e", "https://a.example/b?c=d&e&printworthy=original"),
        ("https://a.example/b#c", "https://a.example/b?printworthy=original"),
    ],
)
def test_the_wish_for_the_original(url: str, original: str) -> None:
    assert original_address(url) == original
    path = original.removeprefix("https://a.example")
    assert taken_out(path) == ((url.partition("#")[0].removeprefix("https://a.example") or "/"), True)


@pytest.mark.parametrize("path", ["/", "/a?b=c", "/?printworthy=other", "/?q=printworthy=original-x", "/printworthy=x"])
def test_other_requests_stay_as_they_are(path: str) -> None:
    assert taken_out(path) == (path, False)


def test_the_marker_is_escaped_and_hashed() -> None:
    made = marker('https://a.example/?"><script>', "http://home/")
    assert "<script>" not in made
    assert STYLE_HASH.startswith("'sha256-")
