"""Servers that want all of our memory or time: bodies without an end, and a megabyte that unpacks to ten gigabytes."""

from __future__ import annotations

import asyncio
import gzip
import json
import subprocess
import sys
import zlib
from functools import cache
from importlib import import_module

import pytest
from aiohttp import web

from printworthy.errors import FetchError, LateFetchError, LimitError
from printworthy.fetching.client import fetch
from printworthy.fetching.limits import Limits
from printworthy.fetching.unpack import Body

MEGABYTE = 1 << 20
UNIT = 1 << 24
TEN_GIGABYTES = 10 << 30


def gzipped() -> tuple[bytes, int]:
    """Parcels of a gigabyte in a parcel: (the bomb, its size unpacked)."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    unit = packer.compress(bytes(UNIT)) + packer.flush()
    count = TEN_GIGABYTES // UNIT
    return gzip.compress(unit * count, mtime=0), count * UNIT


def zstandard() -> tuple[bytes, int]:
    frame = import_module("backports.zstd").compress(bytes(UNIT))
    count = MEGABYTE // len(frame)
    return frame * count, count * UNIT


def brotli(head: bytes = b"") -> tuple[bytes, int]:
    """Blocks between two flushes of the same data are the same bytes, and may be repeated."""
    packer = import_module("brotlicffi").Compressor(quality=5)
    first = packer.process(head + bytes(UNIT)) + packer.flush()
    again = packer.process(bytes(UNIT)) + packer.flush()
    count = (MEGABYTE - len(first) - 9) // len(again)
    return first + again * count + packer.finish(), len(head) + (count + 1) * UNIT


def padded() -> tuple[bytes, int]:
    """A small page in gzip, then padding without an end that its reader throws away."""
    return brotli(gzip.compress(b"<p>small</p>"))


BOMBS = {"gzip, gzip": gzipped, "zstd": zstandard, "br": brotli, "gzip, br": padded}


@cache
def bomb(encoding: str) -> tuple[bytes, int]:
    return BOMBS[encoding]()


@pytest.mark.parametrize("encoding", BOMBS)
def test_the_bombs_are_bombs(encoding: str) -> None:
    packed, size = bomb(encoding)
    assert len(packed) <= MEGABYTE
    assert size >= TEN_GIGABYTES
    body = Body("x", 3 * UNIT, encoding)
    with pytest.raises(LimitError):  # they really hold more than a limit that is far above ours
        body.feed(packed)


CHILD = """
import json, re, sys, time
from printworthy.errors import LateFetchError, PrintworthyError
from printworthy.fetching.client import fetch
from printworthy.fetching.limits import Limits

limits = Limits(seconds=600)

def peak():  # the most that this program held; the count of getrusage begins with what its parent held
    return int(re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())[1])

fetch(sys.argv[1], limits=limits)
before = peak()
for url in sys.argv[2:]:
    start = time.process_time()
    try:
        said = repr(fetch(url, limits=limits).content)
    except PrintworthyError as error:
        said = str(error)
    print(json.dumps([said, (peak() - before) / 1024, time.process_time() - start]))
"""


@pytest.mark.processes
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from Linux's /proc")
def test_memory_and_time_of_bombs(site) -> None:
    """In a process of its own, whose memory and CPU time the system counts, with the default limit of 32 MB a page.

    The deadline is far away: on a busy machine, time on the wall says nothing.
    """
    plain = site.page("/plain", "<p>Small</p>")
    urls = [
        site.page(f"/bomb{number}", bomb(encoding)[0], Content_Encoding=encoding)
        for number, encoding in enumerate(BOMBS)
    ]
    done = subprocess.run([sys.executable, "-c", CHILD, plain, *urls], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(lines) == len(urls)
    for url, (said, megabytes, seconds) in zip(urls, lines, strict=True):
        assert said == f"{url} is larger than 32 MB, unpacked: raise the limit, or give another page"
        assert 10 < megabytes < 128, said  # a limit of 32 MB was reached, and not passed by much
        assert seconds < 10, said


@pytest.mark.processes
def test_a_window_larger_than_browsers_allow(site) -> None:
    library = import_module("backports.zstd")
    packer = library.ZstdCompressor(options={library.CompressionParameter.window_log: 27})
    packed = packer.compress(b"x" * 999) + packer.flush()
    with pytest.raises(FetchError, match="packed wrongly"):
        fetch(site.page("/window", packed, Content_Encoding="zstd"))


@pytest.mark.processes
def test_endless_body(site) -> None:
    async def endless(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        while True:
            await response.write(b"x" * 65536)

    with pytest.raises(LimitError, match="larger than 1 MB"):
        fetch(site.handle("/endless", endless), limits=Limits(size=1_000_000))


@pytest.mark.processes
def test_endless_parcels_with_nothing_in_them(site) -> None:
    """They never grow, so that only time ends them; the server gives up after ten seconds, and a client that waits
    for that gets a page, and fails here."""

    async def endless(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Encoding": "gzip"})
        await response.prepare(request)
        loop = asyncio.get_running_loop()
        end = loop.time() + 10
        while loop.time() < end:
            await response.write(gzip.compress(b"") * 99)
        return response

    with pytest.raises(LateFetchError, match=r"did not come within 0\.3 seconds"):
        fetch(site.handle("/empty", endless), limits=Limits(seconds=0.3))


@pytest.mark.processes
def test_slow_drip(site) -> None:
    """As above: a whole page after ten seconds."""

    async def drip(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        for _ in range(200):
            await response.write(b"x")
            await asyncio.sleep(0.05)
        return response

    told = r"did not come within 0\.3 seconds: try again, or allow more time \(--timeout SECONDS\)"
    with pytest.raises(LateFetchError, match=told):
        fetch(site.handle("/drip", drip), limits=Limits(seconds=0.3))
