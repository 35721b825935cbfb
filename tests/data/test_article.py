"""Promises: what is made on demand, what a copy keeps of it, and what travels without being opened."""

from __future__ import annotations

import pickle
from copy import deepcopy
from dataclasses import fields, replace

import pytest

from printworthy.data.article import Article
from printworthy.data.blocks import Figure, Paragraph, Text
from printworthy.data.sealed import Sealed
from printworthy.reading.extract import extract
from tests.test_extract import SAMPLE, URL

BLOCKS = (Paragraph((Text("Words."),)), Figure("https://a.example/map.png"))
WHOLE = Article(title="T", url="https://a.example/", text="Words.", blocks=BLOCKS)


def sealed() -> Article:
    now = {one.name: getattr(WHOLE, one.name) for one in fields(WHOLE) if one.name not in ("blocks", "comments")}
    seal = Sealed.of({"blocks": BLOCKS, "comments": ()}, ("https://a.example/map.png",))
    return Article.promised(now, {("blocks", "comments"): seal})


def test_a_copy_keeps_promises() -> None:
    article = extract(SAMPLE.read_bytes(), URL)
    copy = article.changed(url="https://a.example/other", text="Other")
    assert all(copy.promise(name) and article.promise(name) for name in ("title", "confidence", "blocks"))
    assert (copy.title, copy.url, copy.text) == (article.title, "https://a.example/other", "Other")
    assert copy.promise("title") is None
    assert copy == replace(article, url="https://a.example/other", text="Other")


def test_a_copy_of_what_is_whole() -> None:
    assert WHOLE.changed(title="U") == replace(WHOLE, title="U")
    assert WHOLE.changed() == WHOLE


@pytest.mark.parametrize("again", [lambda one: pickle.loads(pickle.dumps(one)), deepcopy, Article.changed])
def test_what_is_sealed_stays_so(again, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Sealed, "__call__", lambda _: pytest.fail("it was opened"))
        found = again(again(sealed()))
        seal = found.promise("blocks")
        assert isinstance(seal, Sealed)
        assert seal is found.promise("comments")
        assert (seal.pictures, found.title) == (("https://a.example/map.png",), "T")
    assert found == WHOLE
    assert found.images == WHOLE.images
    assert found.promise("blocks") is found.promise("comments") is None


def test_what_is_not_sealed_is_made_before_it_travels() -> None:
    article = extract(SAMPLE.read_bytes(), URL)
    found = pickle.loads(pickle.dumps(article))
    assert not any(found.promise(one.name) for one in fields(found))
    assert found == article


def test_whoever_wants_all_of_it_opens_the_seal() -> None:
    assert repr(sealed()) == repr(WHOLE)
    assert hash(sealed()) == hash(WHOLE)
    assert replace(sealed(), title="U") == replace(WHOLE, title="U")
