"""Archives: every record is read once, from whichever byte a task starts, however the archive is damaged.

Covers: printworthy.apps.batch.readers.http, printworthy.apps.batch.readers.streams,
printworthy.apps.batch.readers.warc.
"""

from __future__ import annotations

import gzip
import sys
import zlib
from itertools import pairwise
from pathlib import Path

import pytest

from printworthy.apps.batch.readers.items import Item, Passed, Raw, UnreadablePage
from printworthy.apps.batch.readers.sources import find_sources
from printworthy.apps.batch.readers.streams import inflater
from printworthy.apps.batch.readers.warc import WarcReader
from printworthy.apps.batch.settings import BatchSettings, Caps
from printworthy.apps.batch.tasks import Task, cut_all
from tests.apps.batch.archives import http, page, pages, record, write

SETTINGS = BatchSettings(caps=Caps(html_mb=1))


def read(path: Path, settings: BatchSettings = SETTINGS) -> list[Item]:
    tasks = cut_all(find_sources([str(path)], settings), settings)
    return [item for task in tasks for item in WarcReader(task, settings).items()]


def told(items: list[Item]) -> list[str]:
    """Each item in a word: a page's last letters, or what is wrong."""
    words = {Raw: lambda item: item.url[-1:], UnreadablePage: lambda item: item.kind, Passed: lambda item: item.kind}
    return [words[type(item)](item) for item in items]


@pytest.mark.parametrize("pack", ["plain", "members", "one"])
def test_all_pages_in_order(tmp_path: Path, pack: str) -> None:
    items = read(write(tmp_path / "a.warc.gz", pages(5), pack))
    assert told(items) == ["0", "1", "2", "3", "4"]
    assert items[3].html == page(3)
    assert len({item.place.position for item in items}) == 5


def test_when_a_page_was_fetched(tmp_path: Path) -> None:
    dated = record("https://a.example/0", http(page(0))).replace(b"\r\n", b"\r\nWARC-Date: 2026-04-01T00:00:00Z\r\n", 1)
    items = read(write(tmp_path / "a.warc.gz", [dated, *pages(1)]))
    assert [item.place.fetched for item in items] == ["2026-04-01T00:00:00Z", ""]


@pytest.mark.parametrize("pack", ["plain", "members", "one"])
@pytest.mark.parametrize("skip", [0, 2, 5])
def test_skip(tmp_path: Path, pack: str, skip: int) -> None:
    path = write(tmp_path / "a.warc.gz", pages(5), pack)
    reader = WarcReader(Task(0, "warc", str(path), 0, path.stat().st_size, exact=True), SETTINGS)
    assert told(list(reader.items(skip))) == ["0", "1", "2", "3", "4"][skip:]


@pytest.mark.parametrize("pack", ["plain", "members"])
@pytest.mark.parametrize("cut", [300, 700, 2000, 100_000])
def test_shares_meet(tmp_path: Path, pack: str, cut: int) -> None:
    path = write(tmp_path / "a.warc.gz", pages(30), pack)
    settings = BatchSettings(cut_mb=cut / 1024 / 1024)
    readers = [WarcReader(task, settings) for task in cut_all(find_sources([str(path)], settings), settings)]
    items = [item for reader in readers for item in reader.items()]
    assert [item.url.rpartition("/")[2] for item in items] == [str(number) for number in range(30)]
    known = [reader for reader in readers if reader.began >= 0]
    assert all(one.ended == two.began for one, two in pairwise(known))


def flip(data: bytes, at: int) -> bytes:
    return data[:at] + bytes(byte ^ 0x55 for byte in data[at : at + 20]) + data[at + 20 :]


