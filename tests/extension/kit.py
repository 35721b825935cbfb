"""What drives the extension in a real Chromium: servers on loopback, and a hand that presses what a person would press.

The overlay stands in a closed shadow root, which scripts cannot enter: its buttons are found through the browser's
debugging protocol and pressed with the mouse. The extension is the one in the repository; only leave to talk to
127.0.0.1, for which the browser would ask its owner, is written into a copy of its manifest. Pages are on `localhost`,
for which it has no leave but that of the person who presses its button.
"""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Frame, Page, ViewportSize, Worker, sync_playwright

from printworthy.render.chromium import find_chromium

ROOT = Path(__file__).resolve().parents[2]
EXTENSION = ROOT / "extension"
PAGES = Path(__file__).parent / "pages"
WHOLE = ROOT / "tests" / "pages"
STRICT = "default-src 'self'; require-trusted-types-for 'script'; style-src 'none'"
WINDOW: ViewportSize = {"width": 1200, "height": 1100}
TOKEN = "a-token-of-the-tests"
KINDS = {".html": "text/html; charset=utf-8", ".js": "text/javascript"}
# The caret before a letter of the element with this id, or the middle of the letter; also in open shadow roots.
CARET = """([id, offset, inside]) => {
  const find = (root) => root.getElementById(id)
    ?? [...root.querySelectorAll('*')].map((e) => e.shadowRoot && find(e.shadowRoot)).find(Boolean);
  const element = find(document);
  if (!element) return null;
  element.scrollIntoView({block: 'nearest'});
  const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let left = offset < 0 ? element.textContent.length + 1 + offset : offset, text;
  while ((text = walk.nextNode()) && left > text.data.length) left -= text.data.length;
  const range = document.createRange();
  range.setStart(text, left);
  if (inside) range.setEnd(text, left + 1);
  const box = range.getClientRects()[0] ?? element.getBoundingClientRect();
  return [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
}"""
Answer = Callable[[str, dict[str, Any]], tuple[int, str, bytes]]


@contextmanager
def serving(handle: type[BaseHTTPRequestHandler]) -> Iterator[int]:
    """A server on a free port of 127.0.0.1, for as long as the block lasts."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handle)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Pages(BaseHTTPRequestHandler):
    """The pages beside the tests; those of `tests/pages` under `/whole`; `/strict/x` is `x` under a strict policy."""

    def do_GET(self) -> None:
        strict = self.path.startswith("/strict/")
        folder = WHOLE if self.path.startswith("/whole/") else PAGES
        path = folder / self.path.removeprefix("/strict").removeprefix("/whole").lstrip("/").partition("?")[0]
        known = path.is_file()
        self.send_response(200 if known else 404)
        self.send_header("Content-Type", KINDS.get(path.suffix, "text/plain"))
        if strict:
            self.send_header("Content-Security-Policy", STRICT)
        self.end_headers()
        if known:
            self.wfile.write(path.read_bytes())

    def log_message(self, *_: object) -> None:
        pass


@dataclass
class Recorder:
    """A server that keeps what it is sent, and answers as it is told to."""

    address: str = ""
    calls: list[tuple[str, dict[str, str], dict[str, Any]]] = field(default_factory=list)
    answer: Answer = lambda path, body: (404, "application/json", b"{}")

    def handler(self) -> type[BaseHTTPRequestHandler]:
        recorder = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.do_POST()

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
                recorder.calls.append((self.path, dict(self.headers), body))
                status, kind, content = recorder.answer(self.path, body)
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_: object) -> None:
                pass

        return Handler


def unpacked(folder: Path) -> Path:
    """The extension, with the leave that the options page asks for already given."""
    copy = folder / "extension"
    shutil.copytree(EXTENSION, copy)
    manifest = json.loads((copy / "manifest.json").read_text("utf-8"))
    manifest["host_permissions"] = ["http://127.0.0.1/*"]
    (copy / "manifest.json").write_text(json.dumps(manifest))
    return copy


@contextmanager
def launched(folder: Path, *switches: str) -> Iterator[Hand]:
    """A Chromium with the extension, a site of pages, and somebody in front of it. One at a time: so is the driver."""
    copy = unpacked(folder)
    told = [
        f"--disable-extensions-except={copy}", f"--load-extension={copy}", "--headless=new", "--no-sandbox",
        "--enable-unsafe-extension-debugging", *switches,
    ]  # fmt: skip
    with serving(Pages) as port, sync_playwright() as play:
        context = play.chromium.launch_persistent_context(
            folder / "profile", executable_path=find_chromium(), args=told, viewport=WINDOW
        )
        context.set_default_timeout(15_000)
        worker = context.service_workers[0] if context.service_workers else context.wait_for_event("serviceworker")
        yield Hand(context, worker, f"http://localhost:{port}")
        context.close()


class Hand:
    """A person at the browser."""

    def __init__(self, context: BrowserContext, worker: Worker, site: str) -> None:
        self.context, self.worker, self.site = context, worker, site
        self.id = worker.url.split("/")[2]
        assert context.browser is not None
        self.browser = context.browser.new_browser_cdp_session()

    def set(self, **settings: object) -> None:
        """As if the options had been saved."""
        told = {"annotator": "Ada", "annotationsToken": TOKEN, "serviceToken": TOKEN, "suggest": False, **settings}
        self.worker.evaluate("settings => chrome.storage.local.set({settings})", told)

    def visit(self, path: str) -> Page:
        page = self.context.new_page()
        page.goto(f"{self.site}/{path}")
        page.bring_to_front()
        return page

    def menu(self, item: str) -> None:
        """Choose from the context menu, which headless browsers do not draw; the same event comes of it."""
        self.worker.evaluate(
            """async id => {
            const [tab] = await chrome.tabs.query({active: true, lastFocusedWindow: true});
            chrome.contextMenus.onClicked.dispatch({menuItemId: id}, tab);
        }""",
            item,
        )

    def popup(self, page: Page, button: str) -> None:
        """Press the extension's button in the toolbar, and one in its popup."""
        target = self.press_toolbar(page)
        session = self.browser.send("Target.attachToTarget", {"targetId": target, "flatten": False})["sessionId"]
        script = f"""new Promise(done => {{ const look = () => document.querySelector('[data-act]:focus') ? done()
            : setTimeout(look, 20); look(); }}).then(() => document.querySelector('[data-act="{button}"]').click())"""
        call = {"id": 1, "method": "Runtime.evaluate", "params": {"expression": script, "awaitPromise": True}}
        self.browser.send("Target.sendMessageToTarget", {"sessionId": session, "message": json.dumps(call)})

    def press_toolbar(self, page: Page) -> str:
        """Press the extension's button; the target of the popup that opens. From then on the page may be entered."""
        tabs = self.browser.send("Target.getTargets", {"filter": [{"type": "tab"}]})["targetInfos"]
        tab = next(one["targetId"] for one in tabs if one["url"] == page.url)
        self.browser.send("Extensions.triggerAction", {"id": self.id, "targetId": tab})
        return self._wait_target("popup/popup.html")

    def _wait_target(self, part: str) -> str:
        for _ in range(200):
            targets = self.browser.send("Target.getTargets", {"filter": [{"type": "page"}]})["targetInfos"]
            found = [one["targetId"] for one in targets if part in one["url"]]
            if found:
                return str(found[0])
            self.context.pages[0].wait_for_timeout(25)
        raise AssertionError(f"{part} did not open")

    def annotate(self, path: str) -> Annotating:
        """Visit a page and begin to annotate it through the popup."""
        page = self.visit(path)
        self.popup(page, "annotate")
        return Annotating(self, page)


