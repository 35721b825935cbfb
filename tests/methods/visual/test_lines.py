"""Text segments between line breaks: Figure 2 and Table 1 of Luo et al. (2009), and what pages make of it."""

from __future__ import annotations

import pytest

from printworthy.data.looks import Looks
from printworthy.data.tree import Node, Tree
from printworthy.methods.visual.lines import Line, is_line_break, lines
from printworthy.methods.visual.stylesheet import approximate
from printworthy.parse.lexbor import parse

# The tree of Figure 2, its nodes numbered level by level: 1 is the body, 6 a br; 2, 3 and 14 are displayed as blocks;
# 7, 12, 13, 16, 17, 18, 19 and 20 are texts.
FIGURE_2 = (
    "<body id=n1><div id=n2><span id=n4>n12</span><b id=n5>n13</b><br id=n6>n7<span id=n8><div id=n14>n19</div></span>"
    "<span id=n9><i id=n15>n20</i>n16</span></div><div id=n3><span id=n10>n17</span><b id=n11>n18</b></div>"
)
TABLE_1 = {
    "n12": "n2", "n13": "n2", "n6": "n6", "n7": "n2", "n19": "n14", "n20": "n2", "n16": "n2", "n17": "n3", "n18": "n3",
}  # fmt: skip


def page(html: str) -> tuple[Tree, Looks]:
    tree = parse(html.encode())
    return tree, approximate(tree)


def texts(found: list[Line]) -> list[list[str]]:
    return [[(piece.node.text_content or "").strip() for piece in line.pieces] for line in found]


def test_figure_2() -> None:
    found = lines(*page(FIGURE_2))
    assert texts(found) == [["n12", "n13"], ["n7"], ["n19"], ["n20", "n16"], ["n17", "n18"]]


def test_table_1() -> None:
    tree, looks = page(FIGURE_2)
    nearest = {
        piece.node.text_content: line.breaker.attributes["id"] for line in lines(tree, looks) for piece in line.pieces
    }
    single = tree.root.css_first("br")
    assert single is not None
    assert is_line_break("br", looks.style(single))  # a leaf that is a line-break node is its own nearest one
    nearest["n6"] = single.attributes["id"]
    assert nearest == TABLE_1


def test_line_break_nodes_of_figure_2() -> None:
    tree, looks = page(FIGURE_2)

    def is_break(node: Node) -> bool:
        return is_line_break(node.tag or "", looks.style(node))

    assert tree.body is not None
    inside = [node for node in tree.body.css("[id]") if node.attributes["id"] != "n1"]
    assert {node.attributes["id"] for node in inside if is_break(node)} == {"n2", "n3", "n6", "n14"}


@pytest.mark.parametrize(
    ("html", "wanted"),
    [
        ("<p>One <b>two</b> three", [["One", "two", "three"]]),
        ("<div>One<p>Two</p>Three</div>", [["One"], ["Two"], ["Three"]]),
        ("<div>One<div></div>Two</div>", [["One"], ["Two"]]),
        ("<div>One<img>Two</div>", [["One", "Two"]]),
        ("<div>One<div><img></div>Two</div>", [["One"], ["Two"]]),
        ("<div>One<hr>Two<br><br>Three</div>", [["One"], ["Two"], ["Three"]]),
        ("<div>One<!-- no -->Two</div>", [["One", "Two"]]),
        # As written: only `block` breaks the line, so that items of a list are one segment.
        ("<ul><li>One<li>Two</ul>", [["One", "Two"]]),
        ("<p>One<p style='display: none'>Gone<p style='visibility: hidden'>Ghost", [["One"]]),
        ("<span style='display: block'>One</span><span>Two</span>", [["One"], ["Two"]]),
        ("<p style='display: inline'>One</p><p style='display: inline'>Two</p>", [["One", "Two"]]),
        ("<script>No</script><style>No</style><select><option>No</select>", []),
        ("", []),
    ],
)
def test_segments(html: str, wanted: list[list[str]]) -> None:
    assert texts(lines(*page(html))) == wanted
