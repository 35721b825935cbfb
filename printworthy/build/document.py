"""Build: the page and the segments that were kept → `Document`. First the order of the work, then links in captions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from printworthy.base.links import Resolver
from printworthy.build.callouts import add_callouts, find_callouts, with_titles
from printworthy.build.comments import read_comments
from printworthy.build.flow import Flow
from printworthy.build.footnotes import with_belongings
from printworthy.build.outline import tidy_thread
from printworthy.build.scene import Scene
from printworthy.build.specials import find_specials
from printworthy.build.tables import with_whole_tables
from printworthy.build.tex import tex_mode
from printworthy.build.text import join_text
from printworthy.build.threads import Thread, find_thread, own_post
from printworthy.data.blocks import NOWHERE, Block, Comment, Figure, Inline, Link, Text
from printworthy.data.columns import Columns
from printworthy.data.tree import Node, Tree, page_resolver


@dataclass(frozen=True, slots=True)
class BuildBase:
    """`figures` are the pictures to place, by the `mem_id` of their element; none of this changes the text."""

    url: str = ""
    figures: Mapping[int, Figure] = field(default_factory=dict)
    links: bool = True
    comments: bool = True


def build(tree: Tree, columns: Columns, kept: Sequence[bool], base: BuildBase) -> Document:
    """The document of a page: its kept segments as text and as blocks, and its readers' comments."""
    links = page_resolver(tree, base.url)
    thread = find_thread(columns, kept)
    boxes = find_callouts(columns, kept)
    found = with_belongings(tree, columns, with_titles(columns, kept, boxes), base.url)
    scene = Scene(tree, columns, with_whole_tables(columns, _chosen(thread, found.chosen)), links)
    scene.loose, scene.note_buttons = found.loose, found.buttons
    scene.posts, scene.plain = thread.posts, frozenset(thread.around)
    scene.keep_links = base.links
    add_callouts(scene, boxes)
    return Document(
        text=join_text(columns, kept),
        blocks=_blocks(scene, base),
        comments=read_comments(tree, columns, kept, links) if base.comments else (),
    )


def _chosen(thread: Thread, kept: Sequence[bool]) -> Sequence[bool]:
    """The segments of the document: names and dates stand above their posts already."""
    if not thread.heading:
        return kept
    return [wanted and segment not in thread.heading for segment, wanted in enumerate(kept)]


def _blocks(scene: Scene, base: BuildBase) -> tuple[Block, ...]:
    """What was kept, with pictures, players and formulas in their places."""
    body = scene.tree.body
    if body is None or not scene.elements:
        return ()
    find_specials(scene)
    scene.outline.tex = tex_mode(scene.tree, scene.texts.values())
    if base.figures:
        scene.figures = dict(base.figures)
        _lead_to_figures(scene, base)
    Flow(scene).walk(body, 0)
    blocks = scene.outline.finish()
    return tidy_thread(blocks, own_post(scene, base.url)) if scene.posts else blocks


def _lead_to_figures(scene: Scene, base: BuildBase) -> None:
    """Let the walk come past every picture that was judged part of the article: most stand near the text."""
    missing = set(base.figures)
    if NOWHERE in missing:
        missing.discard(NOWHERE)
        scene.outline.figure(base.figures[NOWHERE])
    for top, wanted in ((scene.around(_CLIMB), _PICTURES), (scene.tree.body, _PICTURES), (scene.tree.body, "*")):
        for node in top.css(wanted) if missing and top is not None else ():
            if node.mem_id in missing:
                missing.discard(node.mem_id)
                scene.lead_to(node)
                if base.links and base.figures[node.mem_id].caption:
                    scene.figures[node.mem_id] = with_links(base.figures[node.mem_id], node, scene.links)


_CLIMB = 4
_PICTURES = "img,picture,amp-img"


@dataclass(frozen=True, slots=True)
class Document:
    """The article as plain text and as blocks; `comments` stand in neither."""

    text: str = ""
    blocks: tuple[Block, ...] = ()
    comments: tuple[Comment, ...] = ()


_CAPTION_CLIMB: Final = 4
_CAPTION_LINKS: Final = "figcaption a[href],.wp-caption-text a[href],.caption a[href],.thumbcaption a[href]"
_MOST_LINKS: Final = 20


def with_links(figure: Figure, node: Node, links: Resolver) -> Figure:
    """The figure, whose caption is text, with links where the page has them."""
    if len(figure.caption) != 1 or not isinstance(figure.caption[0], Text):
        return figure
    found = _caption_links(node)
    return replace(figure, caption=_linked(figure.caption[0].text, found, links)) if found else figure


def _caption_links(node: Node) -> list[Node]:
    """The links of the caption in the figure around a picture."""
    up = node.parent
    for _ in range(_CAPTION_CLIMB):
        if up is None or up.tag in ("body", "article", "main", "section"):
            return []
        found = up.css(_CAPTION_LINKS)
        if found or up.tag == "figure":
            return found[:_MOST_LINKS]
        up = up.parent
    return []


def _linked(text: str, nodes: list[Node], links: Resolver) -> tuple[Inline, ...]:
    parts: list[Inline] = []
    at = 0
    for node in nodes:
        words, address = " ".join(node.text().split()), links.absolute(node.attributes.get("href"))
        begin = text.find(words, at) if words and address else -1
        if begin >= 0:
            parts += [Text(text[at:begin])] if begin > at else []
            parts.append(Link(address, (Text(words),)))
            at = begin + len(words)
    return (*parts, Text(text[at:])) if at < len(text) else tuple(parts)
