"""`filter_page`: whatever names the settings, and whatever form is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from printworthy.data.tree import Tree
from printworthy.errors import InputError, UsageError
from printworthy.filters.settings import OFF, PROFILES, Settings, find_profile
from printworthy.printing.filtering import choose, filter_facts, filter_in_full, filter_page
from tests.printing.pages import TITLE, body, page, paragraphs

URL = "https://paper.example/news/lamps"
PAGE = page(body(1))
COOKIES = "We use cookies to make this paper better"
TAGS = {"tags": {"scripts": True}}


@pytest.mark.parametrize(
    ("settings", "profile"),
    [(None, "light"), *((name, name) for name in PROFILES), (find_profile("reader"), "reader"), (OFF, "off")],
)
def test_profiles(settings: Settings | str | None, profile: str) -> None:
    assert choose(settings) == PROFILES[profile]


def test_settings_as_a_mapping_or_a_file(tmp_path: Path) -> None:
    file = tmp_path / "filters.toml"
    file.write_text('profile = "text-only"\n[tags]\nimages = false\n[proxy]\nport = 1\n')
    for settings in ({"profile": "text-only", "tags": {"images": False}, "proxy": {"port": 1}}, file):
        chosen = choose(settings)
        assert (chosen.profile, chosen.tags.images, chosen.tags.media) == ("text-only", False, True)


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ("reeder", "there is no profile 'reeder': choose one of off, light"),
        ({"tagz": {}}, r"tagz"),
        (Path("/no/such/filters.toml"), "filters.toml"),
    ],
)
def test_settings_that_are_none(settings: Any, told: str) -> None:
    with pytest.raises((UsageError, InputError), match=told):
        choose(settings)


def test_without_settings_the_look_stays_and_the_banner_goes() -> None:
    content = filter_page(PAGE, URL)
    assert COOKIES not in content
    assert "sidebar" in content
    assert COOKIES in filter_page(PAGE, URL, OFF)


def test_forms() -> None:
    forms = {name: filter_in_full(PAGE, URL, {"output": {"form": name}}) for name in ("page", "text", "article")}
    assert {name: made.form for name, made in forms.items()} == {name: name for name in forms}
    assert all(TITLE in made.content for made in forms.values())
    assert "<p>" not in forms["text"].content
    assert "Most read" in forms["page"].content
    assert "Most read" not in forms["article"].content


def test_a_page_without_an_article_stays_a_page() -> None:
    links = "<body>" + "".join(f"<li><a href=/{n}>Story number {n} of today</a></li>" for n in range(30))
    made = filter_in_full(links, URL, {"output": {"form": "article"}})
    assert made.form == "page"
    assert "Story number 7" in made.content


def test_what_was_done_is_counted() -> None:
    made = filter_in_full("<body><script>1</script><script>2</script><p>Words", URL, TAGS)
    assert made.removed == {"tags": 2}
    assert filter_facts(b"<body><script>1</script><p>Words", URL, TAGS) == {
        "content": "<html><head></head><body><p>Words</p></body></html>",
        "form": "page",
        "removed": {"tags": 1},
        "links": 0,
        "portal": False,
    }


@pytest.mark.parametrize("settings", [TAGS, {"output": {"form": "article"}}])
def test_the_last_touch(settings: Mapping[str, Any]) -> None:
    def finish(tree: Tree) -> None:
        tree.root.attrs["data-touched"] = "yes"

    assert 'data-touched="yes"' in filter_in_full(PAGE, URL, settings, finish=finish).content


def test_charset() -> None:
    html = "<body><p>Ça va ?".encode("cp1252")
    assert "Ça va ?" in filter_in_full(html, URL, OFF, "windows-1252").content


@pytest.mark.parametrize(("text", "declared"), [("Ça va ?", True), ("Fine", False)])
def test_a_page_says_that_it_is_utf_8_if_it_needs_to(text: str, declared: bool) -> None:
    assert ("utf-8" in filter_page(f"<body><p>{text}", URL, OFF).lower()) is declared


def test_addresses() -> None:
    html = '<body><a href="more.html">More</a>'
    assert 'href="https://paper.example/news/more.html"' in filter_page(html, URL, OFF)
    assert 'href="more.html"' in filter_page(html, URL, {"profile": "off", "output": {"absolute": False}})


def test_the_article_is_all_there() -> None:
    content = filter_page(PAGE, URL, "reader")
    assert [text for text in paragraphs(1) if text.split("“")[0] not in content] == []
