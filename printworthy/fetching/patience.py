"""Patience: when to ask a server again, and how long to wait before; the clock and the sleep are given from outside."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Final, Protocol

from printworthy.fetching.transport import Reply

# Overload and passing faults; 501 and 505 say that no other try will help.
_AGAIN: Final = frozenset({408, 425, 429, 500, 502, 503, 504, 507, 520, 521, 522, 523, 524, 527, 529, 530})
_FIRST: Final = 0.5


class Clock(Protocol):
    """Time that passes; tests have one that does not."""

    def now(self) -> float:
        """Seconds since 1970."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        ...


class RealClock:
    """The machine's clock."""

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


@dataclass(frozen=True, slots=True)
class Patience:
    """How often to ask again, and until when."""

    retries: int
    deadline: float

    def pause(self, attempt: int, now: float, reply: Reply | None) -> float | None:
        """Seconds to wait before the next try; None if there should be none. A broken connection has no reply."""
        if attempt >= self.retries or reply is not None and reply.status not in _AGAIN:
            return None
        asked = _retry_after(reply.headers.get("retry-after", ""), now) if reply else None
        wait = _FIRST * 2**attempt if asked is None else asked
        return wait if now + wait < self.deadline else None


def _retry_after(value: str, now: float) -> float | None:
    """The seconds that a server asks to be left alone: a number or a date."""
    if value.strip().isdecimal():
        return float(value.strip()[:9])
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - now)
    except (ValueError, TypeError, OverflowError):
        return None
