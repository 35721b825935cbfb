"""Addresses: resolved, normalised, grouped by site; garbage never raises."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printworthy.base.urls import absolute, host_of, normalise, registered_domain


@pytest.mark.parametrize(
    ("base", "href", "expected"),
    [
        ("http://a.org/b/c", "../d?x=1#y", "http://a.org/d?x=1#y"),
        ("https://a.org/b", "//c.org/d", "https://c.org/d"),
        ("http://a.org/", " /x\n y ", "http://a.org/x%20y"),
        ("http://a.org/", "/é", "http://a.org/%C3%A9"),
        ("http://a.org/", "javascript:void(0)", ""),
        ("http://a.org/", "JavaScript:void(0)", ""),
        ("http://a.org/", "java\nscript:void(0)", ""),
        ("http://a.org/", "data:text/html,x", ""),
        ("http://a.org/", "mailto:me@a.org", "mailto:me@a.org"),
        ("", "x", ""),
        ("http://[", "y", ""),
    ],
)
def test_absolute(base: str, href: str, expected: str) -> None:
    assert absolute(base, href) == expected


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("HTTP://Ex.COM:80/a/../b/%7Ec/?utm_source=x&b=1#f", "http://ex.com/b/~c/?b=1"),
        ("https://ex.com:8443", "https://ex.com:8443/"),
        ("http://[::1]:8080/x", "http://[::1]:8080/x"),
        ("http://a:99999/", "http://a:99999/"),
        ("no address", "no address"),
    ],
)
def test_normalise(url: str, expected: str) -> None:
    assert normalise(url) == expected
    assert normalise(expected) == expected


@pytest.mark.parametrize(
    ("host", "domain"),
    [
        ("news.bbc.co.uk", "bbc.co.uk"),
        ("a.b.example.com", "example.com"),
        ("co.uk", "co.uk"),
        ("127.0.0.1", "127.0.0.1"),
        ("localhost", "localhost"),
        ("", ""),
        ("WWW.Example.ORG.", "example.org"),
        ("a..b", "a..b"),
    ],
)
def test_registered_domain(host: str, domain: str) -> None:
    assert registered_domain(host) == domain


@given(st.text(), st.text())
def test_garbage_never_raises(one: str, other: str) -> None:
    absolute(one, other), normalise(one), host_of(one), registered_domain(one)
