"""Pages of the proxy's own: a title and a body → a whole page that is read by keyboard and by voice as well."""

from __future__ import annotations

from html import escape
from typing import Final

_STYLE: Final = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:1rem auto;padding:0 1rem;color:#111;background:#fff}
h1{font-size:1.6rem}h2{font-size:1.2rem;margin:1.5rem 0 .3rem}a{color:#00438a}
fieldset{border:1px solid #767676;border-radius:4px;margin:1rem 0;padding:.5rem 1rem}legend{font-weight:bold}
.all{border:0;margin:0;padding:0}
.field{margin:.4rem 0}.field small{display:block;color:#444}input,select,textarea,button{font:inherit;color:#111}
textarea{width:100%;min-height:5rem}table{border-collapse:collapse}td,th{padding:.2rem .8rem .2rem 0;text-align:left}
.note{border-left:4px solid #00438a;padding:.3rem .8rem;background:#eef4fb}
.wrong{border-color:#a40000;background:#fdf0f0}
.two{display:grid;grid-template-columns:1fr 1fr;gap:1rem}iframe{width:100%;height:30rem;border:1px solid #767676}
nav ul{list-style:none;padding:0;display:flex;gap:1.2rem}:focus-visible{outline:3px solid #00438a;outline-offset:2px}
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