class Annotating:
    """A page in the annotating mode."""

    def __init__(self, hand: Hand, page: Page) -> None:
        self.hand, self.page = hand, page
        self.protocol = hand.context.new_cdp_session(page)
        page.wait_for_selector("printworthy-overlay", state="attached")

    def point(self, name: str, offset: int = 0, inside: bool = False) -> tuple[float, float]:
        for frame in self.page.frames:
            found = frame.evaluate(CARET, [name, offset, inside])
            if found:
                x, y = _corner(frame)
                return found[0] + x, found[1] + y
        raise AssertionError(f"no element {name}")

    def drag(self, start: tuple[str, int], end: tuple[str, int]) -> None:
        """Select with the mouse, from a letter to a letter."""
        mouse = self.page.mouse
        mouse.move(*self.point(*start))
        mouse.down()
        mouse.move(*self.point(*end), steps=4)
        mouse.up()

    def click(self, name: str, times: int = 1, shift: bool = False) -> None:
        """Click on an element's text, again and again but not as a double click."""
        x, y = self.point(name, inside=True)
        if shift:
            self.page.keyboard.down("Shift")
        for _ in range(times):
            self.page.mouse.click(x, y)
            self.page.mouse.move(x + 1, y)
        if shift:
            self.page.keyboard.up("Shift")

    def node(self, name: str) -> dict[str, Any]:
        """An element of the overlay, by its name."""
        todo = [self.protocol.send("DOM.getDocument", {"depth": -1, "pierce": True})["root"]]
        while todo:
            node = todo.pop()
            if ["data-name", name] in [node.get("attributes", [])[at : at + 2] for at in range(0, 99, 2)]:
                return node
            todo += node.get("children", []) + node.get("shadowRoots", [])
        raise AssertionError(f"the overlay has no {name}")

    def press(self, name: str) -> None:
        """Press a button of the panel with the mouse."""
        box = self.protocol.send("DOM.getBoxModel", {"nodeId": self.node(name)["nodeId"]})["model"]["content"]
        self.page.mouse.click((box[0] + box[4]) / 2, (box[1] + box[5]) / 2)

    def key(self, key: str) -> None:
        self.page.keyboard.press(key)

    def text(self, name: str) -> str:
        parts, todo = [], [self.node(name)]
        while todo:
            node = todo.pop()
            parts.append(node.get("nodeValue", ""))
            todo += reversed(node.get("children", []))
        return "".join(parts)

    def wait_status(self, part: str) -> str:
        """Wait until the panel says something."""
        said = ""
        for _ in range(400):
            said = self.text("status")
            if part in said:
                return said
            self.page.wait_for_timeout(25)
        raise AssertionError(f"the panel says {said!r}, not {part!r}")

    def counts(self) -> dict[str, int]:
        """How many marks each label has, by the panel."""
        names = ("title", "date", "author", "body", "caption", "comment", "junk")
        found = {name: int("".join(filter(str.isdigit, self.text(f"label-{name}")))) for name in names}
        return {name: count for name, count in found.items() if count}

    def save(self) -> str:
        self.press("save")
        return self.wait_status("Saved:")

    def close(self) -> None:
        self.page.close(run_before_unload=False)


def _corner(frame: Frame) -> tuple[float, float]:
    """Where a frame's content begins in the window."""
    if frame.parent_frame is None:
        return 0.0, 0.0
    element = frame.frame_element()
    x, y = element.evaluate(
        "e => { const b = e.getBoundingClientRect(); return [b.left + e.clientLeft, b.top + e.clientTop] }"
    )
    outer = _corner(frame.parent_frame)
    return x + outer[0], y + outer[1]
