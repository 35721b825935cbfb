"""Specials: elements that matter without any text of their own (players, posts, formulas), found once a page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from printworthy.base.tags import CODE, OTHER
from printworthy.build.embeds import PLAYERS, POSTS, add_embed, add_post
from printworthy.build.inline import Marks
from printworthy.build.mathml import latex_of
from printworthy.build.scene import Scene
from printworthy.data.blocks import Formula, Math
from printworthy.data.columns import Columns
from printworthy.data.tree import Node

# Elements without text that the columns do not record.
_QUERY: Final = (
    "iframe,object,embed,math,script[type^='math/tex'],img[class*='math'],img[class*='tex'],img[src*='latex']"
)
_SHARE: Final = 0.5
_FORMULAS: Final = frozenset(("math", "script", "mjx-container", "img"))
_CUSTOM: Final = frozenset((*PLAYERS, "mjx-container"))
_QUOTE: Final = CODE["blockquote"]
_RECORDED: Final = frozenset((CODE["video"], CODE["audio"], OTHER, _QUOTE))
_DISPLAYSTYLE: Final = re.compile(r"^\{\s*+\\(displaystyle|textstyle)\s++(.*)\}$", re.S)
_FORMULA_IMAGE: Final = re.compile(r"mwe-math-fallback|(?:^|[\s_-])(?:latex|tex|math|equation|eqn)(?:$|[\s_-])", re.I)
_FORMULA_SOURCE: Final = re.compile(r"codecogs\.com/|/latex\.php|/math/render/|/cgi-bin/mathtex|/mimetex|/teximg", re.I)
_LOOKS_LIKE_TEX: Final = re.compile(r"[\\^_{}=+<>]|^\s*\S{1,3}\s*$")
_DELIMITERS: Final = (("\\[", "\\]", True), ("$$", "$$", True), ("\\(", "\\)", False), ("$", "$", False))
# What a renderer drew beside the formula's source.
DRAWN: Final = re.compile(
    r"(?:^|\s)(?:katex-html|MathJax(?:_Display|_Preview|_SVG|_CHTML|_SVG_Display)?|mjx-chtml)(?=\s|$)"
)
_DISPLAY: Final = re.compile(r"katex-display|mwe-math-element-block|MathJax_Display|mwe-math-fallback-image-display")


def find_specials(scene: Scene) -> None:
    """Let the walk come past every special that stands near chosen text."""
    for node in (*_recorded(scene.columns), *scene.common.css(_QUERY)):
        tag = node.tag
        if tag == "img" and not image_latex(node.attributes):
            continue
        if tag in _FORMULAS:
            scene.has_formulas = True
        if tag != "math" and scene.lead_to(node):
            scene.specials.add(node.mem_id)


def _recorded(columns: Columns) -> Iterator[Node]:
    """The specials among the block elements."""
    for element, code in enumerate(columns.tag):
        if code in _RECORDED:
            node = columns.node[element]
            if code == _QUOTE:
                if POSTS.search(columns.key[element]):
                    yield node
            elif code != OTHER or node.tag in _CUSTOM:
                yield node


def add_special(scene: Scene, node: Node, element: int, marks: Marks) -> bool:
    """Append what a special shows; False if it is to be entered like any other element."""
    tag = node.tag or ""
    known = scene.elements.get(node.mem_id, -1)
    if known < 0 and not _is_within(scene, element):
        return True
    if tag == "blockquote":
        return add_post(scene, node, known)
    if tag == "mjx-container":
        return add_container(scene, node, marks)
    if tag == "script":
        add_script(scene, node, marks)
    elif tag == "math":
        add_math(scene, node, marks)
    elif tag == "img":
        add_latex(scene, image_latex(node.attributes), marks, "display" in (node.attributes.get("class") or ""))
    else:
        add_embed(scene, node)
        return known < 0
    return True


def _is_within(scene: Scene, element: int) -> bool:
    """Is there chosen text on both sides inside the element around, or is most of its text chosen?"""
    if element < 0 or scene.outline.run:
        return True
    first, last = scene.columns.first[element], scene.columns.last[element]
    before = scene.prefix[max(first, min(scene.cursor, last))] - scene.prefix[first]
    total = scene.prefix[last] - scene.prefix[first]
    return 0 < before < total or total >= _SHARE * (last - first)


def add_math(scene: Scene, node: Node, marks: Marks) -> None:
    """A `math` element."""
    attributes = node.attributes
    add_latex(scene, latex_of(node), marks, attributes.get("display") == "block" or _stands_alone(node))


def add_script(scene: Scene, node: Node, marks: Marks) -> None:
    """MathJax 2 keeps its source in `<script type="math/tex">`."""
    display = "mode=display" in (node.attributes.get("type") or "").replace(" ", "")
    add_latex(scene, node.text(), marks, display)


def add_container(scene: Scene, node: Node, marks: Marks) -> bool:
    """MathJax 3 and 4 keep MathML for screen readers in their container; False if they do not."""
    source = node.css_first("math")
    if source is None:
        return False
    attributes = node.attributes
    display = attributes.get("display") == "true" or source.attributes.get("display") == "block"
    add_latex(scene, latex_of(source), marks, display)
    return True


def image_latex(attributes: dict[str, str | None]) -> str:
    """The source of a formula that is shown as a picture, or ""."""
    alt = (attributes.get("alt") or "").strip()
    if not alt:
        return ""
    name, src = attributes.get("class") or "", attributes.get("src") or ""
    if "mwe-math-fallback" in name or _FORMULA_SOURCE.search(src):
        return alt
    return alt if _FORMULA_IMAGE.search(name) and _LOOKS_LIKE_TEX.search(alt) else ""


def add_latex(scene: Scene, latex: str, marks: Marks, display: bool) -> None:
    """Append a formula; a line holds it as it is, elsewhere a displayed one is a block."""
    latex, display = _bare(latex.strip(), display)
    outline = scene.outline
    if not latex:
        return
    if display and not outline.flat:
        outline.flush()
        outline.add(Math(latex))
    else:
        outline.run.append((marks, Formula(latex)))


def _bare(latex: str, display: bool) -> tuple[str, bool]:
    """The source without delimiters and the style that wikis put around it."""
    for begin, end, sets_display in _DELIMITERS:
        if latex.startswith(begin) and latex.endswith(end) and len(latex) > len(begin + end):
            latex, display = latex[len(begin) : -len(end)].strip(), display or sets_display
            break
    match = _DISPLAYSTYLE.match(latex)
    return (match[2].strip() if match else latex), display


def _stands_alone(node: Node) -> bool:
    """Does one of the renderer's wrappers around a formula set it on its own line?"""
    up = node.parent
    for _ in range(4):
        if up is None or up.tag not in ("span", "div"):
            return False
        name = up.attributes.get("class") or ""
        if _DISPLAY.search(name):
            return True
        up = up.parent
    return False
