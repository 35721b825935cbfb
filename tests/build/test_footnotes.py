"""What belongs to kept text is kept with it: captions, names below quotations, and the notes that it calls."""

from __future__ import annotations

import pytest

from printworthy.build.footnotes import with_belongings
from printworthy.parse.lexbor import parse
from printworthy.segment.walk import segment

URL = "https://example.org/lamps"
CALL = '<p>The lamp was lit.<sup><a href="#fn1">1</a></sup></p><p>Menu</p>'


def chosen(body: str, *kept: str) -> list[str]:
    """The texts that are chosen when some are kept."""
    tree = parse(f"<body>{body}</body>".encode())
    columns = segment(tree)
    wanted = [any(text.startswith(one) for one in kept) for text in columns.text]
    found = with_belongings(tree, columns, wanted, URL).chosen
    return [text for text, stays in zip(columns.text, found, strict=True) if stays]


@pytest.mark.parametrize("address", ["#fn1", f"{URL}#fn1"])
def test_a_called_note_comes_with_its_call(address: str) -> None:
    body = CALL.replace("#fn1", address) + '<ol><li id="fn1">By the keeper himself.</li></ol><p>Imprint</p>'
    found = chosen(body, "The lamp")
    assert any("By the keeper himself." in text for text in found)
    assert not {"Menu", "Imprint"} & set(found)


def test_a_note_that_nothing_kept_calls_stays_out() -> None:
    body = CALL + '<ol><li id="fn1">By the keeper himself.</li></ol>'
    assert chosen(body, "Menu") == ["Menu"]


def test_a_link_to_another_page_calls_nothing() -> None:
    body = CALL.replace("#fn1", "/other#fn1") + '<ol><li id="fn1">By the keeper himself.</li></ol>'
    assert not any("By the keeper" in text for text in chosen(body, "The lamp"))


def test_who_said_it_comes_with_the_quotation() -> None:
    body = "<figure><blockquote><p>Light it.</p></blockquote><figcaption>Ada Holm</figcaption></figure><p>Menu</p>"
    assert chosen(body, "Light it.") == ["Light it.", "Ada Holm"]


def test_a_page_without_notes_is_left_alone() -> None:
    assert chosen("<p>One.</p><p>Two.</p>", "One.") == ["One."]
