"""Charsets: a filtered page is UTF-8, and what it says of its own charset is made to agree. Phase one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from printworthy.data.tree import Node
from printworthy.filters.editors import write
from printworthy.filters.plan import Attributes, Plan

if TYPE_CHECKING:
    from printworthy.filters.context import Context

_NAME: Final = re.compile(r"""\bcharset\s*=\s*["']?[^;"']*["']?""", re.I)
_OURS: Final = ("utf-8", "utf8")


def install(plan: Plan) -> None:
    """Look at both spellings of the declaration."""
    plan.edit(_charset, "meta", "charset")
    plan.edit(_content, "meta", "http-equiv")


def _charset(node: Node, attributes: Attributes, context: Context) -> None:
    if (attributes.get("charset") or "").strip().lower() not in _OURS:
        write(node, attributes, "charset", "utf-8")


def _content(node: Node, attributes: Attributes, context: Context) -> None:
    if (attributes.get("http-equiv") or "").strip().lower() != "content-type":
        return
    content = attributes.get("content") or ""
    whole = _NAME.sub("charset=utf-8", content)
    if whole.lower() != content.lower():
        write(node, attributes, "content", whole)
