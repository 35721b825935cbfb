"""What large and bad articles cost as PDF: pages, CPU seconds, memory, and what the document says of what it left out.

    python benchmarks/speed/printing_limits.py [NAME …]

Each article is written in a new process. «typesetter» is the most memory that its process held, «here» that of the
process which prepares the pictures.
"""

from __future__ import annotations

import os
import sys
import time
from io import BytesIO
from pathlib import Path

import pikepdf
from PIL import Image

from benchmarks.lib.process import children, cpu_of, fresh_python, peak_mb
from printworthy.data.article import Article, Resource
from printworthy.data.blocks import Block, Cell, Figure, Heading, Paragraph, Table, Text
from printworthy.errors import WriteError
from printworthy.evaluate.report import table
from printworthy.writers.pdf.pdf_writer import PdfWriter
from printworthy.writers.protocol import WriteOptions
from printworthy.writers.sheet import Sheet
from tests.writers.pdf.specimens import RESOURCES, encoded, load, scene

MARKUP = '#read("/etc/passwd") $x^2$ *stars* _lines_ `ticks` \\ <label> @reference #set text(red) = heading //comment'


def text(words: str) -> Paragraph:
    """A paragraph."""
    return Paragraph((Text(words),))


def long_article(pages: int) -> Article:
    """An article of about so many pages, of sections that all differ."""
    source = [block for block in load("long").blocks if isinstance(block, Paragraph)][:7]
    sections: list[tuple[Block, ...]] = [
        (Heading(2, (Text(f"Section {n}"),)), *(Paragraph((Text(f"{n}. "), *block.children)) for block in source))
        for n in range(round(pages * 1.3))
    ]
    return Article(title="A long walk", language="en", blocks=tuple(block for one in sections for block in one))


def rows(count: int) -> Article:
    """An article that is one table."""
    names = ("ledger", "date", "a few words more")
    cells = [tuple(Cell((text(f"{n} {name}"),)) for name in names) for n in range(count)]
    return Article(title="Ledger", language="en", blocks=(Table(tuple(cells), 1),))


def pictures(count: int) -> tuple[Article, dict[str, Resource]]:
    """An article of pictures that all differ."""
    base = scene((900, 600), tower=True)
    found = {}
    for number in range(count):
        base.paste((number % 256, number // 2 % 256, 90), (10, 10, 60, 60))
        found[f"https://p.example/{number}.jpg"] = Resource(encoded(base, "JPEG"), "image/jpeg")
    figures = (Figure(src, caption=(Text(f"Number {n}"),)) for n, src in enumerate(found))
    return Article(title="Album", language="en", blocks=tuple(figures)), found


def one_picture(content: bytes) -> tuple[Article, dict[str, Resource]]:
    """An article around one picture."""
    figure = Figure("https://p.example/x", caption=(Text("The only one"),))
    blocks = (text("Before."), figure, text("After."))
    return Article(title="A picture", language="en", blocks=blocks), {figure.src: Resource(content, "image/jpeg")}


def huge(kind: str) -> bytes:
    """100 megapixels in a small file."""
    out = BytesIO()
    Image.new("L", (10_000, 10_000), 128).save(out, kind)
    return out.getvalue()


def lies() -> tuple[Article, dict[str, Resource]]:
    """Pictures that are none, or not what they say."""
    jpeg = RESOURCES()["https://pictures.example/valley.jpg"].content
    bomb = huge("PNG")
    files = [b"", b"<html>", b"%PDF-1.4", b"GIF89a", b"\x89PNG\r\n\x1a\nxx", jpeg[:4000], jpeg[:-20_000] + b"\0" * 9,
             bomb[:900], b"<svg xmlns='http://www.w3.org/2000/svg'/>", encoded(scene((90, 60)), "GIF")]  # fmt: skip
    found = {f"https://p.example/{n}.png": Resource(content, "image/png") for n, content in enumerate(files)}
    figures = (Figure(src, caption=(Text(f"Number {n}"),)) for n, src in enumerate(found))
    return Article(title="Lies", language="en", blocks=tuple(figures)), found


def case(name: str) -> tuple[Article, dict[str, Resource], Sheet]:
    """An article, its pictures, and the sheet to print it on."""
    plain = Sheet()
    match name:
        case "400 pages":
            return long_article(400), {}, plain
        case "400 pages, 3 columns":
            return long_article(900), {}, Sheet(style="newspaper")
        case "10,000 rows":
            return rows(10_000), {}, plain
        case "300 pictures":
            return *pictures(300), plain
        case "100 megapixels, JPEG":
            return *one_picture(huge("JPEG")), plain
        case "100 megapixels, PNG":
            return *one_picture(huge("PNG")), plain
        case "broken pictures":
            return *lies(), plain
        case "signs without glyphs":
            strange = "".join(map(chr, range(0x12000, 0x12400)))
            return Article(title="Signs", language="en", blocks=(text(strange), text("\ue000 😀 👩‍👩‍👧"))), {}, plain
        case _:
            return Article(title=MARKUP, language="en", blocks=(text(MARKUP),) * 3), {}, plain


NAMES = (
    "400 pages", "400 pages, 3 columns", "10,000 rows", "300 pictures", "100 megapixels, JPEG", "100 megapixels, PNG",
    "broken pictures", "signs without glyphs", "markup as text",
)  # fmt: skip


def measured(name: str) -> list[str]:
    """A row of the table."""
    article, resources, sheet = case(name)
    before = time.process_time()
    with PdfWriter() as writer:
        try:
            pdf = writer.write(article, WriteOptions(resources=resources, sheet=sheet))
        except WriteError as error:
            return [name, "-", "-", "-", "-", "-", str(error)]
        (worker,) = children(os.getpid())
        seconds = time.process_time() - before + cpu_of(worker)
        most = peak_of(worker)
    with pikepdf.open(BytesIO(pdf)) as document:
        pages = len(document.pages)
    return [name, str(pages), f"{len(pdf) / 1e6:.2f}", f"{seconds:.1f}", f"{peak_mb():.0f}", f"{most:.0f}", "written"]


def peak_of(pid: int) -> float:
    """The most memory that a process held, in MB."""
    lines = Path(f"/proc/{pid}/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) * 1024 / 1e6


def main() -> None:
    """Measure each in a new process, and print a table."""
    found = [fresh_python(_FRESH, name) for name in sys.argv[1:] or NAMES]
    print(table(["article", "pages", "MB", "CPU s", "here MB", "typesetter MB", "result"], found))


_FRESH = """
import json, sys
from benchmarks.speed.printing_limits import measured
print(json.dumps(measured(sys.argv[1])))
"""

if __name__ == "__main__":
    main()
