"""The page in a real Chromium: paste or drop, look, correct, take away; by mouse and by keys, for everybody."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from printworthy.apps.service.settings import Access, Jobs, ServiceSettings, WorkLimits
from printworthy.errors import RenderError
from printworthy.render.chromium import find_chromium
from tests.apps.service.conftest import Running
from tests.apps.service.sheets_kit import DROPPED, LEFT_OUT, png, story
from tests.fetching.conftest import Site

pytestmark = pytest.mark.processes

sync_api = pytest.importorskip("playwright.sync_api")
axe = pytest.importorskip("axe_playwright_python.sync_playwright")
expect = sync_api.expect

Opener = Callable[..., Any]
DESKTOP = {"width": 1360, "height": 850}
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    try:
        chromium = str(find_chromium())
    except RenderError as error:
        pytest.skip(f"no browser: {error}")
    with sync_api.sync_playwright() as playwright:
        one = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield one
        one.close()


@pytest.fixture
def said() -> list[str]:
    """What the page complained about, and what it asked of anybody but the service."""
    return []


@pytest.fixture
def begin(browser: Any, service: Running, said: list[str]) -> Iterator[Opener]:
    """Open the service's page in a context of its own; in the end nothing was complained about."""
    contexts = []

    def go(path: str = "/", **options: Any) -> Any:
        context = browser.new_context(**{"viewport": DESKTOP, "locale": "en-GB", **options})
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("dialog", lambda dialog: (said.append(f"dialog {dialog.message}"), dialog.dismiss()))
        page.on("request", lambda one: said.append(one.url) if not _is_own(one.url, service) else None)
        page.goto(service.url + path)
        return page

    yield go
    for context in contexts:
        context.close()
    assert said == []


def _is_own(url: str, service: Running) -> bool:
    return url.startswith((service.url, f"blob:{service.url}"))


@pytest.fixture
def address(site: Site) -> str:
    site.page("/lamp.png", png(), content_type="image/png")
    return site.page("/lamps.html", story())


def paste(page: Any, address: str) -> None:
    page.fill("#address", address)
    page.keyboard.press("Enter")
    page.wait_for_selector(".page[data-ready]")
    expect(page.locator("#status")).to_contain_text("Ready")


def drop_file(page: Any, html: bytes) -> None:
    page.set_input_files("#file", {"name": "saved.html", "mimeType": "text/html", "buffer": html})
    page.wait_for_selector(".page[data-ready]")


def block(page: Any, text: str) -> Any:
    return page.locator(f'button.block[aria-label*="{text}"]')


def document_text(page: Any, folder: Path, button: str = "Download PDF") -> str:
    with page.expect_download() as waiting:
        page.get_by_role("button", name=button, exact=True).click()
    path = folder / waiting.value.suggested_filename
    waiting.value.save_as(path)
    if path.suffix != ".pdf":
        return " ".join(path.read_text("utf-8").split())
    done = subprocess.run(["pdftotext", "-raw", path, "-"], capture_output=True, check=True)
    return " ".join(done.stdout.decode().split())


def test_a_doubt_stays_until_it_is_closed(begin: Opener) -> None:
    page = begin()
    drop_file(page, b"<!doctype html><title>Lamps</title><body><p>Loading")
    expect(page.locator("#status")).to_contain_text("Ready")
    expect(page.locator("#trouble")).to_contain_text("hardly looks like an article")
    page.locator("#trouble-close").click()
    expect(page.locator("#trouble")).to_be_hidden()


def test_paste_look_drop_add_download(begin: Opener, address: str, tmp_path: Path) -> None:
    page = begin()
    paste(page, address)
    assert page.inner_text("#paper-title") == "The lamps of the lower harbour"
    assert DROPPED in document_text(page, tmp_path)
    # What is seen is what is printed: the click hits the paragraph under it.
    block(page, DROPPED).click()
    page.wait_for_selector(".gap")
    assert block(page, DROPPED).count() == 0
    assert "1 change" in page.inner_text("#summary")
    text = document_text(page, tmp_path)
    assert DROPPED not in text
    assert "the book in the harbour office" in text
    page.locator(".unit", has_text=LEFT_OUT).click()
    block(page, LEFT_OUT[:40]).wait_for()
    assert LEFT_OUT in document_text(page, tmp_path)
    assert LEFT_OUT in document_text(page, tmp_path, "Markdown")
    page.locator(".gap").click()
    block(page, DROPPED).wait_for()
    assert page.locator(".gap").count() == 0
    assert DROPPED in document_text(page, tmp_path)
    # A second click on what was added takes it out again.
    page.locator(".unit", has_text=LEFT_OUT).click()
    expect(page.locator("#summary")).not_to_contain_text("change")
    assert LEFT_OUT not in document_text(page, tmp_path)


