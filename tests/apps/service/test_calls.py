"""The calls, over real HTTP: pages handed in and pages fetched, every format, several at once."""

from __future__ import annotations

import io
import json
import zipfile
from concurrent.futures import ThreadPoolExecutor

import pikepdf
import pytest

from tests.apps.service.conftest import STORY, Running
from tests.fetching.conftest import Site
from tests.printing.pages import TITLE, body, found, junk, page, print_page

pytestmark = pytest.mark.processes

URL = "https://example.org/story.html"
GIVEN = {"html": STORY, "url": URL}
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763f8cfc0000003010100"
    "c9fe92ef0000000049454e44ae426082"
)
KINDS = {
    "json": "application/json",
    "html": "text/html",
    "markdown": "text/markdown",
    "text": "text/plain",
    "pdf": "application/pdf",
    "epub": "application/epub+zip",
}


def looks_right(format: str, content: bytes) -> bool:
    match format:
        case "json":
            return json.loads(content)["title"] == TITLE
        case "pdf":
            with pikepdf.open(io.BytesIO(content)) as document:
                return len(document.pages) >= 1
        case "epub":
            with zipfile.ZipFile(io.BytesIO(content)) as book:
                return book.namelist()[0] == "mimetype"
    return TITLE in content.decode()


@pytest.mark.parametrize("format", KINDS)
def test_print_by_name_and_by_accept(service: Running, format: str) -> None:
    named = service.client.post("/v1/print", json={**GIVEN, "format": format})
    asked = service.client.post("/v1/print", json=GIVEN, headers={"Accept": KINDS[format]})
    assert named.status_code == asked.status_code == 200, named.text
    assert named.headers["content-type"].startswith(KINDS[format])
    assert named.content == asked.content
    assert looks_right(format, named.content)
    assert "The-lamps-of-Harbour-Street." in named.headers["content-disposition"]


@pytest.mark.parametrize("format", ["json", "html", "markdown", "text"])
def test_extract(service: Running, format: str) -> None:
    answer = service.client.post("/v1/extract", json={**GIVEN, "format": format})
    assert answer.status_code == 200, answer.text
    assert looks_right(format, answer.content)


def test_extract_has_its_own_choices(service: Running) -> None:
    traced = service.client.post("/v1/extract", json={**GIVEN, "trace": True}).json()
    assert len(traced["trace"]["segments"]) > 5
    walled = STORY.replace("</article>", "<p class=offer>Subscribe to read the rest of this story</p></article>")
    noted = service.client.post("/v1/extract", json={**GIVEN, "html": walled, "trace": True}).json()["trace"]["notes"]
    assert noted == ["perhaps not the whole article, which ends with 'Subscribe to read the rest of this story'"]
    wrapped = service.client.post("/v1/extract", json={**GIVEN, "format": "text", "width": 40}).text
    assert max(map(len, wrapped.splitlines())) <= 40
    matter = service.client.post("/v1/extract", json={**GIVEN, "format": "markdown", "front_matter": True})
    assert matter.text.startswith("---")


def test_a_page_is_fetched_with_its_print_page_and_pictures(service: Running, site: Site) -> None:
    picture = site.page("/lamp.png", PNG, Content_Type="image/png")
    caption = "<figcaption>A lamp in Harbour Street</figcaption>"
    figure = f'<figure><img src="{picture}" width=600 height=400>{caption}</figure>'
    site.page("/story-print", print_page(body(0, 1)))
    url = site.page("/story", page(body(0) + figure, tools='<a href="/story-print" rel="nofollow">Print this page</a>'))
    answer = service.client.post("/v1/print", json={"url": url, "format": "html"})
    assert answer.status_code == 200, answer.text
    assert len(found(answer.text)) >= len(found(body(0, 1)))
    assert not junk(answer.text)
    assert "data:image/png;base64," in answer.text
    paths = [path for path, _ in site.requests]
    assert {"/story", "/story-print", "/lamp.png"} <= set(paths)


