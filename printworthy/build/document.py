"""Build: the page and the segments that were kept → `Document`. Nothing but the order of the work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from printworthy.build.callouts import add_callouts, find_callouts, with_titles
from printworthy.build.caption_links import with_links
from printworthy.build.comments import read_comments
from printworthy.build.flow import Flow
from printworthy.build.footnotes import with_belongings
from printworthy.build.posts import tidy_thread
from printworthy.build.scene import Scene
from printworthy.build.specials import find_specials
from printworthy.build.tables import with_whole_tables
from printworthy.build.tex import tex_mode
from printworthy.build.text import join_text
from printworthy.build.threads import Thread, find_thread, own_post
from printworthy.data.blocks import NOWHERE, Block, Comment, Figure
from printworthy.data.columns import Columns
from printworthy.data.tree import Tree, page_resolver


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
