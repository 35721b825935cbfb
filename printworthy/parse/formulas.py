r"""Formulas: a `Tree` whose formulas stand there as scripts, pictures and drawings → the same with one `math` for each.

Renderers leave a formula's source, its drawing, MathML for screen readers and fallback pictures side by side. After
this step there is one element, `<math alttext="…">`, which holds the LaTeX as its text, so that every step after it
sees each formula once. Text between dollars is left to the build, which knows what is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final, NamedTuple, cast

from selectolax.lexbor import LexborHTMLParser, LexborNode

from printworthy.data.tree import Node, Tree
from printworthy.parse.mathml import latex_of
from printworthy.parse.tex_source import CARRIERS, bare, carried, looks_like_tex, pictured

_DRAWN: Final = re.compile(
    r"(?:^|\s)(?:MathJax(?:_Preview|_Display|_SVG|_SVG_Display|_CHTML|_MathML|_Error)?|MJXc-display|mjx-chtml)(?=\s|$)"
)
_WRITTEN: Final = ".math,.arithmatex,d-math,math-renderer,tex-math,code[class*='math'],.katex-error,.mathjax-latex"
_QUERY: Final = (
    "math,mjx-container,script[type^='math/'],.katex,.MathJax,.MathJax_Preview,.MathJax_Display,.MathJax_SVG,"
    ".MathJax_SVG_Display,.MathJax_CHTML,.MathJax_MathML,.MJXc-display,.mjx-chtml,.mwe-math-element,amp-mathml,"
    f"{CARRIERS},{_WRITTEN},img"
)
_SHOWN: Final = re.compile(
    r"katex-display|mwe-math-element-block|MathJax_Display|MathJax_SVG_Display|MJXc-display|fallback-image-display"
    r"|(?:^|[\s_-])(?:display(?:ed|-?math)?|block|equation-block)(?=[\s_-]|$)"
)
_PLAIN_TEX: Final = re.compile(r"(?:^|\s)(?:math-inline|math-display|language-math|inline|display|katex-error)(?=\s|$)")
_NUMBER: Final = re.compile(r"\(?\s*([A-Z]?\d{1,3}(?:[.\-–]\d{1,3}){0,3}[a-z]?['′]?)\s*\)?[¶#]?")
_EQUATION: Final = re.compile(r"(?:^|[\s_-])(?:equations?|equationgroup|eqn?s?|eqnarray)(?=[\s_-]|$)", re.I)
_BLOCK_PARENTS: Final = frozenset(("p", "div", "center", "figure", "section", "blockquote", "li", "dd"))
_CLIMB: Final = 30
_NEAR: Final = 8
_LONGEST: Final = 20_000


class _FoundFormula(NamedTuple):
    """A formula's outermost element, its source, and whether it stands on its own line; "" is to be dropped."""

    node: Node
    latex: str
    display: bool


def may_have_formulas(html: bytes) -> bool:
    """Does anything in a page's bytes speak of formulas? Three looks are all that an ordinary page pays."""
    return b"math" in html or b"atex" in html or b"data-formula" in html


def with_formulas(tree: Tree) -> Tree:
    """The tree with one `math` element for each formula."""
    found = _formulas(tree.body) if tree.body is not None else []
    tables: dict[int, list[_FoundFormula]] = {}
    for one in found:
        table = _table(one.node) if one.latex else None
        if table is not None:
            tables.setdefault(table.mem_id, []).append(one)
    merged = _merged(tables)
    for one in found:
        if one.node.mem_id not in merged:
            _write(one.node, [(one.latex, one.display)] if one.latex else [])
    for node, rows in _targets(merged):
        _write(node, rows)
    return replace(tree, formulas=True) if any(one.latex for one in found) else tree


def _formulas(body: Node) -> list[_FoundFormula]:
    """The formulas of a page, each once, by its outermost element."""
    candidates = {node.mem_id: node for node in body.css(_QUERY) if node.tag != "img" or pictured(node.attributes)}
    above = {ident: _ancestors(node, candidates) for ident, node in candidates.items()}
    found: list[_FoundFormula] = []
    taken: set[int] = set()
    for ident in sorted(candidates, key=lambda one: len(above[one])):
        if taken.isdisjoint(above[ident]):
            one = _read(candidates[ident])
            if one is not None:
                taken.add(ident)
                found.append(one)
    return found


def _ancestors(node: Node, candidates: dict[int, Node]) -> list[int]:
    """The candidates around a node."""
    found: list[int] = []
    up = node.parent
    for _ in range(_CLIMB):
        if up is None or up.tag == "body":
            break
        if up.mem_id in candidates:
            found.append(up.mem_id)
        up = up.parent
    return found