def test_a_bookmarklet_gets_a_pdf_and_then_nothing_new(service: Running, site: Site) -> None:
    url = site.page("/plain", STORY)
    first = service.client.get("/v1/print", params={"url": url})
    assert first.status_code == 200, first.text
    assert first.content[:5] == b"%PDF-"
    assert first.headers["content-disposition"].startswith("inline;")
    again = service.client.get("/v1/print", params={"url": url}, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = service.client.get("/v1/print", params={"url": url, "paper": "a5", "format": "pdf"})
    assert other.headers["etag"] != first.headers["etag"]


def test_the_same_page_is_made_once(service: Running) -> None:
    html = page(body(2), title="Made once")
    before = service.app.state.kept.hits
    answers = [service.client.post("/v1/print", json={"html": html, "format": "epub"}) for _ in range(3)]
    assert len({answer.content for answer in answers}) == 1
    assert len({answer.headers["etag"] for answer in answers}) == 1
    assert service.app.state.kept.hits == before + 2


def test_several(service: Running, site: Site) -> None:
    url = site.page("/one", page(body(1), title="One"))
    pages = [{"html": STORY}, {"url": url}, {"url": "http://10.0.0.1/"}]
    results = service.client.post("/v1/extract", json={"pages": pages}).json()["results"]
    assert [one.get("article", {}).get("title") for one in results] == [TITLE, "One", None]
    assert results[2]["problem"]["code"] == "address-refused"
    bound = service.client.post("/v1/print", json={"pages": pages, "format": "pdf", "title": "Two and none"})
    with pikepdf.open(io.BytesIO(bound.content)) as document:
        assert str(document.docinfo["/Title"]) == "Two and none"
    refused = service.client.post("/v1/print", json={"pages": pages, "format": "html"})
    assert refused.json()["code"] == "usage"


def test_filter(service: Running, site: Site) -> None:
    told = service.client.post("/v1/filter", json={**GIVEN, "profile": "reader"})
    assert told.status_code == 200, told.text
    assert told.json()["form"] in ("page", "article")
    text = service.client.post("/v1/filter", json={"url": site.page("/f", STORY), "profile": "text-only"})
    assert TITLE in text.json()["content"]
    shown = service.client.post("/v1/filter", json=GIVEN, headers={"Accept": "text/html"})
    assert shown.headers["content-type"].startswith("text/html")
    assert "sandbox" in shown.headers["content-security-policy"]
    wrong = service.client.post("/v1/filter", json={**GIVEN, "settings": {"nonsense": {}}})
    assert wrong.json()["code"] == "usage"


def test_explain(service: Running, site: Site) -> None:
    answer = service.client.get("/v1/explain", params={"url": site.page("/why", STORY)})
    assert answer.status_code == 200, answer.text
    assert f"<title>Why: {TITLE}" in answer.text
    assert "sandbox allow-scripts" in answer.headers["content-security-policy"]
    assert "allow-same-origin" not in answer.headers["content-security-policy"]


PROBLEMS = [
    ({}, 422, "usage"),
    ({"url": URL, "pages": [{"url": URL}]}, 422, "usage"),
    ({"pages": [{}]}, 422, "usage"),
    ({"pages": [{"html": "x"}] * 21}, 422, "usage"),
    ({"html": ""}, 422, "input"),
    ({"html": "<p>Sign in</p><a href=x>Home</a>"}, 422, "no-article"),
    ({"html": STORY, "format": "docx"}, 422, "invalid"),
    ({"html": STORY, "colour": "red"}, 422, "invalid"),
    ({"html": STORY, "options": {"model": "/etc/passwd"}}, 422, "invalid"),
    ({"html": STORY, "sheet": {"style": "/etc/passwd"}}, 422, "invalid"),
    ({"html": STORY, "sheet": {"fonts": ["/"]}}, 422, "invalid"),
    ({"html": STORY, "sheet": {"paper": "a99"}}, 422, "usage"),
    ({"html": STORY, "sheet": {"columns": 9}}, 422, "invalid"),
    ({"html": STORY, "options": {"method": "magic"}}, 422, "invalid"),
    ({"url": "http://127.0.0.1:2/"}, 422, "fetch-failed"),
]


@pytest.mark.parametrize(("asked", "status", "code"), PROBLEMS)
def test_problems(service: Running, asked: dict[str, object], status: int, code: str) -> None:
    answer = service.client.post("/v1/print", json=asked)
    told = answer.json()
    assert (answer.status_code, told["status"], told["code"]) == (status, status, code), answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert told["type"] == f"urn:printworthy:problem:{code}"
    assert ":" in told["detail"]


def test_a_body_that_is_no_json_or_does_not_say_that_it_is(service: Running) -> None:
    broken = service.client.post("/v1/print", content='{"html": ', headers={"Content-Type": "application/json"})
    assert (broken.status_code, broken.json()["code"]) == (400, "malformed")
    assert broken.json()["errors"]
    for kind in ("text/plain", "application/x-www-form-urlencoded"):
        silent = service.client.post("/v1/print", content='{"html": "x"}', headers={"Content-Type": kind})
        assert (silent.status_code, silent.json()["code"]) == (422, "invalid")
        assert silent.json()["detail"].endswith("send Content-Type: application/json")
    wrong = service.client.post("/v1/print", json=["html"])
    assert "Content-Type" not in wrong.text


@pytest.mark.parametrize(
    ("path", "asked", "place", "near"),
    [
        ("print", {"html": STORY, "formt": "pdf"}, "body.formt", "do you mean format?"),
        ("print", {"html": STORY, "sheet": {"papper": "a5"}}, "body.sheet.papper", "do you mean paper?"),
        ("extract", {"pages": [{"adress": URL, "ulr": URL}]}, "body.pages.0.ulr", "do you mean url?"),
        ("filter", {"html": STORY, "zzz": 1}, "body.zzz", "url, html, profile, settings"),
    ],
)
def test_an_unknown_field_is_told_with_the_nearest(
    service: Running, path: str, asked: dict[str, object], place: str, near: str
) -> None:
    told = {one["place"]: one["message"] for one in service.client.post(f"/v1/{path}", json=asked).json()["errors"]}
    assert told[place] == f"there is no such field: {near}"


def test_an_answer_that_nobody_accepts(service: Running) -> None:
    answer = service.client.post("/v1/extract", json=GIVEN, headers={"Accept": "image/png"})
    assert (answer.status_code, answer.json()["code"]) == (406, "not-acceptable")


@pytest.mark.parametrize(("method", "path", "status"), [("GET", "/nothing", 404), ("GET", "/v1/extract", 405)])
def test_what_is_not_there(service: Running, method: str, path: str, status: int) -> None:
    answer = service.client.request(method, path)
    assert answer.status_code == answer.json()["status"] == status


def test_force(service: Running) -> None:
    html = "<p>Sign in</p><a href=x>Home</a>"
    answer = service.client.post("/v1/print", json={"html": html, "format": "text", "options": {"force": True}})
    assert answer.status_code == 200


def test_many_at_once(service: Running) -> None:
    def one(number: int) -> bool:
        title = f"Story {number}"
        html = page(body(number % 3), title=title)
        answer = service.client.post("/v1/extract", json={"html": html})
        return answer.status_code == 200 and answer.json()["title"] == title

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(one, range(24)))


