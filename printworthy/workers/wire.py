"""The wire between a program and its worker processes: a value goes in as one frame of bytes and comes out again.

A frame is a length in eight bytes and a pickled value; both ends are ours. The length's first bit says that the value
lies in memory that both ends share: through a pipe, a large one is copied in small pieces, and both are woken for each.
"""

from __future__ import annotations

import pickle
import struct
from contextlib import suppress
from typing import TYPE_CHECKING, Any, BinaryIO, Final, TypeAlias

if TYPE_CHECKING:
    import mmap

    Memory: TypeAlias = mmap.mmap | None

_HEAD: Final = struct.Struct(">Q")
HEAD: Final = _HEAD.size
_SHARED: Final = 1 << 63


def pack(value: object, memory: Memory = None) -> bytes:
    """The frame of a value; the value itself goes into the shared memory, if there is one with room for it."""
    if memory is not None:
        memory.seek(0)
        with suppress(ValueError):  # it has no room
            pickle.dump(value, memory, pickle.HIGHEST_PROTOCOL)
            return _HEAD.pack(memory.tell() | _SHARED)
    body = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return _HEAD.pack(len(body)) + body


def length(start: bytes | bytearray) -> int:
    """How long the frame is that begins like this; the length of a head as long as that is incomplete."""
    if len(start) < HEAD:
        return HEAD
    size = int(_HEAD.unpack_from(start)[0])
    return HEAD if size & _SHARED else HEAD + size


def unpack(frame: bytes | bytearray, memory: Memory = None) -> Any:  # noqa: ANN401 - whatever travelled
    """The value of a frame."""
    size = int(_HEAD.unpack_from(frame)[0])
    if not size & _SHARED:
        with memoryview(frame) as inline:
            return pickle.loads(inline[HEAD : HEAD + size])  # noqa: S301 - from a process of our own
    assert memory is not None
    with memoryview(memory) as shared, shared[: size & ~_SHARED] as body:
        return pickle.loads(body)  # noqa: S301 - from a process of our own


def receive(stream: BinaryIO) -> bytes | None:
    """The next frame from a file, or None at its end."""
    head = stream.read(HEAD)
    frame = head + stream.read(length(head) - HEAD) if len(head) == HEAD else head
    return frame if len(frame) == length(frame) else None
