"""The server of the fetch tests, and an engine of a few lines, so that these tests are about following alone."""

from __future__ import annotations

import pytest

from printworthy.base.encoding import to_utf8
from printworthy.data.article import Article, Figure, Paragraph, Text
from printworthy.options import Options
from printworthy.parse.lexbor import parse
from printworthy.whole import read
from tests.fetch.conftest import Site, site

__all__ = ["Site", "site"]


def few_lines(html: bytes, url: str = "", options: Options | None = None) -> Article:
    tree = parse(to_utf8(html))
    nodes = tree.body.css("p, img") if tree.body else []
    blocks = tuple(
        Figure(node.attributes.get("src") or "") if node.tag == "img" else Paragraph((Text(node.text()),))
        for node in nodes
    )
    heading = tree.root.css_first("h1")
    text = "\n\n".join(node.text() for node in nodes if node.tag == "p")
    return Article(
        title=heading.text() if heading else "", url=url, text=text, blocks=blocks, confidence=0.9 if text else 0.0
    )


@pytest.fixture(autouse=True)
def engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read, "extract", few_lines)