@pytest.mark.parametrize("path", ["/v1/extract", "/v1/print"])
@pytest.mark.parametrize("charset", ["", "windows-1252"])
def test_a_page_as_it_is(service: Running, path: str, charset: str) -> None:
    """`curl --data-binary @page.html -H 'Content-Type: text/html' '…?url=…&format=…'`"""
    html = STORY.replace("Harbour Street", "Große Straße")
    kind = f"text/html; charset={charset}" if charset else "text/html"
    headers = {"Content-Type": kind}
    asked = {"url": URL, "format": "json"}
    raw = service.client.post(path, params=asked, content=html.encode(charset or "utf-8"), headers=headers)
    assert raw.status_code == 200, raw.text
    assert raw.json() == service.client.post(path, json={**asked, "html": html}).json()
    assert "Große Straße" in raw.json()["title"]


def test_a_body_and_a_query_that_contradict_each_other(service: Running) -> None:
    answer = service.client.post("/v1/extract", params={"url": URL}, json=GIVEN)
    assert (answer.status_code, answer.json()["code"]) == (422, "usage")
    headers = {"Content-Type": "text/html"}
    answer = service.client.post("/v1/print", params={"format": "docx"}, content=STORY, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")


@pytest.mark.parametrize("url", ["werkstatt.example", "werkstatt.example:8080/a?b=c"])
def test_an_address_as_people_say_it(service: Running, url: str) -> None:
    posted = service.client.post("/v1/extract", json={"url": url})
    named = service.client.get("/v1/print", params={"url": url})
    for answer in (posted, named):
        assert (answer.status_code, answer.json()["code"]) == (403, "address-refused")
        assert f"write https://{url}" in answer.json()["detail"]


def test_a_page_that_lists_the_calls(service: Running) -> None:
    answer = service.client.get("/docs")
    assert answer.status_code == 200
    assert "<code>POST /v1/print</code>" in answer.text
    assert "://" not in answer.text
    for address in ("/openapi.json", "/static/docs.css"):
        assert f'"{address}"' in answer.text
        assert service.client.get(address).status_code == 200
