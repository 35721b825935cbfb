"""Formulas: what MathML, MathJax, KaTeX and wikis leave in a page → LaTeX, in the line or on a line of its own."""

from __future__ import annotations

import re
from typing import Final

from printworthy.build.inline import Marks
from printworthy.build.mathml import latex_of
from printworthy.build.scene import Scene
from printworthy.data.blocks import Formula, Math
from printworthy.data.tree import Node

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
