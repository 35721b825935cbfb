"""Files as a transport: `file:` addresses, where the guard allows them."""

from __future__ import annotations

import asyncio
from mimetypes import guess_type
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from printworthy.base.guard import STRICT, Policy, check_url
from printworthy.errors import FetchError, LimitError
from printworthy.fetch.transport import Reply, Request
from printworthy.fetch.unpack import in_words


class Files:
    """Reads what a person named; a policy without `files` reads nothing."""

    def __init__(self, policy: Policy = STRICT) -> None:
        self._policy = policy

    async def send(self, request: Request) -> Reply:
        """The file's bytes; its suffix gives the type."""
        check_url(request.url, self._policy)
        path = Path(url2pathname(urlsplit(request.url).path))
        body = await asyncio.to_thread(_read, path, request)
        return Reply(200, (("Content-Type", guess_type(path.name)[0] or ""),), body)


def _read(path: Path, request: Request) -> bytes:
    """At most the limit is read, so that /dev/zero ends too; a pipe or a folder is not read at all."""
    try:
        if not path.is_file():
            raise FetchError(f"{request.url} is no file: check the name")
        with path.open("rb") as file:
            body = file.read(request.size + 1)
    except (OSError, ValueError) as error:
        raise FetchError(f"{request.url} cannot be read ({error}): check its name and permissions") from None
    if len(body) > request.size:
        raise LimitError(f"{request.url} is larger than {in_words(request.size)}: raise the limit, or give another")
    return body
