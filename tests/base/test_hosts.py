"""Hosts in one spelling: names in ASCII, and IP addresses however they are written."""

from __future__ import annotations

import pytest

from printworthy.base.urls import canonical_host, literal_address


@pytest.mark.parametrize(
    ("host", "canonical"),
    [
        ("example.org", "example.org"),
        ("EXAMPLE.org.", "example.org"),
        ("ex%61mple.org", "example.org"),
        ("example。org", "example.org"),
        ("ｅｘａｍｐｌｅ.org", "example.org"),
        ("bücher.example", "xn--bcher-kva.example"),
        ("straße.example", "xn--strae-oqa.example"),
        ("my_host.example", "my_host.example"),
        ("127.0.0.1", "127.0.0.1"),
        ("127.1", "127.0.0.1"),
        ("2130706433", "127.0.0.1"),
        ("0x7f000001", "127.0.0.1"),
        ("0177.0.0.1", "127.0.0.1"),
        ("0x7f.1", "127.0.0.1"),
        ("0x", "0.0.0.0"),
        ("①②⑦.0.0.1", "127.0.0.1"),
        ("::1", "::1"),
        ("0:0:0:0:0:0:0:1", "::1"),
        ("fe80::1%eth0", "fe80::1"),
        ("::ffff:7f00:1", "::ffff:7f00:1"),
    ],
)
def test_one_spelling(host: str, canonical: str) -> None:
    assert canonical_host(host) == canonical
    assert canonical_host(canonical) == canonical


@pytest.mark.parametrize(
    "host",
    ["", ".", "a..b", "-a.example", "a b.example", "a/b", "256.0.0.1", "1.2.3.4.5", "1.2.3.08", "4294967296", ":::",
     "a" * 64 + ".example", "a." * 130 + "example", "a@b", "[::1]"],
)  # fmt: skip
def test_no_host(host: str) -> None:
    assert canonical_host(host) == ""


@pytest.mark.parametrize(
    ("host", "address"),
    [("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("example.org", ""), ("1.example", ""), ("example1", ""), ("", "")],
)
def test_literal_addresses(host: str, address: str) -> None:
    assert literal_address(host) == address
