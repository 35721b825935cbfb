"""How the service runs: one frozen value, made by the command or by whoever embeds the app, and passed down."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from printworthy.base.guard import STRICT, Policy
from printworthy.errors import UsageError
from printworthy.fetching.limits import Limits

MEGABYTE: Final = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkLimits:
    """What the workers may cost.

    workers:   how many processes extract and typeset.
    queue:     how many calls may wait for one; a call beyond that is answered 429.
    seconds:   how long one page may take in a worker.
    megabytes: how much memory a worker may ask for.
    pages:     after how many pages a worker is replaced by a fresh one, which is made ready before.
    browsers:  how many warm browsers show pages with scripts; 0 refuses such calls.
    """

    workers: int = field(default_factory=lambda: os.cpu_count() or 1)
    queue: int = 32
    seconds: float = 20.0
    megabytes: int = 1024
    pages: int = 1000
    browsers: int = 1

    def __post_init__(self) -> None:
        for name, least in (("workers", 1), ("queue", 0), ("megabytes", 256), ("pages", 1), ("browsers", 0)):
            if getattr(self, name) < least:
                raise UsageError(f"{name} is {getattr(self, name)}: give {least} or more")
        if not self.seconds > 0:
            raise UsageError(f"the seconds of a page are {self.seconds:g}: give more than 0")


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """Who may call.

    tokens:  words that callers must know; without any, only callers on this machine are let in, unless `public`.
    public:  let everybody in, wherever they are.
    hosts:   names under which the service is known; on loopback, its own are known anyway.
    origins: web sites whose scripts may call, besides the service's own page.
    proxies: addresses of reverse proxies whose word about the caller's address is taken ("127.0.0.1").
    rate:    calls a second that one caller may make in the long run; `burst` at once. 0 does not count.
    quota:   pages that one caller may have in a day; 0 does not count.
    """

    tokens: tuple[str, ...] = field(default=(), repr=False)
    public: bool = False
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    rate: float = 10.0
    burst: int = 40
    quota: int = 0

    def __post_init__(self) -> None:
        if any(len(token) < 16 or not token.isascii() or not token.isprintable() for token in self.tokens):
            raise UsageError("a token is too short to be safe: give 16 plain letters or more, such as those of uuidgen")
        if min(self.rate, self.burst, self.quota) < 0:
            raise UsageError("a rate or a quota is negative: give 0 for none, or more")


@dataclass(frozen=True, slots=True, kw_only=True)
class Jobs:
    """How long lists of pages are worked on.

    folder:   where jobs and their results are kept; None keeps none, and the calls about jobs are refused.
    pages:    the most pages of one job.
    parallel: how many pages of all jobs are worked on at a time.
    waiting:  how many jobs may be unfinished at a time; one beyond that is answered 429.
    keep:     seconds after which a finished job is forgotten.
    """

    folder: Path | None = None
    pages: int = 500
    parallel: int = 2
    waiting: int = 20
    keep: float = 24 * 3600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceSettings:
    """All of it.

    seconds: how long a call may take, with waiting and fetching; over that it is answered 503.
    drain:   how long calls that were accepted may go on after the service was told to end.
    body:    the most bytes that a call may bring; `bodies` those of all calls at a time.
    several: the most pages of one call.
    kept:    bytes of results that are kept, to be given again for the same page and choices.
    policy:  what may be fetched. Addresses come from strangers: it is the strict one, unless a test says otherwise.
    cache:   a folder in which fetched pages are kept, or None.
    model:   a model file of one's own for the calls; None is the one in the package.
    token:   the file of the service's own token, which is made at its first start; None makes none.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    seconds: float = 60.0
    drain: float = 30.0
    body: int = 16 * MEGABYTE
    bodies: int = 256 * MEGABYTE
    several: int = 20
    kept: int = 64 * MEGABYTE
    work: WorkLimits = field(default_factory=WorkLimits)
    access: Access = field(default_factory=Access)
    jobs: Jobs = field(default_factory=Jobs)
    policy: Policy = STRICT
    limits: Limits = field(default_factory=lambda: Limits(size=16 * MEGABYTE, seconds=20.0, retries=1))
    cache: Path | None = None
    model: Path | None = None
    token: Path | None = None

    def __post_init__(self) -> None:
        if not (self.access.tokens or self.access.public or is_loopback(self.host)):
            raise UsageError(
                f"--host {self.host} lets everybody in who can reach it: give tokens with --token-file, or say --public"
            )


def is_loopback(host: str) -> bool:
    """Whether a host to listen on can be reached from this machine only."""
    if host == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def default_folder() -> Path:
    """Where the service keeps what it must not forget, by the rules of the desktop (XDG)."""
    base = os.environ.get("XDG_STATE_HOME", "")
    root = Path(base) if Path(base).is_absolute() else Path.home() / ".local" / "state"
    return root / "printworthy" / "service"
