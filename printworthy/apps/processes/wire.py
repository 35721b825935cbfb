"""The wire between a server and a worker: a length in eight bytes, then a pickled value; both ends are ours."""

from __future__ import annotations

import pickle
import struct
from typing import Any, BinaryIO, Final

_LENGTH: Final = struct.Struct(">Q")
HEAD: Final = _LENGTH.size


def pack(value: object) -> bytes:
    """A value as it travels."""
    body = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return _LENGTH.pack(len(body)) + body


def length(head: bytes) -> int:
    """How many bytes follow the head."""
    return int(_LENGTH.unpack(head)[0])


def unpack(body: bytes) -> Any:  # noqa: ANN401 - whatever travelled
    """The value that travelled."""
    return pickle.loads(body)  # noqa: S301 - from a process of our own


def receive(stream: BinaryIO) -> bytes | None:
    """The next body from a file, or None at its end."""
    head = stream.read(HEAD)
    if len(head) < HEAD:
        return None
    body = stream.read(length(head))
    return body if len(body) == length(head) else None
