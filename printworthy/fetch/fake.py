"""A transport without a network, for tests and examples: replies by address, and a record of what was asked."""

from __future__ import annotations

from collections.abc import Mapping

from printworthy.errors import FetchError
from printworthy.fetch.transport import Reply, Request


class Fake:
    """Gives each address its reply, or its replies in turn; the last one stays."""

    def __init__(self, replies: Mapping[str, Reply | list[Reply]]) -> None:
        self._replies = {url: list(reply) if isinstance(reply, list) else [reply] for url, reply in replies.items()}
        self.requests: list[Request] = []

    async def send(self, request: Request) -> Reply:
        """The next reply for this address."""
        self.requests.append(request)
        waiting = self._replies.get(request.url)
        if not waiting:
            raise FetchError(f"{request.url} is not among the fake pages: add it")
        return waiting.pop(0) if len(waiting) > 1 else waiting[0]
