"""Several articles in one, with the real command over a real server: reading lists become an issue."""

from __future__ import annotations

import shutil
import subprocess
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.fetching.conftest import Site, site
from tests.printing.pages import TITLE, body, page

pytestmark = pytest.mark.processes

__all__ = ["Site", "site"]
pytest.importorskip("typst")
pikepdf = pytest.importorskip("pikepdf")


@pytest.fixture(autouse=True)
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def urls(site: Site) -> list[str]:
    """Three articles, and an address where nothing is."""
    pages = [site.page(f"/lamps-{n}", page(body(n)).replace(TITLE, f"{TITLE}, part {n}")) for n in (1, 2, 3)]
    return [*pages, f"{site.url}/gone"]


def text_of(pdf: Path) -> str:
    if not shutil.which("pdftotext"):
        pytest.skip("poppler-utils is not installed")
    return subprocess.run(["pdftotext", "-layout", pdf, "-"], capture_output=True, check=True).stdout.decode()


def contents_of(pages: list[str]) -> str:
    """The page that names all articles."""
    return next(page for page in pages if all(f"part {number}" in page for number in (1, 2, 3)))


def test_several_pages_become_an_issue_and_a_failure_is_named(run, urls: list[str], tmp_path: Path) -> None:
    pdf, book = tmp_path / "morning.pdf", tmp_path / "morning.epub"
    code, out, err = run("print", *urls, "-o", str(pdf), "-o", str(book), "--title", "This morning")
    assert (code, out) == (10, b"")
    assert err.splitlines() == [
        f"left out {urls[3]}: answers 404 Not Found: check the address",
        *[f"wrote {path}: This morning, 3 articles" for path in (pdf, book)],
        "printworthy: 1 of 4 sources left out: the reasons are above and on the last page",
    ]
    *pages, last = text_of(pdf).replace("\u200b", "").strip("\f").split("\f")
    assert "This morning" in pages[0]
    assert contents_of(pages)
    assert "Not in this issue" in last
    assert "/gone" in last
    with ZipFile(book) as archive:
        assert b"/gone" in archive.read("EPUB/failures.xhtml")
        assert sum(name.startswith("EPUB/article-") for name in archive.namelist()) == 3


def test_the_contents_name_the_pages(run, urls: list[str], tmp_path: Path) -> None:
    pdf = tmp_path / "morning.pdf"
    assert run("print", *urls[:3], "-o", str(pdf)).code == 0
    pages = text_of(pdf).split("\f")
    for number in (1, 2, 3):
        line = next(line for line in contents_of(pages).splitlines() if f"part {number}" in line)
        named = int(line.split()[-1])
        assert f"part {number}" in pages[named - 1]
    with pikepdf.open(BytesIO(pdf.read_bytes())) as document, document.open_outline() as outline:
        assert len(outline.root) == 3


LISTS = {
    "list.txt": "# mine\n{0}\n{1} a title\n",
    "feed.rss": "<rss><channel><item><link>{0}</link><pubDate>Fri, 24 Apr 2026 08:00:00 GMT</pubDate></item>"
    "<item><link>{1}</link><pubDate>Sat, 25 Apr 2026 08:00:00 GMT</pubDate></item>"
    "<item><link>{2}</link><pubDate>Wed, 01 Apr 2026 08:00:00 GMT</pubDate></item></channel></rss>",
    "feed.atom": '<feed xmlns="http://www.w3.org/2005/Atom">'
    '<entry><link href="{0}"/><published>2026-04-24T08:00:00Z</published></entry>'
    '<entry><link href="{1}"/><published>2026-04-25T08:00:00Z</published></entry>'
    '<entry><link href="{2}"/><published>2026-04-01T08:00:00Z</published></entry></feed>',
    "reading.opml": '<opml version="2.0"><body><outline text="a" url="{0}"/>'
    '<outline text="b" url="{1}"/></body></opml>',
}


