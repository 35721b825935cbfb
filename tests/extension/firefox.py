"""A person at a real Firefox with the extension, who does what those in `kit` do at Chromium.

Here nothing is changed in the extension: leave to talk to 127.0.0.1 is asked for by its options page, and given in the
browser's own question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.extension.kit import CARET, EXTENSION, TOKEN, Pages, serving
from tests.extension.marionette import Marionette, firefox, wait

ID = "extension@printworthy.example"
WIDGET = "extension_printworthy_example"
ALT, SHIFT = "\ue00a", "\ue008"
OVERLAY = "const root = document.querySelector('printworthy-overlay')?.openOrClosedShadowRoot;"
MIDDLE = "const middle = (b) => [(b.left + b.right) / 2, (b.top + b.bottom) / 2].map(Math.round);"
# A caret in the page or in one of its frames, in the window of the page.
ANYWHERE = f"""const look = (document, x, y) => {{
  const found = ({CARET})(arguments[0]);
  if (found) return [Math.round(found[0] + x), Math.round(found[1] + y)];
  for (const frame of document.querySelectorAll('iframe')) {{
    const inner = look(frame.contentDocument, 0, 0), box = frame.getBoundingClientRect();
    if (inner) return [inner[0] + box.left + frame.clientLeft + x, inner[1] + box.top + frame.clientTop + y];
  }}
}};
return look(document, 0, 0)?.map(Math.round);"""
FILL = """for (const [name, value] of Object.entries(arguments[0]))
  document.getElementById(name)[typeof value === 'boolean' ? 'checked' : 'value'] = value;"""
SAVE = f"""{MIDDLE} const button = document.querySelector('.main');
button.scrollIntoView();
return middle(button.getBoundingClientRect());"""
COUNTS = f"""{OVERLAY} return [...root.querySelectorAll('button.label')].map(
  (button) => [button.dataset.label, button.querySelector('.count').textContent]);"""
POLICY = f"const policy = WebExtensionPolicy.getByID('{ID}');"
ANSWER = """const question = document.getElementById('addon-webext-permissions-notification');
if (!question || document.getElementById('notification-popup').state !== 'open') return '';
question.button.click();
return question.textContent;"""
TOOLBAR = f"CustomizableUI.addWidgetToArea('{WIDGET}-browser-action', 'nav-bar');"
BUTTON = f"document.getElementById('{WIDGET}-BAP')"
OPEN = "document.querySelector('.webextension-popup-browser')?.closest('panel').state === 'open'"
# The popup's page is in another process: a script has to be sent there. It waits until the page is ready.
IN_POPUP = """const look = () => {
  if (!content.document.querySelector('[data-act]:focus')) return content.setTimeout(look, 20);
  content.document.querySelector('[data-act="NAME"]').click();
};
look();"""
SEND = """document.querySelector('.webextension-popup-browser').messageManager
  .loadFrameScript('data:,' + encodeURIComponent(arguments[0]), false);"""


@contextmanager
def launched(folder: Path) -> Iterator[FoxHand]:
    """A Firefox with the extension as a temporary add-on, and a site of pages."""
    with serving(Pages) as port, firefox(folder / "profile") as session:
        session.send("Addon:Install", path=str(EXTENSION), temporary=True)
        yield FoxHand(session, f"http://localhost:{port}")


class FoxHand:
    """A person at the browser."""

    def __init__(self, session: Marionette, site: str) -> None:
        self.session, self.site = session, site
        self.base = f"moz-extension://{self.chrome(POLICY + 'return policy.mozExtensionHostname')}"
        self.chrome(TOOLBAR)

    def chrome(self, code: str, *args: object) -> Any:
        with self.session.window():
            return self.session.script(code, *args)

    def visit(self, address: str) -> None:
        """Go there in a tab of its own."""
        new = self.session.send("WebDriver:NewWindow", type="tab", focus=True)["handle"]
        self.session.send("WebDriver:SwitchToWindow", handle=new)
        self.session.send("WebDriver:Navigate", url=address)

    def set(self, **settings: object) -> str:
        """Fill in the options and save them; what the browser asked, if it did."""
        told = {"annotator": "Ada", "annotationsToken": TOKEN, "serviceToken": TOKEN, "suggest": False, **settings}
        self.visit(f"{self.base}/options/options.html")
        wait(lambda: self.session.script("return document.querySelector('#service').value"), "the options")
        self.session.script(FILL, told)
        self.click(*self.session.script(SAVE))
        asked: list[str] = []

        def saved() -> bool:
            asked.append(self.chrome(ANSWER))
            return bool(self.session.script("return document.querySelector('#status').textContent") == "Saved.")

        wait(saved, "the options to be saved")
        self.close()
        return "".join(asked)

    def close(self) -> None:
        """Close this tab, and go to the one before."""
        left = self.session.send("WebDriver:CloseWindow")
        self.session.send("WebDriver:SwitchToWindow", handle=left[-1])

    def click(self, x: int, y: int) -> None:
        press = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self.session.mouse({"type": "pointerMove", "x": x, "y": y}, *press, {"type": "pointerMove", "x": x + 1, "y": y})

    def command(self, key: str) -> None:
        """Press one of the extension's own keys."""
        with self.session.window():
            self.session.keys(ALT, SHIFT, key)

    def popup(self, button: str) -> None:
        """Press the extension's button in the toolbar, and one in its popup."""
        self.chrome(f"{BUTTON}.click()")
        wait(lambda: self.chrome(f"return {OPEN}"), "the popup")
        self.chrome(SEND, IN_POPUP.replace("NAME", button))
        wait(lambda: not self.chrome(f"return {OPEN}"), "the popup to close")

    def opened(self, act: Callable[[], None]) -> None:
        """Do something, and go to the tab that opens by it."""
        before = self.session.send("WebDriver:GetWindowHandles")
        act()

        def new() -> list[str]:
            return [one for one in self.session.send("WebDriver:GetWindowHandles") if one not in before]

        self.session.send("WebDriver:SwitchToWindow", handle=wait(new, "a new tab")[0])

    def title(self) -> str:
        """What the extension's button says."""
        return str(self.chrome(f"return {BUTTON}.getAttribute('label')"))

    def annotate(self, path: str) -> FoxAnnotating:
        self.visit(f"{self.site}/{path}")
        self.command("a")
        return FoxAnnotating(self)


