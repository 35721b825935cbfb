"""`find_print_link`: an address, or None for whatever is no page or has none."""

from __future__ import annotations

import pytest

from printworthy.reading.extract import find_print_link

URL = "https://a.example/clocks"
LINK = '<title>Clocks</title><a href="/clocks/print">Print this article</a>'


@pytest.mark.parametrize(
    ("page", "found"),
    [
        (LINK, f"{URL}/print"),
        (LINK.encode(), f"{URL}/print"),
        (LINK.replace("Print this article", "Imprimer l’article").encode("cp1252"), f"{URL}/print"),
        ('<base href="https://a.example/en/"><a href="clocks?print=1">Print</a>', None),  # another page
        ('<a href="/clocks/print">Clocks</a>', None),
        ('<a href="/imprint">Print</a>', None),
        ("<p>Clocks", None),
        ("", None),
        (b"%PDF-1.7 ...", None),
    ],
)
def test_print_link(page: str | bytes, found: str | None) -> None:
    assert find_print_link(page, URL) == found
