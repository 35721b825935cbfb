"""One self-contained page that tells of every segment what became of it, and in which nothing of the original runs.

Covers: printworthy.apps.explain.original, printworthy.apps.explain.fragments.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from printworthy.apps.explain.gather import Explanation, gather
from printworthy.apps.explain.original import level, original, path
from printworthy.apps.explain.page import explain_page
from printworthy.apps.explain.strongest import in_words
from printworthy.base.encoding import to_utf8
from printworthy.data.article import Resource
from printworthy.data.trace import Verdict
from printworthy.errors import InputError, MissingExtraError, PrintworthyError
from printworthy.methods.registry import METHODS
from printworthy.options import Options
from printworthy.parse.lexbor import parse
from printworthy.reading.reading import Reading
from printworthy.segment.walk import segment

EVIL = b"""<html><head><title>A story </title><script>document.title = 'ran'</script></head><body>
<nav><a href="javascript:alert(1)">Home</a></nav><h1 onclick="alert(1)">A story</h1>
<article><p>Every word of this paragraph is meant to be read by people who like long and quiet sentences, and to them
it is given: &lt;/script&gt;&lt;script&gt;document.title = 'ran'&lt;/script&gt;
&lt;img src=x onerror="document.title='ran'"&gt;.</p>
<p>A second paragraph follows the first one, as it should, and says that the <img src="https://elsewhere.example/p.png"
alt="a &gt;&lt;script&gt;document.title='ran'&lt;/script&gt;"> tower was old, that the clock in it was older, and that
nobody had counted the stairs.</p></article></body></html>"""


@pytest.fixture(scope="module")
def explanation(sample: Path) -> Explanation:
    return gather(sample.read_bytes(), "https://upland.example/2026/04/tower-clock.html", Options())


@pytest.fixture(scope="module")
def page(explanation: Explanation) -> str:
    return explain_page(explanation, {}).decode("utf-8")


@pytest.fixture(scope="module")
def facts(page: str) -> dict[str, Any]:
    return json.loads(re.search(r'id="facts">(.*?)</script>', page, re.S)[1])


def test_all_methods_are_there_and_the_chosen_one_is_first(sample: Path, explanation: Explanation) -> None:
    assert [reading.method for reading in explanation.accounts] == list(METHODS)
    other = gather(sample.read_bytes(), "", Options(method="subtree"))
    assert other.chosen.method == "subtree"
    assert {reading.method for reading in other.accounts} == set(METHODS)


def test_every_segment_has_a_verdict_of_every_method(explanation: Explanation, facts: dict[str, Any]) -> None:
    count = len(explanation.columns.text)
    assert len(facts["segments"]) == count
    for method, reading in zip(facts["methods"], explanation.accounts, strict=True):
        assert [one[0] for one in method["verdicts"]] == [int(one.kept) for one in reading.verdicts]
        assert len(method["verdicts"]) == count
        step, reason = method["whys"][method["verdicts"][0][3]]
        assert step
        assert reason
    assert [len(look) for look in facts["looks"]] == [count, count]


def test_the_features_are_those_of_the_probability(explanation: Explanation, facts: dict[str, Any]) -> None:
    second = facts["looks"][1]
    learned = facts["methods"][0]["verdicts"]
    assert [look[0] for look in second] == [one[1] for one in learned]
    likely = max(range(len(second)), key=lambda number: second[number][0])
    assert sum(added for _, _, added in second[likely][1]) > 0
    assert all(1 <= len(reasons) <= 5 for _, reasons in second)
    assert "the first look at it" in facts["words"]


def test_the_page_stands_alone(page: str) -> None:
    loaded = re.findall(r'<(?:img|link|script|iframe|source|video)\b[^>]*\b(?:src|href)="([^"]*)"', page)
    assert [address for address in loaded if not address.startswith("data:")] == []
    assert "@import" not in page
    assert "url(" not in page


def test_the_policy_allows_our_script_and_style_alone(page: str) -> None:
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)[1]
    script, style = (re.search(rf"<{tag}>(.*?)</{tag}>", page, re.S)[1] for tag in ("script", "style"))
    assert policy == (
        f"default-src 'none'; style-src '{digest(style)}'; script-src '{digest(script)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    assert not re.search(r'<[^>]+\s(?:style|on\w+)="', page)


def digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def test_nothing_of_the_original_is_markup() -> None:
    page = explain_page(gather(EVIL, "", Options(images="all")), {}).decode()
    assert page.count("<script") == 2
    assert page.count("</script>") == 2
    assert "onerror=&quot;" in page
    assert "onclick" not in page
    assert "javascript:" not in page


def test_pictures_at_hand_are_embedded_and_others_named() -> None:
    explained = gather(EVIL, "https://site.example/", Options(images="all"))
    page = explain_page(explained, {}).decode()
    assert "<img" not in page.partition("<script")[0]
    sources = {figure.src for reading in explained.accounts for figure in reading.article.images}
    assert sources
    found = {src: Resource(b"\x89PNG\r\n\x1a\n", "image/png") for src in sources}
    assert '<img src="data:image/png;base64,' in explain_page(explained, found).decode()


def test_the_original_shows_landmarks_and_verdicts() -> None:
    tree = parse(to_utf8(EVIL))
    columns = segment(tree)
    verdicts = [Verdict(text, kept=number > 1, probability=0.26, step="s", reason="r")
                for number, text in enumerate(columns.text)]  # fmt: skip
    html = original(columns, verdicts)
    assert html.count('<div class="zone">') == html.count("</div>") == 2
    assert '<span class="zone-name">nav</span>' in html
    assert re.findall(r'data-p="(\d+)" data-k="(\d)"', html) == [("3", "0"), ("3", "0"), ("3", "1"), ("3", "1")]
    assert 'class="s t-nav pill" id="s0" tabindex="0"' in html
    assert path(columns, 2) == "article › p"


@pytest.mark.parametrize(("probability", "tenth"), [(0, 0), (0.04, 0), (0.5, 5), (0.97, 10), (1, 10), (1.2, 10)])
def test_tenths(probability: float, tenth: int) -> None:
    assert level(probability) == tenth


@pytest.mark.parametrize("error", [InputError("broken: mend it"), MissingExtraError("render")])
def test_a_method_that_fails_says_so(sample: Path, monkeypatch: pytest.MonkeyPatch, error: PrintworthyError) -> None:
    real = Reading.by

    def by(reading: Reading, options: Options) -> Reading:
        if options.method == "visual":
            raise error
        return real(reading, options)

    monkeypatch.setattr(Reading, "by", by)
    explained = gather(sample.read_bytes(), "", Options())
    account = next(one for one in explained.accounts if one.method == "visual")
    assert account.error == str(error)
    page = explain_page(explained, {}).decode()
    assert '<label class="failed"><input type="radio" name="method" value="visual">' in page


def test_a_page_without_text_is_refused() -> None:
    with pytest.raises(InputError, match="no text"):
        gather(b"<html><body></body></html>", "", Options())


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("link_density", "how much of it is links"),
        ("words_3", "words in three elements up"),
        ("odds_in6", "the first look at 6 elements up"),
        ("same_pair_words", "length of segments of the same kind of element and parent"),
        ("alike_three_p", "the first look at segments of the same template"),
        ("hold0.3_links", "links in the smallest element with 30% of the page"),
        ("mass0.6_level", "size of the smallest element with 60% of the article"),
        ("part_least_near", "the least article-like class name around it"),
        ("something new", "something new"),
    ],
)
def test_features_in_words(name: str, words: str) -> None:
    assert in_words(name) == words


def test_all_features_have_words(explanation: Explanation, facts: dict[str, Any]) -> None:
    assert not [word for word in facts["words"] if "_" in word or re.search(r"\d$", word)]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A real Chromium, or the reason why there is none."""
    sync_api = pytest.importorskip("playwright.sync_api")
    from printworthy.errors import RenderError
    from printworthy.render.chromium import find_chromium

    try:
        chromium = str(find_chromium())
    except RenderError as error:
        pytest.skip(f"no browser: {error}")
    with sync_api.sync_playwright() as playwright:
        one = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield one
        one.close()


