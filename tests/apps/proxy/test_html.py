"""What people are told whose request came to nothing."""

from __future__ import annotations

import pytest

from printworthy.apps.proxy.html import failure

UNKNOWN = "Connection killed: Request destination unknown. Unable to figure out where this should be forwarded to."
REFUSED = (
    "Connection killed: 127.0.0.1 is refused (this machine itself): give a public http(s) address, or save the page "
    "and give the file; or start the proxy with --allow-private"
)


@pytest.mark.parametrize(
    ("message", "says"),
    [
        ("[Errno -2] Name or service not known", b"This site could not be reached: its name is not known."),
        ("what nobody foresaw & nobody knows", b"could not be reached: what nobody foresaw &amp; nobody knows."),
        (REFUSED, b"127.0.0.1 is refused (this machine itself).</p>"),
        (REFUSED, b"--allow-private"),
        (UNKNOWN, b"set this address and port as the proxy of your browser"),
    ],
)
def test_pages(message: str, says: bytes) -> None:
    assert says in failure(502, message)


def test_a_browser_that_opens_the_proxy_as_a_site_is_told_what_it_is() -> None:
    assert b"could not be reached" not in failure(502, UNKNOWN)


def test_a_reader_is_not_told_what_only_the_command_can_do() -> None:
    assert b"give the file" not in failure(502, REFUSED)
    assert b"killed" not in failure(502, REFUSED)
