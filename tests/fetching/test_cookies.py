"""Cookies: what servers set and files bring goes back to those who set it, and to nobody else."""

from __future__ import annotations

from pathlib import Path

import pytest

from printworthy.errors import InputError
from printworthy.fetching.client import Cookies
from printworthy.fetching.transport import Reply

URL = "https://www.a.example/story"


def set_by(*values: str, url: str = URL) -> Cookies:
    cookies = Cookies()
    cookies.take(url, Reply(200, tuple(("Set-Cookie", value) for value in values), b""))
    return cookies


@pytest.mark.parametrize(
    ("value", "url", "sent"),
    [
        ("a=1", URL, "a=1"),
        ("a=1", "https://www.a.example/other", "a=1"),
        ("a=1", "https://b.example/", ""),
        ("a=1", "https://a.example/", ""),
        ("a=1; Domain=a.example", "https://b.a.example/", "a=1"),
        ("a=1; Domain=b.example", "https://b.example/", ""),
        ("a=1; Path=/story", "https://www.a.example/other", ""),
        ("a=1; Secure", "http://www.a.example/story", ""),
        ("a=1; Max-Age=0", URL, ""),
    ],
)
def test_who_hears_of_a_cookie(value: str, url: str, sent: str) -> None:
    assert set_by(value).header(url) == sent


def test_several_cookies() -> None:
    assert set(set_by("a=1", "b=2").header(URL).split("; ")) == {"a=1", "b=2"}
    assert Cookies().header(URL) == ""


LINE = ".a.example\tTRUE\t/\tFALSE\t{}\tkey\tvalue\n"


@pytest.mark.parametrize(("expires", "sent"), [("0", "key=value"), ("4102444800", "key=value"), ("1000000000", "")])
def test_cookies_of_a_file(tmp_path: Path, expires: str, sent: str) -> None:
    path = tmp_path / "cookies.txt"
    path.write_text("# Netscape HTTP Cookie File\n" + LINE.format(expires))
    assert Cookies(path).header(URL) == sent
    assert path.read_text().endswith(LINE.format(expires))


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"key=value", "no cookie file in Netscape's format: export one"),
        (b"# Netscape HTTP Cookie File\n\xff\xfe", "is no text: export the cookies again"),
        (None, "cannot be read .*: check the name"),
    ],
)
def test_files_that_are_none(tmp_path: Path, content: bytes | None, told: str) -> None:
    path = tmp_path / "cookies.txt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError, match=told):
        Cookies(path)
