"""Threads: repeated parts of a page with a name, a time and kept text → who wrote which part, and how deep it stands.

Parts of one template are known by a tag and a class they share (or an id that differs by its number); which of them are
posts, their content says: each has a name and a date of its own. Several templates may be posts of one page, as answers
and the comments under them are. Teasers have all that, too, but their headings lead to other pages.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, islice
from typing import Final

from printworthy.base.languages import either, whole
from printworthy.base.tags import CODE, OTHER
from printworthy.build.outline import PostHead
from printworthy.build.post_heads import Place, PostPlaces, ends_of, find_places
from printworthy.build.scene import Scene
from printworthy.data.blocks import PostKind
from printworthy.data.columns import Columns

_DIGITS: Final = re.compile(r"\d.*", re.S)
# Names that tell a place or a state, and never a template.
_STATES: Final = frozenset(("odd", "even", "alt", "first", "last", "row", "clearfix", "container", "inner", "wrapper"))
_POSTLIKE: Final = re.compile(
    r"post|comment|message|reply|answer|question|topic|thread|status|discussion|email|comtr|athing|thing|review|said|kommentar",
    re.I,
)
_ANSWER: Final = re.compile(r"(?:^|[\s_#-])(?:answer(?:cell)?|suggestedanswer|acceptedanswer)(?![a-z])", re.I)
_QUESTION: Final = re.compile(r"(?:^|[\s_#-])question(?![a-z])", re.I)
_COMMENT: Final = re.compile(r"(?:^|[\s_#-])comment(?![a-z])", re.I)
_ACCEPTED: Final = re.compile(
    r"(?:^|[\s_-])(?:accepted|best|solution|solved)(?:[\s_-]?(?:answer|post|solution|reply))?(?=$|[\s_-])", re.I
)
_DEPTH: Final = re.compile(r"(?:^|[\s_-])(?:depth|level|indent)[-_]?(\d{1,2})(?=$|\s)", re.I)
_SIGNATURE: Final = re.compile(r"(?:^|[\s_#-])(?:signature|signaturecontainer|postsignature|sig)(?![a-z])", re.I)
_MOST_DEPTH: Final = 24
_LINE: Final = 60
# How many elements around a post may tell what it is.
_CLIMB: Final = 5
_MOST_TEMPLATES: Final = 400
_HEADINGS: Final = frozenset(CODE[name] for name in ("h1", "h2", "h3", "h4", "h5", "h6"))
_NOT_POSTS: Final = frozenset(
    CODE[name] for name in ("body", "main", "p", "nav", "form", "td", "th", "pre", "blockquote")
)


@dataclass(slots=True)
class Thread:
    """The posts of a page by element, in its order; `heading` are kept segments that only repeat names and dates."""

    posts: dict[int, PostHead] = field(default_factory=dict)
    heading: set[int] = field(default_factory=set)
    around: set[int] = field(default_factory=set)


@dataclass(slots=True)
class _Post:
    """A part that may be a post."""

    element: int
    author: Place
    date: Place | None
    alone: bool = False
    known: bool = True


def find_thread(columns: Columns, kept: Sequence[bool]) -> Thread:
    """The posts among the kept text; none if the page is no thread."""
    prefix = [0, *accumulate(kept)]
    if prefix[-1] < _FEW:
        return Thread()
    templates = _templates(columns, prefix)
    if not templates:
        return Thread()
    named = any(len(group) > 1 and _POSTLIKE.search(name) for name, group in templates)
    places = find_places(columns, *_range(prefix), in_lines=named)
    if not places.authors:
        return Thread()
    ends = ends_of(columns)
    found = _posts(columns, kept, templates, ends, places)
    found.sort(key=lambda post: post.element)
    return _thread(columns, kept, found, ends) if _several(found, ends) else Thread()


def _several(posts: list[_Post], ends: list[int]) -> bool:
    """Are there at least two posts beside each other, and is their author's name more than a guess?"""
    beside = end = 0
    for post in posts:
        if post.element >= end:
            beside += 1
            end = ends[post.element]
    replies = len(posts) > beside and not posts[0].alone
    return (beside >= _FEW or replies and len(posts) > _FEW) and 2 * sum(post.known for post in posts) >= len(posts)


_FEW: Final = 2


