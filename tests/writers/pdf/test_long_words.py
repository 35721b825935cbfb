"""Words that a line may not hold: words are hyphenated, and what is no word breaks at its joints."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from printworthy.data.article import Issue
from printworthy.data.blocks import Link, Paragraph, Text
from printworthy.writers.pdf.document import TypstDocument
from printworthy.writers.pdf.long_words import BREAK, LongWords, breakable, readable, shown_address
from printworthy.writers.pictures import Pictures
from printworthy.writers.protocol import WriteOptions
from printworthy.writers.sheet import Sheet
from tests.writers.pdf.specimens import load

COMPOUND = "Energieverbrauchsüberwachungsdatenbank"
HASH = "3f4a9b0c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f60"


@pytest.mark.parametrize(
    ("language", "letters", "text", "parts"),
    [
        ("de", 72, "die Wohnungseigentümergemeinschaft", ["die Wohnungseigentümergemeinschaft"]),
        ("de", 72, f"die {COMPOUND}.", ["die ", {"t": "word", "v": f"{COMPOUND}."}]),
        ("de", 20, f"die ({COMPOUND})", ["die ", {"t": "word", "v": f"({COMPOUND})"}]),
        ("de", 20, f"{COMPOUND}-Fehler", [{"t": "word", "v": f"{COMPOUND}-Fehler"}]),
        ("qu", 72, COMPOUND, [COMPOUND]),
        ("", 72, COMPOUND, [COMPOUND]),
        ("", 20, "x" * 40, [{"t": "word", "v": f"{'x' * 16}{BREAK}{'x' * 16}{BREAK}{'x' * 8}"}]),
        ("en", 72, f"{HASH},", [{"t": "address", "v": f"{HASH[:18]}{BREAK}{HASH[18:36]}{BREAK}{HASH[36:]},"}]),
        ("en", 20, "getElementsByName", [{"t": "address", "v": f"get{BREAK}Elements{BREAK}By{BREAK}Name"}]),
        ("th", 20, "ก" * 60, ["ก" * 60]),
    ],
)  # fmt: skip
def test_long_words(language: str, letters: float, text: str, parts: list[object]) -> None:
    assert LongWords(language, letters).parts(text) == parts


@pytest.mark.parametrize(
    ("text", "lining"),
    [
        ("die S0-Schnittstelle", ["0"]),
        ("a PC817, an XR-500 and 3D", ["817", "500", "3"]),
        ("on 18 April 2026 at 9am", []),
        ("40 % of 32\u00a0768 kWh", []),
    ],
)
def test_figures_beside_capitals_are_as_high_as_these(text: str, lining: list[str]) -> None:
    parts = LongWords("de", 72).parts(text)
    assert [part["v"] for part in parts if isinstance(part, dict)] == lining
    assert "".join(part if isinstance(part, str) else part["v"] for part in parts) == text


@pytest.mark.parametrize(
    "text", ["1" * 200_000, f"{'́' * 200_000}1", f"{'a-' * 100_000}1", f"{'A' * 200_000}1", "x" * 200_000]
)
def test_endless_words_take_no_endless_time(text: str) -> None:
    """What a page may hold; a pattern that goes back and forth would not end here."""
    assert LongWords("en", 72).parts(text)


def test_code_breaks_only_where_it_must() -> None:
    assert breakable("short.name", 20) == "short.name"
    assert breakable("a " + "name." * 5, 20) == "a " + BREAK.join(["name."] * 5)


def test_an_address_breaks_at_its_joints() -> None:
    parts = ["www.", "a.", "example/", "b/", "c?", "d=", "e"]
    assert shown_address("https://www.a.example/b/c?d=e") == BREAK.join(parts)


def test_addresses_keep_their_order_among_letters_from_right_to_left() -> None:
    mark = "\u200e"
    address = "https://a.example/2026/"
    assert shown_address(address, rtl=True) == f"{mark}{shown_address(address)}{mark}"
    assert shown_address("", rtl=True) == ""
    article = replace(load("arabic"), url=address, blocks=(Paragraph((Link("https://b.example/1", (Text("كتب"),)),)),))
    document = TypstDocument(Issue("", (article,)), WriteOptions(sheet=Sheet(links="notes")), Pictures({}))
    told = json.dumps(document.render(several=False)["articles"][0], ensure_ascii=False)
    assert told.count(f'"{mark}') == told.count(f'{mark}"') == 2  # the source, and the link's note


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("https://a.example/%D8%A7%D9%84", "https://a.example/ال"),
        ("https://xn--bcher-kva.example/a", "https://bücher.example/a"),
        ("https://a.example/x%20y%2Fz?q=%26", "https://a.example/x%20y%2Fz?q=%26"),  # these mean something
        ("https://a.example/%FF%FE", "https://a.example/%FF%FE"),  # no letters
        ("https://a.example/%E2%80%AE", "https://a.example/%E2%80%AE"),  # would turn the text around
        ("mailto:a@b.example", "mailto:a@b.example"),
    ],
)
def test_addresses_are_readable(address: str, shown: str) -> None:
    assert readable(address) == shown
