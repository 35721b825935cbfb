"""A page as it was fetched: bytes, the address it was found at, and what the server said about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import Message

from printworthy.base.encoding import to_utf8


@dataclass(frozen=True, slots=True)
class Page:
    """What `fetch` returns.

    url:      where the page was found, after all redirects; `requested` is the address that was asked for.
    content:  the body, unpacked, in the server's charset; `html` is the same in UTF-8.
    headers:  the server's, with names in lower case.
    """

    url: str
    content: bytes = field(repr=False)
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    requested: str = ""
    redirects: tuple[str, ...] = ()

    @property
    def media_type(self) -> str:
        """The type that the server gave ("text/html"), in lower case; "" if none."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    @property
    def charset(self) -> str:
        """The charset that the server gave; "" if none. Servers are often wrong: `html` asks the bytes first."""
        header = Message()
        header["content-type"] = self.headers.get("content-type", "")
        return header.get_content_charset("")

    @property
    def html(self) -> bytes:
        """The page in UTF-8, or `InputError` if it is empty or no HTML."""
        return to_utf8(self.content, self.charset)