def _templates(columns: Columns, prefix: list[int]) -> list[tuple[str, list[int]]]:
    """The parts with kept text that are named alike, the most frequent names first."""
    named: dict[str, list[int]] = {}
    key, tag, first, last = columns.key, columns.tag, columns.first, columns.last
    start, end = _range(prefix)
    for element, name in enumerate(key):
        begin, stop = first[element], last[element]
        if stop <= start or begin >= end or stop - begin < 2:
            continue
        code = tag[element]
        if code in _NOT_POSTS:
            continue
        for token in {_DIGITS.sub("", one) for one in name.split()[:8]}:
            if len(token) > 2 and token.lower() not in _STATES:
                named.setdefault(f"{code} {token}", []).append(element)
    for element, code in enumerate(tag):
        # Elements of a maker's own, and plain `article`s, are templates by their tags.
        if code in (OTHER, _ARTICLE, _ITEM) and prefix[last[element]] > prefix[first[element]]:
            named.setdefault(f"{code}:{columns.node[element].tag}", []).append(element)
    several = [(name, group) for name, group in named.items() if len(group) > 1]
    single = [(name, group) for name, group in named.items() if len(group) == 1 and _POSTLIKE.search(name)]
    several.sort(key=lambda pair: (-len(pair[1]), pair[1][0]))
    return [*several[:_MOST_TEMPLATES], *single[:40]] if several else []


_ARTICLE, _ITEM = CODE["article"], CODE["li"]


def _range(prefix: list[int]) -> tuple[int, int]:
    """The first kept segment, and the one after the last."""
    return bisect_left(prefix, 1) - 1, bisect_left(prefix, prefix[-1])


def _posts(
    columns: Columns, kept: Sequence[bool], templates: list[tuple[str, list[int]]], ends: list[int], places: PostPlaces
) -> list[_Post]:
    """The parts that are posts; a name, a date and a line of text belong to one post only."""
    found: list[_Post] = []
    free = [bool(wanted) for wanted in kept]
    seen: set[tuple[int, ...]] = set()
    for name, group in templates:
        key = tuple(group)
        if key in seen or len(group) == 1 and not found:
            continue
        seen.add(key)
        candidates = _with_heads(columns, free, group, ends, places)
        if not _is_thread(columns, name, group, candidates, ends):
            continue
        for post in candidates:
            post.known = post.author.sure or _POSTLIKE.search(name) is not None
        found += [post for post in candidates if any(_own(columns, free, post.element))]
        elements = [post.element for post in candidates]
        places.take(elements, ends)
        for element in elements:
            free[columns.first[element] : columns.last[element]] = [False] * (
                columns.last[element] - columns.first[element]
            )
    return found


def _with_heads(
    columns: Columns, free: list[bool], group: list[int], ends: list[int], places: PostPlaces
) -> list[_Post]:
    """The parts of a template that have a name of their own and kept text."""
    authors = places.first_in(places.authors, group, ends)
    if not authors:
        return []
    dates = places.first_in(places.dates, group, ends)
    own = [element for element in group if element in authors]
    return [_Post(element, authors[element], dates.get(element)) for element in own if _speaks(columns, free, element)]


def _own(columns: Columns, marks: Sequence[bool], element: int) -> Iterator[bool]:
    """The marks of an element's segments."""
    return islice(marks, columns.first[element], columns.last[element])


def _speaks(columns: Columns, free: list[bool], element: int) -> bool:
    """Is anything of a part kept? Of a comment, nothing need be: its author is still nobody else's."""
    if any(_own(columns, free, element)):
        return True
    if not _COMMENT.search(columns.key[element]):
        return False
    return any(len(text) > _LINE for text in islice(columns.text, columns.first[element], columns.last[element]))


def _is_thread(columns: Columns, name: str, group: list[int], posts: list[_Post], ends: list[int]) -> bool:
    """Are the parts of a template posts? Most have name and date, and no heading that leads elsewhere."""
    if not posts or len(group) > 1 and 2 * len(posts) < len(group):
        return False
    postlike = _POSTLIKE.search(name) is not None
    if len(posts) == 1 and not (postlike and posts[0].date is not None):
        return False
    dated = sum(post.date is not None for post in posts)
    if dated < 0.6 * len(posts) and not (postlike and all(post.author.sure for post in posts)):
        return False
    if len({post.author.text for post in posts}) == 1 and len(posts) > 2 and not postlike:
        return False
    teasers = sum(_is_teaser(columns, post, ends[post.element]) for post in posts)
    return 2 * teasers < len(posts)


def _is_teaser(columns: Columns, post: _Post, end: int) -> bool:
    """Does a heading in a part lead to another page? That of a post leads to the post itself."""
    for at in range(post.element + 1, min(end, post.element + 40)):
        if columns.tag[at] in _HEADINGS:
            node = columns.node[at]
            if post.author.text in node.text():
                continue
            link = node.css_first("a[href]")
            if link is None and node.parent is not None and node.parent.tag == "a":
                link = node.parent
            if link is not None:
                href = link.attributes.get("href") or ""
                return "#" not in href and not link.text().strip().lower().startswith("re:")
    return False


