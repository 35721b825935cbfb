from __future__ import annotations

import json

import pytest

from printworthy.writers.latex import parse_latex


@pytest.mark.parametrize(
    "latex",
    [
        r"x^2 + y_1'",
        r"\frac{a}{b}",
        r"\sqrt[3]{x}",
        r"\left( \sum_{k=1}^n k \right]",
        r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}",
        r"\begin{cases} x & \text{if } x > 0 \\ 0 & \text{otherwise} \end{cases}",
        r"\begin{aligned} a &= b \\ &= c \end{aligned}",
        r"{\displaystyle \mathbb{R} \subset \hat{x}}",
        r"$$\lim_{x\to 0} \operatorname{sgn}(x)$$",
        r"a \not= b \pmod{n}",
        r"\overset{!}{=} \underbrace{x}_{y}",
    ],
)
def test_read(latex: str) -> None:
    tree = parse_latex(latex)
    assert tree is not None
    json.dumps(tree)


@pytest.mark.parametrize(
    "latex", ["", r"\weird{x}", "{", "x^", r"\frac{a}", r"\begin{tikz}\end{tikz}", "{" * 200, "x" * 5000, "a}b"]
)
def test_beyond_us(latex: str) -> None:
    assert parse_latex(latex) is None


def test_tree() -> None:
    assert parse_latex(r"\frac{1}{x_2}") == {
        "t": "row",
        "c": [
            {
                "t": "frac",
                "n": [{"t": "number", "v": "1"}],
                "d": [
                    {
                        "t": "attach",
                        "base": {"t": "sign", "v": "x"},
                        "t-part": [],
                        "b-part": [{"t": "number", "v": "2"}],
                        "limits": None,
                    }
                ],
            }
        ],
    }
