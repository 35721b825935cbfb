"""The page's calls over real HTTP: open, correct, take away, share, teach; and what is refused."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from printworthy.errors import RenderError
from printworthy.render.chromium import find_chromium
from tests.apps.service.conftest import Running
from tests.apps.service.sheets_kit import DROPPED, LEFT_OUT, png, story
from tests.fetching.conftest import Site

pytestmark = pytest.mark.processes

HTML = {"Content-Type": "text/html"}


def take(service: Running, html: bytes, url: str = "https://harbour.example/lamps.html") -> dict[str, Any]:
    answer = service.client.post("/v1/sheets", params={"url": url}, content=html, headers=HTML)
    assert answer.status_code == 200, answer.text
    return answer.json()


def unit(opened: dict[str, Any], text: str) -> str:
    return next(one["name"] for one in opened["units"] if text in one["text"])


def text_of(pdf: bytes, folder: Path) -> str:
    path = folder / "document.pdf"
    path.write_bytes(pdf)
    done = subprocess.run(["pdftotext", "-raw", path, "-"], capture_output=True, check=True)
    return " ".join(done.stdout.decode().split())


def test_an_address_is_fetched_with_its_pictures(service: Running, site: Site) -> None:
    site.page("/lamp.png", png(), content_type="image/png")
    url = site.page("/lamps.html", story())
    opened = service.client.post("/v1/sheets", json={"url": url, "choices": {"paper": "a5"}}).json()
    assert opened["title"] == "The lamps of the lower harbour"
    assert opened["wanted"] == 1
    place = f"/v1/sheets/{opened['name']}"
    better = service.client.post(f"{place}/pictures", json={"choices": opened["choices"]}).json()
    assert better["wanted"] == 0
    drawn = service.client.get(f"/sheets/{opened['name']}/{better['key']}/0.svg")
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert "sandbox" in drawn.headers["content-security-policy"]
    assert b"data:image/png" in drawn.content
    assert b"<script" not in drawn.content
    document = service.client.post(f"{place}/document", json={"choices": opened["choices"], "format": "pdf"})
    with pikepdf.open(io.BytesIO(document.content)) as pdf:
        assert len(pdf.pages) == better["pages"]
        assert any(page.get_images() for page in pdf.pages)


def test_a_page_of_scripts_is_shown_by_a_browser_first(service: Running, site: Site) -> None:
    try:
        find_chromium()
    except RenderError as error:
        pytest.skip(f"no browser: {error}")
    words = json.dumps(story(picture="").decode().partition("<main>")[2].partition("</main>")[0])
    script = f"document.getElementById('app').innerHTML = {words}".replace("</", "<\\/")
    url = site.page("/shell.html", f"<html><title>A shell</title><body><div id=app></div><script>{script}</script>")
    opened = service.client.post("/v1/sheets", json={"url": url})
    assert opened.status_code == 200, opened.text
    assert any(DROPPED in block["text"] for block in opened.json()["blocks"])


def test_the_document_is_what_was_left(service: Running, tmp_path: Path) -> None:
    opened = take(service, story())
    changed = sorted([unit(opened, DROPPED), unit(opened, LEFT_OUT)])
    order = {"choices": {"changed": changed, "images": "none"}}
    place = f"/v1/sheets/{opened['name']}"
    texts = {}
    for wanted in ("pdf", "epub", "html", "markdown"):
        answer = service.client.post(f"{place}/document", json={**order, "format": wanted})
        assert answer.status_code == 200, answer.text
        assert "The-lamps-of-the-lower-harbour." in answer.headers["content-disposition"]
        texts[wanted] = answer.content
    with zipfile.ZipFile(io.BytesIO(texts["epub"])) as book:
        told = {"epub": " ".join(book.read(name).decode() for name in book.namelist() if name.endswith("xhtml"))}
    told |= {name: texts[name].decode() for name in ("html", "markdown")} | {"pdf": text_of(texts["pdf"], tmp_path)}
    for wanted, text in told.items():
        assert DROPPED not in " ".join(text.split()), wanted
        assert LEFT_OUT[:40] in " ".join(text.split()), wanted
        assert "the book in the harbour office" in " ".join(text.split()), wanted


def test_drawings_are_made_again_when_they_are_gone(service: Running) -> None:
    opened = take(service, story("<p>Another one, so that it is another page than in the other tests here.</p>"))
    path = f"/sheets/{opened['name']}/{opened['key']}/0.svg"
    before = service.client.get(path).content
    service.app.state.editor._drawings.forget(opened["name"], opened["key"])
    assert service.client.get(path).content == before
    assert service.client.get(path.replace("/0.svg", "/99.svg")).status_code == 404
    assert service.client.get(path.replace(opened["key"], "0" * 20)).status_code == 404


def test_a_typesetter_that_was_killed_is_started_again(service: Running) -> None:
    take(service, story("<p>One more, so that it is a page of its own for the typesetter that is killed.</p>"))
    below = [pid for worker in service.app.state.workers.pids for pid in _children(worker)]
    assert below
    for pid in below:
        os.kill(pid, signal.SIGKILL)
    take(service, story("<p>And another one, which comes after the typesetter was killed by somebody.</p>"))


def _children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text().split()]


def test_a_permalink_opens_the_same(service: Running) -> None:
    opened = take(service, story())
    order = {"choices": {"style": "large", "changed": [unit(opened, DROPPED)]}}
    path = service.client.post(f"/v1/sheets/{opened['name']}/share", json=order).json()["path"]
    page = service.client.get(path)
    assert page.headers["content-type"].startswith("text/html")
    assert "script-src 'self'" in page.headers["content-security-policy"]
    shared = service.client.get(f"/v1/shares/{path.rpartition('/')[2]}").json()
    assert shared["name"] == opened["name"]
    assert shared["choices"]["style"] == "large"
    assert shared["choices"]["changed"] == order["choices"]["changed"]
    assert len(shared["gaps"]) == 1
    assert shared["units"] == opened["units"]
    assert service.client.get(f"/v1/shares/{'0' * 24}").json()["code"] == "not-found"


def test_feedback_is_kept_as_an_annotation(service: Running) -> None:
    opened = take(service, story(), "https://harbour.example/feedback.html")
    place = f"/v1/sheets/{opened['name']}/feedback"
    nothing = service.client.post(place, json={"choices": {}, "annotator": "Ada"})
    assert (nothing.status_code, nothing.json()["code"]) == (422, "usage")
    order = {"choices": {"changed": [unit(opened, DROPPED)]}, "annotator": "Ada"}
    stored = service.client.post(place, json=order).json()["stored"]
    folder = service.app.state.settings.jobs.folder.parent / "annotations"
    (path,) = folder.rglob("pages/harbour.example-feedback.html-*/ada*.json")
    saved = json.loads(path.read_text("utf-8"))
    assert len(saved["annotations"]) == stored > 5
    assert [one["label"] for one in saved["annotations"] if DROPPED in one["text"]] == ["junk"]
    assert (path.parent / saved["page"]).read_bytes() == story()


def test_a_page_in_another_encoding(service: Running) -> None:
    page = (
        story()
        .decode()
        .replace("lamps of the lower", "lämps öf the lower")
        .replace("<head>", "<head><meta charset=latin-1>")
    )
    assert take(service, page.encode("latin-1"))["title"] == "The lämps öf the lower harbour"


@pytest.mark.parametrize(("path", "body", "status"), [
    ("/v1/sheets", {"url": "file:///etc/passwd"}, 422),
    ("/v1/sheets", {"url": "javascript:alert(1)"}, 422),
    ("/v1/sheets", {"url": ["http://a.example"]}, 422),
    ("/v1/sheets", {}, 422),
    ("/v1/sheets", [], 422),
    ("/v1/sheets/" + "0" * 24, {}, 404),
    ("/v1/sheets/..%2f..", {}, 404),
    ("/v1/sheets/" + "0" * 24 + "/document", {"format": "exe"}, 422),
    ("/v1/sheets/" + "0" * 24 + "/document", {"choices": {"style": "../x.typ"}}, 422),
    ("/v1/sheets/" + "0" * 24 + "/share", {}, 404),
    ("/v1/sheets/" + "0" * 24 + "/feedback", {}, 404),
    ("/v1/sheets/" + "0" * 24 + "/pictures", {}, 404),
])  # fmt: skip
def test_calls_that_make_no_sense(service: Running, path: str, body: Any, status: int) -> None:
    answer = service.client.post(path, json=body)
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"


def test_files_that_are_no_page(service: Running) -> None:
    for content in (b"", png(), b"%PDF-1.7 nothing", b"<html><body></body></html>"):
        answer = service.client.post("/v1/sheets", content=content, headers=HTML)
        assert answer.status_code == 422
        assert answer.json()["detail"]


def test_the_guard_is_strict_by_default(strict: Running, site: Site) -> None:
    site.page("/lamp.png", png(), content_type="image/png")
    inside = site.page("/secret.html", story())
    site.requests.clear()
    refused = strict.client.post("/v1/sheets", json={"url": inside})
    assert (refused.status_code, refused.json()["code"]) == (403, "address-refused")
    # A page that was handed in cannot make the service fetch pictures from inside, either.
    opened = take(strict, story(picture=f"{site.url}/lamp.png"))
    assert opened["wanted"] == 1
    answer = strict.client.post(f"/v1/sheets/{opened['name']}/pictures", json={})
    assert answer.json()["wanted"] == 1
    assert site.requests == []


def test_other_sites_cannot_call(service: Running) -> None:
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        answer = service.client.post("/v1/sheets", content=story(), headers={**HTML, **headers})
        assert (answer.status_code, answer.json()["code"]) == (403, "origin")


HOSTILE = '"><img src=x onerror=alert(1)><script>alert(2)</script></title><svg onload=alert(3)>'


def test_nothing_of_a_page_is_markup_in_what_comes_out(service: Running) -> None:
    hostile = HOSTILE.replace("<", "&lt;").replace(">", "&gt;")
    page = story(
        f"<p>{hostile} {'and more words of the story ' * 8}</p><pre><code>{hostile}</code></pre>", title=hostile
    )
    opened = take(service, page, "https://harbour.example/%22%3E%3Cscript%3E")
    for number in range(opened["pages"]):
        drawn = service.client.get(f"/sheets/{opened['name']}/{opened['key']}/{number}.svg").content
        assert b"<script" not in drawn
        assert b"onerror" not in drawn
        assert b"onload" not in drawn
    answer = service.client.post(f"/v1/sheets/{opened['name']}/document", json={"format": "html"})
    assert "<script" not in answer.text
    assert "<img src=x" not in answer.text
    assert "sandbox" in answer.headers["content-security-policy"]
    assert "\n" not in answer.headers["content-disposition"]
