from __future__ import annotations

import asyncio
import gzip
from pathlib import Path

import pytest

from printworthy.errors import FetchError, InputError
from printworthy.fetch.transport import Reply, Request
from printworthy.fetch.warc import Warc


def record(kind: str, url: str, block: bytes) -> bytes:
    head = f"WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nContent-Length: {len(block)}\r\n\r\n"
    return head.encode() + block + b"\r\n\r\n"


PLAIN = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>One</p>"
PACKED = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + gzip.compress(b"<p>Two</p>")
CHUNKED = b"HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n<p>T\r\n8\r\nhree</p>\r\n0\r\n\r\n"
RECORDS = [
    record("warcinfo", "", b"software: x"),
    record("request", "https://a.example/1", b"GET / HTTP/1.1\r\n\r\n"),
    record("response", "https://a.example/1", PLAIN),
    record("response", "<https://a.example/2>", PACKED),
    record("response", "https://a.example/3", CHUNKED),
]


def ask(warc: Warc, url: str) -> Reply:
    return asyncio.run(warc.send(Request(url)))


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_pages_by_address(tmp_path: Path, pack) -> None:
    path = tmp_path / "crawl.warc"
    path.write_bytes(b"".join(map(pack, RECORDS)))
    warc = Warc(path)
    assert ask(warc, "https://a.example/1#x").body == b"<p>One</p>"
    assert ask(warc, "https://A.example:443/2").body == b"<p>Two</p>"
    third = ask(warc, "https://a.example/3")
    assert (third.status, third.body) == (404, b"<p>Three</p>")
    with pytest.raises(FetchError, match="is not in"):
        ask(warc, "https://a.example/4")


@pytest.mark.parametrize(
    "content", [RECORDS[2].replace(b"Content-Length: ", b"Content-Length: x"), gzip.compress(RECORDS[2])[:-20], None]
)
def test_damaged(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "crawl.warc.gz"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError, match=r"crawl\.warc\.gz"):
        ask(Warc(path), "https://a.example/1")
