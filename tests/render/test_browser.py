"""The browser, for real: what it reports, that it reaches nothing by itself, and that no page brings it down."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic

import pytest

from printworthy.apps.cli.main import main
from printworthy.data.looks import Looks
from printworthy.data.page import Page
from printworthy.data.tree import Tree
from printworthy.errors import FetchError, RenderError
from printworthy.options import Options
from printworthy.parse.lexbor import parse
from printworthy.reading.extract import extract
from printworthy.render.browser import Browser
from printworthy.render.chromium import RenderLimits
from printworthy.render.join import join
from tests.render.conftest import chromium_missing, family

pytestmark = [
    pytest.mark.processes,
    pytest.mark.skipif(bool(chromium_missing()), reason=f"no browser: {chromium_missing()}"),
]
HELLO = "<title>Hello</title><p>Hello, world.</p>"


def seen(browser: Browser, html: str) -> tuple[Tree, Looks]:
    snapshot = browser.render(html)
    tree = join(parse(snapshot.html), snapshot)
    assert tree.looks is not None
    return tree, tree.looks


def works(browser: Browser) -> bool:
    return b"Hello, world." in browser.render(HELLO).html


STYLED = """<!doctype html><style>
  body { margin: 0; width: 800px; font-size: 20px; color: #112233 }
  .lede { display: block; color: red; background-color: #ffff00; font-weight: bold }
  .gone { display: none } .ghost { visibility: hidden } li { display: inline }
</style><body><h1>Head</h1><span class=lede>Lede</span><p class=gone>Gone <b>too</b></p><p class=ghost>Ghost</p>
<ul><li>One</ul><div style="margin-left: 100px; width: 300px; font-size: .5em">Narrow</div>
<noscript><p>No</p></noscript>"""


def test_styles_are_those_of_the_browser(browser: Browser) -> None:
    tree, looks = seen(browser, STYLED)
    cases = [
        ("h1", "block", True, 40, 700, "rgb(17, 34, 51)"),
        (".lede", "block", True, 20, 700, "rgb(255, 0, 0)"),
        (".gone", "none", False, 20, 400, "rgb(17, 34, 51)"),
        (".gone b", "none", False, 20, 400, "rgb(17, 34, 51)"),
        (".ghost", "block", False, 20, 400, "rgb(17, 34, 51)"),
        ("li", "inline", True, 20, 400, "rgb(17, 34, 51)"),
        ("div", "block", True, 10, 400, "rgb(17, 34, 51)"),
        ("noscript p", "none", False, 20, 400, "rgb(17, 34, 51)"),
    ]
    for query, *wanted in cases:
        node = tree.root.css_first(query)
        assert node is not None, query
        assert list(looks.style(node)[:5]) == wanted, query
    lede = tree.root.css_first(".lede")
    assert lede is not None
    assert looks.style(lede).background == "rgb(255, 255, 0)"


def test_boxes_are_of_elements_and_of_texts(browser: Browser) -> None:
    tree, looks = seen(browser, STYLED)
    div = tree.root.css_first("div")
    assert div is not None
    assert div.child is not None
    box, text = looks.box(div), looks.box(div.child)
    assert box is not None
    assert text is not None
    assert (box.left, box.right) == (100, 400)
    assert text.left == 100
    assert 10 < text.width < 60
    assert looks.width >= 800
    assert looks.height > 0


def test_marks_are_taken_out_again(browser: Browser) -> None:
    tree, _ = seen(browser, f"{STYLED}<p data-printworthy=0>Mine</p>")
    assert not tree.root.css("[data-printworthy]")


def test_shadow_trees_and_comments_are_part_of_the_text(browser: Browser) -> None:
    html = """<x-card>light <b>child</b></x-card><p>one<!-- a --> two</p><script>
      customElements.define("x-card", class extends HTMLElement { constructor() { super();
        this.attachShadow({mode: "open"}).innerHTML = "<p>shadow: <slot></slot></p>" } });</script>"""
    tree, looks = seen(browser, html)
    texts = [node.text() for node in tree.root.css("p")]
    assert texts == ["shadow: light child", "one two"]
    last = tree.root.css("p")[-1].child
    assert last is not None
    box = looks.box(last)
    assert box is not None
    assert 30 < box.width < 100


SENTENCE = "The keeper climbs the tower every morning and winds the old clock with great care, as his father did. "
WORDS = "wheels springs hands bells ropes weights pendulum dial stairs".split()
SHELL = f"""<!doctype html><html lang=en><title>The clock</title><body><div id=app></div><noscript>Please enable
scripts.</noscript><script>setTimeout(() => {{ document.getElementById("app").innerHTML = "<article><h1>Clock</h1>" +
"{" ".join(WORDS)}".split(" ").map(w => "<p>Of the " + w + ". {SENTENCE * 3}</p>").join("") + "</article>" }}, 300)
</script>"""


def test_what_only_scripts_can_write_is_written(browser: Browser) -> None:
    html = """<p id="a" onclick="x()" style="top: 0" title='"&amp;&nbsp;<'>One</p><pre><!-- c -->

two<!-- c --> &lt;3</pre><div id="b">half </div><script>
    document.querySelector("#a").setAttributeNS(null, "dataBig", "1");
    document.querySelector("#b").append("\\ud83d", " done");
    document.querySelector("pre").append(document.createComment("d"), "four");</script>"""
    seen = browser.render(html).html.decode("utf-8")
    assert '<p id="a" title="&quot;&amp;&nbsp;<" dataBig="1" data-printworthy="' in seen
    assert "\n\ntwo &lt;3four</pre>" in seen
    assert ">half ? done</div>" in seen


def test_a_page_that_a_script_builds(browser: Browser) -> None:
    plain = extract(SHELL)
    assert "keeper" not in plain.text
    article = extract(SHELL, options=Options(render="auto"), renderer=browser.render)
    assert [word for word in WORDS if f"Of the {word}." not in article.text] == []
    assert article.confidence > plain.confidence
    assert any(note.startswith("rendered: confidence") for note in article.trace.notes)


def test_auto_leaves_a_good_page_alone(browser: Browser) -> None:
    html = f"<title>The clock</title><article><h1>The clock</h1>{f'<p>{SENTENCE * 3}</p>' * 9}</article>"

    def never(page: bytes, url: str) -> object:
        raise AssertionError("rendered")

    assert "keeper" in extract(html, options=Options(render="auto"), renderer=never).text


def test_visual_says_when_no_browser_looked(browser: Browser) -> None:
    html = f"<article>{f'<p>{SENTENCE * 3}</p>' * 9}</article>"
    plain = extract(html, options=Options(method="visual"))
    shown = extract(html, options=Options(method="visual", render="always"), renderer=browser.render)
    assert plain.text == shown.text
    assert any("no browser" in note for note in plain.trace.notes)
    assert not shown.trace.notes


@pytest.fixture
def listener() -> Iterator[tuple[int, int, list[str]]]:
    """Ports on this machine, for TCP and UDP, and what arrived there."""
    heard: list[str] = []
    tcp, udp = socket.create_server(("127.0.0.1", 0)), socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    udp.bind(("127.0.0.1", 0))
    stop = threading.Event()

    def listen(port: socket.socket, name: str, take: Callable[[], object]) -> None:
        port.settimeout(0.05)
        while not stop.is_set():
            try:
                take()
                heard.append(name)
            except TimeoutError:
                continue

    threads = [
        threading.Thread(target=listen, args=(tcp, "tcp", tcp.accept)),
        threading.Thread(target=listen, args=(udp, "udp", lambda: udp.recv(99))),
    ]
    for thread in threads:
        thread.start()
    yield tcp.getsockname()[1], udp.getsockname()[1], heard
    stop.set()
    for thread in threads:
        thread.join()
    tcp.close()
    udp.close()


def test_nothing_is_reached(browser: Browser, listener: tuple[int, int, list[str]]) -> None:
    tcp, udp, heard = listener
    where = f"127.0.0.1:{tcp}"
    html = f"""<link rel=preconnect href="http://{where}"><link rel=dns-prefetch href="//{where}">
      <img src="http://{where}/a.png"><iframe src="http://{where}/f"></iframe><script src="http://{where}/s.js"></script>
      <link rel=stylesheet href="http://{where}/s.css"><p id=out></p><iframe srcdoc="<script>
        new parent.frames[1].WebSocket('ws://{where}/')</script>"></iframe><script>
      const tried = [];
      const attempt = (name, act) => {{ try {{ act(); tried.push(name) }} catch (e) {{ tried.push("no " + name) }} }};
      attempt("fetch", () => fetch("http://{where}/x", {{mode: "no-cors"}}).catch(() => 0));
      attempt("beacon", () => navigator.sendBeacon("http://{where}/b", "secret"));
      attempt("socket", () => new WebSocket("ws://{where}/"));
      attempt("events", () => new EventSource("http://{where}/e"));
      attempt("rtc", () => {{ const rtc = new RTCPeerConnection({{iceServers: [{{urls: "stun:127.0.0.1:{udp}"}}]}});
        rtc.createDataChannel("x"); rtc.createOffer().then(offer => rtc.setLocalDescription(offer)); }});
      document.getElementById("out").textContent = tried.join(", ");</script>"""
    snapshot = browser.render(html, f"http://{where}/")
    assert b"fetch, beacon, no socket, events, no rtc" in snapshot.html
    assert heard == []


def test_requests_go_through_the_fetch_that_is_given(browser: Browser) -> None:
    asked = []

    async def fetch(url: str) -> Page:
        asked.append(url)
        if url.endswith("app.js"):
            script = b"fetch('/data.json').then(r => r.json()).then(d => { document.body.textContent = d.text })"
            return Page(url, script, headers={"content-type": "text/javascript"})
        if url.endswith("data.json"):
            return Page(url, b'{"text": "fetched text"}', headers={"content-type": "application/json"})
        raise FetchError(f"{url}: not there")

    html = '<script src=app.js></script><img src=a.png><script src="/lost.js"></script><link rel=stylesheet href=s.css>'
    snapshot = browser.render(html, "https://example.org/news/", fetch)
    assert b"fetched text" in snapshot.html
    root = "https://example.org"
    assert set(asked) == {f"{root}/news/app.js", f"{root}/lost.js", f"{root}/news/s.css", f"{root}/data.json"}


def test_a_redirect_by_script_is_followed_with_a_fetch(browser: Browser) -> None:
    async def fetch(url: str) -> Page:
        return Page(url, b"<p>There.</p>", headers={"content-type": "text/html"})

    html = '<p>Here.</p><script>location.href = "https://example.org/there"</script>'
    moved = browser.render(html, "https://example.org/", fetch)
    assert (b"There." in moved.html, moved.url) == (True, "https://example.org/there")
    stayed = browser.render(html, "https://example.org/")
    assert (b"Here." in stayed.html, stayed.url) == (True, "https://example.org/")


# What the page does, what the error says, and how many seconds it may take; those that are stopped sooner get more, so
# that a busy machine changes nothing.
BAD = {
    "never rests": ("<p>x</p><script>while (true) {}</script>", "within", 6),
    "busy for ever": ("<p>x</p><script>setTimeout(() => { while (true); }, 1)</script>", "within", 6),
    "dialogs": ("<script>while (true) alert('Look!')</script>", "dialogs", 30),
    "redirects": ("<script>setInterval(() => { location = '/' + Math.random() }, 1)</script>", "sends the reader", 30),
    "reloads": ("<script>setInterval(() => location.reload(), 1)</script>", "sends the reader", 30),
    "script memory": ("<script>const all = []; while (true) all.push(new Array(1e5).fill({}))</script>", "memory", 30),
    "buffers": ("<script>const all = []; while (true) all.push(new Uint8Array(1e7).fill(1))</script>", "memory", 30),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_page_ends_in_an_error_in_time_and_the_next_one_works(name: str) -> None:
    html, message, seconds = BAD[name]
    with Browser(RenderLimits(seconds=seconds, memory=400 * 1024 * 1024)) as browser:
        assert works(browser)
        begin = monotonic()
        with pytest.raises(RenderError, match=message):
            browser.render(html, "https://example.org/")
        assert monotonic() - begin < seconds + 15
        assert works(browser)


def test_a_page_whose_process_is_killed(browser: Browser) -> None:
    def kill() -> None:
        for process, command in family().items():
            if "--type=renderer" in command:
                os.kill(process, signal.SIGKILL)

    asked = threading.Event()

    async def fetch(url: str) -> Page:
        asked.set()
        await asyncio.sleep(60)
        raise AssertionError

    killer = threading.Thread(target=lambda: asked.wait() and kill())
    killer.start()
    with pytest.raises(RenderError, match="process ended"):
        browser.render("<script src=late.js></script>", "https://example.org/", fetch)
    killer.join()
    assert works(browser)


def test_windows_prints_and_downloads_do_nothing(browser: Browser) -> None:
    html = """<p>Still here.</p><script>window.open("https://example.org/ad"); print(); confirm("Sure?");
      const a = document.createElement("a"); a.href = "data:text/plain,x"; a.download = "x"; a.click();
      onbeforeunload = () => "stay"</script>"""
    assert b"Still here." in browser.render(html, "https://example.org/").html


def test_pages_see_nothing_of_each_other(browser: Browser) -> None:
    html = """<p id=out></p><script>document.getElementById("out").textContent = "seen: " + localStorage.getItem("x")
      + document.cookie; localStorage.setItem("x", "yes"); document.cookie = "y=1"</script>"""
    for _ in range(2):
        assert b"seen: null<" in browser.render(html, "https://example.org/").html


def test_what_a_page_does_to_its_builtins_does_not_matter(browser: Browser) -> None:
    html = """<p>Text.</p><script>JSON.stringify = Map.prototype.get = Array.prototype.push = () => "broken";
      getComputedStyle = null; Array.prototype.toJSON = () => "broken"</script>"""
    assert b"Text." in browser.render(html).html


def test_in_an_event_loop_and_from_threads(browser: Browser) -> None:
    async def inside() -> bool:
        own = works(browser)
        others = await asyncio.gather(*(asyncio.to_thread(works, browser) for _ in range(2)))
        return own and all(others)

    assert asyncio.run(inside())


def test_renewed_after_some_pages_and_gone_when_closed() -> None:
    before = set(family())

    def running() -> set[int]:
        new = family(others=before)
        return {process for process, command in new.items() if "chromium" in command and "--type=" not in command}

    with Browser(RenderLimits(pages=2)) as browser:
        first = works(browser) and running()
        assert works(browser)
        assert not running(), "two pages were its share"
        assert works(browser)
        assert running()
        assert running() != first
    assert not family(others=before), "neither process nor zombie is left"


def test_the_command_renders_a_script_built_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    page.write_text(SHELL, "utf-8")
    assert main(["extract", str(page), "--render", "auto"]) == 0
    assert "Of the stairs." in capsys.readouterr().out


def test_a_program_that_is_no_browser() -> None:
    with Browser(executable="/bin/true") as browser, pytest.raises(RenderError, match="could not be started"):
        browser.render(HELLO)
