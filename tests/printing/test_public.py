"""`read`, `dumps` and `write` as ordinary code calls them."""

from __future__ import annotations

import asyncio
import logging
from base64 import b64encode
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from printworthy.base.guard import Policy
from printworthy.data.article import Article, Resource
from printworthy.data.blocks import Cell, Figure, Gallery, Item, List, Paragraph, Post, Quote, Table, Text
from printworthy.errors import UsageError
from printworthy.options import Options
from printworthy.printing import public
from printworthy.printing.plan import Plan
from printworthy.printing.public import dumps, read, read_async, write
from printworthy.writers.protocol import WriteOptions, Writer
from printworthy.writers.registry import names
from printworthy.writers.sheet import Sheet
from tests.fetching.conftest import Site
from tests.printing.pages import TITLE, body, found, page, paragraphs

PNG = (Path(__file__).parents[2] / "samples" / "pictures" / "tower.png").read_bytes()
INSIDE = b64encode(PNG[:30]).decode()[:36]
WORDS = Paragraph((Text("Words"),))
STORY = Article(title="A story", text="Words", blocks=(WORDS,), confidence=1.0)
# Pictures of a page on the own machine, which the strict guard would not fetch.
NEAR = Plan(strangers=Policy(ports=None, networks=("127.0.0.0/8",)))


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def illustrated(*sources: str) -> Article:
    return STORY.changed(blocks=(WORDS, *map(Figure, sources)))


@pytest.mark.processes
def test_read_follows_and_lets_the_page_go(site: Site) -> None:
    site.page("/lamps/2", page(body(2)))
    url = site.page("/lamps", page(body(1), pager='<a href="/lamps/2">2</a>'))
    article = read(url)
    assert (article.title, found(article.text)) == (TITLE, paragraphs(1, 2))
    assert type(article) is Article  # and not one that holds its page


@pytest.mark.processes
def test_read_async(site: Site) -> None:
    url = site.page("/lamps", page(body(1)))
    assert asyncio.run(read_async(url)).title == TITLE


@pytest.mark.processes
def test_read_with_a_plan_and_options(site: Site) -> None:
    site.page("/lamps/2", page(body(2)))
    url = site.page("/lamps", page(body(1) + "<img src=/lamp.png width=640 height=480>", '<a href="/lamps/2">2</a>'))
    told: list[str] = []
    plan = Plan(pages=1, options=Options(images="all"))
    assert found(read(url, plan=plan, tell=told.append).text) == paragraphs(1)
    assert told
    assert [figure.src for figure in read(url, plan=plan).images] == [f"{site.url}/lamp.png"]
    assert read(url, Options(images="none"), plan=plan).images == ()
    assert read(url, plan=plan, images="none").images == ()
    with pytest.raises(UsageError, match="there is no method 'magic'"):
        read(url, plan=plan, method="magic")


@pytest.mark.parametrize("url", [None, b"https://a.example/", Path("page.html"), 7])
def test_what_is_no_address_is_told(url: Any) -> None:
    with pytest.raises(UsageError, match=r"an address is a str, not .*: give one such as"):
        read(url)


@pytest.mark.parametrize(
    ("format", "kind", "begin"),
    [
        ("text", str, "A story"),
        ("markdown", str, "# A story"),
        ("html", str, "<!"),
        ("json", str, "{"),
        ("epub", bytes, b"PK"),
    ],
)
def test_dumps(format: str, kind: type, begin: str | bytes) -> None:
    made = dumps(STORY, format)
    assert isinstance(made, kind)
    assert made[: len(begin)] == begin


