"""Absolute addresses: a page that is read elsewhere still finds its pictures, styles and links. Phase one."""

from __future__ import annotations

import re
from typing import Final

from printworthy.data.tree import Node
from printworthy.filters.walk.editors import write
from printworthy.filters.walk.plan import ANY, Attributes, Context, Edit, WalkPlan

_HOLDERS: Final = {
    "a": "href",
    "area": "href",
    "link": "href",
    "img": "src",
    "script": "src",
    "iframe": "src",
    "frame": "src",
    "embed": "src",
    "source": "src",
    "video": "src",
    "audio": "src",
    "track": "src",
    "input": "src",
    "object": "data",
    "form": "action",
    "button": "formaction",
    "blockquote": "cite",
    "q": "cite",
}
# It begins with the parenthesis, and looks back at the "url" before it: a plain letter is found ten times as fast.
# Data may be long and stays as it is, so that it is not read to its end.
_URL: Final = re.compile(r"""\((?<=[uU][rR][lL]\()(?!["']?(?:data:|#))\s*+(?:(["'])([^"')]++)\1|([^"'()]++))\s*+\)""")
_CANDIDATE: Final = re.compile(r"([^\s,]\S*[^\s,]|[^\s,])(\s[^,]*+)?(,|$)")


def install(plan: WalkPlan) -> None:
    """Make all addresses absolute."""
    for tag, attribute in _HOLDERS.items():
        plan.edit(_holder(attribute), tag, attribute)
    plan.edit(_sources, "img source", "srcset")
    plan.edit(_holder("poster"), "video", "poster")
    plan.edit(_holder("background"), "body table td th tr", "background")
    plan.edit(_style, ANY, "style")


def absolute_styles(css: str, context: Context) -> str:
    """A style sheet with absolute addresses."""
    return _URL.sub(lambda found: _rewritten(found, context), css)


def _holder(attribute: str) -> Edit:
    def edit(node: Node, attributes: Attributes, context: Context) -> None:
        address = attributes.get(attribute)
        if not address or address[:8] in ("https://", "http://w") or address[0] == "#":
            return
        if address[:7] == "http://" and " " not in address and address.isprintable():
            return
        found = context.resolver.absolute(address)
        if found and found != address:
            write(node, attributes, attribute, found)

    return edit


def _sources(node: Node, attributes: Attributes, context: Context) -> None:
    """The candidates of `srcset`, each with its size."""
    listed = attributes.get("srcset")
    if not listed or _all_absolute(listed):
        return
    parts = []
    for found in _CANDIDATE.finditer(listed):
        address = context.resolver.absolute(found[1]) or found[1]
        parts.append(f"{address}{(found[2] or '').rstrip()}")
    whole = ", ".join(parts)
    if parts and whole != listed:
        write(node, attributes, "srcset", whole)


def _all_absolute(listed: str) -> bool:
    """Is a `srcset` as it should be, at a glance?"""
    if not listed.isprintable():
        return False
    parts = listed.split(", ")
    return all(part[:8] == "https://" and "," not in part and part[-1] != " " for part in parts)


def _style(node: Node, attributes: Attributes, context: Context) -> None:
    style = attributes.get("style")
    if style and "url(" in style:
        whole = absolute_styles(style, context)
        if whole != style:
            write(node, attributes, "style", whole)


def _rewritten(found: re.Match[str], context: Context) -> str:
    quote, address = found[1] or "", (found[2] or found[3]).strip()
    whole = "" if address.startswith(("data:", "#")) else context.resolver.absolute(address)
    return f"({quote}{whole}{quote})" if whole else found[0]
