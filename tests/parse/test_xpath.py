"""Paths as browsers' tools write them, there and back."""

from __future__ import annotations

import pytest

from printworthy.parse.lexbor import parse
from printworthy.parse.xpath import find_node, node_paths

PAGE = b"<body><p>a<!-- c -->b<b>c</b>d</p><p>e</p><table><tr><td>f</table><svg><title>g</title></svg></body>"


def test_every_path_leads_back() -> None:
    tree = parse(PAGE)
    paths = node_paths(tree.root)
    assert len(set(paths.values())) == len(paths)
    for mem_id, path in paths.items():
        found = find_node(tree.root, path)
        assert found is not None
        assert found.mem_id == mem_id


CASES = {
    "/html[1]/body[1]/p[1]/text()[1]": "a",
    "/html[1]/body[1]/p[1]/text()[2]": "b",
    "/html[1]/body[1]/p[1]/text()[3]": "d",
    "/HTML[1]/BODY[1]/P[2]/text()[1]": "e",
    "/html/body/table/tbody/tr/td/text()": "f",
    "/html[1]/body[1]/*[name()='svg'][1]/title[1]/text()[1]": "g",
}


@pytest.mark.parametrize("path", CASES)
def test_paths(path: str) -> None:
    found = find_node(parse(PAGE).root, path)
    assert found is not None
    assert found.text_content == CASES[path]


WRONG = ["/html[1]/body[1]/p[3]", "/html[1]/body[1]/p", "/html[2]", "/body[1]", "/html[1]/body[1]/p[1]/i[1]/b[1]", ""]


@pytest.mark.parametrize("path", WRONG)
def test_no_such_path(path: str) -> None:
    assert find_node(parse(PAGE).root, path) is None