def test_pictures_come_after_the_text(begin: Opener, address: str) -> None:
    page = begin()
    with page.expect_response("**/pictures") as answer:
        paste(page, address)
    assert answer.value.json()["wanted"] == 0
    block(page, "A lamp on the lower quay").click()
    page.locator('.gap[aria-label*="picture"]').wait_for()


def test_a_file_by_keys_alone(begin: Opener, tmp_path: Path) -> None:
    page = begin()
    drop_file(page, story(picture=""))
    page.locator("#undo").focus()
    assert page.locator("#undo").is_disabled()
    first = page.locator("button.block.first").first
    first.focus()
    page.keyboard.press("ArrowDown")
    label = page.evaluate("document.activeElement.getAttribute('aria-label')")
    page.keyboard.press("Enter")
    page.wait_for_selector(".gap")
    page.locator(".gap:focus").wait_for()
    assert label.split(": ")[1][:30] in page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert page.inner_text("#status").startswith("Dropped")
    page.keyboard.press("Enter")
    page.locator(".block:focus").wait_for()
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == label
    page.keyboard.press("Control+z")
    page.wait_for_selector(".gap")
    assert page.locator('#pages [tabindex="0"]').count() == 1
    assert page.locator('#units [tabindex="0"]').count() == 1


def test_a_file_that_is_dropped_on_the_page(begin: Opener) -> None:
    page = begin()
    page.evaluate(
        """html => {
          const data = new DataTransfer();
          data.items.add(new File([html], "saved.html", { type: "text/html" }));
          dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        story(picture="").decode(),
    )
    page.wait_for_selector(".page[data-ready]")
    assert page.inner_text("#paper-title") == "The lamps of the lower harbour"


def test_choices_change_the_paper_and_are_remembered(begin: Opener, address: str) -> None:
    page = begin()
    paste(page, address)
    tall = page.locator(".page").first.bounding_box()
    page.check('input[value="newspaper"]', force=True)
    page.select_option("#paper-size", "a5")
    page.select_option("#size", "14")
    page.select_option("#images", "none")
    expect(page.locator('[aria-label^="Picture on paper"]')).to_have_count(0)
    page.select_option("#paper-size", "eink-6")
    page.locator(".page").nth(3).wait_for()
    wide = page.locator(".page").first.bounding_box()
    assert wide["height"] / wide["width"] == pytest.approx(122 / 90, abs=0.02)
    assert tall["height"] / tall["width"] == pytest.approx(297 / 210, abs=0.02)
    page.reload()
    page.wait_for_selector(".page[data-ready]")
    assert page.input_value("#paper-size") == "eink-6"
    assert page.is_checked('input[value="newspaper"]')


def test_a_permalink_shows_the_same_to_others(begin: Opener, address: str) -> None:
    page = begin()
    paste(page, address)
    block(page, DROPPED).click()
    page.wait_for_selector(".gap")
    page.get_by_text("Share a link").click()
    page.click("#share")
    page.wait_for_selector("#share-result:not([hidden])")
    other = begin(page.input_value("#share-link").partition("/s/")[2].join(["/s/", ""]))
    other.wait_for_selector(".gap")
    assert block(other, DROPPED).count() == 0
    assert other.locator(".unit.changed").count() == 1


def test_feedback_is_saved(begin: Opener, address: str, said: list[str]) -> None:
    page = begin()
    paste(page, address)
    page.get_by_text("Teach the engine").click()
    page.click("#feedback")
    page.wait_for_selector("#trouble:not([hidden])")
    assert "correct the article first" in page.inner_text("#trouble")
    said.clear()  # the browser notes the refusal in its console
    block(page, DROPPED).click()
    page.wait_for_selector(".gap")
    page.fill("#annotator", "Ada")
    page.click("#feedback")
    expect(page.locator("#status")).to_contain_text("Thank you")


def test_the_bookmarklet_and_its_way_back(begin: Opener, service: Running, address: str) -> None:
    page = begin()
    link = page.get_attribute("#bookmarklet", "href")
    assert link.startswith("javascript:")
    assert service.url in link
    again = begin(f"/?url={address}")
    again.wait_for_selector(".page[data-ready]")
    assert again.input_value("#address") == address


def test_troubles_are_told(begin: Opener, site: Site, said: list[str]) -> None:
    page = begin()
    page.fill("#address", f"{site.url}/nowhere.html")
    page.keyboard.press("Enter")
    page.wait_for_selector("#trouble:not([hidden])")
    assert "404" in page.inner_text("#trouble")
    page.click("#trouble-close")
    assert page.locator("#trouble").is_hidden()
    assert page.locator("#start").is_visible()
    said.clear()


HOSTILE = """"><img src=x onerror="alert(1)"><script>alert(2)</script><svg onload=alert(3)>{{7*7}}${7*7}"""


def test_nothing_of_a_page_runs(begin: Opener, site: Site) -> None:
    shown = HOSTILE.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    raw = f"<p onclick=alert(4)>{HOSTILE} {shown} {'with words of the story around it ' * 6}</p><pre>{shown}</pre>"
    page = begin()
    site.page("/lamp.png", png(), content_type="image/png")
    paste(page, site.page("/evil.html", story(raw, title=shown)))
    assert "<script>alert(2)</script>" in page.inner_text("#paper-title")
    assert page.locator(".unit", has_text="onload=alert(3)").count() > 0
    block(page, "img src=x").first.click()
    page.wait_for_selector(".gap")
    assert page.evaluate("document.querySelectorAll('main script, main svg, main img[src=\"x\"]').length") == 0


def test_pages_from_right_to_left(begin: Opener) -> None:
    sentences = (
        "كان المصباح في الميناء القديم يضيء كل ليلة منذ مئة عام ولم ينطفئ إلا مرة واحدة في ليلة العاصفة الكبرى.",
        "وكان الحارس يصعد الدرج كل مساء وفي يده علبة الزيت، ويعد الدرجات بصوت خافت حتى لا ينساها أبدا.",
        "قال لي إن البحر لا يسأل عن الأسماء، لكنه يعرف الضوء، ولذلك لا يترك أحد من أهل الميناء المصباح وحيدا.",
    )
    paragraphs = "".join(f"<p>{one} {one[::2]}</p>" for one in sentences)
    html = f"<html lang=ar dir=rtl><title>مصباح الميناء</title><body><article><h1>مصباح الميناء</h1>{paragraphs}"
    page = begin()
    drop_file(page, html.encode())
    assert page.evaluate("getComputedStyle(document.querySelector('.unit')).direction") == "rtl"
    page.locator("button.block.first").nth(1).click()
    page.wait_for_selector(".gap")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing(begin: Opener, address: str, view: dict[str, int], scheme: str) -> None:
    page = begin(viewport=view, color_scheme=scheme, bypass_csp=True, reduced_motion="reduce")
    found = [("start", one["id"]) for one in axe.Axe().run(page).response["violations"]]
    paste(page, address)
    page.locator("button.block.first").nth(2).click()
    page.wait_for_selector(".gap")
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    for part in ("paper", "original", "choices"):
        if view is PHONE:
            page.click(f'.tabs [data-show="{part}"]')
        found += [(part, one["id"]) for one in axe.Axe().run(page).response["violations"]]
        assert page.evaluate("document.documentElement.scrollWidth") <= view["width"]
    assert found == []


@pytest.mark.parametrize("width", [320, 375])
def test_the_start_fits_the_narrowest_phones(begin: Opener, width: int) -> None:
    page = begin(viewport={"width": width, "height": 667})
    for part in ("#drop", "#address-form button", "#bookmarklet", ".lead"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= width, part
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_service_with_tokens_asks_for_one(browser: Any, tmp_path: Path) -> None:
    token = "a-token-of-enough-letters"
    access = Access(tokens=(token,), rate=0)
    running = Running(
        ServiceSettings(
            port=0, access=access, work=WorkLimits(workers=1, browsers=0), jobs=Jobs(folder=tmp_path / "jobs")
        )
    )
    context = browser.new_context(viewport=DESKTOP)
    try:
        page = context.new_page()
        page.goto(running.url)
        page.set_input_files("#file", {"name": "a.html", "mimeType": "text/html", "buffer": story(picture="")})
        page.fill("#token", token)
        page.keyboard.press("Enter")
        page.wait_for_selector(".page[data-ready]")
    finally:
        context.close()
        running.close()