class FoxAnnotating:
    """A page in the annotating mode."""

    def __init__(self, hand: FoxHand) -> None:
        self.hand, self.session = hand, hand.session
        wait(lambda: self.session.script(f"{OVERLAY} return Boolean(root)"), "the overlay")
        self.url: str = self.session.script("return document.URL")

    def point(self, name: str, offset: int = 0, inside: bool = False) -> tuple[int, int]:
        x, y = self.session.script(ANYWHERE, [name, offset, inside])
        return x, y

    def drag(self, start: tuple[str, int], end: tuple[str, int]) -> None:
        """Select with the mouse, from a letter to a letter."""
        self.point(*end)  # both are scrolled to before the first is pressed
        (x, y), (to_x, to_y) = self.point(*start), self.point(*end)
        way = [(x + (to_x - x) * step // 4, y + (to_y - y) * step // 4) for step in range(1, 5)]
        moves = [{"type": "pointerMove", "x": x, "y": y, "duration": 20} for x, y in way]
        self.session.mouse({"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0}, *moves,
                           {"type": "pointerUp", "button": 0})  # fmt: skip

    def click(self, name: str, times: int = 1) -> None:
        for _ in range(times):
            self.hand.click(*self.point(name, inside=True))

    def press(self, name: str) -> None:
        """Press a button of the panel with the mouse."""
        find = f"{OVERLAY} {MIDDLE} return middle(root.querySelector(arguments[0]).getBoundingClientRect())"
        self.hand.click(*self.session.script(find, f'[data-name="{name}"]'))

    def text(self, name: str) -> str:
        find = f"{OVERLAY} return root.querySelector(arguments[0]).textContent"
        return str(self.session.script(find, f'[data-name="{name}"]'))

    def wait_status(self, part: str) -> str:
        wait(lambda: part in self.text("status"), f"{part!r} in the panel")
        return self.text("status")

    def counts(self) -> dict[str, int]:
        """How many marks each label has, by the panel."""
        return {name: int(count) for name, count in self.session.script(COUNTS) if int(count)}

    def save(self) -> str:
        self.press("save")
        return self.wait_status("Saved:")
