"""Posts: what one person wrote in a thread, as a block; the posts that answer it follow it."""

from __future__ import annotations

from typing import NamedTuple, cast

from printworthy.build.outline import Outline, tidy
from printworthy.data.blocks import Post, PostKind


class Head(NamedTuple):
    """What is known of a post besides its text; `depth` counts the posts around it."""

    author: str
    date: str
    depth: int = 0
    kind: PostKind = "post"
    accepted: bool = False


def open_post(outline: Outline, head: Head) -> None:
    """Begin a post: what stands inside it, up to the posts that answer it, is its text."""
    outline.open("post", _close_post, head)


def _close_post(outline: Outline, parts: list[object], data: object) -> None:
    """Append a post, and after it the posts that stood inside it."""
    head = cast("Head", data)
    own = tidy([part for part in parts if not isinstance(part, Post)])
    if own:
        outline.out.append(Post(own, head.author, head.date, head.depth, head.kind, head.accepted))
    outline.out.extend(part for part in parts if isinstance(part, Post))
