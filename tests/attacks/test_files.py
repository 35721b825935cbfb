"""Pictures, drawings and archives that want all of our memory or time, and files that pretend to be others."""

from __future__ import annotations

import io
import resource
import struct
import time
import zipfile
import zlib
from collections.abc import Callable

import pytest

from printworthy.data.article import Article, Resource
from printworthy.data.blocks import Figure, Paragraph, Text
from printworthy.errors import InputError, PrintworthyError
from printworthy.reading.extract import extract
from printworthy.writers.pictures import Flaw, Picture, Wish, prepare
from printworthy.writers.protocol import WriteOptions
from printworthy.writers.registry import write, writer_for_name
from printworthy.writers.svg import is_svg, sanitised

SECONDS, MEGABYTES = 10, 500


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, rows: bytes = b"", more: bytes = b"") -> bytes:
    """A PNG file that says how large it is, whatever is in it."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + more + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def gif(frames: int) -> bytes:
    """A moving picture that never ends."""
    frame = b"\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0"
    return b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff" + frame * frames + b";"


# Files that hold far more than they weigh.
PICTURES: dict[str, Callable[[], bytes]] = {
    "pixels by the billion": lambda: png(60_000, 60_000, zlib.compress(bytes(1 << 20))),
    "a line of two billion": lambda: png(2**31 - 1, 1, zlib.compress(b"\0" * 999)),
    "no width": lambda: png(0, 5, b""),
    "text that unpacks to a gigabyte": lambda: png(
        1, 1, zlib.compress(bytes(4)), chunk(b"zTXt", b"x\0\0" + zlib.compress(bytes(1 << 26)) * 2)
    ),
    "a profile that unpacks to a gigabyte": lambda: png(
        1, 1, zlib.compress(bytes(4)), chunk(b"iCCP", b"x\0\0" + zlib.compress(bytes(1 << 27)))
    ),
    "rows that unpack to a gigabyte": lambda: png(1, 1, zlib.compress(bytes(1 << 27))),
    "a hundred thousand frames": lambda: gif(100_000),
    "cut short": lambda: png(900, 900, zlib.compress(bytes(2_700_900))[:700]),
    "nothing but a beginning": lambda: b"\x89PNG\r\n\x1a\n",
    "a bitmap of minus size": lambda: (
        b"BM" + struct.pack("<IHHIIiiHHIIiiII", 0, 0, 0, 54, 40, -1, -(2**31), 1, 24, *[0] * 6)
    ),
    "a TIFF that leads to itself": lambda: b"II*\0\x08\0\0\0" + struct.pack("<HHHIII", 1, 256, 4, 1, 1, 8),
    "an icon of itself": lambda: b"\0\0\1\0\1\0" + struct.pack("<BBBBHHII", 0, 0, 0, 0, 1, 32, 2**31, 0),
    "PostScript": lambda: b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n(%pipe%id) (r) file",
    "a JPEG of a whole continent": lambda: (
        b"\xff\xd8\xff\xc0\0\x11\x08\xff\xff\xff\xff\3\1\x11\0\2\x11\0\3\x11\0\xff\xd9"
    ),
}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_prepared_or_refused_within_limits(name: str) -> None:
    start = time.process_time()
    found = prepare(Resource(PICTURES[name](), "image/png"), Wish())
    assert time.process_time() - start < SECONDS
    assert isinstance(found, Flaw) or found.width * found.height < 10_000_000
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024 < 2 * MEGABYTES


SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" {}>{}</svg>'
DOUBLING = "".join(
    f'<g id="a{n}"><use href="#a{n - 1}"/><use href="#a{n - 1}"/></g>' if n else '<g id="a0"><path d="M0 0"/></g>'
    for n in range(60)
)
LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10 if n else "lol"}">' for n in range(10))
DRAWINGS = {
    "a billion laughs": f"<!DOCTYPE svg [{LAUGHS}]>" + SVG.format("", "<text>&l9;</text>"),
    "an entity from a file": '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    + SVG.format("", "<text>&x;</text>"),
    "a parameter entity": '<!DOCTYPE svg [<!ENTITY % x SYSTEM "http://evil.example/x"> %x;]>' + SVG.format("", ""),
    "uses that double": SVG.format('width="9" height="9"', DOUBLING + '<use href="#a59"/>'),
    "uses in a circle": SVG.format(
        'width="9" height="9"', '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'
    ),
    "nested deeply": SVG.format('width="9" height="9"', "<g>" * 20_000 + "</g>" * 20_000),
    "a million paths": SVG.format('width="9" height="9"', '<path d="M0 0"/>' * 70_000 + "<x/>" * 70_000),
    "document types without an end": "<!DOCTYPE svg " * 200_000 + SVG.format("", ""),
    "comments without an end": "<!--" * 500_000,
    "comments by the thousand": "<!--a--> " * 900 + "<sv",
    "comments of dashes": "<!-- - - -- - -->" * 400,
    "a box of no number": SVG.format('viewBox=". . . ."', ""),
    "a box beyond all numbers": SVG.format(f'viewBox="0 0 {"9" * 400} {"9" * 400}"', ""),
    "a box of nothing": SVG.format('viewBox="0 0 0 0" width="9"', ""),
    "a width beyond all numbers": SVG.format(f'width="{"9" * 12}" height="{"9" * 12}"', ""),
    "bytes of UTF-7": '<?xml version="1.0" encoding="utf-7"?>' + SVG.format('width="9" height="9"', ""),
    "an unknown charset": '<?xml version="1.0" encoding="x-none"?>' + SVG.format('width="9" height="9"', ""),
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_drawings_are_made_safe_or_refused(name: str) -> None:
    content = DRAWINGS[name].encode()
    start = time.process_time()
    if is_svg(content):
        drawing = sanitised(content)
        assert drawing is None or b"&" not in drawing.content and 0 < drawing.width <= 10_000
    found = prepare(Resource(content, "image/svg+xml"), Wish())
    assert time.process_time() - start < SECONDS
    assert isinstance(found, Picture | Flaw)


HARMFUL = [
    "<script>alert(1)</script>", '<g onload="alert(1)"/>', '<a href="javascript:alert(1)"><path/></a>',
    '<image href="https://evil.example/x.png"/>', '<image xlink:href="file:///etc/passwd"/>',
    '<use href="https://evil.example/x.svg#a"/>', '<use xlink:href="data:image/svg+xml,x#a"/>',
    "<foreignObject><iframe xmlns='http://www.w3.org/1999/xhtml' src='https://evil.example/'/></foreignObject>",
    "<style>@import url(https://evil.example/x.css);</style>", "<style>*{fill:url( 'https://evil.example/x')}</style>",
    '<rect style="fill:url(https://evil.example/x#a)"/>', '<rect fill="url(//evil.example/x#a)"/>',
    '<animate attributeName="href" to="javascript:alert(1)"/>', '<set attributeName="onload" to="alert(1)"/>',
    '<feImage href="https://evil.example/x"/>', '<rect xml:base="https://evil.example/" fill="url(#a)"/>',
    '<handler type="application/ecmascript">alert(1)</handler>', "<?xml-stylesheet href='https://evil.example/x'?>",
]  # fmt: skip


@pytest.mark.parametrize("harm", HARMFUL)
def test_drawings_lose_what_runs_and_loads(harm: str) -> None:
    drawing = sanitised(SVG.format('width="9" height="9"', harm + '<path d="M0 0h9"/>').encode())
    assert drawing is not None
    for word in (b"evil", b"alert", b"script", b"passwd", b"foreign", b"data:"):
        assert word not in drawing.content


@pytest.mark.processes
@pytest.mark.parametrize("kind", ["html", "epub", "pdf"])
def test_a_document_survives_all_of_its_pictures(kind: str) -> None:
    """One bad picture costs itself and nothing else."""
    files = {name: make() for name, make in PICTURES.items() if "unpack" not in name}
    files |= {name: text.encode() for name, text in DRAWINGS.items() if len(text) < 100_000}
    resources = {f"https://e.example/{n}": Resource(content, "") for n, content in enumerate(files.values())}
    words = (Paragraph((Text("Between all these pictures stands one paragraph."),)),)
    article = Article(title="T", blocks=(*words, *(Figure(src, alt="x") for src in resources), *words))
    start = time.process_time()
    content = write(article, writer_for_name(kind), WriteOptions(resources=resources))
    assert len(content) > 500
    assert time.process_time() - start < 2 * SECONDS


ARCHIVES = {
    "zip": b"PK\x03\x04" + bytes(2000), "gzip": b"\x1f\x8b\x08" + bytes(2000), "pdf": b"%PDF-1.7\n" + bytes(500),
    "tar": b"page.html" + bytes(248) + b"ustar\0" + bytes(900), "7z": b"7z\xbc\xaf\x27\x1c" + bytes(500),
    "xz": b"\xfd7zXZ\0" + bytes(500), "program": b"\x7fELF" + bytes(500), "picture": b"\xff\xd8\xff\xe0" + bytes(500),
}  # fmt: skip


@pytest.mark.parametrize("kind", ARCHIVES)
def test_files_that_are_no_pages_are_refused_or_empty(kind: str) -> None:
    try:
        article = extract(ARCHIVES[kind])
    except InputError:
        return
    assert len(article.text) < 100


def test_a_book_holds_no_path_that_leads_outside() -> None:
    """Names of pictures and titles never become names of files."""
    src = "https://e.example/../../../etc/passwd"
    figure = Figure(src, alt="../../x")
    article = Article(title="../../../x", authors=("..\\x",), blocks=(figure, Paragraph((Text("x"),))))
    content = write(article, writer_for_name("epub"), WriteOptions(resources={src: Resource(png(2, 2), "")}))
    with zipfile.ZipFile(io.BytesIO(content)) as book:
        for name in book.namelist():
            assert ".." not in name
            assert not name.startswith("/")
            assert name.isascii()


def test_attacks_know_their_tools() -> None:
    """The picture maker makes pictures."""
    assert isinstance(prepare(Resource(png(9, 9, zlib.compress(bytes(28 * 9))), ""), Wish()), Picture)
    assert issubclass(InputError, PrintworthyError)
