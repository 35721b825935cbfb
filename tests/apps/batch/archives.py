"""Archives for the tests: records, whole archives, and a maker of rows that needs no engine."""

from __future__ import annotations

import gzip
import os
import re
import signal
from pathlib import Path
from typing import Any

from printworthy.apps.batch.minhash import HASH, SIGNATURE, signature, text_hash
from printworthy.apps.batch.readers.items import Raw
from printworthy.apps.batch.settings import BatchSettings


def http(body: bytes, *fields: str, status: str = "200 OK", kind: str = "text/html") -> bytes:
    """An HTTP reply."""
    return "\r\n".join([f"HTTP/1.1 {status}", f"Content-Type: {kind}", *fields, "", ""]).encode() + body


def record(
    url: str, block: bytes, *, kind: str = "response", length: str = "", type_: str = "application/http"
) -> bytes:
    """A WARC record; `length` lies about its length."""
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nWARC-Record-ID: <urn:{url[-8:]}>\r\n"
        f"Content-Type: {type_}\r\nContent-Length: {length or len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def page(number: int) -> bytes:
    """A page of its own."""
    sentence = f"The {number}th lantern of the harbour was lit by keeper {number * 7} before the tide turned. "
    return f"<html><head><title>Lantern {number}</title></head><body><p>{sentence * 4}</p></body></html>".encode()


def pages(count: int) -> list[bytes]:
    """Records of that many pages."""
    return [record(f"https://a.example/{number}", http(page(number))) for number in range(count)]


def write(path: Path, records: list[bytes], pack: str = "members") -> Path:
    """An archive: plain, with a gzip member a record, or with one for all."""
    whole = b"".join(records)
    packed = {"plain": whole, "one": gzip.compress(whole), "members": b"".join(map(gzip.compress, records))}
    path.write_bytes(packed[pack])
    return path


def make_row(page: Raw, settings: BatchSettings) -> dict[str, Any] | str:
    """A row without the engine; some addresses ask for trouble."""
    match page.url.rpartition("/")[2]:
        case "spin":
            while True:
                pass
        case "regex":
            re.match(r"(a+)+$", "a" * 64 + "b")
        case "eat":
            held = []
            while True:
                held.append(bytes(1 << 20))
        case "die":
            os.kill(os.getpid(), signal.SIGKILL)
        case "once" if not (mark := Path(os.environ["TMPDIR"], "mark")).exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        case "fail":
            raise ValueError("on purpose")
        case "short":
            return "too short"
    html = page.html if isinstance(page.html, str) else page.html.decode("utf-8", "replace")
    text = " ".join(re.sub(r"<[^>]+>", " ", html).split())
    return {
        "title": text[:20], "language": "en", "page_type": "article", "confidence": 0.9, "text": text,
        "timings": [("all", 1.0)], HASH: text_hash(text), SIGNATURE: signature(text),
    }  # fmt: skip


MAKER = "tests.apps.batch.archives:make_row"
