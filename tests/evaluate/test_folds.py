import random

import pytest

from printworthy.evaluate.folds import PageKey, group_folds, groups, page_keys, registered_domain

pytest.importorskip("tldextract")


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://www.example.com/a", "example.com"),
        ("http://news.example.co.uk:8080/b?c", "example.co.uk"),
        ("https://EXAMPLE.com.", "example.com"),
        ("example.org/path", "example.org"),
        ("http://192.0.2.7/page", "192.0.2.7"),
        ("http://localhost/page", "localhost"),
        ("https://web.archive.org/web/20120611024252/http://www.example.it/x", "example.it"),
    ],
)
def test_registered_domain(url, expected):
    assert registered_domain(url) == expected


def page(name, url="", head="", body=""):
    return PageKey(name, url, f"<html><head>{head}</head><body>{body or name}</body></html>".encode())


HERE = page("1", "https://example.com/1")
SITE = "<title>Storm</title><meta property='og:site_name' content='{}'>"
LONG = "<title>The storm that took the old harbour of the town</title>"


@pytest.mark.parametrize(
    ("one", "other", "together"),
    [
        (HERE, page("2", "http://b.example.com/2"), True),
        (HERE, page("2", "https://example.org/1"), False),
        (PageKey("1", "https://example.com/", b"same"), PageKey("2", "https://example.org/", b"same"), True),
        # The address is in the page.
        (HERE, page("2", head='<link rel="canonical" href="http://example.com/x">'), True),
        (HERE, page("2", head="<link href=https://example.com/x rel=canonical>"), True),
        (HERE, page("2", head="<meta property='og:url' content='http://example.com/'>"), True),
        (HERE, page("2", head='<link rel="canonical" href="/x">'), False),
        # A copy names the original as canonical.
        (HERE, page("2", "https://copy.net/1", '<link rel="canonical" href="http://example.com/1">'), True),
        # The address is in the file's name.
        (HERE, page("set/blog.example.com.2019.html"), True),
        (page("1", "https://example.at/1"), page("set/example.at-news.html"), True),
        (HERE, page("set/d36b1d6cdc2c41e1.html"), False),
        # The same title on a site of the same name.
        (
            page("1", "https://a.com/", SITE.format("A &amp; B")),
            page("2", "https://b.com/", SITE.format("a & b")),
            True,
        ),
        (page("1", "https://a.com/", SITE.format("Sea")), page("2", "https://b.com/", SITE.format("Land")), False),
        (page("1", "https://a.com/", "<title>Home</title>"), page("2", "https://b.com/", "<TITLE>Home</TITLE>"), False),
        # A long title says enough by itself.
        (page("1", "https://a.com/", LONG), page("2", "https://b.com/", LONG.upper()), True),
    ],
)
def test_pages_that_belong_together_are_one_group(one, other, together):
    first, second = groups([one, other])
    assert (first == second) is together


def test_ties_reach_through_other_pages():
    pages = [
        PageKey("1", "https://a.example.com/", b"one"),
        PageKey("2", "https://example.com/", b"two"),
        PageKey("3", "https://example.org/", b"two"),
        PageKey("4", "https://example.org/", b"four"),
        PageKey("5", "https://example.net/", b"five"),
    ]
    found = groups(pages)
    assert len(set(found[:4])) == 1
    assert found[4] != found[0]
    assert found[0] == "domain:example.com"


def test_folds_do_not_depend_on_order_or_on_other_pages():
    pages = [page(str(number), f"https://site{number % 40}.com/{number}") for number in range(200)]
    expected = dict(zip(pages, group_folds(pages), strict=True))
    shuffled = random.Random(1).sample(pages, 90)
    assert group_folds(shuffled) == [expected[one] for one in shuffled]


def test_folds_hold_all_numbers_and_share_the_pages():
    pages = [page(str(number), f"https://site{number}.com/") for number in range(1000)]
    folds = group_folds(pages, 5)
    assert {fold: folds.count(fold) > 150 for fold in range(5)} == dict.fromkeys(range(5), True)
    assert set(group_folds(pages, 3)) == {0, 1, 2}


def test_a_page_without_any_hint_is_a_group_of_its_own():
    keys = list(page_keys(PageKey("x", "", b"\xff\x00")))
    assert len(keys) == 1
    assert keys[0].startswith("hash:")
