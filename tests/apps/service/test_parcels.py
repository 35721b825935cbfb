"""What a page holds is looked at in workers only: the service's own process, here the tests' own, opens no article."""

from __future__ import annotations

import json
import pickle

import pytest

from printworthy.data.article import Article
from printworthy.data.blocks import Figure, Paragraph
from printworthy.follow import samearticle
from printworthy.options import Options
from printworthy.printing.messages import MOST_PICTURES, PackedArticle, Printed, PrintOrder, VisitedPage, pictures_of
from printworthy.printing.steps import extract_page, in_worker, print_page, visit_page, write_article
from tests.apps.service.conftest import STORY, Running, follow_job
from tests.apps.service.test_calls import PNG, looks_right
from tests.fetching.conftest import Site
from tests.printing.pages import body, found, page, paragraphs
from tests.printing.pages import print_page as page_for_printing

pytestmark = pytest.mark.processes

URL = "https://example.org/story.html"


def figure(src: str) -> str:
    caption = "<figcaption>A lamp in Harbour Street</figcaption>"
    return f'<figure><img src="{src}" width=600 height=400>{caption}</figure>'


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """No block comes into being in this process, whichever way it came here, and no text is compared."""

    def fail(*_: object) -> None:
        raise AssertionError("an article was looked at in the service's own process")

    monkeypatch.setattr(Paragraph, "__init__", fail)
    monkeypatch.setattr(Paragraph, "__setstate__", fail)
    monkeypatch.setattr(samearticle, "containment", fail)


@pytest.fixture(scope="module")
def story(site: Site) -> str:
    picture = site.page("/lamp.png", PNG, Content_Type="image/png")
    return site.page("/sealed", page(body(0) + figure(picture) + body(1)))


@pytest.mark.usefixtures("closed")
@pytest.mark.parametrize("format", ["json", "html", "markdown", "text", "pdf", "epub"])
def test_a_page_that_is_fetched(service: Running, site: Site, story: str, format: str) -> None:
    site.requests.clear()
    answer = service.client.post("/v1/print", json={"url": f"{story}?{format}", "format": format})
    assert answer.status_code == 200, answer.text
    assert looks_right(format, answer.content)
    fetched = "/lamp.png" in [path for path, _ in site.requests]
    assert fetched == (format in {"html", "pdf", "epub"})


@pytest.mark.usefixtures("closed")
def test_a_print_page_and_parts(service: Running, site: Site) -> None:
    picture = site.page("/merged.png", PNG, Content_Type="image/png")
    site.page("/merged-print", page_for_printing(body(0, 1)))
    site.page("/merged?page=2", page(body(2), pager='<a href="/merged">1</a> 2'))
    tools, pager = '<a href="/merged-print">Print this page</a>', '1 <a href="/merged?page=2">2</a>'
    url = site.page("/merged", page(body(0, 1) + figure(picture), tools, pager))
    answer = service.client.post("/v1/print", json={"url": url, "format": "html"})
    assert answer.status_code == 200, answer.text
    assert "data:image/png;base64," in answer.text
    told = service.client.post("/v1/extract", json={"url": url, "trace": True}).json()
    assert found(told["text"]) == paragraphs(0, 1, 2)
    assert "text from the print page" in told["trace"]["notes"][0]
    assert len(told["trace"]["segments"]) > 5


@pytest.mark.usefixtures("closed")
def test_a_page_that_was_handed_in(service: Running, site: Site) -> None:
    picture = site.page("/given.png", PNG, Content_Type="image/png")
    given = {"html": page(body(2) + figure(picture) + body(0)), "url": f"{site.url}/given"}
    answer = service.client.post("/v1/print", json={**given, "format": "html"})
    assert answer.status_code == 200, answer.text
    assert "data:image/png;base64," in answer.text


@pytest.mark.usefixtures("closed")
def test_several_and_jobs(service: Running, story: str) -> None:
    pages = [{"html": STORY, "url": URL}, {"url": story}]
    bound = service.client.post("/v1/print", json={"pages": pages, "format": "epub"})
    assert bound.status_code == 200, bound.text
    place = service.client.post("/v1/jobs", json={"pages": pages, "format": "epub"}).headers["location"]
    told = json.loads(follow_job(service.client, place)[-1].removeprefix("data: "))
    assert (told["state"], told["done"]) == ("done", 2)


def test_several_as_json_are_as_they_were_written(service: Running) -> None:
    one = {"html": page(body(0), title="&lt;/script> ends, and ä"), "url": URL}
    alone = service.client.post("/v1/extract", json=one)
    several = service.client.post("/v1/extract", json={"pages": [one, {"url": "http://10.0.0.1/"}, one]})
    assert alone.content in several.content
    assert b"</script" not in several.content
    assert [result.get("article") for result in several.json()["results"]] == [alone.json(), None, alone.json()]


@pytest.mark.parametrize("trace", [True, False])
def test_the_trace_comes_if_asked_for(service: Running, story: str, trace: bool) -> None:
    one = service.client.post("/v1/extract", json={"url": story, "trace": trace}).json()
    several = {"pages": [{"url": story}, {"html": STORY}], "trace": trace}
    results = service.client.post("/v1/extract", json=several).json()["results"]
    for article in (one, *(result["article"] for result in results)):
        assert (len(article["trace"]["segments"]) > 5) if trace else "trace" not in article


@pytest.mark.parametrize("verdicts", [True, False])
def test_verdicts_travel_only_if_asked_for(verdicts: bool) -> None:
    content = page(body(0) + figure("https://example.org/lamp.png") + body(1)).encode()
    visit = in_worker(visit_page, verdicts, content, URL, Options())
    found = in_worker(extract_page, verdicts, content, URL, Options())
    assert isinstance(visit, VisitedPage)
    for parcel in (visit.article, found):
        assert isinstance(parcel, PackedArticle)
        assert (len(parcel.trace.segments) > 5) == verdicts
        assert bool(parcel.trace.pictures) == verdicts
        assert parcel.trace.timings


def test_addresses_of_pictures_stand_on_the_parcel() -> None:
    sources = tuple(f"https://example.org/{number}.png" for number in range(MOST_PICTURES + 5))
    parcel = PackedArticle.of(Article(blocks=tuple(map(Figure, (*sources, "lamp.png", *sources)))))
    assert pictures_of(parcel) == sources[:MOST_PICTURES]
    assert parcel.article.blocks == ()
    assert pictures_of(parcel.open()) == sources


def test_a_parcel_is_written_as_its_article_would_be() -> None:
    content = page(body(0) + figure("https://example.org/lamp.png")).encode()
    printed = in_worker(print_page, False, content, URL, Options(), PrintOrder("html"))
    assert isinstance(printed, Printed)
    travelled = pickle.loads(pickle.dumps(printed.article))
    assert isinstance(travelled, PackedArticle)
    open_one = extract_page(content, URL, Options())
    assert open_one.blocks
    written = in_worker(write_article, False, travelled, PrintOrder("html"))
    assert written.content == write_article(open_one, PrintOrder("html")).content
    assert (travelled.title, travelled.text, travelled.url) == (open_one.title, open_one.text, open_one.url)
    assert travelled.open() == open_one
    assert travelled.changed(url="https://a.example/").open() == open_one.changed(url="https://a.example/")
