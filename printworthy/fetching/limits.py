"""How much a fetch may cost, and who is asking: two small frozen values."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from printworthy.version import VERSION

USER_AGENT: Final = f"Mozilla/5.0 (compatible; Printworthy/{VERSION})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The most that one address may cost.

    size:      bytes of the body, after unpacking.
    seconds:   from the first look-up to the last byte, with redirects and retries.
    redirects: how many are followed.
    retries:   how often an overloaded or broken server is asked again.
    parallel:  how many pictures are asked for at a time; of one host, half as many.
    """

    size: int = 32 * 1024 * 1024
    seconds: float = 30.0
    redirects: int = 10
    retries: int = 2
    parallel: int = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """Who asks.

    user_agent: what is sent as such.
    cookies:    a file in Netscape's format (cookies.txt), as browsers' extensions and curl write it.
    robots:     heed robots.txt, as a crawler should; a person's browser does not.
    cache:      a folder in which pages are kept, or None.
    """

    user_agent: str = USER_AGENT
    cookies: Path | None = None
    robots: bool = False
    cache: Path | None = None


LIMITS: Final = Limits()
VISITOR: Final = Visitor()


def cache_folder() -> Path:
    """Where the command and the service keep pages, by the rules of the desktop (XDG)."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    root = Path(base) if Path(base).is_absolute() else Path.home() / ".cache"
    return root / "printworthy" / "pages"
