"""Draw the sample pages beside this file: `python docs/samples/make.py`. Needs poppler-utils."""  # noqa: INP001

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent))

from PIL import Image  # noqa: E402

from printworthy.writers.pdf.writer import PdfWriter, styles  # noqa: E402
from printworthy.writers.protocol import WriteOptions  # noqa: E402
from printworthy.writers.sheet import Sheet  # noqa: E402
from tests.writers.pdf.specimens import ARTICLES, RESOURCES, load  # noqa: E402

PLAIN = [(path.stem, path.stem, {}) for path in sorted(ARTICLES.glob("*.json"))]
STYLED = [(f"clock-{style}", "clock", {"style": style}) for style in styles()]
SHAPED = [("clock-a6", "clock", {"paper": "a6"}), ("long-columns", "long", {"columns": 2})]


def main() -> None:
    """One small picture of the first page for each sample."""
    with PdfWriter() as writer, TemporaryDirectory() as name:
        for sample, article, choices in [*PLAIN, *STYLED, *SHAPED]:
            options = WriteOptions(resources=RESOURCES(), sheet=Sheet(printed="2026-05-01", **choices))
            draw(writer.write(load(article), options), Path(name), sample)


def draw(pdf: bytes, folder: Path, sample: str) -> None:
    """The first page, in few colours so that the file stays small."""
    (folder / "page.pdf").write_bytes(pdf)
    command = ["pdftoppm", "-r", "64", "-png", "-singlefile", str(folder / "page.pdf"), str(folder / "page")]
    subprocess.run(command, check=True)  # noqa: S603
    with Image.open(folder / "page.png") as page:
        page.quantize(48).save(HERE / f"{sample}.png", optimize=True)


if __name__ == "__main__":
    main()
