"""Pictures of an article: their addresses in, their bytes out, and why others are missing.

A page names its pictures, and nobody vouches for them, so the strict guard decides. But what lies on the very server
that a person typed may be fetched from there, even if that is the person's own machine or network.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from printworthy.base.guard import STRICT, WEB_PORTS, Policy, server_of
from printworthy.base.sniff import is_picture
from printworthy.data.article import Resource
from printworthy.errors import FetchError, LimitError, PrintworthyError
from printworthy.fetching.client import Client
from printworthy.printing.messages import MOST_PICTURE_BYTES, MOST_PICTURES
from printworthy.printing.plan import Plan


@dataclass(slots=True)
class FetchedPictures:
    """The pictures by address, why the others are missing, and how many bytes they may still take."""

    found: dict[str, Resource] = field(default_factory=dict)
    errors: dict[str, PrintworthyError] = field(default_factory=dict)
    left: int = MOST_PICTURE_BYTES

    @property
    def missing(self) -> list[PrintworthyError]:
        """Why pictures are missing, in the order of the article."""
        return list(self.errors.values())


async def fetch_pictures(sources: Sequence[str], plan: Plan, typed: str = "") -> FetchedPictures:
    """Pictures by their address, several at a time; `typed` is the address that a person gave, if one did."""
    pictures = FetchedPictures(errors={src: _too_many(src) for src in sources[MOST_PICTURES:]})
    groups = _by_policy(sources[:MOST_PICTURES], plan, typed)
    await asyncio.gather(*(_fetch(urls, policy, plan, pictures) for policy, urls in groups))
    pictures.errors = {src: pictures.errors[src] for src in sources if src in pictures.errors}
    return pictures


async def _fetch(urls: Sequence[str], policy: Policy, plan: Plan, pictures: FetchedPictures) -> None:
    """Fetch what comes in time."""
    async with Client(policy, plan.limits, plan.visitor) as client:
        gate = asyncio.Semaphore(plan.limits.parallel)
        tasks = {asyncio.ensure_future(_take(client, src, gate, pictures)): src for src in urls}
        _, late = await asyncio.wait(tasks, timeout=plan.pictures)
        for task in late:
            task.cancel()
            pictures.errors[tasks[task]] = FetchError(f"{tasks[task]} did not come within {plan.pictures:g} seconds")
        await asyncio.gather(*tasks, return_exceptions=True)


async def _take(client: Client, src: str, gate: asyncio.Semaphore, pictures: FetchedPictures) -> None:
    """Take a picture if it comes and there is room for it."""
    async with gate:
        try:
            if not pictures.left:
                raise _too_many(src)
            page = await client.get(src)
            if page.media_type.startswith("text/") and not is_picture(page.content):
                raise FetchError(f"{src} is not a picture")
            if len(page.content) > pictures.left:
                pictures.left = 0
                raise _too_many(src)
        except PrintworthyError as error:
            pictures.errors[src] = error
            return
        pictures.left -= len(page.content)
        pictures.found[src] = Resource(page.content, page.media_type)


def _by_policy(sources: Sequence[str], plan: Plan, typed: str) -> list[tuple[Policy, list[str]]]:
    """The addresses in two lists: those on the server that was typed, and the others."""
    server = server_of(typed) if typed else None
    here = [src for src in sources if server_of(src) == server]
    others = [src for src in sources if server_of(src) != server]
    return [(policy, urls) for policy, urls in ((_trusting(typed), here), (plan.strangers, others)) if urls]


def _trusting(typed: str) -> Policy:
    """The policy for what lies on a server that a person typed: its port, and if it is their own, no other one."""
    named = replace(STRICT, named=True, credentials=True).naming(typed)
    port = frozenset({server_of(typed)[1]})
    return replace(named, ports=port if named.granted else port | WEB_PORTS)


def _too_many(url: str) -> LimitError:
    return LimitError(f"{url} is one too many: all pictures together are too large")
