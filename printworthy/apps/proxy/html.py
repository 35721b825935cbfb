"""Pages of the proxy's own, also for requests that failed: a title and a body → a whole page.

It is read by keyboard and by voice as well.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import Final

from mitmproxy.proxy.layers.http import _http1, _http2

# The colours and letters of the service's page.
_STYLE: Final = "\n" + Path(__file__).with_name("own_site.css").read_text("utf-8")
_MENU: Final = (("/", "Settings"), ("/preview", "Preview"), ("/trust", "Certificate"))


def page(title: str, body: str, menu: bool = False) -> bytes:
    """A whole page; `body` is HTML."""
    links = "".join(f'<li><a href="{to}">{name}</a></li>' for to, name in _MENU) if menu else ""
    nav = f'<nav aria-label="Printworthy"><ul>{links}</ul></nav>' if menu else ""
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)} · Printworthy</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{_STYLE}</style></head><body><header>{nav}</header><main><h1>{escape(title)}</h1>{body}</main>"
        "</body></html>"
    ).encode()


def note(text: str, wrong: bool = False) -> str:
    """A message at the top of a page."""
    role, kind = ("alert", "note wrong") if wrong else ("status", "note")
    return f'<p class="{kind}" role="{role}">{escape(text)}</p>' if text else ""


def refusal(text: str) -> bytes:
    """A page that says what went wrong."""
    return page("That did not work", note(text, wrong=True))


_BAD_GATEWAY: Final = 502
# What the system says → what it means to a reader.
_WORDS: Final = (
    ("connect call failed", "no server answers at its address"),
    ("name or service not known", "its name is not known"),
    ("nodename nor servname", "its name is not known"),
    ("no address associated", "its name is not known"),
    ("getaddrinfo failed", "its name is not known"),
    ("name resolution", "names cannot be looked up just now"),
    ("timed out", "it did not answer in time"),
    ("closed connection", "it closed the connection before it had answered"),
    ("disconnected", "it closed the connection before it had answered"),
    ("certificate verify failed", "its certificate is not trusted"),
)

# What it says of a request that was sent to the proxy as if it were a site.
_NO_SITE: Final = "request destination unknown"
_KILLED: Final = "Connection killed: "
# What the guard advises whoever fetches a page (base/guard.py); a reader behind the proxy can do none of it.
_ADVICE: Final = re.compile(r"[:;] give a public .*", re.DOTALL)
_ADMIN: Final = (
    "<p>It leads to public addresses only. Its admin can also open its own network to readers, by starting it "
    "with <code>--allow-private</code>.</p>"
)
_SPEAKER: Final = "<p>It is the filtering proxy (Printworthy) that tells you so, not the site.</p>"
_A_PROXY: Final = (
    "<p>It is not opened like a site: set this address and port as the proxy of your browser or system, for HTTP and "
    "HTTPS. Then open <code>http://printworthy.proxy/</code>, which has the settings and the certificate.</p>"
)


def use_pages() -> None:
    """Have mitmproxy send these pages; it has no option for it, and knows its own by this name in two places."""
    for module in (_http1, _http2):
        module.format_error = failure  # type: ignore[attr-defined]


def failure(status: int, message: str) -> bytes:
    """The page for a request that came to nothing; the message stands there, too, for who looks after the proxy."""
    if _NO_SITE in message.lower():
        return page("This is the filtering proxy", note("This is the filtering proxy (Printworthy).") + _A_PROXY)
    message = message.removeprefix(_KILLED)
    if " is refused" in message:
        why = note(f"{_ADVICE.sub('', message)}.", wrong=True)
        return page("This address is not open here", why + _SPEAKER + _ADMIN)
    title = "This site could not be reached" if status == _BAD_GATEWAY else "This request could not be passed on"
    told = next((words for sign, words in _WORDS if sign in message.lower()), "")
    detail = f"<p><small>{escape(message)}</small></p>" if told else ""
    return page(title, note(f"{title}: {told or message}.", wrong=True) + _SPEAKER + detail)
