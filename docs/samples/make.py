"""Draw the sample pages beside this file: `python docs/samples/make.py`. Needs poppler-utils and chromium."""  # noqa: INP001

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT))

from PIL import Image  # noqa: E402

from printworthy.apps.cli.saved_page import local_pictures  # noqa: E402
from printworthy.data.article import Failure, Issue  # noqa: E402
from printworthy.reading.extract import extract  # noqa: E402
from printworthy.writers.pdf.pdf_writer import PdfWriter  # noqa: E402
from printworthy.writers.pdf.work_folder import styles  # noqa: E402
from printworthy.writers.protocol import WriteOptions  # noqa: E402
from printworthy.writers.sheet import Sheet, SheetFields  # noqa: E402
from tests.writers.pdf.specimens import ARTICLES, RESOURCES, load  # noqa: E402

PLAIN: list[tuple[str, str, SheetFields]] = [(path.stem, path.stem, {}) for path in sorted(ARTICLES.glob("*.json"))]
STYLED: list[tuple[str, str, SheetFields]] = [(f"clock-{style}", "clock", {"style": style}) for style in styles()]
SHAPED: list[tuple[str, str, SheetFields]] = [
    ("clock-a6", "clock", {"paper": "a6"}),
    ("long-columns", "long", {"columns": 2}),
    ("tables-newspaper", "tables", {"style": "newspaper"}),
    ("pictures-newspaper", "pictures", {"style": "newspaper"}),
]
ISSUE = Issue(
    "This morning",
    tuple(map(load, ("clock", "poem", "arabic", "short"))),
    "2026-05-01",
    (Failure("https://gone.example/story", "it answers 404 Not Found: check the address"),),
)
DAY = "2026-05-01"


def main() -> None:
    """A small picture of the first two pages of each sample, and of four pages of an issue."""
    with PdfWriter() as writer, TemporaryDirectory() as name:
        before_and_after(writer, Path(name))
        for sample, article, choices in [*PLAIN, *STYLED, *SHAPED]:
            options = WriteOptions(resources=RESOURCES(), sheet=Sheet(printed=DAY, qr=sample == "clock", **choices))
            draw(writer.write(load(article), options), Path(name), sample, (0, 1))
        issue = writer.write_issue(ISSUE, WriteOptions(resources=RESOURCES(), sheet=Sheet(printed=DAY, paper="a5")))
        draw(issue, Path(name), "issue", (0, 1, 2, -1))


def before_and_after(writer: PdfWriter, folder: Path) -> None:
    """The sample page as a browser shows it, beside the first page of its printout."""
    page, url = ROOT / "samples" / "tower-clock.html", "https://upland.example/2026/04/tower-clock.html"
    shot = folder / "shot.png"
    window = ["--hide-scrollbars", "--window-size=1060,1500", f"--screenshot={shot}"]
    browser = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", *window, page.as_uri()]
    subprocess.run(browser, check=True, stderr=subprocess.DEVNULL)  # noqa: S603
    article = extract(page.read_bytes(), url)
    resources = local_pictures(article, url, page.parent)
    pdf = writer.write(article, WriteOptions(resources=resources, sheet=Sheet(printed=DAY)))
    (folder / "document.pdf").write_bytes(pdf)
    subprocess.run(  # noqa: S603
        ["pdftoppm", "-r", "92", "-l", "1", "-singlefile", "-png", folder / "document.pdf", folder / "after"],  # noqa: S607
        check=True,
    )
    after = Image.open(folder / "after.png").convert("RGB")
    size = after.height * 1060 // 1500, after.height
    before = Image.open(shot).convert("RGB").resize(size, Image.Resampling.LANCZOS)
    both = Image.new("RGB", (before.width + after.width + 72, after.height + 48), (140, 145, 150))
    both.paste(before, (24, 24))
    both.paste(after, (before.width + 48, 24))
    both.quantize(96).save(HERE / "before-and-after.png", optimize=True)


def draw(pdf: bytes, folder: Path, sample: str, wanted: tuple[int, ...]) -> None:
    """Some of the pages side by side, in few colours so that the file stays small."""
    for old in folder.iterdir():
        old.unlink()
    (folder / "document.pdf").write_bytes(pdf)
    subprocess.run(["pdftoppm", "-r", "58", "-png", folder / "document.pdf", folder / "page"], check=True)  # noqa: S603, S607
    drawn = sorted(folder.glob("page-*.png"))
    pages = [Image.open(drawn[place]).convert("RGB") for place in wanted if place < len(drawn)]
    sheet = Image.new("RGB", (sum(page.width + 8 for page in pages) - 8, pages[0].height), (200, 200, 200))
    for place, page in enumerate(pages):
        sheet.paste(page, (place * (pages[0].width + 8), 0))
    sheet.quantize(48).save(HERE / f"{sample}.png", optimize=True)


if __name__ == "__main__":
    main()