def _thread(columns: Columns, kept: Sequence[bool], posts: list[_Post], ends: list[int]) -> Thread:
    """The posts with their depth, and what is only their head."""
    thread = Thread()
    open_posts: list[int] = []
    mains = [post.element for post in posts if not _COMMENT.search(columns.key[post.element])]
    for post in posts:
        element = post.element
        while open_posts and ends[open_posts[-1]] <= element:
            open_posts.pop()
        depth = min(_depth(columns, element, len(open_posts)), _MOST_DEPTH)
        kind, accepted = _kind(columns, element, mains, ends)
        thread.posts[element] = PostHead(post.author.text, post.date.text if post.date else "", depth, kind, accepted)
        if not post.alone:
            open_posts.append(element)
        up = columns.parent[element]
        while up > 0 and up not in thread.around:
            thread.around.add(up)
            up = columns.parent[up]
        thread.heading.update(_heading(columns, kept, post))
    if all(head.depth for head in thread.posts.values()):
        least = min(head.depth for head in thread.posts.values())
        thread.posts = {one: head._replace(depth=head.depth - least) for one, head in thread.posts.items()}
    return thread


def _depth(columns: Columns, element: int, nested: int) -> int:
    """How deep a post stands: as the page says, or by the posts around it."""
    attributes = columns.node[element].attributes
    for name in ("depth", "data-depth", "data-level", "aria-level"):
        value = attributes.get(name) or ""
        if value.isdecimal() and len(value) < 3:
            return int(value) - (name == "aria-level")
    if nested:
        return nested
    match = _DEPTH.search(columns.key[element])
    if match:
        return int(match[1])
    indent = columns.node[element].css_first("td.ind,[indent]")
    if indent is not None:
        value = indent.attributes.get("indent") or ""
        if not value.isdecimal():
            image = indent.css_first("img[width]")
            width = (image.attributes.get("width") or "0") if image is not None else "0"
            return int(width) // 40 if width.isdecimal() and len(width) < 5 else 0
        return int(value[:2])
    return 0


def _kind(columns: Columns, element: int, mains: list[int], ends: list[int]) -> tuple[PostKind, bool]:
    """Is a post a question or an answer, and is it the accepted one?"""
    attributes = columns.node[element].attributes
    parts = [
        columns.key[element],
        (attributes.get("itemtype") or "").rpartition("/")[2],
        attributes.get("itemprop") or "",
    ]
    up = columns.parent[element]
    for _ in range(_CLIMB):
        if up <= 0 or bisect_left(mains, ends[up]) - bisect_left(mains, up) > 1:
            break
        parts += [columns.key[up], columns.node[up].attributes.get("itemprop") or ""]
        up = columns.parent[up]
    names = " ".join(parts)
    accepted = _ACCEPTED.search(names) is not None or "acceptedAnswer" in names
    if _COMMENT.search(parts[0]):
        return "comment", False
    if _ANSWER.search(names) or accepted:
        return "answer", accepted
    return ("question" if _QUESTION.search(names) else "post"), False


def _heading(columns: Columns, kept: Sequence[bool], post: _Post) -> list[int]:
    """The kept segments of a post that say nothing but who wrote when, or are its signature."""
    found = []
    shown = [part for part in (post.author.shown, post.author.text, post.date.shown if post.date else "") if part]
    for segment in range(columns.first[post.element], columns.last[post.element]):
        if kept[segment]:
            text = columns.text[segment]
            if (
                len(text) <= _LONGEST_HEAD
                and _is_head(text, shown)
                or _SIGNATURE.search(columns.key[columns.owner[segment]])
            ):
                found.append(segment)
    return found


_LONGEST_HEAD: Final = 120
_LEFT: Final = re.compile(rf"[\W\d_]*(?:(?:{either('comment_said', 'comment_buttons')}|{whole('by')})[\W\d_]*)*", re.I)


def _is_head(text: str, shown: list[str]) -> bool:
    """Is a line nothing but name and date?"""
    rest = text
    for part in shown:
        rest = rest.replace(part, " ")
    return rest != text and _LEFT.fullmatch(rest) is not None


def own_post(scene: Scene, url: str) -> PostHead | None:
    """The post that the page's address names: by its fragment, or by the number that the address ends with."""
    before, _, fragment = url.partition("#")
    number = _NUMBER.search(before.rstrip("/"))
    wanted = {part for part in (fragment, number[0] if number else "") if part}
    if not wanted:
        return None
    for element, head in scene.posts.items():
        node = scene.columns.node[element]
        inner = node.css_first(f'[id="{fragment}"],a[name="{fragment}"]') if _PLAIN.fullmatch(fragment) else None
        names = {node.attributes.get(name) or "" for name in _IDS}
        if inner is not None or names & wanted:
            return head
    return None


_NUMBER: Final = re.compile(r"(?<!\d)\d{4,}+$")
_PLAIN: Final = re.compile(r"[\w:.-]{1,80}")
_IDS: Final = ("id", "data-id", "data-post-id", "data-pid", "data-content")
