"""The article as a value: what a copy keeps, what is made on demand, and what travels."""

from __future__ import annotations

import pickle
from copy import deepcopy
from dataclasses import FrozenInstanceError, replace

import pytest

from printworthy.data.article import Article
from printworthy.data.blocks import Figure, Paragraph, Text
from printworthy.reading.extract import PageArticle, extract
from tests.reading.test_extract import SAMPLE, URL

BLOCKS = (Paragraph((Text("Words."),)), Figure("https://a.example/map.png"))
WHOLE = Article(title="T", url="https://a.example/", text="Words.", blocks=BLOCKS)
MADE_LATER = {"title", "authors", "date", "confidence", "page_type", "blocks", "comments", "metadata"}


def made(article: Article) -> set[str]:
    return vars(article).keys() & MADE_LATER


def test_what_costs_more_than_the_text_is_made_on_demand() -> None:
    article = extract(SAMPLE.read_bytes(), URL)
    assert article.text
    assert made(article) == set()
    assert article.title
    assert made(article) == {"title", "metadata"}
    assert article.metadata is article.metadata


def test_a_copy_makes_nothing_that_nobody_asked_for() -> None:
    article = extract(SAMPLE.read_bytes(), URL)
    copy = article.changed(url="https://a.example/other", text="Other")
    assert made(copy) == made(article) == set()
    assert (copy.title, copy.url, copy.text) == (article.title, "https://a.example/other", "Other")
    assert copy == replace(article, url="https://a.example/other", text="Other")
    assert article.url == URL


def test_a_copy_of_what_is_whole() -> None:
    assert WHOLE.changed(title="U") == replace(WHOLE, title="U")
    assert WHOLE.changed() == WHOLE
    for article in (WHOLE, extract(SAMPLE.read_bytes(), URL)):
        with pytest.raises(TypeError, match="titel"):
            article.changed(titel="U")


@pytest.mark.parametrize(
    "again",
    [Article.detached, lambda one: pickle.loads(pickle.dumps(one)), deepcopy],
    ids=["detached", "pickled", "copied"],
)
def test_what_travels_is_plain_and_holds_nothing_of_its_page(again) -> None:
    article = extract(SAMPLE.read_bytes(), URL)
    found = again(article)
    assert type(found) is Article
    assert not any(name.startswith("_") for name in vars(found))
    assert found == article
    assert hash(found) == hash(article)
    assert found.images == article.images
    assert [one.kept for one in found.trace.segments] == [one.kept for one in article.trace.segments]


def test_it_cannot_be_changed_in_place() -> None:
    for article in (WHOLE, extract(SAMPLE.read_bytes(), URL)):
        with pytest.raises(FrozenInstanceError):
            article.title = "U"  # type: ignore[misc]


def test_articles_are_equal_by_what_they_say() -> None:
    article = extract(SAMPLE.read_bytes(), URL)
    assert isinstance(article, PageArticle)
    assert article == article.detached() == article
    assert article != article.changed(title="U")
    assert article != "an article"