@pytest.mark.parametrize("name", LISTS)
def test_a_list_is_an_issue(run, site: Site, urls: list[str], tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(LISTS[name].format(*urls), "utf-8")
    book = tmp_path / "week.epub"
    ran = run("print", str(tmp_path / name), "-o", str(book), "--since", "2026-04-18", "--title", "Week")
    assert (ran.code, ran.err) == (0, f"wrote {book}: Week, 2 articles\n")
    asked = [path for path, _ in site.requests if path.startswith("/lamps")]
    dated = name.startswith("feed")
    assert asked == (["/lamps-2", "/lamps-1"] if dated else ["/lamps-1", "/lamps-2"]), "the newest first"


def test_a_feed_of_an_opml_file_that_fails_is_named(run, site: Site, urls: list[str], tmp_path: Path) -> None:
    opml = tmp_path / "feeds.opml"
    opml.write_text(f'<opml><body><outline xmlUrl="{urls[3]}"/><outline url="{urls[0]}"/></body></opml>')
    pdf = tmp_path / "week.pdf"
    assert run("print", str(opml), "-o", str(pdf)).code == 10
    assert "/gone" in text_of(pdf).replace("\u200b", "").split("\f")[-2]


def test_newest(run, site: Site, urls: list[str], tmp_path: Path) -> None:
    (tmp_path / "feed.rss").write_text(LISTS["feed.rss"].format(*urls))
    assert run("print", str(tmp_path / "feed.rss"), "--newest", "1", "-o", str(tmp_path / "a.epub")).code == 0
    assert [path for path, _ in site.requests] == ["/lamps-2"]


@pytest.mark.parametrize(("other", "code"), [("/gone-too", 6), ("/empty", 1)])
def test_nothing_at_all_is_an_error(run, site: Site, urls: list[str], tmp_path: Path, other: str, code: int) -> None:
    """Its code is that of all, if they have one in common."""
    site.page("/empty", "")
    ran = run("print", urls[3], f"{site.url}{other}", "-o", str(tmp_path / "a.pdf"))
    assert ran.code == code
    assert "none of the sources gave an article" in ran.err
    assert not list(tmp_path.glob("*.pdf"))


def test_a_list_without_entries(run, tmp_path: Path) -> None:
    (tmp_path / "feed.rss").write_text("<rss><channel></channel></rss>")
    ran = run("print", str(tmp_path / "feed.rss"), "-o", str(tmp_path / "a.pdf"))
    assert ran == (4, b"", "printworthy: the lists name no page to print: look at what --since leaves of them\n")


def test_the_only_list_that_fails_is_told_once(run, tmp_path: Path) -> None:
    ran = run("print", str(tmp_path / "none.txt"), "-o", str(tmp_path / "a.pdf"))
    assert ran == (4, b"", f"printworthy: there is no file {tmp_path / 'none.txt'}: check the name\n")


def test_one_article_is_no_plural(run, urls: list[str], tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text(urls[0])
    book = tmp_path / "one.epub"
    assert run("print", str(tmp_path / "list.txt"), "-o", str(book), "--title", "One").err == (
        f"wrote {book}: One, 1 article\n"
    )


def test_pages_may_stand_after_options(run, urls: list[str], tmp_path: Path) -> None:
    book = tmp_path / "two.epub"
    assert run("print", urls[0], "-o", str(book), urls[1], "--title", "Two").err == f"wrote {book}: Two, 2 articles\n"


def test_an_issue_is_bound_as_pdf_or_book_only(run, urls: list[str], tmp_path: Path) -> None:
    ran = run("print", *urls, "-o", str(tmp_path / "a.md"))
    assert ran.code == 2
    assert "several articles are bound as .pdf or .epub only" in ran.err


@pytest.mark.parametrize(("more", "title"), [((), "The Lamp Post"), (("--title", "Mine"), "Mine")])
def test_an_issue_is_called_as_its_list(
    run, urls: list[str], tmp_path: Path, more: tuple[str, ...], title: str
) -> None:
    lamps, book = tmp_path / "lamps.opml", tmp_path / "lamps.epub"
    outline = f"<outline url='{urls[0]}'/>"
    lamps.write_text(f"<opml><head><title>The Lamp Post</title></head><body>{outline}</body></opml>")
    assert run("print", str(lamps), "-o", str(book), *more) == (0, b"", f"wrote {book}: {title}, 1 article\n")
