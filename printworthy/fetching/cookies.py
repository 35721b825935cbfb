"""Cookies of one article: taken from replies and a cookies.txt, given to requests that they belong to.

The rules are the standard library's: domains, paths, expiry, and cookies for https only.
"""

from __future__ import annotations

from email.message import Message
from http.client import HTTPResponse
from http.cookiejar import LoadError, MozillaCookieJar
from pathlib import Path
from typing import cast
from urllib.request import Request as StandardRequest

from printworthy.errors import InputError
from printworthy.fetching.transport import Reply


class Cookies:
    """A jar that lives as long as the article is being fetched; nothing is written back."""

    def __init__(self, path: Path | None = None) -> None:
        self._jar = MozillaCookieJar()
        if path is not None:
            _load(self._jar, path)

    def header(self, url: str) -> str:
        """What to send as `Cookie` to an address; "" for nothing."""
        request = StandardRequest(url)  # noqa: S310 - only its address is read
        self._jar.add_cookie_header(request)
        return request.get_header("Cookie") or ""

    def take(self, url: str, reply: Reply) -> None:
        """Keep what a reply sets."""
        answer = _Answer(reply)
        request = StandardRequest(url)  # noqa: S310 - only its address is read
        self._jar.extract_cookies(cast(HTTPResponse, answer), request)


class _Answer:
    """A reply in the shape that the jar reads."""

    def __init__(self, reply: Reply) -> None:
        self._message = Message()
        for name, value in reply.fields:
            if name.lower() in ("set-cookie", "set-cookie2"):
                self._message.add_header(name, value)

    def info(self) -> Message:
        """The header fields."""
        return self._message


def _load(jar: MozillaCookieJar, path: Path) -> None:
    """Read a file in Netscape's format. Exports give session cookies the expiry 0: they count, somebody wants them."""
    try:
        jar.load(str(path), ignore_discard=True, ignore_expires=True)
    except LoadError:
        text = f"{path} is no cookie file in Netscape's format: export one (cookies.txt) from the browser"
        raise InputError(text) from None
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}): check the name of the cookie file") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is no text: export the cookies again as cookies.txt") from None
    for cookie in jar:
        if cookie.expires == 0:
            cookie.expires, cookie.discard = None, True