def _read(node: Node) -> _FoundFormula | None:
    """The formula that an element shows; None if it shows none, or holds more than one."""
    tag, attributes = node.tag or "", node.attributes
    name = attributes.get("class") or ""
    if tag == "script":
        kind = (attributes.get("type") or "").replace(" ", "")
        return _made(node, _scripted(node, kind), "mode=display" in kind)
    if tag == "math":
        return _made(node, latex_of(node), attributes.get("display") == "block" or _is_shown(node))
    if tag == "img":
        return _made(node, pictured(attributes), _SHOWN.search(name) is not None or _is_alone(node))
    source = carried(attributes)
    if source and len(node.text()) <= _LONGEST:
        return _made(node, source, _shows(tag, attributes) or _is_alone(node))
    if _DRAWN.search(name) and tag != "mjx-container":
        return _drawn(node, attributes)
    return _held(node) or _written(node, tag, name)


def _made(node: Node, latex: str, display: bool) -> _FoundFormula | None:
    latex, display = bare(latex, display)
    return _FoundFormula(node, latex, display) if latex else None


def _held(node: Node) -> _FoundFormula | None:
    """A renderer's wrapper: the source stands inside it, in MathML or an attribute."""
    name, tag = node.attributes.get("class") or "", node.tag or ""
    if tag != "mjx-container" and not re.search(r"(?:^|\s)(?:katex|mwe-math-element)(?=\s|$)", name):
        return None
    for inner in node.css(f"math,[data-latex],{_ANNOTATION},img"):
        if inner.tag == "annotation":
            latex = inner.text()
        elif inner.tag == "img":
            latex = pictured(inner.attributes)
        else:
            latex = carried(inner.attributes) or (latex_of(inner) if inner.tag == "math" else "")
        if latex.strip():
            shown = inner.attributes.get("display") == "block" or _shows(tag, node.attributes) or _is_shown(node)
            return _made(node, latex, shown)
    return None


_ANNOTATION: Final = "annotation[encoding='application/x-tex']"


def _drawn(node: Node, attributes: dict[str, str | None]) -> _FoundFormula | None:
    """What MathJax 2 drew: dropped beside its script, else read from the MathML in it."""
    after = node.next
    for _ in range(_NEAR):
        if after is None:
            break
        if after.tag == "script" and (after.attributes.get("type") or "").startswith("math/"):
            return _FoundFormula(node, "", False)
        if after.tag == "-text" and (after.text_content or "").strip():
            break
        after = after.next
    inner = node.css_first("math") or node.css_first("script[type^='math/']")
    shown = _is_shown(node) or _SHOWN.search(attributes.get("class") or "") is not None
    if inner is not None:
        return _made(node, inner.text() if inner.tag == "script" else latex_of(inner), shown)
    carrier = node if attributes.get("data-mathml") else node.css_first("[data-mathml]")
    if carrier is not None:
        return _made(node, _parsed(carrier.attributes.get("data-mathml") or ""), shown)
    return None if node.text().strip() else _FoundFormula(node, "", False)


def _scripted(node: Node, kind: str) -> str:
    text = node.text().replace("<![CDATA[", "").replace("]]>", "").removeprefix("%").strip()
    return _parsed(text) if kind.startswith("math/mml") else text


def _parsed(mathml: str) -> str:
    """The LaTeX of MathML that a page carries as a string."""
    if "<math" not in mathml or len(mathml) > _LONGEST * 5:
        return ""
    node = LexborHTMLParser(mathml).css_first("math")
    return latex_of(cast(Node, node)) if node is not None else ""


def _written(node: Node, tag: str, name: str) -> _FoundFormula | None:
    """TeX as the only text of an element that is named for it; an equation's number may stand beside it."""
    text, number = "", ""
    child = node.child
    while child is not None:
        if child.tag == "-text":
            text += child.text_content or ""
        elif child.tag == "br":
            text += "\n"
        elif child.tag == "span" and "eqno" in (child.attributes.get("class") or ""):
            number = child.text()
        elif not (child.tag or "-").startswith(("-", "!")):
            return None
        child = child.next
    text = text.strip()
    latex, display = bare(text, _shows(tag, node.attributes))
    sure = latex != text or tag in ("d-math", "tex-math") or _PLAIN_TEX.search(name) is not None
    if not latex or len(latex) > _LONGEST or not (looks_like_tex(latex) or sure and latex != text):
        return None
    return _FoundFormula(node, _tagged(latex, number), display) if sure or "\\" in latex else None


def _tagged(latex: str, number: str) -> str:
    """The source with its number, unless it has one."""
    found = _NUMBER.fullmatch(number.strip())
    return rf"{latex} \tag{{{found[1]}}}" if found and r"\tag" not in latex else latex


