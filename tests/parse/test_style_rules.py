"""Which elements the rules of a page hide, and which of them others show again.

Covers: printworthy.parse.style_rules.
"""

from __future__ import annotations

import time

import pytest

from printworthy.parse.lexbor import parse_page
from printworthy.parse.style_rules import StyleRules

PAGE = b'<body><div class="a b" id="i"><p class="c">x</p></div><p class="d md:e">y</p></body>'


def hidden(*sheets: str) -> set[str]:
    """The tags that the sheets hide, after all rules."""
    rules = StyleRules(parse_page(PAGE).root, list(sheets))
    found = rules.hidden(lambda: False)
    return {node.tag or "" for node, rule, why in found if not rules.overruled(node, rule, why)}


@pytest.mark.parametrize(
    "css",
    [
        ".a{display:none}", "#i{display: none}", ".a.b{display:none}", "body .a{display:none}", "body>.b{display:none}",
        ".x,.a{display:none}", "@media screen{.a{display:none}}", "@media(min-width:600px){.a{display:none}}",
        "@supports (display:grid){.a{display:none}}", "/* } */.a{display:none}", ".a{color:red;display:none;margin:0}",
        "@import 'x';.a{display:none}", "@font-face{font-family:x}.a{display:none}", ".a{display:none!important}.a{display:block}",
        ".a.b{display:none}.a{display:block}", ".a{display:none", "@media print{.a{color:red}}.a{display:none}",
    ],
)  # fmt: skip
def test_a_rule_hides(css: str) -> None:
    assert hidden(css) == {"div"}


@pytest.mark.parametrize(
    "css",
    [
        ".z{display:none}", "@media print{.a{display:none}}", "@media (max-width:600px){.a{display:none}}",
        "@keyframes k{from{display:none}}", ".a{display:none}.a{display:block}", ".a{display:none}.a.b{display:flex}",
        ".a::before{display:none}", ".a:hover{display:none}", ".no-js .a{display:none}", ".x .a{display:none}",
        ".a{x:url(}{.b{display:none", ".c .a{display:none}", "", "}}}{{{", ".x{.a{display:none}}",
    ],
)  # fmt: skip
def test_a_rule_hides_nothing(css: str) -> None:
    assert hidden(css) == set()


def test_a_sheet_that_ends_too_early_leaves_the_next_one_alone() -> None:
    assert hidden("@media print{.z{color:red", ".a{display:none}") == {"div"}


def test_names_with_signs() -> None:
    assert hidden(r".md\:e{display:none}") == {"p"}


@pytest.mark.parametrize(
    "piece", [".a{display:none}", "display:none", "@", "{", "@media x{", ".a{", "/*", "display:none;"]
)
def test_long_sheets_take_linear_time(piece: str) -> None:
    rules = StyleRules(parse_page(PAGE).root, [piece * (400_000 // len(piece))])
    begun = time.process_time()
    list(rules.hidden(lambda: True))
    assert time.process_time() - begun < 5