R = pages(4)
MEMBERS = [gzip.compress(one, mtime=0) for one in R]
LONG = record("https://a.example/1", http(page(1)), length="99999")
HUGE = record("https://a.example/1", http(page(1)), length="999999999999")
SHORT = record("https://a.example/1", http(page(1)), length="150")
NONE = record("https://a.example/1", http(page(1)), length="many")
LARGE = record("https://a.example/1", http(b"<html>" + b"x " * 700_000))
INNER = record("https://b.example/n", b"HTTP/1.1 200 OK\r\n\r\n")
NESTED = record("https://a.example/1", http(b"<html><pre>\n" + INNER))
STRANGE = b"these bytes belong to nobody\r\n" * 9


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(b"".join(MEMBERS)[:-40], ["0", "1", "2", "damaged"], id="cut short"),
        pytest.param(gzip.compress(b"".join(R))[:-9], ["0", "1", "2", "3", "damaged"], id="one member, cut short"),
        pytest.param(b"".join(MEMBERS)[:-6], ["0", "1", "2", "3", "damaged"], id="only the end of the member missing"),
        pytest.param(b"".join([MEMBERS[0], flip(MEMBERS[1], 60), *MEMBERS[2:]]), ["0", "damaged", "2", "3"], id="bits"),
        pytest.param(b"".join([MEMBERS[0], b"\0" * 500, *MEMBERS[1:]]), ["0", "damaged", "1", "2", "3"], id="zeros"),
        pytest.param(b"".join(MEMBERS) + b"\0" * 600, ["0", "1", "2", "3", "damaged"], id="zeros at the end"),
        pytest.param(b"".join(map(gzip.compress, [R[0], LONG, *R[2:]])), ["0", "1", "2", "3"], id="too long, packed"),
        pytest.param(b"".join([R[0], LONG, *R[2:]]), ["0", "1", "2", "3"], id="too long, plain"),
        pytest.param(gzip.compress(b"".join([R[0], LONG, *R[2:]])), ["0", "1", "2", "3"], id="too long, one member"),
        pytest.param(b"".join([R[0], HUGE, *R[2:]]), ["0", "damaged", "2", "3"], id="far too long, plain"),
        pytest.param(b"".join(map(gzip.compress, [R[0], HUGE, R[2]])), ["0", "1", "2"], id="far too long, packed"),
        pytest.param(b"".join([R[0], SHORT, *R[2:]]), ["0", "1", "damaged", "2", "3"], id="too short, plain"),
        pytest.param(b"".join(map(gzip.compress, [R[0], SHORT, *R[2:]])), ["0", "1", "2", "3"], id="too short, packed"),
        pytest.param(b"".join([R[0], NONE, *R[2:]]), ["0", "damaged", "2", "3"], id="no length"),
        pytest.param(b"".join([R[0], STRANGE, *R[1:]]), ["0", "damaged", "1", "2", "3"], id="strange bytes, plain"),
        pytest.param(b"".join(map(gzip.compress, [R[0], LARGE, R[2]])), ["0", "too large", "2"], id="large, packed"),
        pytest.param(b"".join([R[0], LARGE, R[2]]), ["0", "too large", "2"], id="large, plain"),
        pytest.param(gzip.compress(b"".join([R[0], LARGE, R[2]])), ["0", "too large", "2"], id="large, one member"),
        pytest.param(b"".join([R[0], NESTED, R[2]]), ["0", "1", "2"], id="an archive within"),
        pytest.param(b"WARC/1.0\r\n" + b"x" * 90_000 + b"\r\n\r\n" + R[1], ["damaged", "1"], id="head without end"),
        pytest.param(b"", [], id="empty"),
    ],
)
def test_damaged(tmp_path: Path, content: bytes, expected: list[str]) -> None:
    path = tmp_path / "a.warc.gz"
    path.write_bytes(content)
    items = read(path)
    assert told(items) == expected
    assert len({item.place.position for item in items}) == len(items)


def test_damage_names_the_page_and_the_place(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    path.write_bytes(b"".join(MEMBERS)[:-40])
    problem = read(path)[-1]
    assert isinstance(problem, UnreadablePage)
    assert problem.url == "https://a.example/3"
    assert f"{len(b''.join(MEMBERS[:3])):,}" in problem.message


CHUNKED = b"5\r\n<html\r\n6;x=y\r\n><p>hi\r\n0\r\n\r\n"
HI = b"<html><p>hi"


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        (http(HI), HI),
        (http(CHUNKED, "Transfer-Encoding: chunked"), HI),
        (http(HI, "Transfer-Encoding: chunked"), HI),
        (http(gzip.compress(HI, mtime=0), "Content-Encoding: gzip"), HI),
        (http(zlib.compress(HI), "Content-Encoding: deflate"), HI),
        (http(HI, "Content-Encoding: gzip"), HI),
        (http(HI, "Content-Encoding: br"), HI),
        (http(HI, kind=""), HI),
        (http(HI, kind="application/xhtml+xml"), HI),
        (http(HI).replace(b"\r\n", b"\n"), HI),
        (http(gzip.compress(HI, mtime=0)[:-4], "Content-Encoding: gzip"), "packed"),
        (http(gzip.compress(b"<p>" * 999_999, mtime=0), "Content-Encoding: gzip"), "too large"),
        (http(b"\x89PNG", kind="image/png"), "image/png"),
        (http(b"{}", kind=""), "no type"),
        (http(HI, status="404 Not Found"), "status 404"),
    ],
)
def test_payloads(tmp_path: Path, block: bytes, expected: bytes | str) -> None:
    (item,) = read(write(tmp_path / "a.warc", [record("https://a.example/1", block)]))
    found = item.html if isinstance(item, Raw) else item.kind
    assert found == expected


def test_other_records(tmp_path: Path) -> None:
    records = [
        record("", b"software: x", kind="warcinfo"),
        record("https://a.example/1", b"GET / HTTP/1.1\r\n\r\n", kind="request"),
        record("https://a.example/2", b"Home\n\nA line & more\n", kind="conversion", type_="text/plain"),
        record("https://a.example/3", HI, kind="resource", type_="text/html"),
    ]
    items = read(write(tmp_path / "a.warc.wet.gz", records))
    assert told(items) == ["warcinfo record", "request record", "2", "3"]
    assert "<p>A line &amp; more</p>" in items[2].html
    assert items[3].html == HI


def test_charset_of_the_server(tmp_path: Path) -> None:
    block = http(HI, kind="text/html; charset=x-sjis")
    (item,) = read(write(tmp_path / "a.warc", [record("https://a.example/1", block)]))
    assert item.charset == "x-sjis"


@pytest.mark.parametrize("isal", [True, False])
def test_with_isal_and_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, isal: bool) -> None:
    if isal:
        pytest.importorskip("isal")
    else:
        monkeypatch.setitem(sys.modules, "isal", None)
    inflater.cache_clear()
    packed = [gzip.compress(one) for one in pages(3)]
    damaged = packed[1][:-8] + bytes(8)
    path = tmp_path / "a.warc.gz"
    path.write_bytes(packed[0] + damaged + packed[2] + packed[0][:-20])
    try:
        assert told(read(path)) == ["0", "damaged", "2", "damaged"]
    finally:
        inflater.cache_clear()
