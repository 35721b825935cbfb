"""Posts: what one person wrote in a thread, as a block; the posts that answer it follow it."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple, cast

from printworthy.build.outline import Outline, tidy
from printworthy.data.blocks import Block, Post, PostKind, Rule


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


def tidy_thread(blocks: tuple[Block, ...], own: Head | None) -> tuple[Block, ...]:
    """The blocks without rules between posts; the post that the page's address names comes first of them."""
    found: list[Block] = []
    for block in blocks:
        if not (isinstance(block, Rule) and found and isinstance(found[-1], Post)):
            found.append(block)
    first = next((at for at, block in enumerate(found) if isinstance(block, Post)), -1)
    if own is None or first < 0:
        return tuple(found)
    named = next((at for at, one in enumerate(found) if isinstance(one, Post) and is_of(one, own)), first)
    if named > first:
        found.insert(first, replace(cast("Post", found.pop(named)), depth=0))
    return tuple(found)


def is_of(post: Post, head: Head) -> bool:
    """Is this the post with this head?"""
    return (post.author, post.date, post.depth) == (head.author, head.date, head.depth)
