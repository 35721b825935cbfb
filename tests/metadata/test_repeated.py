"""Lines under the headline that the header of every printout says already."""

from __future__ import annotations

import pytest

from printworthy.data.article import Field, Metadata
from printworthy.metadata.repeated import without_repeated
from printworthy.reading.extract import extract
from printworthy.writers.body import plain

TEXT = "The clock in the tower had stopped, and for eleven minutes nobody in the town noticed that it was noon. " * 2


def known(date: str = "2026-04-18", language: str = "en", authors: tuple[str, ...] = ("Edda Linwood",)) -> Metadata:
    return Metadata(
        title=Field("Of clocks"), authors=Field(authors), published=Field(date), language=Field(language),
        site=Field("Upland Courier"),
    )  # fmt: skip


def stays(line: str, facts: Metadata) -> bool:
    return without_repeated(["Of clocks", line, TEXT], [True] * 3, facts)[1]


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("By Edda Linwood", known()),
        ("EDDA LINWOOD", known()),
        ("Edda Linwood, Upland Courier", known()),
        ("By Edda Linwood and Tom Arden | 18 April 2026", known(authors=("Edda Linwood", "Tom Arden"))),
        ("Published on Saturday, April 18th, 2026 at 10:15 am", known()),
        ("04/03/2026", known("2026-03-04")),
        ("04/03/2026", known("2026-04-03")),
        ("Von Edda Linwood, 18. April 2026, 14:03 Uhr", known(language="de")),
        ("Samstag, 18.04.2026", known(language="de")),
        ("2026年4月18日 10:15", known(language="zh")),
        ("作者：李克", known(language="zh", authors=("李克",))),
    ],
)
def test_what_the_header_says_goes(line: str, facts: Metadata) -> None:
    assert not stays(line, facts)


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("By Edda Linwood in Upland Bridge", known()),
        ("Edda Linwood repairs clocks", known()),
        ("Updated 18 April 2026", known()),
        ("17 April 2026", known()),
        ("18 April 2026, changed on 19 April 2026", known()),
        ("18 April 2026 | Press releases", known()),
        ("Upland Courier", known()),
        ("By", known()),
        ("By Tom Arden", known()),
        ("In 2026", known()),
        ("18 April 2026", known("")),
    ],
)
def test_what_says_more_stays(line: str, facts: Metadata) -> None:
    assert stays(line, facts)


def test_only_above_the_text() -> None:
    texts = ["Of clocks", TEXT, "By Edda Linwood"]
    assert list(without_repeated(texts, [True] * 3, known())) == [True] * 3


def test_a_long_headline_is_no_text() -> None:
    facts = Metadata(title=Field(TEXT), authors=Field(("Edda Linwood",)))
    assert list(without_repeated([TEXT, "By Edda Linwood", TEXT], [True] * 3, facts)) == [True, False, True]


def test_never_all_of_it() -> None:
    assert list(without_repeated(["By Edda Linwood"], [True], known())) == [True]


def test_the_document_lacks_it_and_the_text_keeps_it() -> None:
    html = f"""<html lang=en><head><title>Of clocks and towers</title><meta name=author content="Edda Linwood"></head>
    <body><article><h1>Of clocks and towers</h1><p>By Edda Linwood</p>{f"<p>{TEXT}</p>" * 5}</article>"""
    article = extract(html)
    assert "By Edda Linwood" in article.text
    texts = [plain(block.children) for block in article.blocks]
    assert TEXT.strip() in texts
    assert "By Edda Linwood" not in texts
