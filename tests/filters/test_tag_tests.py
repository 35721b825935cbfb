"""Elements that go or stay by what an attribute says of their kind."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from printworthy.base.links import Resolver
from printworthy.data.tree import Node
from printworthy.filters.walk.editors import button, refresh, script_link, style_link
from printworthy.filters.walk.plan import DROP, KEEP, Attributes, Context
from printworthy.parse.lexbor import find, parse

Test = Callable[[Node, Attributes, Context], int]


@pytest.mark.parametrize(
    ("test", "html", "verdict"),
    [
        (script_link, "<link rel=modulepreload href=x>", DROP),
        (script_link, "<link rel=preload as=script>", DROP),
        (script_link, "<link rel='PRELOAD' as='Script'>", DROP),
        (script_link, "<link rel=preload as=style>", KEEP),
        (script_link, "<link rel=stylesheet>", KEEP),
        (script_link, "<link rel>", KEEP),
        (style_link, "<link rel='alternate stylesheet'>", DROP),
        (style_link, "<link rel=preload as=style>", DROP),
        (style_link, "<link rel=preload as=font>", KEEP),
        (style_link, "<link as=style>", KEEP),
        (refresh, "<meta http-equiv=' Refresh ' content=5>", DROP),
        (refresh, "<meta http-equiv=content-type>", KEEP),
        (refresh, "<meta name=refresh>", KEEP),
        (button, "<input type=SUBMIT>", DROP),
        (button, "<input type=image>", DROP),
        (button, "<input type=text>", KEEP),
        (button, "<input>", KEEP),
    ],
)
def test_verdicts(test: Test, html: str, verdict: int) -> None:
    tree = parse(html.encode())
    node = tree.root.css_first("link,meta,input")
    assert node is not None
    assert test(node, node.attributes, Context(tree.root, "", "", Resolver("", ""), find)) == verdict
