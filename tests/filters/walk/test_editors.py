"""What a filtered page says of its charset is what it is written in."""

from __future__ import annotations

import pytest

from printworthy.base.encoding import declared, to_utf8
from printworthy.printing.filtering import filter_page

BODY = "<title>钟</title><body><p>钟楼里的旧钟在走，声音传得很远，人们都听得见它的钟声。</p>"


@pytest.mark.parametrize(
    "meta",
    [
        "<meta charset=gb2312>",
        '<META CHARSET="GBK">',
        '<meta http-equiv="Content-Type" content="text/html; charset=gb2312">',
        "<meta content='text/html;charset=\"gb2312\"' http-equiv=content-type>",
        '<meta http-equiv="Content-Type" content="text/html">',
        "",
    ],
)
@pytest.mark.parametrize("profile", ["off", "light", "text-only", "reader"])
def test_a_page_of_another_charset_says_utf8(meta: str, profile: str) -> None:
    made = filter_page((meta + BODY).encode("gb2312"), "", profile)
    written = made.encode()
    assert declared(written) == "utf-8"
    assert "gb" not in made.partition("<body")[0].lower()
    assert "旧钟" in to_utf8(written).decode()
    assert filter_page(written, "", profile) == made


@pytest.mark.parametrize("meta", ['<meta charset="UTF-8">', '<meta charset="utf8">'])
def test_a_page_that_says_so_already_stays(meta: str) -> None:
    assert meta in filter_page(meta + BODY, "", "off")


def test_a_page_of_ascii_needs_no_declaration() -> None:
    assert "<meta" not in filter_page("<p>plain</p>", "", "off")