def opened(browser: Any, content: bytes, folder: Path, **context: Any) -> tuple[Any, list[str]]:
    """The page in a browser, and what it complained about or asked for."""
    (folder / "page.html").write_bytes(content)
    said: list[str] = []
    page = browser.new_context(**context).new_page()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: said.append(request.url) if not request.url.startswith("file:") else None)
    page.goto((folder / "page.html").as_uri())
    return page, said


@pytest.mark.processes
def test_in_a_browser_it_tells_why(browser: Any, explanation: Explanation, tmp_path: Path) -> None:
    page, said = opened(browser, explain_page(explanation, {}), tmp_path, viewport={"width": 1440, "height": 900})
    kept = next(number for number, one in enumerate(explanation.chosen.verdicts) if one.kept)
    page.hover(f"#s{kept}")
    assert "Kept" in page.inner_text(".inspector .inner")
    assert "First look" in page.inner_text(".inspector .inner")
    page.focus(f"#s{kept}")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.id") == f"s{kept + 1}"
    page.check('input[value="subtree"]', force=True)
    wanted = [str(int(one.kept)) for one in next(r for r in explanation.accounts if r.method == "subtree").verdicts]
    assert page.eval_on_selector_all(".s", "all => all.map(one => one.dataset.k)") == wanted
    assert page.is_visible('.article [data-method="subtree"]')
    assert not page.is_visible('.article [data-method="learned"]')
    assert said == []
    page.context.close()


@pytest.mark.processes
def test_no_script_of_the_original_runs(browser: Any, tmp_path: Path) -> None:
    page, said = opened(browser, explain_page(gather(EVIL, "", Options(images="all")), {}), tmp_path)
    for method in METHODS:
        page.check(f'input[value="{method}"]', force=True)
        page.focus(".s >> nth=2")
    assert page.title() == "Why: A story"
    assert said == []
    page.context.close()


@pytest.mark.processes
@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_everybody_can_read_it(browser: Any, explanation: Explanation, tmp_path: Path, width: int, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    content = explain_page(explanation, {})
    view = {"viewport": {"width": width, "height": 850}, "color_scheme": scheme, "bypass_csp": True}
    page, _ = opened(browser, content, tmp_path, **view)
    if width < 800:
        page.click('button[data-show="original"]')
    page.click("#s12")
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    found = axe.Axe().run(page)
    assert [one["id"] for one in found.response["violations"]] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.context.close()