def _shows(tag: str, attributes: dict[str, str | None]) -> bool:
    """Do an element's own attributes set it on its own line?"""
    display = attributes.get("display") or attributes.get("data-display") or attributes.get("data-math-style")
    if display is not None:
        return display in ("true", "block", "display")
    if tag in _BLOCK_PARENTS:
        return True
    return tag == "d-math" and "block" in attributes or _SHOWN.search(attributes.get("class") or "") is not None


def _is_shown(node: Node) -> bool:
    """Does one of the renderer's wrappers around a formula set it on its own line?"""
    up: Node | None = node
    for _ in range(5):
        if up is None or up.tag not in ("span", "div", "math", "mjx-container", "p"):
            return False
        name = up.attributes.get("class") or ""
        if name and up.tag != "math" and _SHOWN.search(name) and ("math" in name.lower() or "katex" in name):
            return True
        up = up.parent
    return False


def _is_alone(node: Node) -> bool:
    """Is an element the only content of the block around it?"""
    up = node.parent
    if up is None or up.tag not in _BLOCK_PARENTS:
        return False
    for forward in (True, False):
        beside = node.next if forward else node.prev
        for _ in range(_NEAR):
            if beside is None:
                break
            if beside.tag == "-text" and (beside.text_content or "").strip() or beside.tag not in _NOTHING:
                return False
            beside = beside.next if forward else beside.prev
    return True


_NOTHING: Final = frozenset(("-text", "br", "-comment"))


def _table(node: Node) -> Node | None:
    """The table in whose cell a formula stands."""
    up = node.parent
    for _ in range(_NEAR):
        if up is None:
            return None
        if up.tag == "table":
            return up
        up = up.parent
    return None


def _merged(tables: dict[int, list[_FoundFormula]]) -> dict[int, tuple[Node, list[_FoundFormula]]]:
    """The tables that hold nothing but formulas and their numbers, by the formulas in them."""
    merged: dict[int, tuple[Node, list[_FoundFormula]]] = {}
    for found in tables.values():
        table = _table(found[0].node)
        if table is not None and _is_equation(table, found):
            merged |= {one.node.mem_id: (table, found) for one in found}
    return merged


def _is_equation(table: Node, found: list[_FoundFormula]) -> bool:
    """Is a table there to set formulas beside their numbers?"""
    rows = table.css("tr")
    nested = any(node.mem_id != table.mem_id for node in table.css("table,th"))
    if nested or len(rows) > 4 * len(found):
        return False
    inside = {one.node.mem_id for one in found}
    numbers = 0
    for cell in table.css("td"):
        if not any(node.mem_id in inside for node in cell.css("*")):
            text = cell.text().strip()
            if text and not _NUMBER.fullmatch(text):
                return False
            numbers += bool(text)
        elif _words_beside(cell, inside):
            return False
    return len(found) <= len(rows) and numbers > 0 or _EQUATION.search(table.attributes.get("class") or "") is not None


def _words_beside(top: Node, inside: set[int]) -> bool:
    """Is there text in a cell that is in none of its formulas?"""
    todo: list[Node] = [top]
    while todo:
        node = todo.pop()
        child = node.child
        while child is not None:
            if child.tag == "-text" and len((child.text_content or "").strip(" \n\t.,;")) > 1:
                return True
            if child.mem_id not in inside and not (child.tag or "-").startswith(("-", "!")):
                todo.append(child)
            child = child.next
    return False


def _targets(merged: dict[int, tuple[Node, list[_FoundFormula]]]) -> Iterable[tuple[Node, list[tuple[str, bool]]]]:
    """Each equation's table with the formulas of its rows."""
    done: set[int] = set()
    for table, found in merged.values():
        if table.mem_id in done:
            continue
        done.add(table.mem_id)
        known = {one.node.mem_id: one.latex for one in found}
        rows: list[tuple[str, bool]] = []
        for row in table.css("tr"):
            pieces = [known[node.mem_id] for node in row.css("*") if node.mem_id in known]
            number = next((text for cell in row.css("td") if _NUMBER.fullmatch(text := cell.text().strip())), "")
            if pieces:
                rows.append((_tagged(" ".join(pieces), number), True))
        yield table, rows


def _write(node: Node, formulas: list[tuple[str, bool]]) -> None:
    """Put `math` elements in the place of an element."""
    old = cast(LexborNode, node)
    for latex, display in formulas:
        made = old.parser.create_node("math")
        made.attrs["alttext"] = latex
        made.attrs["display"] = "block" if display else "inline"
        made.insert_child(latex)
        old.insert_before(made)
    old.decompose()