def test_choices_reach_the_writer(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[WriteOptions] = []

    def written(_article: Article, _writer: Writer, options: WriteOptions) -> bytes:
        given.append(options)
        return b""

    monkeypatch.setattr(public, "written", written)
    assert dumps(STORY, "pdf", WriteOptions(sheet=Sheet(columns=2)), paper="letter", pictures=False) == b""
    (sheet,) = (options.sheet for options in given)
    assert (sheet.columns, sheet.paper, sheet.size) == (2, "letter", Sheet().size)


def test_choices_that_are_none() -> None:
    with pytest.raises(UsageError, match="links is 'red'"):
        dumps(STORY, "html", links="red")  # type: ignore[call-overload]
    with pytest.raises(UsageError, match="a sheet has no 'colour'"):
        dumps(STORY, "html", colour="teal")  # type: ignore[call-overload]
    with pytest.raises(UsageError, match="markdown"):
        dumps(STORY, "word")


@pytest.mark.parametrize(
    ("name", "format", "begin"),
    [("a.md", None, b"# A story"), ("a.epub", None, b"PK"), ("a.data", "json", b"{"), ("a.md", "text", b"A story")],
)
def test_write(tmp_path: Path, name: str, format: str | None, begin: bytes) -> None:
    path = tmp_path / name
    assert write(STORY, path, format) == write(STORY, str(path), format) == path
    assert path.read_bytes().startswith(begin)


def test_what_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        write(STORY, tmp_path / "a.doc")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.processes
def test_pictures_are_fetched_for_formats_that_carry_them(site: Site, tmp_path: Path) -> None:
    src = site.page("/lamp.png", PNG, Content_Type="image/png")
    assert INSIDE in dumps(illustrated(src), "html", plan=NEAR)
    assert INSIDE in write(illustrated(src), tmp_path / "a.html", plan=NEAR).read_text()
    assert len(site.requests) == 2


@pytest.mark.processes
@pytest.mark.parametrize(
    ("format", "choices"),
    [("html", {"pictures": False}), ("html", {"images": False}), ("markdown", {}), ("json", {})],
)
def test_pictures_that_are_not_wanted(site: Site, format: str, choices: dict[str, Any]) -> None:
    src = site.page("/lamp.png", PNG, Content_Type="image/png")
    dumps(illustrated(src), format, plan=NEAR, **choices)
    assert site.requests == []


@pytest.mark.processes
def test_pictures_that_are_there_are_not_fetched(site: Site) -> None:
    src = site.page("/lamp.png", PNG, Content_Type="image/png")
    options = WriteOptions(resources={src: Resource(PNG, "image/png")})
    assert INSIDE in dumps(illustrated(src), "html", options, plan=NEAR)
    assert site.requests == []


@pytest.mark.processes
def test_pictures_on_the_own_machine_are_not_fetched_for_strangers(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    src = site.page("/lamp.png", PNG, Content_Type="image/png")
    with caplog.at_level(logging.WARNING, "printworthy"):
        assert INSIDE not in dumps(illustrated(src, f"{site.url}/other.png"), "html")
    assert site.requests == []
    (message,) = caplog.messages
    assert message.startswith("2 of 2 pictures left out: ")


@pytest.mark.processes
def test_without_the_extra_pictures_are_left_where_they_are(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    src = site.page("/lamp.png", PNG, Content_Type="image/png")
    monkeypatch.setattr(public, "find_spec", lambda _name: None)
    made = dumps(illustrated(src), "html", plan=NEAR)
    assert src in made
    assert INSIDE not in made
    assert site.requests == []


ALL_WORDS = (
    Paragraph((Text("Opening words"),)),
    Figure("https://example.org/top.png", alt="Tall pole", caption=(Text("Captioned pole"),)),
    Gallery((Figure("https://example.org/one.png", alt="Tall pole"),)),
    Quote((Figure("https://example.org/two.png", alt="Tall pole"), Paragraph((Text("Quoted words"),)))),
    List(False, (Item((Figure("https://example.org/three.png", alt="Tall pole"),)), Item((WORDS,)))),
    Table(((Cell((Figure("https://example.org/four.png", alt="Tall pole"),)), Cell((WORDS,))),)),
)


@pytest.mark.parametrize("name", [name for name in names() if name != "pdf"])  # which pdf/test_pdf_writer.py looks at
def test_every_format_leaves_pictures_out(name: str) -> None:
    lead = Figure("https://example.org/lead.png", alt="Tall pole")
    article = STORY.changed(blocks=ALL_WORDS, lead_image=lead, comments=(Post(ALL_WORDS, "Ada"),))
    options = WriteOptions(comments=True, front_matter=True)
    content = unpacked(dumps(article, name, options, images=False))
    assert "Opening words" in content
    assert "Quoted words" in content
    assert all(sign not in content for sign in ("pole", ".png", "!["))
    assert "pole" in unpacked(dumps(article, name, options, pictures=False))


def unpacked(content: str | bytes) -> str:
    """The text of a format, or that of all files in a book."""
    if isinstance(content, str):
        return content
    with ZipFile(BytesIO(content)) as book:
        return "\n".join(book.read(one).decode("utf-8", "replace") for one in book.namelist())
