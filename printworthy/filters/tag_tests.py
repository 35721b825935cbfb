"""Tests of elements that go or stay by what an attribute says of their kind."""

from __future__ import annotations

from printworthy.data.tree import Node
from printworthy.filters.walk.plan import DROP, KEEP, Attributes, Context


def script_link(node: Node, attributes: Attributes, context: Context) -> int:
    """A link that loads a script."""
    rel = (attributes.get("rel") or "").lower().split()
    loads = "preload" in rel and (attributes.get("as") or "").lower() == "script"
    return DROP if "modulepreload" in rel or loads else KEEP


def style_link(node: Node, attributes: Attributes, context: Context) -> int:
    """A link that loads a style sheet."""
    rel = (attributes.get("rel") or "").lower().split()
    loads = "preload" in rel and (attributes.get("as") or "").lower() == "style"
    return DROP if "stylesheet" in rel or loads else KEEP


def refresh(node: Node, attributes: Attributes, context: Context) -> int:
    """What reloads the page after a while."""
    return DROP if (attributes.get("http-equiv") or "").strip().lower() == "refresh" else KEEP


def button(node: Node, attributes: Attributes, context: Context) -> int:
    """An input that is a button."""
    kinds = ("button", "submit", "reset", "image")
    return DROP if (attributes.get("type") or "").strip().lower() in kinds else KEEP
