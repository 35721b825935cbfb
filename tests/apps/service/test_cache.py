"""Results that are kept, and the keys that they are kept under."""

from __future__ import annotations

from printworthy.apps.service.cache import ResultCache, article_key, etag, page_key
from printworthy.apps.service.http.answers import has_it
from printworthy.options import Options
from printworthy.printing.messages import PackedArticle, Printed, PrintOrder
from printworthy.printing.steps import extract_page
from printworthy.writers.protocol import WriteOptions
from printworthy.writers.sheet import Sheet
from tests.apps.service.conftest import STORY


def test_the_oldest_go_first() -> None:
    kept = ResultCache(100)
    for name in "abcde":
        kept.put(name, Printed(name.encode() * 20))
    assert kept.get("a") is not None  # and is now the youngest
    kept.put("f", Printed(b"f" * 20))
    assert kept.get("b") is None
    assert kept.get("a") is not None
    kept.put("large", Printed(b"x" * 50))
    assert kept.get("large") is None


def test_keys_hold_all_that_matters() -> None:
    page, order = (b"<p>one", "http://a/"), PrintOrder("pdf")
    same = page_key(b"<p>one", "http://a/", Options(), PrintOrder("pdf"))
    assert page_key(*page, Options(), order) == same
    others = [
        page_key(b"<p>two", page[1], Options(), order),
        page_key(page[0], "http://b/", Options(), order),
        page_key(*page, Options(images="none"), order),
        page_key(*page, Options(), PrintOrder("epub")),
        page_key(*page, Options(), PrintOrder("pdf", force=True)),
        page_key(*page, Options(), PrintOrder("pdf", WriteOptions(sheet=Sheet(paper="a5")))),
    ]
    assert len({same, *others}) == 7


def test_an_articles_key_does_not_depend_on_its_time() -> None:
    one, two = (PackedArticle.of(extract_page(STORY.encode(), "", Options())) for _ in range(2))
    assert one.trace.timings != two.trace.timings or one.trace.timings == {}
    assert article_key(one, PrintOrder("pdf")) == article_key(two, PrintOrder("pdf"))
    assert article_key(one, PrintOrder("pdf")) != article_key(one.changed(title="x"), PrintOrder("pdf"))


def test_validators() -> None:
    tag = etag(b"one")
    assert has_it(tag, tag)
    assert has_it(f'"other", W/{tag}', tag)
    assert has_it("*", tag)
    assert not has_it("", tag)
    assert not has_it(tag, etag(b"two"))
