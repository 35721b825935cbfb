"""Draw the extension's icons anew: icon.svg in, 16.png to 128.png out. Needs the extra `render` and Chromium."""
# ruff: noqa: INP001

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

from printworthy.render.chromium import find_chromium

FOLDER = Path(__file__).parent
SIZES = (16, 32, 48, 128)


def draw() -> None:
    """Write all sizes."""
    svg = (FOLDER / "icon.svg").read_text("utf-8")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:{size}px;height:{size}px}}</style>{svg}")
            page.screenshot(path=FOLDER / f"{size}.png", omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    draw()
