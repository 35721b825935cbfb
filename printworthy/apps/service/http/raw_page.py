"""A page as the body of a call, just as it was saved: `text/html` in, the JSON that the call reads out."""

from __future__ import annotations

import asyncio
import json
from email.message import Message
from typing import Any, Final

from printworthy.apps.service.http.asgi import Scope, header
from printworthy.base.encoding import to_utf8

_PATHS: Final = frozenset({"/v1/extract", "/v1/print"})
_JSON: Final = "application/json"
_KINDS: Final = frozenset({"text/html", "application/xhtml+xml"})
# What the OpenAPI document says of it: any bytes will do.
ALSO_HTML: Final[dict[str, Any]] = {
    "requestBody": {"content": {"text/html": {"schema": {"description": "The page itself, in any charset."}}}}
}


async def as_json(scope: Scope, body: bytes) -> bytes:
    """The body for the app; of a page as it is, the scope is made to say that it is JSON."""
    kind = header(scope, "content-type")
    if kind == _JSON or scope["method"] != "POST" or scope["path"] not in _PATHS:
        return body
    told = Message()
    told["content-type"] = kind
    if told.get_content_type() not in _KINDS:
        return body
    html = await asyncio.to_thread(to_utf8, body, told.get_content_charset(""))
    made = json.dumps({"html": html.decode("utf-8", "replace")}).encode()
    own = {b"content-type": b"application/json", b"content-length": str(len(made)).encode()}
    scope["headers"] = [*((name, value) for name, value in scope["headers"] if name not in own), *own.items()]
    return made
