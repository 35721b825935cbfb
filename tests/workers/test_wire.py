from __future__ import annotations

import io
import mmap
from collections.abc import Iterator

import pytest

from printworthy.workers.wire import HEAD, length, pack, receive, unpack

MB = 1 << 20
HTML = [
    b"<p>bytes", b"", b"x" * MB, "<p>text", "", "\U0001f6a2" * MB, "half a pair \ud83d of surrogates",
    "\ud83d" + "x" * MB,
]  # fmt: skip


@pytest.fixture
def memory() -> Iterator[mmap.mmap]:
    """What both ends share: pages of up to 1 MB."""
    with mmap.mmap(-1, 4 * MB + 100) as made:
        yield made


@pytest.mark.parametrize("html", HTML)
def test_there_and_out_again(memory: mmap.mmap, html: bytes | str) -> None:
    pack(b"y" * 100, memory)
    frame = pack((1, html), memory)
    assert unpack(frame, memory) == (1, html)
    assert unpack(pack(html)) == html
    assert len(frame) == HEAD  # the value is nowhere but in the memory


def test_what_does_not_fit_into_the_memory_goes_along(memory: mmap.mmap) -> None:
    frame = pack(bytes(5 * MB), memory)
    assert len(frame) > 5 * MB
    assert unpack(frame, memory) == bytes(5 * MB)


def test_frames_come_one_after_the_other() -> None:
    first, second = pack("one"), pack(["two"] * 9)
    stream = io.BytesIO(first + second)
    assert (receive(stream), receive(stream), receive(stream)) == (first, second, None)
    assert unpack(first + second) == "one"


def test_the_length_is_known_from_the_head_on(memory: mmap.mmap) -> None:
    frame = pack("one")
    assert [length(frame[:size]) for size in (0, HEAD - 1, HEAD, len(frame))] == [HEAD, HEAD, len(frame), len(frame)]
    assert length(pack(bytes(MB), memory)) == HEAD


@pytest.mark.parametrize("cut", [1, HEAD - 1, HEAD, HEAD + 1])
def test_a_frame_that_is_cut_short_is_the_end(cut: int) -> None:
    assert receive(io.BytesIO(pack("one")[:cut])) is None
