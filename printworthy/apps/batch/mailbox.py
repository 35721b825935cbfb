"""A mailbox: memory that a worker and its cell share. A page's HTML goes in on one side and comes out on the other.

Through the socket a page would be copied four times, in small pieces, with both processes woken for each.
"""

from __future__ import annotations

import mmap
import os
from typing import Final

from printworthy.apps.batch.settings import MB, Settings

# A page may come as text, whose size is counted in characters, and a character has up to four bytes.
_BYTES: Final = 4


class Mailbox:
    """Made by the worker; the cell opens it by its descriptor. It takes one page at a time, and room as it is used."""

    def __init__(self, descriptor: int) -> None:
        self._memory = mmap.mmap(descriptor, 0)

    def put(self, html: bytes | str) -> tuple[int, bool]:
        """Leave a page; what comes back is its size, and whether it is text, for `get`."""
        data = html.encode("utf-8", "surrogatepass") if isinstance(html, str) else html
        self._memory[: len(data)] = data
        return len(data), isinstance(html, str)

    def get(self, size: int, text: bool) -> bytes | str:
        """Take the page that was left."""
        data = self._memory[:size]
        return data.decode("utf-8", "surrogatepass") if text else data

    def close(self) -> None:
        """Give the memory back."""
        self._memory.close()


def make_memory(settings: Settings) -> int:
    """The descriptor of memory for the largest page; nothing is used until something is written there."""
    descriptor = os.memfd_create("printworthy-page")
    os.ftruncate(descriptor, _BYTES * settings.caps.html_mb * MB)
    return descriptor
