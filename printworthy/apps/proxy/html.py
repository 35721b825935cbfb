"""Pages of the proxy's own, also for requests that failed: a title and a body → a whole page.

It is read by keyboard and by voice as well.
"""

from __future__ import annotations

import re
from html import escape
from typing import Final

from mitmproxy.proxy.layers.http import _http1, _http2

# The colours and letters of the service's page.
_STYLE: Final = """
:root{--table:#e9e5dc;--raised:#fffefb;--line:#d5cfc3;--firm:#8f887a;--ink:#23211d;--soft:#5d584e;--accent:#1f5b4d;
--on:#fff;--tint:#dfebe5;--drop:#9a2f1c;color-scheme:light}
@media(prefers-color-scheme:dark){:root{--table:#191816;--raised:#2a2824;--line:#3d3a34;--firm:#807a6d;--ink:#eae6dd;
--soft:#b9b3a6;--accent:#8fd0bb;--on:#10231d;--tint:#24382f;--drop:#f0a08e;color-scheme:dark}}
*{box-sizing:border-box}
body{font:1rem/1.5 ui-sans-serif,system-ui,sans-serif;max-width:46rem;margin:0 auto;padding:1.2rem 1rem 4rem;
color:var(--ink);background:var(--table)}
h1,h2,legend,summary{font-family:"Source Serif 4","Iowan Old Style",Palatino,Georgia,serif;font-weight:600;
line-height:1.2}
h1{font-size:1.9rem;margin:1.2rem 0}h2,legend,summary{font-size:1.2rem}h2{margin:1.5rem 0 .4rem}a{color:var(--accent)}
fieldset{min-width:0;border:1px solid var(--line);border-radius:.6rem;background:var(--raised);margin:1rem 0;
padding:.8rem 1.1rem 1rem}legend{float:left;width:100%;margin-bottom:.5rem;padding:0}legend+*{clear:both}
.all{border:0;margin:0;padding:0;background:none}summary{cursor:pointer;padding:.8rem 0}
.field{margin:.7rem 0}small{display:block;color:var(--soft)}input,select,textarea,button{font:inherit;color:inherit}
input:not([type=checkbox],[type=radio]),select,textarea{padding:.3rem .6rem;border:1px solid var(--firm);
border-radius:.5rem;background:var(--raised);max-width:100%}input{accent-color:var(--accent)}
button{padding:.5rem 1.4rem;border:0;border-radius:.5rem;background:var(--accent);color:var(--on);font-weight:600;
cursor:pointer}.choice{display:flex;gap:.7rem;align-items:baseline;padding:.45rem .6rem;border-radius:.5rem}
.choice:has(:checked){background:var(--tint)}
.choice>span{display:grid;grid-template-columns:5.5rem 1fr;gap:.2rem}
@media(max-width:30rem){.choice>span{display:block}}
.choice+small{margin:.5rem .6rem 0}
textarea{width:100%;min-height:5rem;margin-top:.4rem}table{border-collapse:collapse}
td,th{padding:.2rem 1rem .2rem 0;text-align:left;font-weight:400;font-variant-numeric:tabular-nums}td{font-weight:600}
.note{border-left:4px solid var(--accent);border-radius:.3rem;padding:.5rem .9rem;background:var(--raised)}
.wrong{border-color:var(--drop)}code{font-family:ui-monospace,monospace;white-space:nowrap}
.two{display:grid;grid-template-columns:1fr 1fr;gap:1rem}
iframe{width:100%;height:30rem;border:1px solid var(--line);background:#fff}
nav ul{list-style:none;margin:0;padding:0;display:flex;gap:1.4rem}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
"""
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
_KEEPER: Final = (
    "<p>It leads to public addresses only. Whoever keeps it can also open its own network to readers, and starts it "
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
        return page("This address is not open here", why + _SPEAKER + _KEEPER)
    title = "This site could not be reached" if status == _BAD_GATEWAY else "This request could not be passed on"
    told = next((words for sign, words in _WORDS if sign in message.lower()), "")
    detail = f"<p><small>{escape(message)}</small></p>" if told else ""
    return page(title, note(f"{title}: {told or message}.", wrong=True) + _SPEAKER + detail)
